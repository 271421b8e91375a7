// How the heads of a run are looked at.
#pragma once

#include "core/analysis/heads/run_heads.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace heed {

enum class AtlasOrder { Layer, Best, Type };

struct HeadsLook {
    heads::Kind kind = heads::Kind::Cross; // where there is none of it, the first that there is
    std::optional<heads::Reading> reading; // none: the one that aligns better, else the one that predicts
    std::string measure;                   // its id; empty: AER with links, else the entropy of 0 … 1
    AtlasOrder order = AtlasOrder::Layer;
    int layer = -1, head = -1; // chosen, from 0; -1: the best
    bool operator==(const HeadsLook&) const = default;
};

/// A measure of 0 … 1 as the atlas names it.
struct AtlasMeasure {
    std::string_view id; // as in heads::measures()
    std::string_view title, brief;
};
std::span<const AtlasMeasure> atlas_measures();
const AtlasMeasure& atlas_measure(std::string_view id); // there is one
bool is_atlas_measure(std::string_view id);

/// In the order of the switch.
inline constexpr heads::Kind atlas_kinds[] = {heads::Kind::Encoder, heads::Kind::Decoder, heads::Kind::Cross};
/// "Encoder", "Decoder", "Cross".
std::string_view atlas_title(heads::Kind kind);

} // namespace heed
