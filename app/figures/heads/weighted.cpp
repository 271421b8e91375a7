// What a head's weights come to once each is multiplied by the length of the value it brings along:
// α_ij ‖W_O v_j‖ (Kobayashi et al. 2020), each row made to sum to 1.
#include "app/figures/heads/heads.h"
#include "app/figures/heads/word_map.h"
#include "core/models/transformer/facts.h"
#include "core/models/transformer/values.h"

#include <string>

namespace heed {
namespace {

using transformer::AttentionValues;
using transformer::Config;

/// Whose weights those are, and where the parameters of it stand.
struct AttentionPlace {
    const AttentionValues& values;
    const Config::Side& (*side)(const Config&);
    const char* name; // before and after the layer's number
    const char* output;
};

const Config::Side& encoder_of(const Config& config) { return config.encoder; }
const Config::Side& decoder_of(const Config& config) { return config.decoder; }

const AttentionPlace attention_places[] = {
    {transformer::encoder_values.self, encoder_of, "encoder.layers.", ".self.output.weight"},
    {transformer::decoder_values.self, decoder_of, "decoder.layers.", ".self.output.weight"},
    {transformer::decoder_values.cross, decoder_of, "decoder.layers.", ".cross.output.weight"},
    {transformer::reader_values.self, decoder_of, "decoder.layers.", ".self.output.weight"},
};

/// ‖W_O v_j‖ of the head, for each place that is looked at; empty where the run does not hold both.
Eigen::VectorXf value_lengths(const Trace& run, const AttentionPlace& place, const Site& site) {
    const Config& config = transformer_facts(run).config;
    const int each = place.side(config).each(), first = site.head * each;
    const std::string name = place.name + std::to_string(site.layer) + place.output;
    const auto output = run.parameters->find(name);
    if (output == run.parameters->end() || !run.has(place.values.values, site.layer)) return {};
    const MatrixXf& values = run.at(place.values.values, site.layer);
    if (output->second.cols() < first + each || values.rows() < first + each) return {};
    return (output->second.middleCols(first, each) * values.middleRows(first, each)).colwise().norm();
}

} // namespace

std::shared_ptr<const MapValues> weighted_head_map(const Trace& run, const heads::Head& head,
                                                   heads::Reading reading) {
    if (!run.parameters || !is_transformer(run.model)) return nullptr;
    for (const AttentionPlace& place : attention_places) {
        if (place.values.weights != head.site.quantity) continue;
        const Eigen::VectorXf lengths = value_lengths(run, place, head.site);
        MatrixXf weights = run.at(head.site);
        if (lengths.size() != weights.rows()) return nullptr;
        weights = lengths.asDiagonal() * weights;
        for (Eigen::Index i = 0; i < weights.cols(); ++i)
            if (const float sum = weights.col(i).sum(); sum > 0) weights.col(i) /= sum;
        return atlas::word_map(weights, words_of(run), head.kind, reading);
    }
    return nullptr;
}

} // namespace heed
