#include "app/state/watch/watch.h"

#include "app/figures/base/format.h"
#include "app/state/commands/row.h"
#include "app/state/jobs/problem.h"
#include "app/state/open/opening.h"
#include "core/base/error.h"
#include "core/io/attention/file.h"
#include "core/io/base/file_stamp.h"
#include "core/io/container/archive/packed_folder.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace heed {
namespace {

/// What a version is read with.
struct WatchOrder {
    std::shared_ptr<const WatchState> watch;
    OpenAnswers answers;
    std::string input;
    LanguageChoice languages;
};

/// What the user has said of the file by now: other words, another family than when following it began.
OpenAnswers answers_by_now(const AppState& s) {
    OpenAnswers answers = remembered_answers(s, s.watch->file);
    answers.percent = answers.percent || s.watch->percent;
    return answers;
}

/// The run that the strip shows of a model; null where it cannot read the input.
std::shared_ptr<const Trace> run_of(const Engine& engine, const Model& model, const std::string& file,
                                    const WatchOrder& order, const std::atomic<bool>& cancelled) {
    if (order.input.empty()) return nullptr;
    try {
        Request request;
        request.model = file;
        request.text = order.input;
        order.languages.tell(request);
        return engine.run(model, request, cancelled);
    } catch (const Error&) {
        return nullptr;
    }
}

/// As the answers say, but that each writing tells by itself whether it holds percentages.
LoadedModel load_writing(const Engine& engine, const std::string& file, OpenAnswers answers) {
    answers.newest = true;
    try {
        return engine.load(file, answers);
    } catch (const Error&) {
        if (!answers.percent && !answers.start) throw;
        OpenAnswers as_given = answers;
        as_given.percent = as_given.start = false;
        return engine.load(file, as_given);
    }
}

/// Files that the user said belong to it, and those that were read with it last.
std::vector<std::filesystem::path> known_files(const WatchOrder& order) {
    const OpenAnswers& answers = order.answers;
    std::vector<std::filesystem::path> files = order.watch->files;
    files.insert(files.end(), answers.beside.begin(), answers.beside.end());
    for (const std::string& words : {answers.source_words, answers.target_words})
        if (std::filesystem::path(words).is_absolute()) files.emplace_back(words);
    return files;
}

/// All that is read is of one writing, or it is as if it had not been read.
void read_version(const Engine& engine, const WatchOrder& order, const std::atomic<bool>& cancelled,
                  WatchedVersion& version) {
    const std::string& file = order.watch->file;
    version.answers = order.answers;
    version.before = std::make_shared<const io::BeforeRead>(file, known_files(order));
    if (!version.before->there()) throw Error(file, "it is gone");
    version.loaded = load_writing(engine, file, order.answers);
    if (!version.before->whole(version.files())) throw Error(file, "it was written to while it was read");
    if (!version.loaded.problem.empty()) throw Error(version.loaded.problem);
    version.time = time_of_day();
    version.input = order.input;
    version.writing = version.before->writing(version.files());
    if (const auto& model = version.loaded.model) {
        version.run = run_of(engine, *model, file, order, cancelled);
        version.bytes = sizeof(float) * static_cast<std::size_t>(version.loaded.facts.parameters);
    } else if (!version.loaded.maps.empty()) {
        version.maps = maps_of(version.loaded.maps);
        version.run = version.maps.front().alone;
        for (const auto& run : version.loaded.maps) version.bytes += run->bytes();
    } else {
        throw Error(file, "neither weights nor a model that can run");
    }
    if (version.run) version.bytes += version.run->bytes();
}

/// Whether something else than the model was written: what was read is the newest version once more.
bool is_newest_again(const WatchState& watch, const WatchedVersion& read) {
    return !watch.versions.empty() && !read.writing.empty() &&
           watch.versions.back()->writing == read.writing && watch.versions.back()->answers == read.answers;
}

template <class Change>
void change(AppState& s, const Change& by) {
    auto watch = s.watch ? std::make_shared<WatchState>(*s.watch) : std::make_shared<WatchState>();
    by(*watch);
    s.watch = std::move(watch);
}

/// The same maps of a newer file: what is looked at stays.
void put_maps(AppState& s, const WatchedVersion& version) {
    const Pointing selection = s.selection;
    const Menu menu = s.menu;
    s.maps = version.maps;
    s.map = std::min(s.map, static_cast<int>(s.maps.size()) - 1);
    choose_map(s, s.map);
    if (selection.row < s.trace->outputs() && selection.column < s.trace->source_length())
        s.selection = selection;
    s.menu = menu;
}

/// The same model with other numbers: the input is run again, the place is kept.
void put_model(AppState& s, const WatchedVersion& version) {
    const LoadedModel& loaded = version.loaded;
    take_loaded(s, loaded);
    s.report.current = loaded.report;
    s.runs = {};
    s.kept.reset();
    s.baseline = nullptr;
    const auto watch = s.watch;
    const Edits edits = s.edits;
    const LayersState layers = s.layers;
    const HeadsLook look = s.heads.look;
    const bool over_file = s.heads.over_file;
    reset_workspaces(s, Fresh::Model);
    s.edits = edits;
    s.watch = watch;
    s.layers = layers;
    s.heads.look = look;
    s.heads.over_file = over_file; // the pairs are measured over anew
    s.model_hash = loaded.hash;
    s.model_form = loaded.form;
    s.model_id = loaded.id;
}

/// What was opened already is replaced in place; else it is opened as any other file. While another is being
/// opened it waits: that may take its place.
void show(AppState& s, const WatchedVersion& version) {
    const std::string file = s.watch->file;
    const bool other = !s.opening.empty() && s.opening != file;
    if (other != s.watch->waiting) change(s, [&](WatchState& watch) { watch.waiting = other; });
    if (other) return;
    const bool there = s.model_name == file && s.opening.empty();
    if (there && s.weights_only() && !version.maps.empty()) return put_maps(s, version);
    if (there && s.model && version.loaded.model) return put_model(s, version);
    s.opening = file;
    s.opening_with = version.answers;
    s.failure.reset();
    apply_loaded(s, {file, version.answers, version.loaded});
    // What is followed is looked at as a whole, as weights are; the next versions keep the place.
    if (version.loaded.model && !s.wanted_at) s.wanted_at = std::numeric_limits<int>::max();
}

void show_chosen(AppState& s) {
    if (const WatchedVersion* version = version_shown(s)) show(s, *version);
}

// ------------------------------------------------------------------------------------------- the commands

bool is_followed(const AppState& s) { return s.watch != nullptr; }

/// What was opened from a file; what comes with the program is not rewritten.
bool can_follow(const AppState& s) {
    return !is_followed(s) && (s.model || s.weights_only()) && s.model_name.find('/') != std::string::npos &&
           (s.weights_only() || std::filesystem::path(model_reference(s)).is_absolute());
}

void start(AppState& s) {
    if (can_follow(s)) follow_file(s, s.model_name);
}

/// What was written last holds percentages: from now on it is divided by 100.
EffectList divide_percentages(AppState& s) {
    if (!holds_percentages(s)) return {};
    change(s, [](WatchState& watch) {
        watch.percent = true;
        watch.problem.clear();
    });
    return {{Effect::Kind::Work, "watch"}};
}
void stop(AppState& s) { s.watch = nullptr; }

template <bool newest>
EffectList choose(AppState& s, const Command& c) {
    if (!s.watch || s.watch->versions.empty()) return {};
    const auto& versions = s.watch->versions;
    const auto is = [&](const auto& version) { return version->number == c.i; };
    if (!newest && std::none_of(versions.begin(), versions.end(), is)) return {};
    const int wanted = newest || versions.back()->number == c.i ? -1 : c.i;
    const WatchedVersion* before = version_shown(s);
    change(s, [&](WatchState& watch) { watch.shown = wanted; });
    if (version_shown(s) != before) show_chosen(s);
    return {};
}

} // namespace

