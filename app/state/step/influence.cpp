#include "app/state/step/influence.h"

#include "app/state/jobs/problem.h"
#include "app/state/jobs/runs.h"
#include "core/analysis/influence/influence.h"
#include "core/decode/run.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

/// More are not measured unless somebody asks for it: 240 MB, and seconds of one core.
constexpr double unasked_numbers = 6e7;

/// Why it is not measured by itself; empty: it is.
std::string too_large_unasked(const AppState& s) {
    const auto* config = s.model->config.find<Seq2SeqConfig>();
    if (!config) return {};
    const double numbers = influence::numbers_held(*config, s.trace->source_length(), s.trace->outputs());
    if (numbers <= unasked_numbers) return {};
    return "Its influence takes " + std::to_string(std::llround(numbers / 1e6)) +
           " million derivatives: Memory measures it.";
}

struct InfluenceMeasured {
    std::shared_ptr<const Trace> run;
    std::shared_ptr<const InfluenceMap> map; // null: given up
};

} // namespace

bool is_measured_by_influence(const Trace& run) {
    return run.model.architecture == "seq2seq" && run.model.score == "none" && run.parameters &&
           run.outputs() > 0;
}

bool has_influence(const AppState& s) {
    return s.model && s.trace && !s.running && !s.weights_only() && !s.input.empty() &&
           s.trace_model == model_id(s) && is_measured_by_influence(*s.trace);
}

std::shared_ptr<const InfluenceMap> influence_shown(const AppState& s) {
    return s.influence.run == s.trace ? s.influence.map : nullptr;
}

void set_influence(const AppState& s, NetworkSettings& settings) {
    if (!s.trace || s.weights_only() || !is_measured_by_influence(*s.trace)) return;
    const InfluenceState& known = s.influence;
    settings.influence = influence_shown(s);
    if (known.run == s.trace) settings.no_influence = known.problem;
    // While it is typed, the map's room is kept.
    settings.influence_soon = !settings.influence && settings.no_influence.empty();
}

// J_ij = |d s_i / d x_j|_F, over the whole run, and each row over its largest number.
std::shared_ptr<const InfluenceMap> measure_influence(const Model& model, const Trace& run,
                                                      const Executor& executor,
                                                      const std::atomic<bool>* cancelled) {
    const influence::Norms<float> norms = influence::norms(model, run, executor, cancelled);
    auto map = std::make_shared<InfluenceMap>();
    map->norms = norms.decoder.transpose(); // (T, N)
    map->shares = map->norms;
    for (Eigen::Index i = 0; i < map->shares.cols(); ++i)
        if (const float most = map->shares.col(i).maxCoeff(); most > 0) map->shares.col(i) /= most;
    return map;
}

EffectList follow_influence(AppState& s) {
    InfluenceState& known = s.influence;
    if (s.view != "step" || !s.settings.heatmap || !has_influence(s)) return {};
    if (known.asked == s.trace) return {};
    known.asked = s.trace;
    if (std::string why = too_large_unasked(s); !why.empty()) {
        known.run = s.trace;
        known.map = nullptr;
        known.problem = std::move(why);
        return {};
    }
    return {{Effect::Kind::Work, "influence"}};
}

WorkspaceJob influence_job(const AppState& s) {
    return [model = s.model, run = s.influence.asked](const Engine&,
                                                      const std::atomic<bool>& cancelled) -> std::any {
        InfluenceMeasured made{run, nullptr};
        try {
            if (model && run) made.map = measure_influence(*model, *run, in_turn, &cancelled);
        } catch (const decode::Cancelled&) {
        }
        return made;
    };
}

void apply_influence(AppState& s, const WorkDone& done) {
    InfluenceState& known = s.influence;
    const auto* made = std::any_cast<InfluenceMeasured>(&done.result);
    if (made && made->run != known.asked) return; // of a run that is gone
    if (made && !made->map) {
        known.asked = nullptr;
        return;
    }
    known.run = known.asked;
    known.map = made ? made->map : nullptr;
    known.problem = made ? std::string() : as_sentence(done.problem);
}

void reset_influence(AppState& s, Fresh fresh) {
    if (fresh != Fresh::Input) s.influence = {}; // a run is told by itself
}

nlohmann::ordered_json influence_json(const AppState& s) {
    nlohmann::ordered_json json;
    const auto map = influence_shown(s);
    json["measured"] = map != nullptr;
    json["problem"] = s.influence.run == s.trace ? s.influence.problem : std::string();
    if (!map) return json;
    json["strongest"] = nlohmann::ordered_json::array(); // source place, by output
    for (Eigen::Index i = 0; i < map->shares.cols(); ++i) {
        Eigen::Index j = 0;
        map->shares.col(i).maxCoeff(&j);
        json["strongest"].push_back(j);
    }
    return json;
}

} // namespace heed
