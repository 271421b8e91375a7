// What is done in the open dialog: folders are listed, files looked at, chosen and taken.
#include "app/state/open/dialog.h"

#include "app/state/gallery/forecast/own_table.h"
#include "app/state/heads/heads.h"
#include "app/state/navigator/navigator.h"
#include "app/state/open/opening.h"
#include "app/state/session/session.h"
#include "app/state/states/states.h"
#include "core/io/base/file.h"
#include "core/io/container/archive/packed_folder.h"
#include "core/text/escape.h"

#include <algorithm>
#include <utility>

namespace heed {
namespace {

using Kind = Effect::Kind;
namespace fs = std::filesystem;

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
    s.open.seeks_checkpoint = false;
    s.open.family.clear();
    return show_folder(s, folder);
}

EffectList look_at_chosen(AppState& s) { return {{Kind::Inspect, s.open.chosen.string(), {s.open.family}}}; }

/// The family that was chosen for it the time before, if it has a name.
EffectList choose(AppState& s, fs::path path) {
    s.open.entering.clear();
    s.open.seeks_checkpoint = false;
    s.open.chosen = std::move(path);
    s.open.preview = {};
    s.open.family = remembered_answers(s, s.open.chosen.string()).family;
    s.open.families_shown = false;
    s.open.family_pointed = 0;
    return look_at_chosen(s);
}

/// A file of a model, rather than of what a model gave or is asked.
bool is_checkpoint(const FileEntry& e) {
    const auto other = {"weights and tokens", "session", "run", "table", "sentences"};
    return !e.folder && (e.has_other_tensors() ||
                         (e.usable && std::find(other.begin(), other.end(), e.kind) == other.end()));
}

/// Another family for what is chosen.
EffectList choose_family(AppState& s, const Command& c) {
    s.open.families_shown = false;
    if (s.open.chosen.empty() || s.open.family == c.family) return {};
    s.open.family = c.family;
    return look_at_chosen(s);
}

/// Where nothing is chosen yet: the first, or the last, that is not grey; else the first or last at all.
std::ptrdiff_t first_choice(const OpenDialog& open, const std::vector<const FileEntry*>& list,
                            int direction) {
    const auto white = [&](const FileEntry* e) { return can_take(open, *e) && e->kind != "unreadable"; };
    if (direction > 0) {
        const auto found = std::find_if(list.begin(), list.end(), white);
        return found == list.end() ? 0 : found - list.begin();
    }
    const auto found = std::find_if(list.rbegin(), list.rend(), white);
    return found == list.rend() ? std::ssize(list) - 1 : list.rend() - found - 1;
}

EffectList move_choice(AppState& s, int direction) {
    const auto list = filtered(s.open);
    if (list.empty()) return {};
    const auto now =
        std::find_if(list.begin(), list.end(), [&](const FileEntry* e) { return e->path == s.open.chosen; });
    std::ptrdiff_t index =
        now == list.end() ? first_choice(s.open, list, direction) : now - list.begin() + direction;
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

} // namespace

EffectList choose_only_checkpoint(AppState& s) {
    const std::vector<FileEntry>& all = s.open.entries;
    if (!s.open.seeks_checkpoint || !s.open.filter.empty() || all.empty() || // it is not listed yet
        !std::all_of(all.begin(), all.end(), [](const FileEntry& e) { return e.known; }))
        return {};
    s.open.seeks_checkpoint = false;
    if (std::count_if(all.begin(), all.end(), is_checkpoint) != 1) return {};
    return choose(s, std::find_if(all.begin(), all.end(), is_checkpoint)->path);
}

OpenAnswers answers_of(const AppState& s, const Command& c) {
    OpenAnswers answers = remembered_answers(s, c.text);
    if (!c.family.empty()) answers.family = c.family == by_tensors ? "" : c.family;
    return answers;
}

std::string_view opener_of_sentences(const AppState& s) {
    return shows_heads(s) && can_measure_over_file(s) ? "heads-file"
           : shows_states(s)                          ? "states-file"
           : can_navigate(s)                          ? "navigator-file"
                                                      : "load";
}

namespace {

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
        if (command.id != "load") s.failure.reset(); // as loading does
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
    if (!io::is_there(path)) {
        const std::string found = io::what_is_missing(path);
        s.open.problem = "There is no file or folder “" + escaped(path.native(), 1000) + "”" +
                         (found == "nothing" ? "." : ": found " + found + ".");
        return {};
    }
    const bool for_model = s.open.purpose == OpenFor::Model;
    if (!fs::is_directory(path, error) || (names_model(path) && for_model)) return take_file(s, path);
    EffectList effects = list_folder(s, path);
    s.open.seeks_checkpoint = for_model;
    return effects;
}

bool takes_lines(OpenFor purpose) {
    return purpose == OpenFor::Sentences || purpose == OpenFor::Survey || purpose == OpenFor::Doctor ||
           purpose == OpenFor::Heads;
}

std::string_view wanted_words(OpenFor purpose) {
    return purpose == OpenFor::Model ? "a model, weights or a session"
           : takes_lines(purpose)    ? "sentences, one a line"
                                     : "a list of words";
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
    if (s.open.purpose == OpenFor::Model ? !model : !can_take(s.open, entry)) {
        fail(s, escaped(entry.name) + " cannot be opened",
             "Expected " + std::string(wanted_words(s.open.purpose)) + ", found " +
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

EffectList go_into(AppState& s, const Command& c) { return list_folder(s, c.text); }
EffectList go_up(AppState& s) { return list_folder(s, s.open.folder.parent_path()); }

EffectList choose_named(AppState& s, const Command& c) {
    return c.text.empty() ? move_choice(s, c.i) : choose(s, c.text);
}

EffectList confirm_choice(AppState& s, const Command& c) { return c.i == 1 ? look_inside(s) : confirm(s); }

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

Rows open_dialog_commands() {
    return {
        recorded<Records::Nothing>(hidden("open-folder", go_into, {text("folder")})),
        recorded<Records::Nothing>(hidden("open-parent", plain<go_up>)),
        recorded<Records::Nothing>(hidden("open-filter", filter, {text("text")})),
        recorded<Records::Nothing>(hidden("open-choose", choose_named,
                                          {optional(text("file")), optional(whole("by", &Command::i))})),
        recorded<Records::Nothing>(hidden("open-family", choose_family,
                                          {optional({"family", Argument::Kind::Text, &Command::family})})),
        recorded<Records::Nothing>(hidden("open-families", plain<turn_families>)),
        recorded<Records::Nothing>(hidden("open-family-move", point_at_family, {whole("by", &Command::i)})),
        recorded<Records::Nothing>(hidden("open-family-take", plain<take_family>)),
        hidden("open-confirm", confirm_choice, {optional(flag("inside"))}),
    };
}

bool can_take(const OpenDialog& open, const FileEntry& entry) {
    if (!entry.known || entry.folder) return true;
    if (open.purpose == OpenFor::Model)
        return entry.usable || entry.kind == "unreadable" || entry.has_other_tensors();
    if (open.purpose == OpenFor::Doctor && entry.name.ends_with(".jsonl")) return true;
    if (takes_lines(open.purpose))
        return entry.name.ends_with(".txt") || entry.name.ends_with(".tsv") || entry.kind == "text";
    // What lists words need not say so.
    return !entry.usable || entry.kind.starts_with("vocabulary") || entry.kind == "table";
}

} // namespace heed
