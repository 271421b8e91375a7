// Opening models, weights and files of words by name; saving models and sessions; the load report.
#include "app/export/report_text.h"
#include "app/state/commands/row.h"
#include "app/state/gallery/forecast/own_table.h"
#include "app/state/navigator/navigator.h"
#include "app/state/open/dialog.h"
#include "app/state/open/example_lines.h"
#include "app/state/open/opening.h"
#include "app/state/session/session.h"

#include <filesystem>
#include <utility>

namespace heed {
namespace {

using Kind = Effect::Kind;

template <OpenFor purpose>
EffectList choose_file_for(AppState& s) {
    return open_dialog(s, purpose);
}

/// The folder that holds it, be it in an archive; empty: its name says none.
std::filesystem::path folder_around(const std::string& file) {
    std::error_code ignored;
    std::filesystem::path folder = std::filesystem::path(file).parent_path();
    while (folder.has_relative_path() && !std::filesystem::is_directory(folder, ignored))
        folder = folder.parent_path();
    return folder;
}

/// Another file in place of what was not opened, which is said until one is taken; where that was a session's
/// model, the session goes on.
EffectList open_other(AppState& s) {
    const auto session = s.failure ? s.failure->session : nullptr;
    if (s.failure)
        if (const auto folder = folder_around(s.failure->file); !folder.empty()) s.open.folder = folder;
    EffectList effects = open_dialog(s, OpenFor::Model);
    s.open.session = session;
    return effects;
}

EffectList choose_words(AppState& s, const Command& c) {
    if (!s.report.waiting()) return {};
    return open_dialog(s, c.i > 0 ? OpenFor::TargetWords : OpenFor::SourceWords);
}

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

/// Weights with the tokens of one side alone: those of the other are numbered.
EffectList load_numbers(AppState& s, const Command& c) {
    OpenAnswers answers = answers_of_failure(s);
    answers.numbers = true;
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

} // namespace

Rows file_commands() {
    const Argument family_name{"family", Argument::Kind::Text, &Command::family};
    constexpr std::string_view files = "Files";
    Rows rows{
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
        hidden("load-numbers", load_numbers, {text("file")}),
        hidden("load-axes", load_axes, {text("file"), {"axes", Argument::Kind::Text, &Command::family}}),
        hidden("open-files", open_files, {{"files", Argument::Kind::Files, &Command::files}}),
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
    for (CommandInfo& row : open_dialog_commands()) rows.push_back(std::move(row));
    return rows;
}

} // namespace heed
