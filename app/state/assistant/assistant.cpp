#include "app/state/assistant/assistant.h"

#include "app/state/commands/row.h"
#include "app/state/data_paths.h"
#include "app/state/open/opening.h"
#include "core/text/strings.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

namespace fs = std::filesystem;
namespace mapping = io::mapping;
using Kind = Effect::Kind;

template <class Change>
void change(AppState& s, const Change& by) {
    auto next = std::make_shared<AssistantState>(*s.assistant);
    by(*next);
    s.assistant = std::move(next);
}

/// What has been said changes what is tried.
template <class Change>
EffectList say_otherwise(AppState& s, const Change& by) {
    change(s, [&](AssistantState& a) {
        by(a);
        a.choosing = false;
        if (a.progress) a.progress->given_up = true;
        if (a.searched.parts != a.order.parts) a.search = nullptr;
    });
    return {};
}

/// "keon" of seq2seq_17.pt in a folder of that name: a name that a family can have.
std::string name_from(const std::string& file) {
    const fs::path path = fs::path(file).lexically_normal();
    const std::string folder = path.parent_path().filename().string(), stem = path.stem().string();
    std::string name;
    for (const char c : ascii_lower(folder.empty() ? stem : folder + "-" + stem)) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
        if (plain)
            name += c;
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    while (!name.empty() && name.back() == '-') name.pop_back();
    return name.empty() ? "my-family" : name.substr(0, 60);
}

const AssistantRow* chosen_row(const AssistantState& a) {
    if (!a.known || a.row < 0 || a.row >= static_cast<int>(a.known->rows.size())) return nullptr;
    return &a.known->rows[static_cast<std::size_t>(a.row)];
}

bool has_file(const AppState& s) {
    return !s.model_name.empty() && !s.report.waiting() && s.report.current &&
           !s.report.current->family.empty();
}
bool can_map(const AppState& s) { return has_file(s) || s.report.waiting(); }

// ------------------------------------------------------------------------------------------------ commands
EffectList begin(AppState& s, const Command& c) {
    return begin_assistant(s, c.text, remembered_answers(s, c.text));
}

EffectList begin_with_model(AppState& s) {
    if (s.report.waiting()) return begin_assistant(s, s.report.name, s.report.answers);
    return begin_assistant(s, s.model_name, remembered_answers(s, s.model_name));
}

EffectList cancel(AppState& s) {
    if (s.assistant->progress) s.assistant->progress->given_up = true;
    s.assistant = nullptr;
    return {};
}

EffectList choose_row(AppState& s, const Command& c) {
    change(s, [&](AssistantState& a) {
        a.choosing = a.row == c.i && !a.choosing;
        a.row = c.i;
        a.offered = 0;
    });
    if (const AssistantRow* row = chosen_row(*s.assistant); row == nullptr || row->unit < 0)
        change(s, [](AssistantState& a) { a.choosing = false; });
    return {};
}

template <int by>
EffectList move(AppState& s, const Command&) {
    change(s, [](AssistantState& a) {
        if (a.choosing) {
            const int last = static_cast<int>(offered_parts(a).size()) - 1;
            a.offered = std::clamp(a.offered + by, 0, std::max(0, last));
        } else if (a.known) {
            a.row = std::clamp(a.row + by, 0, static_cast<int>(a.known->rows.size()) - 1);
        }
    });
    return {};
}

EffectList take_part(AppState& s, mapping::Part part) {
    const AssistantRow* row = chosen_row(*s.assistant);
    if (row == nullptr || row->unit < 0) return {};
    const std::string name = row->name;
    return say_otherwise(s, [&](AssistantState& a) { a.order.parts[name] = part; });
}

EffectList enter(AppState& s, const Command& c) {
    const AssistantState& a = *s.assistant;
    const std::vector<mapping::Part> parts = offered_parts(a);
    if (!a.choosing || parts.empty()) return choose_row(s, {"assistant-row", "", 0, c.i >= 0 ? c.i : a.row});
    return take_part(
        s, parts[static_cast<std::size_t>(std::clamp(a.offered, 0, static_cast<int>(parts.size()) - 1))]);
}

