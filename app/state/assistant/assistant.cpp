#include "app/state/assistant/assistant.h"

#include "app/state/commands/row.h"
#include "app/state/data_paths.h"
#include "app/state/open/opening.h"
#include "core/text/strings.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

namespace heed {
namespace {

namespace fs = std::filesystem;
namespace mapping = io::mapping;
using Kind = Effect::Kind;

/// "keon" of seq2seq_17.pt in a folder of that name: a name that a family can have.
std::string name_from(const std::string& file) {
    const fs::path path = fs::path(file).lexically_normal();
    const std::string folder = path.parent_path().filename().string();
    std::string stem = path.stem().string();
    if (stem.ends_with(".tar")) stem.resize(stem.size() - 4); // of a tar.gz
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

constexpr std::size_t most_mapped = 32; // files whose answers are kept

/// A file's own name, however it was asked for.
std::string key_of(const std::string& file) {
    std::error_code ignored;
    return fs::absolute(file, ignored).lexically_normal().string();
}

} // namespace

bool shows_assistant(const AppState& s) { return s.assistant != nullptr; }

void keep_assistant(AppState& s) {
    if (!s.assistant) return;
    auto kept = std::make_shared<AssistantState>(*s.assistant);
    if (kept->progress) kept->progress->given_up = true;
    // What is tried comes again: the file may be another by then.
    kept->asked = kept->searched = {};
    kept->known = nullptr;
    kept->search = nullptr;
    kept->progress = nullptr;
    kept->problem.clear();
    kept->not_saved.clear();
    kept->asked_name.clear();
    kept->there = {};
    kept->choosing = kept->warned = kept->saving = kept->saved = kept->replacing = false;
    if (s.mapped.size() >= most_mapped && !s.mapped.contains(key_of(kept->order.file)))
        s.mapped.erase(s.mapped.begin());
    s.mapped[key_of(kept->order.file)] = std::move(kept);
}

EffectList begin_assistant(AppState& s, const std::string& file, OpenAnswers answers) {
    if (file.empty()) return {};
    keep_assistant(s); // of another file
    const auto kept = s.mapped.find(key_of(file));
    auto next = kept == s.mapped.end() ? std::make_shared<AssistantState>()
                                       : std::make_shared<AssistantState>(*kept->second);
    next->order.file = file;
    next->order.answers = std::move(answers);
    if (!s.input.empty() && s.model && key_of(s.model_name) == key_of(file)) next->order.input = s.input;
    if (next->name.empty()) next->name = name_from(key_of(file));
    s.assistant = std::move(next);
    s.failure.reset();
    s.dialog = Dialog::None;
    s.menu = Menu::None;
    s.report.shown = false;
    return {};
}

const AssistantRow* chosen_row(const AssistantState& a) {
    if (!a.known || a.row < 0 || a.row >= static_cast<int>(a.known->rows.size())) return nullptr;
    return &a.known->rows[static_cast<std::size_t>(a.row)];
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

double question_written(const AssistantKnown& known, const mapping::Question& question) {
    double most = 0;
    for (const mapping::Alternative& one : known.trial.alternatives)
        if (one.question == question.id) most = std::max(most, one.written);
    return most;
}

std::vector<mapping::Undecided> undecided_questions(const AssistantState& a) {
    if (!a.known) return {};
    std::vector<mapping::Undecided> found = a.known->trial.undecided();
    if (!a.search) return found;
    for (mapping::Undecided& one : a.search->undecided(a.known->trial.answers())) {
        const auto same = std::find_if(found.begin(), found.end(), [&](const mapping::Undecided& other) {
            return other.question == one.question;
        });
        if (same == found.end()) found.push_back(std::move(one));
    }
    return found;
}

mapping::Changes told_by_trials(const AssistantState& a) {
    mapping::Changes changes = mapping::changes_of(a.known->trial, *a.known->reading);
    for (const mapping::Undecided& one : undecided_questions(a)) changes.undecided.insert(one.question);
    return changes;
}

std::string family_path(const AssistantState& a) {
    const fs::path own = users_own();
    return own.empty() ? "" : (own / "families" / (a.name + ".json")).string();
}

std::string why_not_tried(const AssistantState& a) {
    if (!a.problem.empty() || !a.known || !a.known->trial.problem.empty()) return "It cannot be run so";
    return a.asked != a.order || a.known->order != a.order ? "It is being tried" : "";
}

bool would_replace_family(const AssistantState& a) {
    return a.there.name == a.name && a.there.there && !a.there.with_heed && !a.own.contains(a.name);
}

std::string family_there_words(const AssistantState& a) {
    if (a.there.name != a.name || !a.there.there) return {};
    const std::string title =
        a.there.title.empty() ? "a file that describes no family" : "“" + a.there.title + "”";
    if (a.there.with_heed) return "A family of that name comes with Heed: " + title + ". Take another name";
    if (a.own.contains(a.name)) return "Saved from here before: it is replaced";
    return (a.there.file.empty() ? a.name + ".json" : a.there.file) + " is there already: " + title;
}

std::string why_not_saved(const AssistantState& a) {
    if (std::string why = why_not_tried(a); !why.empty()) return why;
    if (family_path(a).empty()) return "There is no folder of your own: HOME is not set";
    if (std::string why = mapping::wrong_name(a.name); !why.empty()) return why;
    if (a.there.name != a.name) return "The name is being looked up";
    return a.there.with_heed ? family_there_words(a) : "";
}

std::string save_caution(const AssistantState& a) {
    const auto* found = a.known && a.known->trial.examples ? &*a.known->trial.examples : nullptr;
    const bool against = found != nullptr && !found->agrees();
    const std::string differs = "What is answered now does not agree with expected.json";
    const std::string under_way = "ll answers are still being tried, and saving ends that";
    if (a.progress) return against ? differs + "; a" + under_way + "." : "A" + under_way + ".";
    return against ? differs + "." : "";
}

std::string search_count(const AssistantState& a) {
    if (!a.progress) return "";
    const int done = a.progress->done, all = a.progress->all;
    return std::to_string(done) + (all > 0 ? " of " + std::to_string(std::max(done, all)) : "");
}

EffectList follow_assistant(AppState& s) {
    if (!s.assistant) return {};
    if (s.assistant->saved) return open_saved_family(s);
    EffectList effects;
    if (s.assistant->asked_name != s.assistant->name && mapping::wrong_name(s.assistant->name).empty()) {
        change_assistant(s, [](AssistantState& a) { a.asked_name = a.name; });
        effects.push_back({Kind::Work, "assistant-name"});
    }
    if (s.assistant->asked == s.assistant->order) return effects;
    change_assistant(s, [](AssistantState& a) {
        a.asked = a.order;
        a.problem.clear();
    });
    effects.push_back({Kind::Work, "assistant"});
    return effects;
}

EffectList open_mapped(AppState& s, std::string family) {
    keep_assistant(s);
    const std::shared_ptr<const AssistantState> a = std::exchange(s.assistant, nullptr);
    OpenAnswers answers = a->order.answers;
    answers.family = std::move(family);
    EffectList effects = open_named(s, a->order.file, std::move(answers));
    s.opening_input = a->order.input;
    return effects;
}

EffectList open_saved_family(AppState& s) {
    const std::string name = s.assistant->name;
    EffectList effects = open_mapped(s, name);
    s.opening_family = name;
    return effects;
}

EffectList cancel_assistant(AppState& s) {
    keep_assistant(s);
    s.assistant = nullptr;
    return {};
}

bool leave_assistant(AppState& s) {
    if (!shows_assistant(s)) return false;
    if (s.assistant->choosing)
        change_assistant(s, [](AssistantState& a) { a.choosing = false; });
    else
        cancel_assistant(s);
    return true;
}

nlohmann::ordered_json assistant_json(const AppState& s) {
    if (!s.assistant) return nullptr;
    const AssistantState& a = *s.assistant;
    nlohmann::ordered_json json{{"file", a.order.file}, {"input", a.order.input}, {"name", a.name},
                                {"row", a.row},         {"choosing", a.choosing}, {"question", a.question}};
    json["offered"] = a.offered;
    json["there"] = family_there_words(a);
    json["warned"] = a.warned;
    json["problem"] = a.known ? a.known->trial.problem : a.problem;
    const bool tried = a.known && a.known->order == a.order;
    json["settled"] = a.asked == a.order && (tried || !a.problem.empty());
    if (!a.known) return json;
    for (const AssistantRow& row : a.known->rows)
        json["rows"].push_back(
            {{"name", row.name}, {"part", mapping::info(row.part).id}, {"ground", row.ground}});
    for (const mapping::Question& question : a.known->trial.draft.questions) {
        nlohmann::ordered_json one{
            {"id", question.id}, {"answer", question.answer}, {"open", question.open()}};
        if (!question.family.empty()) one["family"] = question.family;
        for (const mapping::Option& option : question.options) one["options"].push_back(option.id);
        json["questions"].push_back(std::move(one));
    }
    if (a.known->trial.trace) json["output"] = a.known->trial.trace->target_text;
    json["has_examples"] = a.known->trial.has_examples;
    if (a.known->trial.examples) json["agrees"] = a.known->trial.examples->agrees();
    for (const mapping::Undecided& one : undecided_questions(a)) json["undecided"].push_back(one.question);
    if (a.search) json["tried"] = {{"combinations", a.search->looked_at()}, {"agree", a.search->agreeing()}};
    return json;
}

} // namespace heed
