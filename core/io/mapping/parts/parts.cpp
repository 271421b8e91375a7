#include "core/io/mapping/parts/parts.h"

#include <algorithm>
#include <array>

namespace heed::io::mapping {

namespace {

constexpr unsigned bit(Unit::Kind kind) { return 1u << static_cast<unsigned>(kind); }
constexpr unsigned cell = bit(Unit::Kind::Cell), layer = bit(Unit::Kind::Layer),
                   vector = bit(Unit::Kind::Vector), any = cell | layer | vector | bit(Unit::Kind::Other);

constexpr std::array parts = std::to_array<PartInfo>({
    {Part::None, "none", "not known yet", "Not understood", PartRole::None, any, false},
    {Part::Ignored, "not needed", "not needed to run", "Left out", PartRole::None, any, false},
    {Part::SourceEmbedding, "source embedding", "source embedding E", "Encoder", PartRole::Embedding, layer,
     true},
    {Part::BothEmbeddings, "both embeddings", "embedding E of both sides", "Encoder", PartRole::Embedding,
     layer, true},
    {Part::Forward, "encoder forward", "forward", "Encoder", PartRole::Forward, cell, false},
    {Part::Backward, "encoder backward", "backward", "Encoder", PartRole::Backward, cell, false},
    {Part::Score, "score", "W on [state ; annotation]", "Attention", PartRole::Attention, layer, true},
    {Part::ScoreQuery, "score of the state", "W on the state", "Attention", PartRole::Attention, layer, true},
    {Part::ScoreKey, "score of the annotation", "U on the annotation", "Attention", PartRole::Attention,
     layer, true},
    {Part::ScoreBias, "score bias", "b inside the score", "Attention", PartRole::Attention, vector, true},
    {Part::ScoreV, "score v", "v", "Attention", PartRole::Attention, layer | vector, true},
    {Part::ScoreW, "score product", "W between state and annotation", "Attention", PartRole::Attention, layer,
     true},
    {Part::Gate, "context gate", "W of the gate over c", "Attention", PartRole::Attention, layer, true},
    {Part::GateBias, "context gate bias", "b of the gate over c", "Attention", PartRole::Attention, vector,
     true},
    {Part::Start, "first state", "W for the first state", "Decoder", PartRole::Decoder, layer, true},
    {Part::StartBias, "first state bias", "b for the first state", "Decoder", PartRole::Decoder, vector,
     true},
    {Part::StartMemory, "first memory", "W for the first memory", "Decoder", PartRole::Decoder, layer, true},
    {Part::MemoryBias, "first memory bias", "b for the first memory", "Decoder", PartRole::Decoder, vector,
     true},
    {Part::TargetEmbedding, "target embedding", "target embedding E", "Decoder", PartRole::Embedding, layer,
     true},
    {Part::CellInput, "cell input", "W on [Ey ; c], before the cell", "Decoder", PartRole::Decoder, layer,
     true},
    {Part::InputBias, "cell input bias", "b before the cell", "Decoder", PartRole::Decoder, vector, true},
    {Part::Cell, "decoder cell", "cell", "Decoder", PartRole::Decoder, cell, false},
    {Part::Combine, "readout", "t from state and context", "Decoder", PartRole::Output, layer, true},
    {Part::CombineBias, "readout bias", "b of t", "Decoder", PartRole::Output, vector, true},
    {Part::Project, "projection", "W on t, before the logits", "Decoder", PartRole::Output, layer, true},
    {Part::ProjectBias, "projection bias", "b on t, before the logits", "Decoder", PartRole::Output, vector,
     true},
    {Part::Output, "logits", "logits", "Decoder", PartRole::Output, layer, true},
    {Part::OutputBias, "logits bias", "b of the logits", "Decoder", PartRole::Output, vector, true},
});

constexpr std::array biases = std::to_array<BiasPart>({
    {Part::StartBias, Part::Start},
    {Part::MemoryBias, Part::StartMemory},
    {Part::GateBias, Part::Gate},
    {Part::InputBias, Part::CellInput},
    {Part::CombineBias, Part::Combine},
    {Part::ProjectBias, Part::Project},
    {Part::OutputBias, Part::Output},
});

} // namespace

std::span<const PartInfo> part_table() { return parts; }

std::span<const BiasPart> bias_parts() { return biases; }

const PartInfo& info(Part part) {
    return *std::find_if(parts.begin(), parts.end(), [&](const PartInfo& row) { return row.part == part; });
}

const PartInfo* find_part(std::string_view id) {
    const auto it =
        std::find_if(parts.begin(), parts.end(), [&](const PartInfo& row) { return row.id == id; });
    return it == parts.end() ? nullptr : &*it;
}

bool takes(Part part, const Unit& unit) { return (info(part).kinds & bit(unit.kind)) != 0; }

} // namespace heed::io::mapping