EffectList name_part(AppState& s, const Command& c) {
    const mapping::PartInfo* part = mapping::find_part(c.text);
    if (part == nullptr) return {};
    if (c.i >= 0) change(s, [&](AssistantState& a) { a.row = c.i; });
    return take_part(s, part->part);
}

EffectList answer(AppState& s, const std::string& question, const std::string& option) {
    return say_otherwise(s, [&](AssistantState& a) { a.order.said[question] = option; });
}

EffectList answer_nth(AppState& s, const Command& c) {
    if (!s.assistant->known) return {};
    const mapping::Question* question = s.assistant->known->trial.draft.find(c.text);
    if (question == nullptr || c.i < 0 || c.i >= static_cast<int>(question->options.size())) return {};
    return answer(s, question->id, question->options[static_cast<std::size_t>(c.i)].id);
}

/// The number of a question brings the arrows to it.
EffectList point_at(AppState& s, const Command& c) {
    const int n = c.i >= 0 ? c.i : c.text.size() == 1 ? c.text[0] - '1' : -1;
    if (!s.assistant->known || n < 0 || n >= static_cast<int>(asked_questions(*s.assistant).size()))
        return {};
    change(s, [&](AssistantState& a) { a.question = n; });
    return {};
}

template <int by>
EffectList turn_answer(AppState& s, const Command&) {
    const AssistantState& a = *s.assistant;
    const auto asked = asked_questions(a);
    if (a.question < 0 || a.question >= static_cast<int>(asked.size())) return {};
    const mapping::Question& question = *asked[static_cast<std::size_t>(a.question)];
    // What was said last counts, though its trial may still be under way.
    const auto said = a.order.said.find(question.id);
    const std::string& now = said == a.order.said.end() ? question.answer : said->second;
    int at = 0;
    for (std::size_t n = 0; n < question.options.size(); ++n)
        if (question.options[n].id == now) at = static_cast<int>(n);
    const int next = std::clamp(at + by, 0, static_cast<int>(question.options.size()) - 1);
    return next == at ? EffectList{}
                      : answer(s, question.id, question.options[static_cast<std::size_t>(next)].id);
}

EffectList take_input(AppState& s, const Command& c) {
    change(s, [&](AssistantState& a) { a.order.input = c.text; });
    return {};
}

EffectList take_name(AppState& s, const Command& c) {
    change(s, [&](AssistantState& a) {
        a.name = c.text;
        a.named = true;
        a.not_saved.clear();
    });
    return {};
}

EffectList show_settled(AppState& s) {
    change(s, [](AssistantState& a) {
        a.all_questions = !a.all_questions;
        a.question = 0;
    });
    return {};
}

EffectList search_all(AppState& s) {
    const AssistantState& a = *s.assistant;
    if (!a.known || !a.known->trial.examples || a.progress) return {};
    change(s, [](AssistantState& next) {
        next.progress = std::make_shared<AssistantProgress>();
        next.searched = next.order;
        next.search = nullptr;
    });
    return {{Kind::Work, "assistant-all"}};
}

EffectList take_combination(AppState& s, const Command& c) {
    const AssistantState& a = *s.assistant;
    const int n = std::max(0, c.i);
    if (!a.search || n >= static_cast<int>(a.search->tried.size())) return {};
    const mapping::Answers answers = a.search->tried[static_cast<std::size_t>(n)].answers;
    return say_otherwise(s, [&](AssistantState& next) {
        for (const auto& [question, option] : answers) next.order.said[question] = option;
    });
}

EffectList save(AppState& s) {
    if (!why_not_saved(*s.assistant).empty()) return {};
    change(s, [](AssistantState& a) {
        a.saving = true;
        a.not_saved.clear();
    });
    return {{Kind::Work, "assistant-save"}};
}