std::string time_of_day() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    std::array<char, 16> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%H:%M:%S", &local)};
}

bool holds_percentages(const AppState& s) {
    return s.watch && !s.watch->problem.empty() && s.watch->trouble == WatchState::Trouble::Percent;
}

bool awaits_file(const AppState& s) {
    return s.watch && s.watch->versions.empty() && !io::is_there(s.watch->file);
}

std::string followed_file(const AppState& s) { return s.watch ? s.watch->file : std::string(); }

void follow_file(AppState& s, const std::string& file) {
    auto watch = std::make_shared<WatchState>();
    watch->file = file;
    s.watch = std::move(watch);
}

EffectList read_again(const AppState& s) {
    const bool unread = s.watch && s.watch->file == s.model_name && !s.watch->problem.empty();
    return unread ? EffectList{{Effect::Kind::Work, "watch"}} : EffectList{};
}

void show_waiting_version(AppState& s) {
    if (s.watch && s.watch->waiting && s.opening.empty()) show_chosen(s);
}

const WatchedVersion* version_shown(const AppState& s) {
    if (!s.watch || s.watch->versions.empty()) return nullptr;
    for (const auto& version : s.watch->versions)
        if (version->number == s.watch->shown) return version.get();
    return s.watch->versions.back().get();
}

std::string watch_words(const AppState& s) {
    if (!s.watch) return {};
    const WatchedVersion* version = version_shown(s);
    if (s.watch->trouble == WatchState::Trouble::Gone && !s.watch->problem.empty())
        return version ? "the file is gone: this is what was read of it last" : "the file is not there yet";
    if (holds_percentages(s)) return "the newest writing holds percentages";
    if (!s.watch->problem.empty()) return "the newest writing is not shown: " + s.watch->problem;
    if (!version) return "nothing whole was written yet";
    return "version " + thousands(version->number) + " of " + thousands(s.watch->read) + ", " + version->time;
}

