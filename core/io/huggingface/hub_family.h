// The families of Hugging Face models that are read: a row each. What sets them apart is data; one reader
// serves all of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace heed::io {

/// What a config.json says of the network, by what it means; empty: it does not say.
struct HubSays {
    using Count = std::optional<std::int64_t>;
    using Truth = std::optional<bool>;
    using Number = std::optional<double>;
    using Text = std::optional<std::string>;

    Count size, encoder_layers, decoder_layers, encoder_heads, decoder_heads, encoder_feed, decoder_feed;
    Count head_size, positions, vocabulary, target_vocabulary, token_types, buckets, distance, pad;
    Truth scale_embedding, shared_embedding, tied_output, scaled_output, scaled_scores, scores_by_layer,
        gated;
    Number epsilon;
    Text activation, inner_activation;
};

using HubMember = std::variant<HubSays::Count HubSays::*, HubSays::Truth HubSays::*,
                               HubSays::Number HubSays::*, HubSays::Text HubSays::*>;

/// A key of config.json and what it sets; one key may stand in several rows.
struct HubKey {
    std::string_view key;
    HubMember member;
};

/// Another name of a key, which that library sets after the key itself: what it says holds.
struct HubAlias {
    std::string_view alias, key;
};

/// A key that has no effect here, and why. `*` stands for any run of characters.
struct HubIdleKey {
    std::string_view key, why;
};

/// A key that may have one value only, as JSON writes it: with another the model would be a different one.
struct HubFixedKey {
    std::string_view key, value, why;
};

/// How a tensor of theirs becomes one of ours.
enum class HubForm {
    Plain,       // as it is; (1, n) for a vector too
    Transposed,  // (in, out): y = x W
    FirstThird,  // of the columns of (in, 3 out), transposed; of a vector's numbers
    SecondThird, //
    LastThird,
};

/// Tensors of ours, and the names that theirs have, after any prefix: the usual one first, older ones behind
/// it, with | between them. In both {s} stands for encoder or decoder, {l} for a layer's number ({k}: from
/// 1), {p} for weight or bias, {n} for gain or bias (theirs: weight or bias), {o} for the same in old files
/// (gamma or beta).
struct HubTensor {
    std::string_view ours, theirs;
    HubForm form = HubForm::Plain;
};

/// The tables of tokens: names in order of preference. Those that are absent are served by one that is there.
struct HubTables {
    std::string_view read, written, output;
    std::string_view output_turned = {}; // (d, V)
};

/// A tensor that no rule reads, and why it is not needed.
struct HubIgnored {
    std::string_view pattern, why; // `*`: any run of characters
    int dimensions = -1;           // where it has so many; -1: any
    bool layer = false;            // the weight and the bias of that layer, and nothing else below it
};

/// What holds where config.json is silent.
struct HubUsual {
    std::string_view activation = "gelu";
    double epsilon = 1e-5;
    bool scale_embedding = false, tied_output = true;
    int heads = 0, head_size = 0; // 0: size / heads
    // ids; -1: none
    int pad = -1, start = -1, begin = -1, end = -1, forced_last = -1;
};

enum class HubParts { Both, Encoder, Decoder };
enum class HubPositions { Learned, Halves, FromPad, Buckets };

struct HubFamily {
    std::string_view type;  // model_type
    std::string_view title; // "MarianMT"
    HubParts parts = HubParts::Both;
    bool norm_before = false, embedding_norm = false, last_norm = false, root_mean_square = false;
    bool biases = true; // of attention and feed-forward layers
    bool every_layer_relative = false;
    bool output_bias_learned = false; // what is added to the logits is not 0 in its models
    bool gelu_head = false;           // the head of words has that function, whatever the layers have
    HubPositions positions = HubPositions::Learned;
    int position_offset = 0; // rows of the table before the first place
    bool after_pad = false;  // the first place is the one behind the padding token's id
    HubUsual usual{};
    std::span<const std::string_view> prefixes{}; // that may stand before the names
    std::span<const HubKey> keys{};
    std::span<const HubAlias> aliases{};
    std::span<const HubFixedKey> fixed{};
    HubTables tables;
    std::span<const HubTensor> tensors;
    std::span<const HubIgnored> ignored;
};

std::span<const HubFamily> hub_families();
/// By model_type, or null.
const HubFamily* find_hub_family(std::string_view type);
/// "bart, bert, …"
std::string hub_family_names();
/// The key that sets a member in this family; "" where none does.
std::string_view hub_key_of(const HubFamily& family, const HubMember& member);

/// Keys that have no effect, whatever the family; and those that may have one value only.
std::span<const HubIdleKey> hub_idle_keys();
std::span<const HubFixedKey> hub_fixed_keys();

} // namespace heed::io
