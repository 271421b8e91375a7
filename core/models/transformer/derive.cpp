#include "core/models/transformer/derive.h"

#include "core/models/transformer/values.h"

namespace heed::transformer {
namespace {

/// Where nothing was recorded because the place had not been read yet, nothing could be looked at.
void close_triangle(const AttentionValues& values, const Config::Side& side, Trace& trace) {
    for (int l = 0; l < side.layers; ++l)
        for (int k = 0; k < side.heads; ++k) {
            const Site site{values.weights, l, k};
            if (!trace.has(site.quantity, l, k)) continue;
            MatrixXf weights = trace.at(site);
            const Eigen::Index places = weights.cols();
            if (weights.rows() < places) { // the last place was looked at by none
                const Eigen::Index before = weights.rows();
                weights.conservativeResize(places, Eigen::NoChange);
                weights.bottomRows(places - before).setZero();
            }
            for (Eigen::Index i = 0; i < places; ++i) weights.col(i).tail(places - 1 - i).setZero();
            trace.set(site, std::move(weights));
        }
}

void add_means(const AttentionValues& values, const Config::Side& side, Trace& trace) {
    for (int l = 0; l < side.layers; ++l) {
        if (!trace.has(values.weights, l)) continue;
        MatrixXf mean = trace.at(values.weights, l);
        for (int k = 1; k < side.heads; ++k) mean += trace.at(values.weights, l, k);
        trace.set(values.mean, l, mean / static_cast<float>(side.heads));
    }
}

// R_l = ½ (A_l + I) R_{l-1}, R_0 = I, A_l the mean of the layer's heads    Abnar and Zuidema 2020; maps are
// kept as (K, Q), a column a row of A.
void add_rollout(const SideValues& values, const Config::Side& side, Trace& trace) {
    MatrixXf rolled;
    for (int l = 0; l < side.layers; ++l) {
        if (!trace.has(values.self.mean, l)) return;
        const MatrixXf& mean = trace.at(values.self.mean, l);
        const MatrixXf half = (mean + MatrixXf::Identity(mean.rows(), mean.cols())) / 2.0f;
        rolled = l == 0 ? half : MatrixXf(rolled * half);
        trace.set(values.rollout, l, rolled);
    }
}

/// The mean cross map of each layer, followed through the whole encoder.
void add_cross_rollout(const Config& config, Trace& trace) {
    const int last = config.encoder.layers - 1;
    for (int l = 0; l < config.decoder.layers; ++l)
        if (trace.has(decoder_values.cross.mean, l) && trace.has(encoder_values.rollout, last))
            trace.set(cross_rollout, l,
                      trace.at(encoder_values.rollout, last) * trace.at(decoder_values.cross.mean, l));
}

} // namespace

void derive(const Config& config, const std::vector<std::string>& read, Trace& trace) {
    if (config.encodes()) {
        add_means(encoder_values.self, config.encoder, trace);
        add_rollout(encoder_values, config.encoder, trace);
    }
    if (!config.decodes()) return;
    const SideValues& decoder = last_side(config);
    close_triangle(decoder.self, config.decoder, trace);
    add_means(decoder.self, config.decoder, trace);
    add_rollout(decoder, config.decoder, trace);
    trace.labels[Axis::Past] = read;
    if (!config.crosses()) {
        trace.labels[Axis::Step] = read;
        return;
    }
    add_means(decoder.cross, config.decoder, trace);
    add_cross_rollout(config, trace);
}

} // namespace heed::transformer
