// What of an opened Transformer is looked at.
#pragma once

namespace heed {

/// Who looks at whom.
enum class HeadsOf { Source, Past, Cross }; // the source at itself, an output at its past, at the source

/// From 0; -1: the map that stands for the model, or the first head of the last layer.
struct CardHead {
    HeadsOf of = HeadsOf::Cross;
    int layer = -1, head = -1;
    bool operator==(const CardHead&) const = default;
};

/// What is read: one head, the mean of its layer, or what of the source a row comes from through all layers.
enum class MapsReadWith { Head, Mean, Rollout };

struct TransformerCardLook {
    CardHead chosen{};
    MapsReadWith read = MapsReadWith::Head;
    bool operator==(const TransformerCardLook&) const = default;
};

} // namespace heed