void keep_within(std::vector<std::shared_ptr<const WatchedVersion>>& versions, std::size_t most,
                 std::size_t most_bytes) {
    const auto bytes = [&] {
        std::size_t all = 0;
        for (const auto& version : versions) all += version->bytes;
        return all;
    };
    while (versions.size() > 2 && (versions.size() > most || bytes() > most_bytes)) {
        std::size_t least = 1;
        const auto gap = [&](std::size_t n) { return versions[n + 1]->number - versions[n - 1]->number; };
        for (std::size_t n = 2; n + 1 < versions.size(); ++n)
            if (gap(n) < gap(least)) least = n;
        versions.erase(versions.begin() + static_cast<std::ptrdiff_t>(least));
    }
    if (versions.size() == 2 && bytes() > most_bytes) versions.erase(versions.begin());
}

WorkspaceJob watch_job(const AppState& s) {
    if (!s.watch) return [](const Engine&, const std::atomic<bool>&) { return std::any(); };
    const WatchOrder order{s.watch, answers_by_now(s), s.input, s.languages};
    return [order](const Engine& engine, const std::atomic<bool>& cancelled) {
        WatchRead read{order.watch->file, {}, {}}; // whoever asked says which file it was of
        read.problem = problem_of([&] { read_version(engine, order, cancelled, read.version); });
        return std::any(std::move(read));
    };
}

void apply_watch(AppState& s, const WorkDone& done) {
    const auto* read = std::any_cast<WatchRead>(&done.result);
    if (!s.watch || read == nullptr || read->file != s.watch->file) return;
    if (read->version.loaded.model)
        change(s, [&](WatchState& watch) {
            watch.files = read->version.files();
            watch.before = read->version.before;
        });
    if (!read->problem.empty()) {
        using Trouble = WatchState::Trouble;
        std::error_code ignored;
        return change(s, [&](WatchState& watch) {
            const std::string name = watch.file + ": "; // it stands above
            watch.problem =
                read->problem.starts_with(name) ? read->problem.substr(name.size()) : read->problem;
            watch.trouble = !std::filesystem::exists(watch.file, ignored) ? Trouble::Gone
                            : io::are_percentages(read->problem)          ? Trouble::Percent
                                                                          : Trouble::Unread;
        });
    }
    if (is_newest_again(*s.watch, read->version))
        return change(s, [](WatchState& watch) { watch.problem.clear(); });
    change(s, [&](WatchState& watch) {
        auto version = std::make_shared<WatchedVersion>(read->version);
        version->number = ++watch.read;
        watch.problem.clear();
        watch.versions.push_back(std::move(version));
        keep_within(watch.versions, most_versions, most_version_bytes);
        const auto kept = [&](const auto& one) { return one->number == watch.shown; };
        if (std::none_of(watch.versions.begin(), watch.versions.end(), kept)) watch.shown = -1;
    });
    if (s.watch->shown < 0) show_chosen(s);
}

void reset_watch(AppState& s, Fresh fresh) {
    if (fresh != Fresh::Input && s.watch && s.watch->file != s.model_name) s.watch = nullptr;
}

std::size_t watch_bytes(const AppState& s) { return s.watch ? s.watch->bytes() : 0; }

nlohmann::ordered_json watch_json(const AppState& s) {
    if (!s.watch) return nullptr;
    nlohmann::ordered_json numbers = nlohmann::ordered_json::array();
    for (const auto& version : s.watch->versions) numbers.push_back(version->number);
    const WatchedVersion* shown = version_shown(s);
    return {{"file", s.watch->file},
            {"read", s.watch->read},
            {"versions", numbers},
            {"shown", shown ? nlohmann::ordered_json(shown->number) : nlohmann::ordered_json()},
            {"newest", s.watch->shown < 0},
            {"problem", s.watch->problem},
            {"words", watch_words(s)},
            {"bytes", s.watch->bytes()}};
}

Rows watch_commands() {
    constexpr std::string_view files = "Files";
    return {
        recorded<Records::Nothing>({"follow-file", "Follow the file: show it anew when it is rewritten",
                                    keys(), files, false, can_follow, plain<start>,
                                    "watch reload training checkpoint live"}),
        recorded<Records::Nothing>({"leave-file", "Stop following the file", keys(), files, false,
                                    is_followed, plain<stop>, "watch reload"}),
        recorded<Records::Nothing>({"watch-percent", "Divide the followed weights by 100", keys(), files,
                                    false, holds_percentages, plain<divide_percentages>,
                                    "watch percentages"}),
        recorded<Records::Nothing>({"newest-version", "The newest version of the file", keys(), files, false,
                                    is_followed, choose<true>, "watch follow"}),
        recorded<Records::Nothing>(hidden("file-version", choose<false>, {whole("number", &Command::i)})),
    };
}

} // namespace heed
