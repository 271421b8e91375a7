#include "app/state/open/opening.h"

#include "app/figures/base/format.h"
#include "app/state/commands/row.h"
#include "app/state/watch/watch.h"
#include "core/io/attention/file.h"
#include "core/io/container/archive/packed_folder.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <utility>

namespace heed {
namespace {

using Kind = Effect::Kind;
namespace fs = std::filesystem;

/// Which side a dropped list of words is for: the one whose count is right, else the one its name tells of.
bool is_for_target(const AppState& s, const std::string& file, const std::string& kind) {
    const io::LoadReport& report = *s.report.pending;
    const bool fits_source = kind.ends_with(", " + std::to_string(report.source.expected));
    const bool fits_target = kind.ends_with(", " + std::to_string(report.target.expected));
    if (fits_source != fits_target) return fits_target;
    const std::string name = last_part(file);
    for (const char* word : {"trg", "tgt", "target", "output", ".de.", "TRG"})
        if (name.find(word) != std::string::npos) return true;
    for (const char* word : {"src", "source", "input", "SRC"})
        if (name.find(word) != std::string::npos) return false;
    return !s.report.answers.source_words.empty();
}

/// "LHTS,BHTS".
std::string orders_between_commas(const std::vector<std::string>& orders) {
    std::string all;
    for (const std::string& order : orders) all += (all.empty() ? "" : ",") + order;
    return all;
}

} // namespace

void forget_pointers(AppState& s) {
    s.completion = {};
    s.unknown.clear();
    s.selection = {};
    s.hover = {};
    s.playback.playing = false;
}

bool lacks_tensors(const io::LoadReport& report) {
    return std::any_of(report.groups.begin(), report.groups.end(), [](const io::ReportGroup& group) {
        return group.title == "Missing" && !group.rows.empty();
    });
}

EffectList check_words(AppState& s) {
    if (!s.report.waiting() || !s.report.refused.empty()) return {};
    return open_named(s, s.report.name, s.report.answers);
}

EffectList show_report(AppState& s) {
    if (s.report.shown) {
        leave_report(s);
        return {};
    }
    if (!s.model) return {};
    s.menu = Menu::None;
    s.dialog = Dialog::None;
    std::erase_if(s.toasts,
                  [](const Toast& t) { return t.action == "report"; }); // it was asked for another way
    if (s.report.current) {
        s.report.shown = true;
        return {};
    }
    s.report.asked = true;
    return {{Kind::ReadReport}};
}

EffectList choose_map(AppState& s, int n) {
    if (n < 0 || n >= static_cast<int>(s.maps.size())) return {};
    const RunMap* before =
        s.map < static_cast<int>(s.maps.size()) ? &s.maps[static_cast<std::size_t>(s.map)] : nullptr;
    const bool same_words =
        before && before->alone == s.trace && before->same_axes(s.maps[static_cast<std::size_t>(n)]);
    const Pointing selection = same_words ? s.selection : Pointing{}; // the same place in every map
    s.map = n;
    s.menu = Menu::None;
    s.weights.follow = s.weights.all;
    s.trace = s.maps[static_cast<std::size_t>(n)].alone;
    s.playback.at = std::min(s.playback.at, s.total());
    s.facts = s.trace->model;
    s.input = s.trace->source_text;
    s.tokens = s.trace->source_length();
    forget_pointers(s);
    s.selection = selection;
    return {};
}

std::string map_title(const AppState& s, int n) {
    const auto name_of = [](const RunMap& map) -> const std::string& { return map.alone->model.name; };
    const RunMap& map = s.maps[static_cast<std::size_t>(n)];
    std::string name = name_of(map);
    const std::string file = map.run->model.title + ", "; // said beside it
    if (s.maps.size() > 1 && name.starts_with(file)) name.erase(0, file.size());
    if (s.maps.size() == 1) return name.empty() ? last_part(s.model_name) : name;
    const auto same = std::count_if(s.maps.begin(), s.maps.end(),
                                    [&](const RunMap& other) { return name_of(other) == name_of(map); });
    return name.empty() || same > 1 ? "map " + std::to_string(n + 1) : name;
}

std::string last_part(const std::string& name) {
    const fs::path path(name);
    return path.filename().empty() ? path.parent_path().filename().string() : path.filename().string();
}

OpenAnswers remembered_answers(const AppState& s, const std::string& name) {
    std::error_code ignored;
    for (const std::string& key : {name, fs::absolute(name, ignored).lexically_normal().string()})
        if (const auto found = s.settings.answers.find(key); found != s.settings.answers.end())
            return found->second;
    return {};
}

EffectList open_named(AppState& s, const std::string& name, OpenAnswers answers) {
    if (name.empty()) return {};
    if (s.restoring && s.restoring->model != name) stop_opening(s);
    s.opening = name;
    s.opening_with = std::move(answers);
    s.opening_since = s.clock;
    s.opening_input.clear();
    s.opening_family.clear();
    s.menu = Menu::None;
    s.dialog = Dialog::None;
    s.failure.reset();
    return {{Kind::LoadModel, name}};
}

bool needs_a_look(const io::LoadReport& report) {
    if (report.family.empty()) return false;
    if (lacks_tensors(report)) return true;
    if (!report.source.problem.empty() || !report.target.problem.empty()) return true;
    return report.own_case && report.own_case->disagrees();
}

bool leave_report(AppState& s) {
    if (!s.report.shown) return false;
    if (s.report.waiting() && !s.model && !s.weights_only()) return false; // there is nothing else to show
    s.report.shown = false;
    s.report.pending = nullptr;
    s.report.name.clear();
    s.report.refused.clear();
    s.report.answers = s.report.checked = {};
    return true;
}

void say_family_saved(AppState& s, const io::LoadReport* report) {
    const std::string saved = std::exchange(s.opening_family, "");
    if (saved.empty()) return;
    const std::string title = "Saved the family " + saved;
    const bool against = report != nullptr && report->own_case && report->own_case->disagrees();
    if (against)
        say(s, title + ", which is not right yet",
            "The model’s own example says otherwise: map it once more and answer differently.", 12);
    else if (report != nullptr && lacks_tensors(*report))
        say(s, title + ", which does not open this model", "Tensors that it needs are not in the files.", 12);
    else
        say(s, title, "Every command and the window know it now.", 6);
}

EffectList apply_failed(AppState& s, const ModelFailed& e) {
    if (e.name != s.opening || e.answers != s.opening_with) return {};
    s.opening.clear();
    if (!e.answers.family.empty() || e.answers.start) // it did not fit: next time it is asked anew
        s.settings.answers.erase(fs::absolute(e.name).lexically_normal().string());
    const std::shared_ptr<const Session> session = s.restoring_session;
    const bool of_session = session != nullptr;
    stop_opening(s);
    if (s.report.waiting() && s.report.name == e.name) { // the files that were given, not the model
        s.report.checked = e.answers;
        s.report.problem = as_sentence(e.problem);
        return {};
    }
    if (!of_session && awaits_file(s) && s.watch->file == e.name) { // whoever writes it has not begun
        s.failure = Failure{last_part(e.name) + " is not there yet",
                            escaped(e.name, 1000) + " is followed, and shown as soon as it is written.", ""};
        return {};
    }
    Failure failure{last_part(e.name) + " was not opened", as_sentence(e.problem), ""};
    failure.answers = e.answers;
    failure.file = e.name;
    if (of_session && !io::is_there(e.name)) {
        failure.title = "The session was not opened";
        failure.detail = "The session's model is not there any more: " + escaped(e.name, 1000) + ".";
        failure.session = session;
    }
    if (io::are_percentages(e.problem))
        failure.action = "load-percent " + e.name; // as a command and its text
    else if (io::lacks_start(e.problem))
        failure.action = "load-start " + e.name;
    else if (io::lacks_side(e.problem))
        failure.action = "load-numbers " + e.name;
    else if (const auto orders = io::axes_asked(e.problem); !orders.empty())
        failure.action = "load-axes " + orders_between_commas(orders) + " " + e.name;
    else if (const std::string batch = io::batch_order(e.problem); !batch.empty()) {
        failure.action = "load-axes " + batch + " " + e.name;
        failure.detail += " As a batch, its tokens stand at each sentence.";
    } else if (e.unknown)
        failure.action = "assistant " + e.name;
    if (s.model)
        failure.consequence = "You are still using " +
                              (s.facts.title.empty() ? s.facts.name : s.facts.title) + ", " +
                              model_detail(*s.model) + ".";
    std::erase(s.settings.recent, e.name);
    // A model remembered from last time that has gone must not keep the window empty.
    const bool remembered = !s.model && !s.weights_only() && e.name == s.settings.model;
    if (failure.session)
        failure.consequence = "It goes on with the file that you choose. " + failure.consequence;
    else if (of_session)
        failure.consequence = "The session is not opened: it is of that model. " + failure.consequence;
    if (remembered) {
        if (!s.input_given || of_session) s.input = s.settings.input = ""; // it is no other model's
        if (of_session) {                                                  // nor is anything else of it
            s.input_given = false;
            s.wanted_at.reset();
            s.edits = {};
            s.view = "step";
            s.session_file.clear();
        }
        s.settings.model.clear();
        EffectList effects = update(s, {"load", "dates"});
        s.failure = std::move(failure);
        return effects;
    }
    s.failure = std::move(failure);
    return {};
}

EffectList apply_report(AppState& s, const ReportRead& e) {
    if (e.name != s.model_name || !s.model) return {};
    if (!e.problem.empty()) {
        s.toasts.push_back({s.next_toast++, true, "The load report was not read", as_sentence(e.problem), 0});
        s.report.asked = false;
        return {};
    }
    s.report.current = e.report;
    s.report.shown = s.report.shown || s.report.asked;
    s.report.asked = false;
    return {};
}

EffectList apply_weighed(AppState& s, const FilesWeighed& e) {
    if (e.files.empty()) return {};
    const bool words = s.report.waiting() && e.kinds.size() == e.files.size() &&
                       std::all_of(e.kinds.begin(), e.kinds.end(),
                                   [](const std::string& kind) { return kind.starts_with("vocabulary"); });
    if (!words) return open_named(s, e.files.front(), {{e.files.begin() + 1, e.files.end()}, "", "", false});
    for (std::size_t n = 0; n < e.files.size(); ++n)
        (is_for_target(s, e.files[n], e.kinds[n]) ? s.report.answers.target_words
                                                  : s.report.answers.source_words) = e.files[n];
    s.report.answers.numbers = false;
    return check_words(s);
}

} // namespace heed
