#include "core/models/seq2seq/tensor_role.h"

#include <array>
#include <charconv>

namespace heed {

namespace {

struct Row {
    std::string_view name, role;
};

/// Names without a layer's number: "encoder.forward." stands for "encoder.forward.1.", too.
constexpr std::array places = std::to_array<Row>({
    {"encoder.forward.", "left to right"},
    {"encoder.backward.", "right to left"},
    {"decoder.cell.", "decoder"},
    {"decoder.second.", "decoder, second cell"},
    {"bridge.", "start"},
});
constexpr std::array cell_parts = std::to_array<Row>({
    {"weight_ih", "what the input adds to each gate"},
    {"weight_hh", "what the state before adds to each gate"},
    {"bias_ih", "bias of the gates, beside the input"},
    {"bias_hh", "bias of the gates, beside the state"},
    {"weight", "first state from both ends of the source"},
    {"bias", "bias of the first state"},
    {"memory.weight", "first memory from both ends of the source"},
    {"memory.bias", "bias of the first memory"},
    {"norm.gain", "gain of the normalised first state"},
    {"norm.bias", "bias of the normalised first state"},
    {"norm_ih.gain", "gain of what the input adds, normalised"},
    {"norm_ih.bias", "bias of what the input adds, normalised"},
    {"norm_hh.gain", "gain of what the state before adds, normalised"},
    {"norm_hh.bias", "bias of what the state before adds, normalised"},
});
constexpr std::array whole_names = std::to_array<Row>({
    {"encoder.summary.weight", "the whole source in one vector"},
    {"encoder.summary.bias", "bias of that vector"},
    {"encoder.embedding.weight", "a vector for each source token"},
    {"decoder.embedding.weight", "a vector for each target token"},
    {"attention.Wq", "score: what the query adds"},
    {"attention.Wh", "score: what the annotation adds"},
    {"attention.W", "score: brings query and annotation together"},
    {"attention.b", "score: bias"},
    {"attention.bq", "score: bias of what the query adds"},
    {"attention.bh", "score: bias of what the annotation adds"},
    {"attention.Wv", "what the heads take from an annotation"},
    {"attention.bv", "bias of what the heads take"},
    {"attention.Wo", "brings together what the heads found"},
    {"attention.bo", "bias of what the heads found"},
    {"attention.v", "score: how much each unit counts"},
    {"attention.log_beta", "score: logarithm of the key strength"},
    {"attention.F", "score: filters over the weights before"},
    {"attention.U", "score: what the filters add"},
    {"attention.wc", "score: what having been looked at adds"},
    {"attention.Uf", "coverage: how much a token can be looked at"},
    {"gate.weight", "how much of the context goes on"},
    {"gate.bias", "bias of the gate over the context"},
    {"copy.wh", "copying: what the context adds to the gate"},
    {"copy.ws", "copying: what the state adds to the gate"},
    {"copy.wx", "copying: what the previous token adds to the gate"},
    {"copy.b", "copying: bias of the gate"},
    {"decoder.combine.weight", "brings previous token and context together"},
    {"decoder.combine.bias", "bias of what the cell reads"},
    {"attention.norm_key.gain", "score: gain of the normalised key"},
    {"attention.norm_key.bias", "score: bias of the normalised key"},
    {"attention.norm_query.gain", "score: gain of what the query adds, normalised"},
    {"attention.norm_query.bias", "score: bias of what the query adds, normalised"},
    {"attention.Wp", "window: what the query adds"},
    {"attention.vp", "window: how much each unit counts"},
    {"readout.combine.weight", "brings context and state together"},
    {"readout.combine.bias", "bias of the readout"},
    {"readout.project.weight", "the readout in another size"},
    {"readout.project.bias", "bias of that"},
    {"readout.norm_context.inner", "bias of the context's part of the readout"},
    {"readout.norm_context.gain", "gain of the same, normalised"},
    {"readout.norm_context.bias", "bias of the same, normalised"},
    {"readout.norm_state.inner", "bias of the state's part of the readout"},
    {"readout.norm_state.gain", "gain of the same, normalised"},
    {"readout.norm_state.bias", "bias of the same, normalised"},
    {"readout.norm_token.inner", "bias of the token's part of the readout"},
    {"readout.norm_token.gain", "gain of the same, normalised"},
    {"readout.norm_token.bias", "bias of the same, normalised"},
    {"readout.output.weight", "a score for each target token"},
    {"readout.output.bias", "bias of each target token"},
});

} // namespace

int take_layer(std::string_view& rest) {
    int layer = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), layer);
    const auto length = static_cast<std::size_t>(end - rest.data());
    if (error != std::errc() || length >= rest.size() || rest[length] != '.') return 0;
    rest.remove_prefix(length + 1);
    return layer;
}

std::string tensor_role(std::string_view name) {
    for (const Row& row : whole_names) {
        if (row.name == name) return std::string(row.role);
    }
    for (const Row& place : places) {
        if (name.substr(0, place.name.size()) != place.name) continue;
        std::string_view rest = name.substr(place.name.size());
        const int layer = take_layer(rest);
        for (const Row& part : cell_parts) {
            if (part.name != rest) continue;
            const std::string number = layer > 0 ? ", layer " + std::to_string(layer + 1) : "";
            return std::string(place.role) + number + ": " + std::string(part.role);
        }
    }
    return {};
}

} // namespace heed