/// A command that is given where there is no assistant does nothing.
template <auto run>
EffectList while_shown(AppState& s, const Command& c) {
    return s.assistant ? run(s, c) : EffectList{};
}

bool can_search_all(const AppState& s) {
    return shows_assistant(s) && s.assistant->known && s.assistant->known->trial.examples &&
           !s.assistant->progress;
}
bool has_search(const AppState& s) {
    return shows_assistant(s) && s.assistant->search && !s.assistant->search->tried.empty();
}
bool can_save(const AppState& s) { return shows_assistant(s) && why_not_saved(*s.assistant).empty(); }

} // namespace

bool shows_assistant(const AppState& s) { return s.assistant != nullptr; }

EffectList begin_assistant(AppState& s, const std::string& file, OpenAnswers answers) {
    if (file.empty()) return {};
    auto next = std::make_shared<AssistantState>();
    std::error_code ignored;
    next->order.file = file;
    next->order.answers = std::move(answers);
    next->name = name_from(fs::absolute(file, ignored).string());
    s.assistant = std::move(next);
    s.failure.reset();
    s.dialog = Dialog::None;
    s.menu = Menu::None;
    s.report.shown = false;
    return {};
}

std::vector<mapping::Part> offered_parts(const AssistantState& a) {
    std::vector<mapping::Part> parts;
    const AssistantRow* row = chosen_row(a);
    if (row == nullptr || row->unit < 0) return parts;
    const mapping::Unit& unit = a.known->trial.draft.mapping.units[static_cast<std::size_t>(row->unit)];
    for (const mapping::PartInfo& part : mapping::part_table())
        if (part.part != mapping::Part::None && mapping::takes(part.part, unit)) parts.push_back(part.part);
    return parts;
}

std::vector<const mapping::Question*> asked_questions(const AssistantState& a) {
    if (!a.known) return {};
    std::vector<const mapping::Question*> asked = a.known->trial.draft.open();
    if (a.all_questions)
        for (const mapping::Question& question : a.known->trial.draft.questions)
            if (!question.open() && question.options.size() > 1) asked.push_back(&question);
    return asked;
}

std::optional<double> question_change(const AssistantKnown& known, const mapping::Question& question) {
    std::optional<double> most;
    for (const mapping::Alternative& one : known.trial.alternatives)
        if (one.question == question.id && one.change) most = std::max(most.value_or(0), *one.change);
    return most;
}

std::string family_path(const AssistantState& a) {
    const fs::path own = users_own();
    return own.empty() ? "" : (own / "families" / (a.name + ".json")).string();
}

std::string why_not_saved(const AssistantState& a) {
    if (!a.known || !a.known->trial.problem.empty()) return "It cannot be run so";
    if (a.asked != a.order) return "It is being tried";
    if (family_path(a).empty()) return "There is no folder of your own: HOME is not set";
    return mapping::wrong_name(a.name);
}

EffectList follow_assistant(AppState& s) {
    if (!s.assistant) return {};
    if (s.assistant->saved) return open_saved_family(s);
    if (s.assistant->asked == s.assistant->order) return {};
    change(s, [](AssistantState& a) {
        a.asked = a.order;
        a.problem.clear();
    });
    return {{Kind::Work, "assistant"}};
}

EffectList open_saved_family(AppState& s) {
    const std::string file = s.assistant->order.file, name = s.assistant->name;
    OpenAnswers answers = s.assistant->order.answers;
    s.assistant = nullptr;
    say(s, "Saved the family " + name, "Every command and the window know it now.", 6);
    return open_named(s, file, std::move(answers));
}

bool leave_assistant(AppState& s) {
    if (!shows_assistant(s)) return false;
    if (s.assistant->choosing)
        change(s, [](AssistantState& a) { a.choosing = false; });
    else
        cancel(s);
    return true;
}

