// Opening models, weights and files of words; saving models and sessions; the load report.
#include "app/export/report_text.h"
#include "app/state/commands/row.h"
#include "app/state/gallery/forecast/own_table.h"
#include "app/state/heads/heads.h"
#include "app/state/navigator/navigator.h"
#include "app/state/open/example_lines.h"
#include "app/state/open/opening.h"
#include "app/state/session/session.h"
#include "app/state/states/states.h"
#include "core/io/base/file.h"
#include "core/text/escape.h"

#include <algorithm>
#include <utility>

namespace heed {
namespace {

using Kind = Effect::Kind;
namespace fs = std::filesystem;

// ------------------------------------------------------------------------------------------- the open dialog

EffectList show_folder(AppState& s, const fs::path& folder) {
    s.open.folder = folder;
    s.open.entries.clear();
    s.open.error.clear();
    return {{Kind::ListFolder, folder.string()}};
}

EffectList list_folder(AppState& s, fs::path folder) { // a copy: it may be an entry's own
    s.open.base = folder;
    s.open.filter.clear();
    s.open.chosen.clear();
    s.open.preview = {};
    s.open.problem.clear();
    s.open.entering.clear();
    s.open.family.clear();
    return show_folder(s, folder);
}

EffectList look_at_chosen(AppState& s) { return {{Kind::Inspect, s.open.chosen.string(), {s.open.family}}}; }

/// The family that was chosen for it the time before, if it has a name.
EffectList choose(AppState& s, fs::path path) {
    s.open.entering.clear();
    s.open.chosen = std::move(path);
    s.open.preview = {};
    s.open.family = remembered_answers(s, s.open.chosen.string()).family;
    s.open.families_shown = false;
    s.open.family_pointed = 0;
    return look_at_chosen(s);
}

/// Another family for what is chosen.
EffectList choose_family(AppState& s, const Command& c) {
    s.open.families_shown = false;
    if (s.open.chosen.empty() || s.open.family == c.family) return {};
    s.open.family = c.family;
    return look_at_chosen(s);
}

EffectList move_choice(AppState& s, int direction) {
    const auto list = filtered(s.open);
    if (list.empty()) return {};
    const auto now =
        std::find_if(list.begin(), list.end(), [&](const FileEntry* e) { return e->path == s.open.chosen; });
    std::ptrdiff_t index =
        now == list.end() ? (direction > 0 ? 0 : std::ssize(list) - 1) : now - list.begin() + direction;
    index = std::clamp<std::ptrdiff_t>(index, 0, std::ssize(list) - 1);
    return choose(s, list[static_cast<std::size_t>(index)]->path);
}

/// The list of families, from the one that is taken now.
EffectList turn_families(AppState& s) {
    OpenDialog& open = s.open;
    open.families_shown = !open.families_shown && !open.preview.families.empty();
    open.family_pointed = 0;
    for (std::size_t n = 0; n < open.preview.families.size(); ++n)
        if (open.preview.families[n].id == open.family) open.family_pointed = static_cast<int>(n) + 1;
    return {};
}

EffectList point_at_family(AppState& s, const Command& c) {
    const int last = static_cast<int>(s.open.preview.families.size()); // by its tensors comes first
    s.open.family_pointed = std::clamp(s.open.family_pointed + std::clamp(c.i, -last, last), 0, last);
    return {};
}

EffectList take_family(AppState& s) {
    const std::vector<io::FittingFamily>& families = s.open.preview.families;
    const int n = s.open.family_pointed;
    Command command{"open-family"};
    if (n > 0 && n <= static_cast<int>(families.size()))
        command.family = families[static_cast<std::size_t>(n) - 1].id;
    return s.open.families_shown ? choose_family(s, command) : EffectList{};
}

/// What goes with a model that is opened by name.
OpenAnswers answers_of(const AppState& s, const Command& c) {
    OpenAnswers answers = remembered_answers(s, c.text);
    if (!c.family.empty()) answers.family = c.family == by_tensors ? "" : c.family;
    return answers;
}

/// The command that takes a file of sentences or of pairs: what stands in front has it.
std::string_view opener_of_sentences(const AppState& s) {
    return shows_heads(s) && can_measure_over_file(s) ? "heads-file"
           : shows_states(s)                          ? "states-file"
           : can_navigate(s)                          ? "navigator-file"
                                                      : "load";
}

/// What was looked at, and can be mapped by hand.
bool is_mappable(const AppState& s, const fs::path& file) {
    return s.open.purpose == OpenFor::Model && s.open.preview.path == file && s.open.preview.mappable;
}

/// The model that a session goes on with, as its own is not there any more.
EffectList take_session_model(AppState& s, const Command& c) {
    const auto session = std::exchange(s.open.session, nullptr);
    return open_session_with(s, *session, c.text, answers_of(s, c));
}

/// A file, for what the dialog was opened for.
EffectList take_file(AppState& s, const fs::path& file) {
    switch (s.open.purpose) {
    case OpenFor::Model: {
        if (is_mappable(s, file)) return update(s, {"assistant", file.string()});
        Command command{takes_table(file.string())       ? "table-open"
                        : takes_sentences(file.string()) ? opener_of_sentences(s)
                                                         : "load",
                        file.string()};
        if (file == s.open.chosen && remembered_answers(s, file.string()).family != s.open.family)
            command.family = s.open.family.empty() ? by_tensors : s.open.family;
        const bool model = command.id == "load" && !is_session_file(file);
        return s.open.session && model ? take_session_model(s, command) : update(s, command);
    }
    case OpenFor::Survey:
        return update(s, {"navigator-file", file.string()});
    case OpenFor::Doctor:
        return update(s, {"doctor-file", file.string()});
    case OpenFor::Heads:
        return update(s, {"heads-file", file.string()});
    case OpenFor::Sentences:
        s.dialog = Dialog::None;
        return update(s, {"states-file", file.string()});
    case OpenFor::SourceWords:
    case OpenFor::TargetWords:
        update(s, {"words-file", file.string(), 0, s.open.purpose == OpenFor::SourceWords ? 0 : 1});
        s.dialog = Dialog::None;
        return update(s, {"words-check"});
    }
    return {};
}

/// A path that was typed: a model's folder is opened, another one shown, a file taken.
EffectList take_path(AppState& s, const fs::path& path) {
    std::error_code error;
    if (!fs::exists(path, error)) {
        const std::string found = io::what_is_missing(path);
        s.open.problem = "There is no file or folder “" + escaped(path.native(), 1000) + "”" +
                         (found == "nothing" ? "." : ": found " + found + ".");
        return {};
    }
    if (fs::is_directory(path, error) && !(names_model(path) && s.open.purpose == OpenFor::Model))
        return list_folder(s, path);
    return take_file(s, path);
}

/// What is chosen; else the first that the filter leaves, or what is typed.
EffectList confirm(AppState& s) {
    if (const fs::path path = typed_path(s.open);
        !path.empty() && (s.open.chosen.empty() || (s.open.chosen == path && names_model(path))))
        return take_path(s, path);
    const std::vector<const FileEntry*> list = filtered(s.open);
    auto chosen =
        std::find_if(list.begin(), list.end(), [&](const FileEntry* e) { return e->path == s.open.chosen; });
    if (chosen == list.end()) chosen = s.open.filter.empty() ? list.end() : list.begin();
    if (chosen == list.end()) return {};
    const FileEntry entry = **chosen;
    if (!entry.known) { // as soon as it is known what it is
        s.open.entering = entry.path;
        return {};
    }
    const bool broken = entry.kind == "unreadable"; // opening it says what is wrong
    const bool tensors = entry.has_other_tensors();
    const bool model =
        s.open.purpose == OpenFor::Model && (entry.usable || broken || tensors) && entry.kind != "folder";
    if (entry.folder && !model) return list_folder(s, entry.path);
    if (s.open.purpose == OpenFor::Model && !model) {
        fail(s, escaped(entry.name) + " cannot be opened",
             "Expected a model, weights or a session, found " +
                 (entry.kind.empty() ? "something else" : entry.kind) + ".");
        return {};
    }
    if (model && tensors && s.open.preview.path != entry.path) { // as soon as it has been looked at
        EffectList effects = s.open.chosen == entry.path ? EffectList{} : choose(s, entry.path);
        s.open.entering = entry.path;
        return effects;
    }
    return take_file(s, entry.path);
}

void choose_nothing(AppState& s) {
    s.open.chosen.clear();
    s.open.preview = {};
}

/// The folder that a typed path leads to is listed, the file that it names is looked at.
EffectList look_at_typed(AppState& s, const fs::path& path) {
    choose_nothing(s);
    std::error_code error;
    EffectList effects;
    if (const fs::path folder = folder_of_typed(s.open);
        folder != s.open.folder && fs::is_directory(folder, error))
        effects = show_folder(s, folder);
    if (names_model(path))
        for (Effect& effect : choose(s, path)) effects.push_back(std::move(effect));
    return effects;
}

/// What is typed leaves the names that hold it; the first of them is looked at. With nothing typed any more
/// the choice stays.
EffectList filter(AppState& s, const Command& c) {
    s.open.filter = c.text;
    s.open.problem.clear();
    s.open.entering.clear();
    if (const fs::path typed = typed_path(s.open); !typed.empty()) return look_at_typed(s, typed);
    if (!s.open.base.empty() && s.open.folder != s.open.base) { // it was a path
        choose_nothing(s);
        return show_folder(s, s.open.base);
    }
    const std::vector<const FileEntry*> list = filtered(s.open);
    if (!c.text.empty() && !list.empty()) return choose(s, list.front()->path);
    if (!c.text.empty()) choose_nothing(s);
    return {};
}

/// A folder that is a model may be looked into all the same.
EffectList look_inside(AppState& s) {
    for (const FileEntry& entry : s.open.entries)
        if (entry.path == s.open.chosen && entry.folder) return list_folder(s, entry.path);
    return {};
}

template <OpenFor purpose>
EffectList choose_file_for(AppState& s) {
    return open_dialog(s, purpose);
}

/// Another file in place of what was not opened; where that was a session's model, the session goes on.
EffectList open_other(AppState& s) {
    const auto session = s.failure ? s.failure->session : nullptr;
    s.failure.reset();
    EffectList effects = open_dialog(s, OpenFor::Model);
    s.open.session = session;
    return effects;
}

EffectList choose_words(AppState& s, const Command& c) {
    if (!s.report.waiting()) return {};
    return open_dialog(s, c.i > 0 ? OpenFor::TargetWords : OpenFor::SourceWords);
}

EffectList go_into(AppState& s, const Command& c) { return list_folder(s, c.text); }
EffectList go_up(AppState& s) { return list_folder(s, s.open.folder.parent_path()); }

EffectList choose_named(AppState& s, const Command& c) {
    return c.text.empty() ? move_choice(s, c.i) : choose(s, c.text);
}

EffectList confirm_choice(AppState& s, const Command& c) { return c.i == 1 ? look_inside(s) : confirm(s); }

// --------------------------------------------------------------------------------------------------- models

EffectList load(AppState& s, const Command& c) { return open_named(s, c.text, answers_of(s, c)); }

/// What was said of weights that were not opened.
OpenAnswers answers_of_failure(const AppState& s) { return s.failure ? s.failure->answers : OpenAnswers{}; }

/// Of those that are on the screen as well.
OpenAnswers answers_of_weights(const AppState& s, const std::string& file) {
    return s.failure ? answers_of_failure(s) : remembered_answers(s, file);
}

/// Weights that were found to be percentages.
EffectList load_percent(AppState& s, const Command& c) {
    OpenAnswers answers = answers_of_failure(s);
    answers.percent = true;
    return open_named(s, c.text, answers);
}

/// Weights of which there is one more than tokens: of a start in front of them.
EffectList load_start(AppState& s, const Command& c) {
    OpenAnswers answers = answers_of_weights(s, c.text);
    answers.start = true;
    return open_named(s, c.text, answers);
}

/// Weights of which no length tells what an axis is.
EffectList load_axes(AppState& s, const Command& c) {
    OpenAnswers answers = answers_of_weights(s, c.text);
    answers.axes = c.family;
    return open_named(s, c.text, answers);
}

EffectList open_files(AppState& s, const Command& c) {
    if (c.files.empty()) return {};
    if (s.report.waiting()) return {{Kind::WeighFiles, "", c.files}};
    const std::string& first = c.files.front();
    if (c.files.size() > 1)
        return open_named(s, first, {{c.files.begin() + 1, c.files.end()}, "", "", false});
    if (takes_table(first)) return update(s, {"table-open", first});
    return update(s, {takes_sentences(first) ? opener_of_sentences(s) : "load", first});
}

// ------------------------------------------------------------------------------------------- the load report

EffectList copy_report(AppState& s) {
    if (!s.report.on_screen()) return {};
    say(s, "Copied the report");
    return {{Kind::CopyText, report_text(*s.report.on_screen())}};
}

EffectList copy_example_lines(AppState& s) {
    say(s, "Copied the lines that write expected.json", "Run them where the model was trained.");
    return {{Kind::CopyText, std::string(example_lines_use) + std::string(example_lines)}};
}

void close_report(AppState& s) { leave_report(s); }

EffectList name_words(AppState& s, const Command& c) {
    (c.i > 0 ? s.report.answers.target_words : s.report.answers.source_words) = c.text;
    s.report.answers.numbers = false;
    return {};
}

EffectList show_numbers(AppState& s) {
    if (!s.report.waiting()) return {};
    s.report.answers.numbers = true;
    return check_words(s);
}

bool has_report(const AppState& s) { return s.model || s.report.waiting(); }
constexpr char no_saving[] = "there is no model to save", no_session[] = "there is no session of a model",
               no_report[] = "the load report is one of a model";
bool has_orphan(const AppState& s) { return !s.orphan.empty() && !s.orphan_taken; }
bool has_last(const AppState& s) { return !s.last_session.empty(); }

/// Where a model that lies somewhere has its files.
fs::path folder_of_model(const fs::path& model) {
    std::error_code error;
    return fs::is_directory(model, error) ? model : model.parent_path();
}

} // namespace

EffectList open_dialog(AppState& s, OpenFor purpose) {
    s.open.purpose = purpose;
    s.open.session = nullptr;
    s.menu = Menu::None;
    s.dialog = Dialog::Open;
    std::error_code error;
    fs::path start = s.open.folder;
    if (purpose == OpenFor::Sentences && !s.states.file.empty())
        start = fs::path(s.states.file).parent_path();
    else if (purpose == OpenFor::Survey && !s.navigator.file.empty())
        start = fs::path(s.navigator.file).parent_path();
    else if (purpose == OpenFor::Doctor && !s.doctor.file.empty())
        start = fs::path(s.doctor.file).parent_path();
    else if (purpose == OpenFor::Heads && !s.heads.file.empty())
        start = fs::path(s.heads.file).parent_path();
    else if (purpose == OpenFor::Heads && fs::path(s.settings.model).is_absolute())
        start = folder_of_model(s.settings.model);
    else if (purpose != OpenFor::Model && s.report.waiting())
        start = fs::path(s.report.name).parent_path();
    if (start.empty() && !s.settings.recent.empty())
        start = fs::path(s.settings.recent.front()).parent_path();
    if (start.empty() || !fs::is_directory(start, error)) start = home_folder();
    return list_folder(s, start);
}

Rows file_commands() {
    const Argument family_name{"family", Argument::Kind::Text, &Command::family};
    constexpr std::string_view files = "Files";
    return {
        recorded<Records::Nothing>({"open", "Open a model, a run or weights", keys("Ctrl+O"), files, true,
                                    nullptr, plain<choose_file_for<OpenFor::Model>>,
                                    "load file folder checkpoint attention"}),
        explained<no_model_for<no_report>>(recorded<Records::Nothing>(
            {"report", "Load report", keys("F6"), files, false, has_report, plain<show_report>,
             "tensors roles check what is in the file parameters"})),
        recorded<Records::Nothing>({"copy-example-lines", "Copy ten lines that write an example", keys(),
                                    files, false, nullptr, plain<copy_example_lines>,
                                    "expected.json verify PyTorch not verified"}),
        explained<no_model_for<no_saving>>(recorded<Records::Nothing>(
            {"save-model", "Save the model in Heed's own format", keys("Ctrl+S"), files, true, has_model,
             plain<save_model_dialog>, "convert import folder"})),
        explained<no_model_for<no_session>>(
            recorded<Records::Nothing>({"save-session", "Save the session", keys("Ctrl+Shift+S"), files, true,
                                        has_model, plain<save_session>, "edits history what-if keep"})),
        recorded<Records::Nothing>({"save-session-as", "Save the session under another name", keys(), files,
                                    true, has_model, plain<save_session_dialog>, "edits history copy"}),
        {"restore-session", "Go on", keys(), files, true, has_orphan, plain<restore_orphan>,
         "session restore crash lost last time"},
        {"last-session", "Go on with the last session", keys(), files, true, has_last, plain<restore_last>,
         "restore before edits history"},
        recorded<Records::Nothing>(hidden("open-other", plain<open_other>)),
        hidden("load", load, {text("model"), optional(family_name)}),
        hidden("load-percent", load_percent, {text("file")}),
        hidden("load-start", load_start, {text("file")}),
        hidden("load-axes", load_axes, {text("file"), {"axes", Argument::Kind::Text, &Command::family}}),
        hidden("open-files", open_files, {{"files", Argument::Kind::Files, &Command::files}}),
        recorded<Records::Nothing>(hidden("open-folder", go_into, {text("folder")})),
        recorded<Records::Nothing>(hidden("open-parent", plain<go_up>)),
        recorded<Records::Nothing>(hidden("open-filter", filter, {text("text")})),
        recorded<Records::Nothing>(hidden("open-choose", choose_named,
                                          {optional(text("file")), optional(whole("by", &Command::i))})),
        recorded<Records::Nothing>(hidden("open-family", choose_family, {optional(family_name)})),
        recorded<Records::Nothing>(hidden("open-families", plain<turn_families>)),
        recorded<Records::Nothing>(hidden("open-family-move", point_at_family, {whole("by", &Command::i)})),
        recorded<Records::Nothing>(hidden("open-family-take", plain<take_family>)),
        hidden("open-confirm", confirm_choice, {optional(flag("inside"))}),
        recorded<Records::Nothing>(hidden("save-path", name_save, {text("path")})),
        recorded<Records::Nothing>(hidden("save-now", plain<save_named>)),
        recorded<Records::Nothing>(hidden("report-close", plain<close_report>)),
        recorded<Records::Passing>(hidden("report-hover",
                                          take<&Command::i, &AppState::report, &ReportState::hover>,
                                          {whole("row", &Command::i)})),
        recorded<Records::Nothing>(hidden("report-copy", plain<copy_report>)),
        recorded<Records::Nothing>(hidden("words-file", name_words, {flag("target"), text("file")})),
        recorded<Records::Nothing>(hidden("words-choose", choose_words, {flag("target")})),
        hidden("words-check", plain<check_words>),
        recorded<Records::Nothing>(hidden("words-numbers", plain<show_numbers>)),
    };
}

} // namespace heed
