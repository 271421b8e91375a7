#include "core/io/marian/marian_options.h"

#include "core/base/error.h"
#include "core/io/base/yaml_text.h"
#include "core/io/family/family.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cctype>

namespace heed::io {
namespace {

using S = HubSays;

constexpr const char* options_name = "special:model.yml";

// y = x W throughout: matrices lie (in, out)
constexpr HubTensor marian_tensors[] = {
    {"{s}.layers.{l}.self.query.weight", "{s}_l{k}_self_Wq", HubForm::Transposed},
    {"{s}.layers.{l}.self.key.weight", "{s}_l{k}_self_Wk", HubForm::Transposed},
    {"{s}.layers.{l}.self.value.weight", "{s}_l{k}_self_Wv", HubForm::Transposed},
    {"{s}.layers.{l}.self.output.weight", "{s}_l{k}_self_Wo", HubForm::Transposed},
    {"{s}.layers.{l}.self.query.bias", "{s}_l{k}_self_bq"},
    {"{s}.layers.{l}.self.key.bias", "{s}_l{k}_self_bk"},
    {"{s}.layers.{l}.self.value.bias", "{s}_l{k}_self_bv"},
    {"{s}.layers.{l}.self.output.bias", "{s}_l{k}_self_bo"},
    {"{s}.layers.{l}.self.norm.gain", "{s}_l{k}_self_Wo_ln_scale"},
    {"{s}.layers.{l}.self.norm.bias", "{s}_l{k}_self_Wo_ln_bias"},
    {"{s}.layers.{l}.cross.query.weight", "{s}_l{k}_context_Wq", HubForm::Transposed},
    {"{s}.layers.{l}.cross.key.weight", "{s}_l{k}_context_Wk", HubForm::Transposed},
    {"{s}.layers.{l}.cross.value.weight", "{s}_l{k}_context_Wv", HubForm::Transposed},
    {"{s}.layers.{l}.cross.output.weight", "{s}_l{k}_context_Wo", HubForm::Transposed},
    {"{s}.layers.{l}.cross.query.bias", "{s}_l{k}_context_bq"},
    {"{s}.layers.{l}.cross.key.bias", "{s}_l{k}_context_bk"},
    {"{s}.layers.{l}.cross.value.bias", "{s}_l{k}_context_bv"},
    {"{s}.layers.{l}.cross.output.bias", "{s}_l{k}_context_bo"},
    {"{s}.layers.{l}.cross.norm.gain", "{s}_l{k}_context_Wo_ln_scale"},
    {"{s}.layers.{l}.cross.norm.bias", "{s}_l{k}_context_Wo_ln_bias"},
    {"{s}.layers.{l}.feed.in.weight", "{s}_l{k}_ffn_W1", HubForm::Transposed},
    {"{s}.layers.{l}.feed.in.bias", "{s}_l{k}_ffn_b1"},
    {"{s}.layers.{l}.feed.out.weight", "{s}_l{k}_ffn_W2", HubForm::Transposed},
    {"{s}.layers.{l}.feed.out.bias", "{s}_l{k}_ffn_b2"},
    {"{s}.layers.{l}.feed.norm.gain", "{s}_l{k}_ffn_ffn_ln_scale"},
    {"{s}.layers.{l}.feed.norm.bias", "{s}_l{k}_ffn_ffn_ln_bias"},
    {"output.bias", "decoder_ff_logit_out_b"},
};

constexpr HubKey marian_keys[] = {
    {"dim-emb", &S::size},
    {"enc-depth", &S::encoder_layers},
    {"dec-depth", &S::decoder_layers},
    {"transformer-heads", &S::encoder_heads},
    {"transformer-heads", &S::decoder_heads},
    {"transformer-dim-ffn", &S::encoder_feed},
    {"transformer-dim-ffn", &S::decoder_feed},
    {"transformer-ffn-activation", &S::activation},
    {"tied-embeddings", &S::tied_output},
    {"dim-vocabs", &S::vocabulary}, // a list: read apart
    {"dim-vocabs", &S::target_vocabulary},
};

/// Settings with which a model is computed as these are; of any other it is refused.
struct Accepted {
    std::string_view key;
    std::string_view values; // as the file writes them, with | between them
    std::string_view why;
};
constexpr Accepted accepted[] = {
    {"type", "transformer", ""},
    {"transformer-preprocess", "|d", "nothing before a sub-layer but dropout"},
    {"transformer-postprocess", "dan|an", "dropout, addition, norm after each sub-layer"},
    {"transformer-postprocess-emb", "d|", "nothing after the embedding but dropout"},
    {"transformer-postprocess-top", "|d", "nothing after the last layer"},
    {"transformer-ffn-depth", "2", "feed-forward layers of two matrices"},
    {"transformer-decoder-ffn-depth", "0|2", "feed-forward layers of two matrices"},
    {"transformer-decoder-autoreg", "self-attention", "a decoder that looks at what it has written"},
    {"transformer-tied-layers", "[]|", "layers with numbers of their own"},
    {"transformer-train-position-embeddings", "false", "positions that are computed"},
    {"transformer-train-positions", "false", "positions that are computed"},
    {"transformer-disable-position-embeddings", "false", "positions that are added"},
    {"transformer-no-projection", "false", "heads that are projected together"},
    {"transformer-pool", "false", "attention over the source"},
    {"transformer-no-bias", "false", "projections with a bias"},
    {"transformer-no-affine", "false", "norms with a gain and a bias"},
    {"transformer-attention-mask", "default", "attention without a mask of its own"},
    {"ulr", "false", "embeddings of one table"},
    {"lemma-dim-emb", "0", "words without factors"},
    {"right-left", "false", "text from left to right"},
    {"special-vocab", "[]|", "one source"},
    {"separator-symbol", "", "one source"},
};

constexpr std::string_view elsewhere = "the file's tensors tell", recurrent = "of recurrent layers",
                           other_layers = "of layers that this model does not have";
constexpr HubIdleKey idle[] = {
    {"version", "what wrote the file"},
    {"tied-embeddings-*", elsewhere},
    {"output-omit-bias", elsewhere},
    {"dim-rnn", recurrent},
    {"enc-cell*", recurrent},
    {"enc-type", recurrent},
    {"dec-cell*", recurrent},
    {"skip", recurrent},
    {"layer-normalization", recurrent},
    {"transformer-rnn-projection", recurrent},
    {"transformer-aan-*", other_layers},
    {"transformer-dim-aan", other_layers},
    {"transformer-alibi-*", other_layers},
    {"transformer-depth-scaling", "how numbers were drawn before training"},
    {"transformer-dropout*", "in training only"},
    {"char-*", "of models that read characters"},
    {"ulr-*", other_layers},
    {"bert-*", "of another type of model"},
    {"lemma-*", "of words with factors"},
    {"factors-*", "of words with factors"},
    {"input-types", "every input is a sentence"},
    {"original-type", "what the type was called before"},
};

constexpr HubIgnored ignored[] = {{"special:*", "the program's options"}};

constexpr HubTables tables = {"encoder_Wemb|Wemb", "decoder_Wemb|Wemb", "decoder_ff_logit_out_Wt",
                              "decoder_ff_logit_out_W"};

HubFamily family_of_numbers(HubPositions positions, double epsilon) {
    return {.type = "marian_transformer",
            .title = "Marian, transformer",
            .positions = positions,
            .usual = {.activation = "swish",
                      .epsilon = epsilon,
                      .scale_embedding = true,
                      .tied_output = false,
                      .heads = 8},
            .keys = marian_keys,
            .tables = tables,
            .tensors = marian_tensors,
            .ignored = ignored};
}

const HubFamily& own_family() {
    static const HubFamily family = family_of_numbers(HubPositions::FromPad, 1e-6);
    return family;
}
const HubFamily& converted_family() {
    static const HubFamily family = family_of_numbers(HubPositions::Halves, 1e-5);
    return family;
}

std::string as_text(const Json& value) {
    if (value.is_null()) return {};
    return value.is_string() ? value.get<std::string>() : value.dump();
}

Json options_of(const Checkpoint& checkpoint) {
    const auto text = checkpoint.values().find(options_name);
    if (text == checkpoint.values().end() || !text->is_string())
        throw Error(checkpoint.name(), options_name, "the options of the model", "none");
    Json options = parse_yaml(text->get_ref<const std::string&>(), checkpoint.name() + ": " + options_name);
    if (!options.is_object())
        throw Error(checkpoint.name(), options_name, "settings, one a line", shown(options));
    return options;
}

/// "v1.10.0 6f6d484 2021-02-06 15:35:16 -0800", and "v1.5.0+5c6e9c7" before that.
bool names_a_revision(const std::string& version) {
    const std::size_t space = version.find_first_of(" +");
    if (!version.starts_with('v') || space == version.npos) return false;
    const std::size_t end = version.find_first_not_of("0123456789abcdef", space + 1);
    const std::size_t digits = std::min(end, version.size()) - space - 1;
    if (end != version.npos && std::isalnum(static_cast<unsigned char>(version[end])) != 0) return false;
    return digits >= 6;
}

/// What Marian called gelu was x σ(1.702 x) until March 2023; its version has the date of its source.
bool had_swish_for_gelu(const std::string& version) {
    const auto words = split(version, " ");
    return words.size() < 3 || words[2] < "2023-03-01";
}

/// Whether a row of those that are accepted is about the key; throws where its value is none of them.
bool is_accepted(const HubConfig& config, const std::string& key, const Json& value) {
    for (const Accepted& row : accepted) {
        if (row.key != key) continue;
        const std::string found = as_text(value);
        const auto values = split(row.values, "|");
        if (value.is_null() || std::find(values.begin(), values.end(), found) != values.end()) return true;
        std::string expected(values.front());
        if (expected.empty()) expected = "empty";
        throw Error(config.file, key, expected + (row.why.empty() ? "" : " (" + std::string(row.why) + ")"),
                    found.empty() ? "empty" : in_quotes(found, 60));
    }
    return false;
}

void read_vocabularies(HubConfig& config, const Json& value) {
    if (!value.is_array() || value.size() != 2)
        throw Error(config.file, "dim-vocabs", "two numbers, of the source and of the target", shown(value));
    config.says.vocabulary = whole_number(value[0], config.file, "dim-vocabs");
    config.says.target_vocabulary = whole_number(value[1], config.file, "dim-vocabs");
}

/// The one size that the two sides may have apart; 0 stands for the other's.
void read_decoder_feed(HubConfig& config, const Json& value) {
    const std::int64_t size = whole_number(value, config.file, "transformer-decoder-dim-ffn");
    if (size > 0) config.says.decoder_feed = size;
}

void read_alignment(MarianOptions& options, const Json& value) {
    if (value == "last" || value.is_null()) return;
    options.alignment_layer = static_cast<int>(
        whole_number(value, options.config.file, "transformer-guided-alignment-layer", 1000));
}

void account(MarianOptions& options, const std::string& key, const Json& value) {
    using Use = HubKeyRead::Use;
    HubConfig& config = options.config;
    HubKeyRead read{options_name, key, Use::Obeyed, {}};
    if (key == "dim-vocabs")
        read_vocabularies(config, value);
    else if (key == "transformer-decoder-dim-ffn")
        read_decoder_feed(config, value);
    else if (key == "transformer-guided-alignment-layer")
        read_alignment(options, value);
    else if (!is_accepted(config, key, value) && !config.set(key, value)) {
        read.use = Use::Unknown;
        for (const HubIdleKey& row : idle)
            if (matches_pattern(key, row.key)) read.use = Use::Idle, read.why = row.why;
    }
    config.keys.push_back(std::move(read));
}

/// What these tensors make of a model; the options that tell of them are not in every version's files.
void check_tensors(const Checkpoint& checkpoint, const HubConfig& config) {
    constexpr std::pair<std::string_view, std::string_view> others[] = {
        {"Wpos", "positions that are computed"},
        {"Wtype", "embeddings without types"},
        {"*_ln_scale_pre", "nothing normalised before a sub-layer"},
        {"*_rms_scale*", "norms with a mean"},
        {"*_aan_*", "a decoder that looks at what it has written"},
        {"encoder2_*", "one source"},
    };
    for (const StoredTensor& tensor : checkpoint.tensors())
        for (const auto& [pattern, expected] : others)
            if (matches_pattern(tensor.name, pattern))
                throw Error(checkpoint.name(), "Marian, transformer", std::string(expected),
                            "tensor \"" + escaped(tensor.name) + "\"");
    const bool apart = checkpoint.find("decoder_ff_logit_out_Wt") != nullptr ||
                       checkpoint.find("decoder_ff_logit_out_W") != nullptr;
    if (!apart && !config.says.tied_output.value_or(true))
        throw Error(checkpoint.name(), "tensor \"decoder_ff_logit_out_Wt\"",
                    "it in the file, where tied-embeddings is false", "none");
}

} // namespace

MarianOptions read_marian_options(const Checkpoint& checkpoint) {
    const Json options = options_of(checkpoint);
    MarianOptions made;
    made.own = names_a_revision(as_text(options.value("version", Json())));
    HubConfig& config = made.config;
    config.family = made.own ? &own_family() : &converted_family();
    config.name = options_name;
    config.file = checkpoint.name() + ": " + options_name;
    config.json = options;
    if (!options.contains("type")) throw Error(config.file, "type", "transformer", "none");
    is_accepted(config, "type", options["type"]); // what it is first
    for (const auto& [key, value] : options.items()) account(made, key, value);
    if (made.own && config.says.activation == "gelu" && had_swish_for_gelu(as_text(options["version"])))
        config.says.activation = "quick_gelu";
    if (options.value("tied-embeddings-all", Json()) == true) config.says.tied_output = true;
    check_tensors(checkpoint, config);
    return made;
}

} // namespace heed::io
