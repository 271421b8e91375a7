// What a user does to one attention head of a Transformer.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace heed {

/// What looks at what.
enum class HeadKind {
    Cross,   // what is written at the source
    Encoder, // the source at itself
    Decoder  // what is written, or was read before, at itself
};
/// "cross", "encoder", "decoder".
std::string_view to_string(HeadKind kind);
std::optional<HeadKind> find_head_kind(std::string_view name);

struct HeadPlace {
    HeadKind kind = HeadKind::Cross;
    int layer = 0, head = 0; // both from 0
    auto operator<=>(const HeadPlace&) const = default;
};
/// Its name in files and on the command line: "cross:4:2", and back.
std::string to_string(const HeadPlace& place);
std::optional<HeadPlace> find_head_place(std::string_view name);

struct HeadEdit {
    enum class Kind {
        Off,       // its context is 0: as if its columns of the output matrix were
        Uniform,   // every place that it may see has the same weight
        Strongest, // the place with the largest weight has all of it
        Other      // it has the weights of head `from` of the same attention
    };
    Kind kind = Kind::Off;
    int from = 0;               // from 0
    std::set<int> outputs = {}; // of what is written, those outputs alone, from 0; empty: every one
    bool operator==(const HeadEdit&) const = default;
    bool at(int output) const { return outputs.empty() || outputs.contains(output); }
};
/// Its name in files and on the command line: "off", "uniform", "strongest", "head".
std::string_view to_string(HeadEdit::Kind kind);
std::optional<HeadEdit::Kind> find_head_edit(std::string_view name);

using HeadEdits = std::map<HeadPlace, HeadEdit>;

/// "cross:4:2=off", "encoder:0:1=head:3", "cross:4:2=uniform@0,3": what --head takes.
std::string to_string(const HeadPlace& place, const HeadEdit& edit);

} // namespace heed
