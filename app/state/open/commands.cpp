// Opening models, weights and files of words; saving models and sessions; the load report.
#include "app/export/report_text.h"
#include "app/state/commands/row.h"
#include "app/state/open/opening.h"
#include "app/state/states/trajectory.h"

#include <algorithm>
#include <cctype>

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
            return update(s, {Do::StatesFile, entry.path.string()});
        }
        if (s.open.purpose != OpenFor::Model && !entry.folder) {
            update(s,
                   {Do::WordsPath, entry.path.string(), 0, s.open.purpose == OpenFor::SourceWords ? 0 : 1});
            s.dialog = Dialog::None;
            return update(s, {Do::WordsCheck});
        }
        const bool broken = entry.kind == "unreadable"; // opening it says what is wrong
        if (s.open.purpose == OpenFor::Model && entry.known && (entry.usable || broken) &&
            entry.kind != "folder")
            return update(s, {Do::LoadModel, entry.path.string()});
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

// ------------------------------------------------------------------------------------------- models and maps

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
    return update(s, {sentences ? Do::StatesFile : Do::LoadModel, first});
}

EffectList take_map(AppState& s, const Command& c) { return choose_map(s, c.i); }

template <int by>
EffectList move_map(AppState& s) {
    return choose_map(s, std::clamp(s.map + by, 0, std::max(0, static_cast<int>(s.maps.size()) - 1)));
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
bool has_maps(const AppState& s) { return s.maps.size() > 1; }
bool has_orphan(const AppState& s) { return !s.orphan.empty() && !s.orphan_taken; }
bool has_last(const AppState& s) { return !s.last_session.empty(); }

} // namespace

EffectList open_dialog(AppState& s, OpenFor purpose) {
    s.open.purpose = purpose;
    s.menu = Menu::None;
    s.dialog = Dialog::Open;
    std::error_code error;
    fs::path start = s.open.folder;
    if (purpose == OpenFor::Sentences && !s.trajectory.file.empty())
        start = fs::path(s.trajectory.file).parent_path();
    else if (purpose != OpenFor::Model && s.report.waiting())
        start = fs::path(s.report.name).parent_path();
    if (start.empty() && !s.settings.recent.empty())
        start = fs::path(s.settings.recent.front()).parent_path();
    if (start.empty() || !fs::is_directory(start, error)) start = home_folder();
    return list_folder(s, start);
}

std::vector<const FileEntry*> filtered(const OpenDialog& dialog) {
    const auto lower = [](std::string text) {
        std::transform(text.begin(), text.end(), text.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return text;
    };
    const std::string wanted = lower(dialog.filter);
    std::vector<const FileEntry*> list;
    for (const FileEntry& entry : dialog.entries)
        if (lower(entry.name).find(wanted) != std::string::npos) list.push_back(&entry);
    return list;
}

Rows file_commands() {
    constexpr std::string_view files = "Files", looking = "Looking";
    return {
        {Do::Open, "open", "Open a model or weights", keys("Ctrl+O"), files, true, nullptr,
         plain<choose_file_for<OpenFor::Model>>, "load file folder checkpoint attention"},
        {Do::ReportView, "report", "Load report", keys(), files, false, has_report, plain<show_report>,
         "tensors roles check what is in the file parameters"},
        {Do::SaveModel, "save-model", "Save the model in Heed's own format", keys("Ctrl+S"), files, true,
         has_model, plain<save_model_dialog>, "convert import folder"},
        {Do::SaveSession, "save-session", "Save the session", keys("Ctrl+Shift+S"), files, true, has_model,
         plain<save_session>, "edits history what-if keep"},
        {Do::SaveSessionAs, "save-session-as", "Save the session under another name", keys(), files, true,
         has_model, plain<save_session_dialog>, "edits history copy"},
        {Do::RestoreSession, "restore-session", "Go on", keys(), files, true, has_orphan,
         plain<restore_orphan>, "session restore crash lost last time"},
        {Do::LastSession, "last-session", "Go on with the last session", keys(), files, true, has_last,
         plain<restore_last>, "restore before edits history"},
        {Do::NextMap, "next-map", "Next map of the file", keys("PageDown"), looking, false, has_maps,
         plain<move_map<+1>>, "weights layer head"},
        {Do::PreviousMap, "previous-map", "Previous map of the file", keys("PageUp"), looking, false,
         has_maps, plain<move_map<-1>>, "weights layer head"},
        hidden(Do::LoadModel, "load", load, {text("model")}),
        hidden(Do::OpenFiles, "open-files", open_files, {{"files", Argument::Kind::Files, &Command::files}}),
        hidden(Do::ChooseMap, "choose-map", take_map, {whole("map", &Command::i)}),
        hidden(Do::OpenFolder, "open-folder", go_into, {text("folder")}),
        hidden(Do::OpenParent, "open-parent", plain<go_up>),
        hidden(Do::OpenFilter, "open-filter", take<&Command::text, &AppState::open, &OpenDialog::filter>,
               {text("text")}),
        hidden(Do::OpenChoose, "open-choose", choose_named,
               {optional(text("file")), optional(whole("by", &Command::i))}),
        hidden(Do::OpenConfirm, "open-confirm", confirm_choice, {optional(flag("inside"))}),
        hidden(Do::SaveModelPath, "save-path", name_save, {text("path")}),
        hidden(Do::SaveModelNow, "save-now", plain<save_named>),
        hidden(Do::ReportClose, "report-close", plain<close_report>),
        hidden(Do::ReportHover, "report-hover", take<&Command::i, &AppState::report, &ReportState::hover>,
               {whole("row", &Command::i)}),
        hidden(Do::ReportCopy, "report-copy", plain<copy_report>),
        hidden(Do::WordsPath, "words-file", name_words, {flag("target"), text("file")}),
        hidden(Do::WordsChoose, "words-choose", choose_words, {flag("target")}),
        hidden(Do::WordsCheck, "words-check", plain<check_words>),
        hidden(Do::WordsNumbers, "words-numbers", plain<show_numbers>),
    };
}

} // namespace heed
