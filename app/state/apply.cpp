// What jobs report, put into the state.
#include "app/state/compare.h"
#include "app/state/opening.h"
#include "app/state/update.h"

#include <algorithm>
#include <array>
#include <limits>

namespace heed {
namespace {

using Kind = Effect::Kind;

constexpr int everything = std::numeric_limits<int>::max(); // as a place to go to

/// The same place in another run: the same phase at the same position, as far as there is one.
int carried_over(const Outline& from, int at, const Outline& to) {
    if (at <= 0) return 0;
    if (at >= from.total()) return to.total();
    const Moment m = moment_at(from, at);
    const int last = (m.decoding ? to.outputs : to.source_length) - 1;
    if (last < 0) return 0;
    const auto& phases = m.decoding ? to.decoding : to.encoding;
    if (std::find(phases.begin(), phases.end(), m.phase) == phases.end()) return 0;
    return at_of(to, m.phase, std::min(m.position, last));
}

void add_toast(AppState& s, bool bad, std::string title, std::string detail) {
    s.toasts.push_back({s.next_toast++, bad, std::move(title), std::move(detail), bad ? 0.0 : s.clock + 4});
    if (s.toasts.size() > 4) s.toasts.erase(s.toasts.begin());
}

struct Apply {
    AppState& s;

    EffectList operator()(const ModelsListed& e) {
        s.models = e.models;
        s.models_listed = true;
        return {};
    }

    EffectList operator()(const ModelLoaded& e) { return apply_loaded(s, e); }
    EffectList operator()(const ModelFailed& e) { return apply_failed(s, e); }
    EffectList operator()(const ReportRead& e) { return apply_report(s, e); }
    EffectList operator()(const FilesWeighed& e) { return apply_weighed(s, e); }
    EffectList operator()(const ModelSaved& e) { return apply_saved_model(s, e); }

    EffectList operator()(const RunFinished& e) {
        if (e.request != wanted_request(s)) return {};
        s.running = false;
        s.input_problem.clear();
        s.tokens = e.tokens;
        s.too_long = e.too_long;
        s.fitting = e.fitting;
        s.unknown = e.unknown;
        const int old_at = s.playback.at;
        const int at = s.wanted_at ? *s.wanted_at
                       : s.trace   ? carried_over(s.trace->outline, old_at, e.trace->outline)
                                   : old_at;
        s.trace = e.trace;
        s.playback.at = std::clamp(at, 0, s.total());
        s.playback.progress = 1;
        s.playback.backwards = false;
        s.wanted_at.reset();
        s.canvas_scroll = -1;
        return {};
    }

    EffectList operator()(const RunFailed& e) {
        if (e.request != wanted_request(s)) return {};
        s.running = false;
        s.input_problem = e.request.text.empty() ? "" : as_sentence(e.problem);
        s.tokens = e.tokens;
        s.too_long = false;
        s.playback.playing = false;
        return {};
    }

    EffectList operator()(const FolderListed& e) {
        if (e.folder != s.open.folder) return {};
        s.open.entries = e.entries;
        s.open.error = e.error;
        return {};
    }

    EffectList operator()(const FileKnown& e) {
        for (FileEntry& entry : s.open.entries) {
            if (entry.path != e.path) continue;
            entry.known = true;
            entry.usable = e.usable;
            entry.kind = e.kind;
        }
        return {};
    }

    EffectList operator()(const FileInspected& e) {
        if (e.preview.path == s.open.chosen) s.open.preview = e.preview;
        return {};
    }

    EffectList operator()(const Saved& e) {
        s.exporting.busy = false;
        s.dialog = s.dialog == Dialog::Export ? Dialog::None : s.dialog;
        const double kilobytes = static_cast<double>(e.bytes) / 1000;
        const std::string size = kilobytes < 1 ? "under 1 kB" : std::to_string(static_cast<long>(kilobytes + 0.5)) + " kB";
        add_toast(s, false, "Saved " + e.path.filename().string(), e.path.parent_path().string() + ", " + size);
        return {{Kind::SaveSettings}};
    }

    EffectList operator()(const SaveFailed& e) {
        s.exporting.busy = false;
        add_toast(s, true, "The figure was not saved", as_sentence(e.problem));
        return {};
    }

    EffectList operator()(const PanelFinished& e) {
        apply_panel(s, e);
        return {};
    }

    EffectList operator()(const Copied& e) {
        if (e.problem.empty())
            add_toast(s, false, e.what + " copied", "");
        else
            add_toast(s, true, e.what + " not copied", as_sentence(e.problem));
        return {};
    }
};

} // namespace

std::string as_sentence(std::string problem) {
    if (problem.empty()) return problem;
    const bool named = problem.find(": ") != std::string::npos;
    if (!named && problem.front() >= 'a' && problem.front() <= 'z') problem.front() = static_cast<char>(problem.front() - 32);
    if (problem.back() != '.') problem += '.';
    return problem;
}

EffectList apply(AppState& state, const Event& event) {
    EffectList effects = std::visit(Apply{state}, event);
    for (Effect& effect : follow_compare(state)) effects.push_back(std::move(effect));
    return effects;
}

EffectList begin(AppState& s) {
    s.hint = !s.settings.first_run_done;
    if (s.comparing() && !s.wanted_at) s.wanted_at = everything;
    if (s.settings.model.empty()) s.settings.model = "dates";
    const std::string wanted = s.model_name.empty() ? s.settings.model : s.model_name;
    if (s.input.empty() && !s.input_given) s.input = wanted == s.settings.model ? s.settings.input : "";
    EffectList effects = open_named(s, wanted, remembered_answers(s, wanted));
    effects.push_back({Kind::ListModels});
    return effects;
}

Request wanted_request(const AppState& state) {
    Request request;
    request.model = state.model_name;
    request.text = state.input;
    return request;
}

} // namespace heed
