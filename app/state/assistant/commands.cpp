// What the assistant does with commands: parts, answers, the name, saving.
#include "app/state/assistant/assistant.h"
#include "app/state/commands/row.h"
#include "app/state/open/opening.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

namespace mapping = io::mapping;
using Kind = Effect::Kind;

AssistantSaid said_of(const AssistantState& a) { return {a.order.parts, a.order.said}; }

/// What has been said changes what is tried. Not said: it goes back, or forward again.
template <class Change>
EffectList say_otherwise(AppState& s, const Change& by, bool said = true) {
    change_assistant(s, [&](AssistantState& a) {
        AssistantSaid before = said_of(a);
        by(a);
        if (said && before != said_of(a)) {
            a.before.push_back(std::move(before));
            a.after.clear();
        }
        a.choosing = false;
        if (a.progress) a.progress->given_up = true;
        if (a.searched.parts != a.order.parts) a.search = nullptr;
    });
    return {};
}

bool has_file(const AppState& s) {
    return !s.model_name.empty() && !s.report.waiting() && s.report.current &&
           !s.report.current->family.empty();
}
bool can_map(const AppState& s) { return has_file(s) || s.report.waiting(); }

// ------------------------------------------------------------------------------------------------ commands
EffectList begin(AppState& s, const Command& c) {
    // What was given together stays together, whether it was opened before or refused just now.
    const bool refused = s.failure && s.failure->action == "assistant " + c.text;
    return begin_assistant(s, c.text, refused ? s.failure->answers : remembered_answers(s, c.text));
}

EffectList begin_with_model(AppState& s) {
    if (s.report.waiting()) return begin_assistant(s, s.report.name, s.report.answers);
    return begin_assistant(s, s.model_name, remembered_answers(s, s.model_name));
}

EffectList choose_row(AppState& s, const Command& c) {
    change_assistant(s, [&](AssistantState& a) {
        a.choosing = a.row == c.i && !a.choosing;
        a.row = c.i;
        const AssistantRow* row = chosen_row(a);
        if (row == nullptr || row->unit < 0) a.choosing = false;
        const std::vector<mapping::Part> parts = offered_parts(a);
        const auto now = row == nullptr ? parts.end() : std::find(parts.begin(), parts.end(), row->part);
        a.offered = now == parts.end() ? 0 : static_cast<int>(now - parts.begin());
    });
    return {};
}

