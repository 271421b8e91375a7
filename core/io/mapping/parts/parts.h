// What a unit of tensors can be in a model of ours: the parts that the assistant offers.
#pragma once

#include "core/io/mapping/parts/units.h"
#include "core/io/report/load_report.h"

#include <span>
#include <string_view>

namespace heed::io::mapping {

enum class Part {
    None,    // not known yet: amber
    Ignored, // not needed to run
    SourceEmbedding,
    TargetEmbedding,
    BothEmbeddings, // one for both sides
    Forward,        // the encoder's cells, left to right
    Backward,
    Start,       // what the decoder's first state is made with
    StartMemory, // the same for an lstm's memory
    Score,       // over [state ; annotation], or [token ; state] where the rows are places
    ScoreQuery,  // of what asks
    ScoreKey,    // of the annotations
    ScoreBias,   // a vector inside the score
    ScoreV,      // what makes a number of the units
    ScoreW,      // a product: state, matrix, annotation
    Gate,        // over what attention found, before anything reads it
    Cell,        // the decoder's
    CellInput,   // [token ; context] before the cell
    Combine,     // state and context before the logits
    Project,     // between that and the logits
    Output,      // the logits
    // Biases that lie apart from their weights; what each is added to is in bias_parts().
    StartBias,
    MemoryBias,
    GateBias,
    InputBias,
    CombineBias,
    ProjectBias,
    OutputBias
};

struct PartInfo {
    Part part;
    std::string_view id;    // in files of answers: "decoder cell"
    std::string_view words; // on the screen; of cells the layer is said behind it
    std::string_view group; // heading: "Encoder", "Attention", "Decoder"
    PartRole role;          // its dot's colour
    unsigned kinds;         // bits of Unit::Kind that can be it
    bool once;              // of two units that claim it, one is wrong
};

std::span<const PartInfo> part_table();
const PartInfo& info(Part part);
const PartInfo* find_part(std::string_view id);

/// A vector of its own, and the layer that it is the bias of.
struct BiasPart {
    Part bias, layer;
};
std::span<const BiasPart> bias_parts();
/// Whether a unit of that kind can be that part.
bool takes(Part part, const Unit& unit);

} // namespace heed::io::mapping