Rows assistant_commands() {
    constexpr std::string_view group = "Files", words = "assistant mapping family tensors guess";
    const auto shown = [=](std::string_view id, std::string_view title, std::string_view key,
                           EffectList (*run)(AppState&, const Command&)) {
        return CommandInfo{id, title, keys(key), group, false, shows_assistant, run, words, true};
    };
    Rows rows = {
        {"assistant-model", "Map the tensors of this model by hand", keys(), group, false, can_map,
         plain<begin_with_model>, "assistant family unknown checkpoint guess parts questions"},
        shown("assistant-down", "Assistant: the next tensor", "Down", while_shown<move<+1>>),
        shown("assistant-up", "Assistant: the tensor before", "Up", while_shown<move<-1>>),
        shown("assistant-right", "Assistant: the next answer", "Right", while_shown<turn_answer<+1>>),
        shown("assistant-left", "Assistant: the answer before", "Left", while_shown<turn_answer<-1>>),
        shown("assistant-enter", "Assistant: another part for the tensor", "Enter", while_shown<enter>),
        {"assistant-question",
         "Assistant: the question of that number",
         keys("1", "2", "3", "4", "5", "6", "7", "8", "9"),
         group,
         false,
         shows_assistant,
         while_shown<point_at>,
         words,
         true,
         {optional(whole("question", &Command::i)), optional(text("key"))}},
        {"assistant-all", "Assistant: try all answers against the examples", keys(), group, true,
         can_search_all, while_shown<plain<search_all>>, words},
        {"assistant-take",
         "Assistant: take the answers that agree",
         keys(),
         group,
         true,
         has_search,
         while_shown<take_combination>,
         words,
         false,
         {optional(whole("which", &Command::i))}},
        {"assistant-save", "Assistant: save as a family and open the model", keys(), group, true, can_save,
         while_shown<plain<save>>, words},
        hidden("assistant", begin, {text("file")}),
        hidden("assistant-cancel", while_shown<plain<cancel>>),
        hidden("assistant-row", while_shown<choose_row>, {whole("row", &Command::i)}),
        hidden("assistant-part", while_shown<name_part>, {text("part"), optional(whole("row", &Command::i))}),
        hidden("assistant-answer", while_shown<answer_nth>, {text("question"), whole("option", &Command::i)}),
        hidden("assistant-input", while_shown<take_input>, {text("text")}),
        hidden("assistant-name", while_shown<take_name>, {text("name")}),
        hidden("assistant-settled", while_shown<plain<show_settled>>),
    };
    return recorded_all<Records::Nothing>(std::move(rows));
}

nlohmann::ordered_json assistant_json(const AppState& s) {
    if (!s.assistant) return nullptr;
    const AssistantState& a = *s.assistant;
    nlohmann::ordered_json json{{"file", a.order.file}, {"input", a.order.input}, {"name", a.name},
                                {"row", a.row},         {"choosing", a.choosing}, {"question", a.question}};
    json["problem"] = a.known ? a.known->trial.problem : a.problem;
    json["settled"] = a.asked == a.order;
    if (!a.known) return json;
    for (const AssistantRow& row : a.known->rows)
        json["rows"].push_back(
            {{"name", row.name}, {"part", mapping::info(row.part).id}, {"ground", row.ground}});
    for (const mapping::Question& question : a.known->trial.draft.questions) {
        nlohmann::ordered_json one{
            {"id", question.id}, {"answer", question.answer}, {"open", question.open()}};
        for (const mapping::Option& option : question.options) one["options"].push_back(option.id);
        json["questions"].push_back(std::move(one));
    }
    if (a.known->trial.trace) json["output"] = a.known->trial.trace->target_text;
    if (a.known->trial.examples) json["agrees"] = a.known->trial.examples->agrees();
    if (a.search) json["tried"] = {{"combinations", a.search->tried.size()}, {"agree", a.search->agreeing()}};
    return json;
}

} // namespace heed
