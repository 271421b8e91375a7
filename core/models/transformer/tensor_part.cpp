#include "core/models/transformer/tensor_part.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace heed::transformer {
namespace {

/// Rows by what a name is without its side and its layer's number: "layers.self.query.weight".
constexpr TensorRow parts[] = {
    {"embedding.weight", {"Embedding", Role::Text, "a vector for each token"}},
    {"positions.weight", {"Embedding", Role::Text, "a vector for each place"}},
    {"types.weight", {"Embedding", Role::Text, "a vector for each segment"}},
    {"embedding.norm.gain", {"Embedding", Role::Text, "gain of the norm before the first layer"}},
    {"embedding.norm.bias", {"Embedding", Role::Text, "bias of the norm before the first layer"}},
    {"query.weight", {"Attention", Role::Attention, "W_q: what a place asks, all heads in a row"}},
    {"query.bias", {"Attention", Role::Attention, "bias of what a place asks"}},
    {"key.weight", {"Attention", Role::Attention, "W_k: what a place is found by, all heads in a row"}},
    {"key.bias", {"Attention", Role::Attention, "bias of the keys, which the softmax cancels"}},
    {"value.weight", {"Attention", Role::Attention, "W_v: what a place gives, all heads in a row"}},
    {"value.bias", {"Attention", Role::Attention, "bias of what a place gives"}},
    {"output.weight", {"Attention", Role::Attention, "W_o: brings all heads together"}},
    {"output.bias", {"Attention", Role::Attention, "bias of what the heads found"}},
    {"relative.weight", {"Attention", Role::Attention, "a number for each distance and head"}},
    {"feed.in.weight", {"Feed-forward", Role::Joined, "W_1: into the feed-forward layer"}},
    {"feed.in.bias", {"Feed-forward", Role::Joined, "bias of its units"}},
    {"feed.gate.weight", {"Feed-forward", Role::Joined, "W_g: what opens its units"}},
    {"feed.gate.bias", {"Feed-forward", Role::Joined, "bias of what opens them"}},
    {"feed.out.weight", {"Feed-forward", Role::Joined, "W_2: out of the feed-forward layer"}},
    {"feed.out.bias", {"Feed-forward", Role::Joined, "bias of what it makes"}},
    {"norm.gain", {"Normalisation", Role::Joined, "gain of a norm"}},
    {"norm.bias", {"Normalisation", Role::Joined, "bias of a norm"}},
    {"head.dense.weight", {"Output", Role::Output, "what is made of a place before the vocabulary"}},
    {"head.dense.bias", {"Output", Role::Output, "bias of the same"}},
};
constexpr TensorRow whole[] = {
    {"output.weight", {"Output", Role::Output, "a row for each word that can be written"}},
    {"output.bias", {"Output", Role::Output, "bias of each word"}},
};

} // namespace

TensorPart part_of(std::string_view tensor) {
    if (const TensorPart part = part_in(whole, tensor); !part.group.empty()) return part;
    const auto ends = [&](const TensorRow& row) {
        if (!tensor.ends_with(row.tensor)) return false;
        return tensor.size() == row.tensor.size() || tensor[tensor.size() - row.tensor.size() - 1] == '.';
    };
    const auto found = std::find_if(std::begin(parts), std::end(parts), ends);
    return found == std::end(parts) ? TensorPart{"", Role::Text, ""} : found->part;
}

} // namespace heed::transformer
