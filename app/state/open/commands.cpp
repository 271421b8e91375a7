// Opening models, weights and files of words; saving models and sessions; the load report.
#include "app/export/report_text.h"
#include "app/state/commands/row.h"
#include "app/state/open/opening.h"
#include "app/state/states/states.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed {
namespace {

using Kind = Effect::Kind;
namespace fs = std::filesystem;

// ------------------------------------------------------------------------------------------- the open dialog

EffectList list_folder(AppState& s, fs::path folder) { // a copy: it may be an entry's own
    s.open.folder = folder;
    s.open.entries.clear();
    s.open.error.clear();
    s.open.filter.clear();
    s.open.chosen.clear();
    s.open.preview = {};
    return {{Kind::ListFolder, folder.string()}};
}

EffectList choose(AppState& s, fs::path path) {
    s.open.chosen = path;
    s.open.preview = {};
    return {{Kind::Inspect, path.string()}};
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

EffectList confirm(AppState& s) {
    for (const FileEntry& entry : s.open.entries) {
        if (entry.path != s.open.chosen) continue;
        if (s.open.purpose == OpenFor::Sentences && !entry.folder) {
            s.dialog = Dialog::None;
            return update(s, {"states-file", entry.path.string()});
        }
        if (s.open.purpose != OpenFor::Model && !entry.folder) {
            update(s, {"words-file", entry.path.string(), 0, s.open.purpose == OpenFor::SourceWords ? 0 : 1});
            s.dialog = Dialog::None;
            return update(s, {"words-check"});
        }
        const bool broken = entry.kind == "unreadable"; // opening it says what is wrong
        if (s.open.purpose == OpenFor::Model && entry.known && (entry.usable || broken) &&
            entry.kind != "folder")
            return update(s, {"load", entry.path.string()});
        if (entry.folder) return list_folder(s, entry.path);
        return {};
    }
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

EffectList load(AppState& s, const Command& c) {
    return open_named(s, c.text, remembered_answers(s, c.text));
}

EffectList open_files(AppState& s, const Command& c) {
    if (c.files.empty()) return {};
    if (s.report.waiting()) return {{Kind::WeighFiles, "", c.files}};
    const std::string& first = c.files.front();
    if (c.files.size() > 1)
        return open_named(s, first, {{c.files.begin() + 1, c.files.end()}, "", "", false});
    const bool sentences = shows_states(s) && (first.ends_with(".txt") || first.ends_with(".tsv"));
    return update(s, {sentences ? "states-file" : "load", first});
}

// ------------------------------------------------------------------------------------------- the load report

EffectList copy_report(AppState& s) {
    if (!s.report.on_screen()) return {};
    say(s, "Copied the report");
    return {{Kind::CopyText, report_text(*s.report.on_screen())}};
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
bool has_orphan(const AppState& s) { return !s.orphan.empty() && !s.orphan_taken; }
bool has_last(const AppState& s) { return !s.last_session.empty(); }

} // namespace

EffectList open_dialog(AppState& s, OpenFor purpose) {
    s.open.purpose = purpose;
    s.menu = Menu::None;
    s.dialog = Dialog::Open;
    std::error_code error;
    fs::path start = s.open.folder;
    if (purpose == OpenFor::Sentences && !s.states.file.empty())
        start = fs::path(s.states.file).parent_path();
    else if (purpose != OpenFor::Model && s.report.waiting())
        start = fs::path(s.report.name).parent_path();
    if (start.empty() && !s.settings.recent.empty())
        start = fs::path(s.settings.recent.front()).parent_path();
    if (start.empty() || !fs::is_directory(start, error)) start = home_folder();
    return list_folder(s, start);
}

std::vector<const FileEntry*> filtered(const OpenDialog& dialog) {
    const std::string wanted = ascii_lower(dialog.filter);
    std::vector<const FileEntry*> list;
    for (const FileEntry& entry : dialog.entries)
        if (ascii_lower(entry.name).find(wanted) != std::string::npos) list.push_back(&entry);
    return list;
}

Rows file_commands() {
    constexpr std::string_view files = "Files";
    return {
        {"open", "Open a model or weights", keys("Ctrl+O"), files, true, nullptr,
         plain<choose_file_for<OpenFor::Model>>, "load file folder checkpoint attention"},
        {"report", "Load report", keys(), files, false, has_report, plain<show_report>,
         "tensors roles check what is in the file parameters"},
        {"save-model", "Save the model in Heed's own format", keys("Ctrl+S"), files, true, has_model,
         plain<save_model_dialog>, "convert import folder"},
        {"save-session", "Save the session", keys("Ctrl+Shift+S"), files, true, has_model,
         plain<save_session>, "edits history what-if keep"},
        {"save-session-as", "Save the session under another name", keys(), files, true, has_model,
         plain<save_session_dialog>, "edits history copy"},
        {"restore-session", "Go on", keys(), files, true, has_orphan, plain<restore_orphan>,
         "session restore crash lost last time"},
        {"last-session", "Go on with the last session", keys(), files, true, has_last, plain<restore_last>,
         "restore before edits history"},
        hidden("load", load, {text("model")}),
        hidden("open-files", open_files, {{"files", Argument::Kind::Files, &Command::files}}),
        hidden("open-folder", go_into, {text("folder")}),
        hidden("open-parent", plain<go_up>),
        hidden("open-filter", take<&Command::text, &AppState::open, &OpenDialog::filter>, {text("text")}),
        hidden("open-choose", choose_named, {optional(text("file")), optional(whole("by", &Command::i))}),
        hidden("open-confirm", confirm_choice, {optional(flag("inside"))}),
        hidden("save-path", name_save, {text("path")}),
        hidden("save-now", plain<save_named>),
        hidden("report-close", plain<close_report>),
        hidden("report-hover", take<&Command::i, &AppState::report, &ReportState::hover>,
               {whole("row", &Command::i)}),
        hidden("report-copy", plain<copy_report>),
        hidden("words-file", name_words, {flag("target"), text("file")}),
        hidden("words-choose", choose_words, {flag("target")}),
        hidden("words-check", plain<check_words>),
        hidden("words-numbers", plain<show_numbers>),
    };
}

} // namespace heed
