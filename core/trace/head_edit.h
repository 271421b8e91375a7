// What a user does to one attention head of a Transformer.
#pragma once

#include <Eigen/Core>
#include <compare>
#include <map>
#include <memory>
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
        Other,     // it has the weights of head `from` of the same attention
        Input,     // it has the weights that it has when the model reads `input`, place by place
        Mean       // its context is its own mean over all places, as they are when no head is changed
    };
    Kind kind = Kind::Off;
    int from = 0;               // from 0
    std::set<int> outputs = {}; // of what is written, those outputs alone, from 0; empty: every one
    std::string input = {};
    /// Of Input, once a run has made them: those weights (K, Q). Where the other input is shorter the row is
    /// padded with 0, where it is longer what is too much is left out. `input` says which they are.
    std::shared_ptr<const Eigen::MatrixXf> weights{};
    /// Of Mean, once a run has made it: that context (d_h).
    std::shared_ptr<const Eigen::VectorXf> mean{};
    bool operator==(const HeadEdit& other) const {
        return kind == other.kind && from == other.from && outputs == other.outputs && input == other.input;
    }
    bool at(int output) const { return outputs.empty() || outputs.contains(output); }
};
/// Its name in files and on the command line: "off", "uniform", "strongest", "head", "input",
/// "mean".
std::string_view to_string(HeadEdit::Kind kind);
std::optional<HeadEdit::Kind> find_head_edit(std::string_view name);

using HeadEdits = std::map<HeadPlace, HeadEdit>;

/// "cross:4:2=off", "encoder:0:1=head:3", "cross:4:2=uniform@0,3", "cross:4:2=input:a cat sat@3": what --head
/// takes. Of an input that ends so itself: "cross:4:2=input:meet me@3@all".
std::string to_string(const HeadPlace& place, const HeadEdit& edit);
/// And back; without a kind of attention, "4:2=off", of that one. None: it is no such thing.
std::optional<std::pair<HeadPlace, HeadEdit>> find_head_change(std::string_view words,
                                                               HeadKind unnamed = HeadKind::Cross);

// -------------------------------------------------------------------------------- in words, counted from 1

/// "5:3"; of another kind than cross attention "encoder 5:3".
std::string head_name(const HeadPlace& place);
/// "off", "even", "as head 4".
std::string head_edit_brief(const HeadEdit& edit);
/// At which outputs, "2,4"; empty: at every one.
std::string head_edit_outputs(const HeadEdit& edit);
/// "5:3 off, 5:6 even"; "5:3, 5:6 off" where all are the same; empty: no head is changed.
std::string head_edits_brief(const HeadEdits& edits);
/// What follows the name of a map that these heads are part of: ", 5:3 off", ", 6 of them changed".
std::string heads_changed_words(const HeadEdits& edits);

} // namespace heed