template <int by>
EffectList move(AppState& s, const Command&) {
    change_assistant(s, [](AssistantState& a) {
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
    if (c.i >= 0) change_assistant(s, [&](AssistantState& a) { a.row = c.i; });
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

/// The number of a question brings the arrows to it; 0 is that of the tenth.
EffectList point_at(AppState& s, const Command& c) {
    const int n = c.i >= 0 ? c.i : c.text == "0" ? 9 : c.text.size() == 1 ? c.text[0] - '1' : -1;
    if (!s.assistant->known || n < 0 || n >= static_cast<int>(asked_questions(*s.assistant).size()))
        return {};
    change_assistant(s, [&](AssistantState& a) { a.question = n; });
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
    change_assistant(s, [&](AssistantState& a) { a.order.input = c.text; });
    return {};
}

EffectList take_name(AppState& s, const Command& c) {
    change_assistant(s, [&](AssistantState& a) {
        a.name = c.text;
        a.named = true;
        a.warned = false;
        a.not_saved.clear();
    });
    return {};
}

EffectList show_settled(AppState& s) {
    change_assistant(s, [](AssistantState& a) {
        a.all_questions = !a.all_questions;
        a.question = 0;
    });
    return {};
}

/// Undo and redo are of the answers while they are given: the run behind stays as it is.
template <auto from, auto to>
EffectList say_again(AppState& s) {
    if (((*s.assistant).*from).empty()) return {};
    return say_otherwise(
        s,
        [](AssistantState& a) {
            (a.*to).push_back(said_of(a));
            AssistantSaid again = std::move((a.*from).back());
            (a.*from).pop_back();
            a.order.parts = std::move(again.parts);
            a.order.said = std::move(again.answers);
        },
        false);
}

EffectList search_all(AppState& s) {
    const AssistantState& a = *s.assistant;
    if (!a.known || !a.known->trial.examples || a.progress) return {};
    change_assistant(s, [](AssistantState& next) {
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
    const mapping::Combination taken = a.search->tried[static_cast<std::size_t>(n)];
    return say_otherwise(s, [&](AssistantState& next) {
        for (const auto& [unit, part] : taken.parts) next.order.parts[unit] = part;
        for (const auto& [question, option] : taken.answers) next.order.said[question] = option;
    });
}

EffectList replace(AppState& s) {
    if (!why_not_saved(*s.assistant).empty() || s.assistant->saving) return {};
    change_assistant(s, [](AssistantState& a) {
        a.saving = true;
        a.replacing = would_replace_family(a) || a.own.contains(a.name);
        a.not_saved.clear();
    });
    return {{Kind::Work, "assistant-save"}};
}

/// What somebody else saved under that name is replaced only when that has been said.
EffectList save(AppState& s) {
    const AssistantState& a = *s.assistant;
    if (!why_not_saved(a).empty() || !would_replace_family(a) || a.warned) return replace(s);
    change_assistant(s, [](AssistantState& next) { next.warned = true; });
    return {};
}

/// As it is answered now; nothing of it is kept but in a session.
EffectList open_unsaved(AppState& s) {
    const AssistantState& a = *s.assistant;
    if (!why_not_tried(a).empty()) return {};
    const std::string title = last_part(a.order.file) + " as it was mapped, not saved";
    return open_mapped(s, mapping::family_json(a.known->trial.draft, "not-saved", title,
                                               a.known->reading->said, told_by_trials(a))
                              .dump());
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
bool can_open(const AppState& s) { return shows_assistant(s) && why_not_tried(*s.assistant).empty(); }
bool can_save(const AppState& s) { return shows_assistant(s) && why_not_saved(*s.assistant).empty(); }
bool can_replace(const AppState& s) { return can_save(s) && would_replace_family(*s.assistant); }

} // namespace

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
        shown("assistant-undo", "Assistant: take an answer back", "Ctrl+Z",
              while_shown<plain<say_again<&AssistantState::before, &AssistantState::after>>>),
        {"assistant-redo", "Assistant: the answer again", keys("Ctrl+Shift+Z", "Ctrl+Y"), group, false,
         shows_assistant, while_shown<plain<say_again<&AssistantState::after, &AssistantState::before>>>,
         words, true},
        {"assistant-question",
         "Assistant: the question of that number",
         keys("1", "2", "3", "4", "5", "6", "7", "8", "9", "0"),
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
        {"assistant-save", "Assistant: save as a family and open the model", keys("Ctrl+Enter"), group, true,
         can_save, while_shown<plain<save>>, words, true},
        {"assistant-replace", "Assistant: replace the family of that name and open the model", keys(), group,
         true, can_replace, while_shown<plain<replace>>, words},
        {"assistant-open", "Assistant: open the model without saving a family", keys(), group, true, can_open,
         while_shown<plain<open_unsaved>>, words},
        hidden("assistant", begin, {text("file")}),
        hidden("assistant-cancel", while_shown<plain<cancel_assistant>>),
        hidden("assistant-row", while_shown<choose_row>, {whole("row", &Command::i)}),
        hidden("assistant-part", while_shown<name_part>, {text("part"), optional(whole("row", &Command::i))}),
        hidden("assistant-answer", while_shown<answer_nth>, {text("question"), whole("option", &Command::i)}),
        hidden("assistant-input", while_shown<take_input>, {text("text")}),
        hidden("assistant-name", while_shown<take_name>, {text("name")}),
        hidden("assistant-settled", while_shown<plain<show_settled>>),
    };
    return recorded_all<Records::Nothing>(std::move(rows));
}

} // namespace heed
