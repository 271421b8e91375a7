#include "app/figures/transformer/maps.h"

#include "core/analysis/moves/value_weighted.h"

#include <cmath>

namespace heed {
namespace {

using namespace layered;

/// A column of the weights is a row of the map; what a row may not see is no cell.
std::shared_ptr<const MapValues> values_of(const Reading& r, const Sight& s, const MatrixXf* weights) {
    auto values = std::make_shared<MapValues>();
    const int rows = r.rows_of(s.decoding);
    auto kept = std::make_shared<MatrixXf>(weights->rows(), rows);
    for (int i = 0; i < rows; ++i) {
        const int q = r.query(s.decoding, i), seen = r.seen(s, i);
        if (q >= weights->cols()) {
            kept->col(i).setConstant(std::nanf(""));
            continue;
        }
        kept->col(i) = weights->col(q);
        if (seen < kept->rows()) kept->col(i).tail(kept->rows() - seen).setConstant(std::nanf(""));
    }
    values->values = kept->data();
    values->rows = rows;
    values->columns = static_cast<int>(kept->rows());
    values->kept = std::move(kept);
    return values;
}

/// Every attention that the run has: of the encoder, of the decoder, across.
template <class Attention>
void for_each_attention(const Reading& r, const Attention& attention) {
    if (r.config.encodes()) attention(false, Looks::Self);
    if (r.config.decodes()) attention(true, Looks::Self);
    if (r.crosses()) attention(true, Looks::Cross);
}

/// Every head of the run that has weights.
template <class Do>
void for_each_head(const Reading& r, const Do& with) {
    for_each_attention(r, [&](bool decoder, Looks looks) {
        for (int l = 0; l < r.layers(decoder); ++l)
            for (int k = 0; k < r.heads(decoder); ++k)
                if (const Sight s{decoder, looks, l, k}; r.weights(s)) with(s, *r.weights(s));
    });
}

} // namespace

std::shared_ptr<const TransformerMaps> transformer_maps(const Trace& run) {
    auto maps = std::make_shared<TransformerMaps>();
    const Playhead nowhere;
    const Reading r(run, nowhere, {});
    for_each_head(r, [&](const Sight& s, const MatrixXf& weights) {
        maps->all[r.site(s, MapReading::Head)] = values_of(r, s, &weights);
    });
    for_each_attention(r, [&](bool decoder, Looks looks) {
        for (int l = 0; l < r.layers(decoder); ++l)
            for (const MapReading read : {MapReading::Mean, MapReading::Rollout}) {
                const Sight s{decoder, looks, l, 0};
                const Site site = r.site(s, read);
                if (const MatrixXf* mean = r.value(site.quantity, l)) maps->all[site] = values_of(r, s, mean);
            }
    });
    if (has_pieces(run)) {
        maps->words = words_of(run);
        maps->source_raw = run.labels_of(Axis::Source);
        maps->read_raw = run.labels_of(Axis::Past);
    }
    return maps;
}

MatrixXf value_shares(const MatrixXf& weights, const Eigen::VectorXd& lengths) {
    return moves::to_shares(lengths.head(weights.rows()).asDiagonal() * weights.cast<double>()).cast<float>();
}

std::shared_ptr<const TransformerMaps>
weighted_maps(const Trace& run, const std::function<Eigen::VectorXd(const Site& weights)>& lengths) {
    auto maps = std::make_shared<TransformerMaps>();
    const Playhead nowhere;
    const Reading r(run, nowhere, {});
    for_each_head(r, [&](const Sight& s, const MatrixXf& weights) {
        const Site site = r.site(s, MapReading::Head);
        const Eigen::VectorXd of = lengths(site);
        if (of.size() < weights.rows()) return;
        const MatrixXf shares = value_shares(weights, of);
        maps->all[site] = values_of(r, s, &shares);
        maps->lengths[site] = of;
    });
    return maps;
}

const std::shared_ptr<const MapValues>& TransformerMaps::at(const Reading& r, const Sight& s,
                                                            MapReading read) const {
    static const std::shared_ptr<const MapValues> none;
    const auto found = all.find(r.site(s, read));
    return found == all.end() ? none : found->second;
}

} // namespace heed
