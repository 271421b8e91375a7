#include "core/models/transformer/architecture.h"

#include "core/base/error.h"
#include "core/models/model.h"
#include "core/models/transformer/facts.h"
#include "core/models/transformer/network.h"
#include "core/models/transformer/phases.h"
#include "core/models/transformer/run.h"
#include "core/models/transformer/stepper.h"
#include "core/models/transformer/tensor_part.h"
#include "core/models/transformer/words.h"
#include "core/text/subword/subword_tokenizer.h"

namespace heed::transformer {
namespace {

/// In the order of Positions.
constexpr std::string_view position_words[] = {"sines and cosines in turn, added",
                                               "sines, then cosines, added",
                                               "sines, then cosines, as fairseq has them, added",
                                               "a learned vector each, added",
                                               "a number by distance and head, in the energies",
                                               "none"};

using namespace std::string_view_literals;

void set_vocabularies(Configuration& configuration, int source, int target) {
    Config& config = configuration.edit<Config>();
    config.source_vocabulary = source;
    config.target_vocabulary = target;
}

heed::Architecture::Vocabularies vocabularies(const Config& config) { return {true, config.decodes(), 0}; }

/// How far the words can be apart: one table, or one for what is read and what is written, needs one size.
void check_vocabularies(const Model& model, const Config& config) {
    const bool one = (config.embedding.shared && config.crosses()) || config.kind == Kind::Decoder;
    if (one && config.source_vocabulary != config.target_vocabulary)
        throw Error(model.name, "the target vocabulary",
                    "as many words as the source's (" + std::to_string(config.source_vocabulary) +
                        "), where one table is for both",
                    std::to_string(config.target_vocabulary));
}

std::shared_ptr<const std::set<std::string, std::less<>>> control_tokens(const Model& model) {
    if (!model.subword) return nullptr;
    std::set<std::string, std::less<>> found;
    for (const subword::AddedToken& token : model.subword->parts().target->added.tokens())
        if (token.special) found.insert(token.content);
    return std::make_shared<const std::set<std::string, std::less<>>>(std::move(found));
}

void complete(Model& model) {
    const Config& config = model.config.as<Config>();
    check_vocabularies(model, config);
    model.facts.score = config.attention.scaled ? "scaled" : "dot";
    model.facts.alignment = "global";
    model.facts.edit<TransformerFacts>() = {.config = config, .controls = control_tokens(model)};
    model.one_text = config.kind == Kind::Decoder;
    if (config.longest() == 0) return;
    model.longest_input = std::min(model.longest_input, config.longest());
    model.most_outputs = config.longest();
}

ModelBrief brief(const Config& config) {
    const std::string score = config.attention.scaled ? "scaled" : "dot";
    return {score, "global", "transformer", "none", config.last().size};
}

std::string made_of(const Config& config) {
    std::string words = size_words(config);
    if (config.positions == Positions::None) words += ", no positions";
    if (config.crosses() && config.norm == NormPlace::After) words += ", norm after";
    return words;
}

std::string attention_words(const Config& config) {
    return std::string(config.attention.scaled ? "scaled dot-product" : "dot-product") + " attention in " +
           layer_words(config);
}

std::string norm_words(const Config& config) {
    return std::string(config.norm_kind == NormKind::Rms ? "root-mean-square" : "layer") + " normalisation " +
           (config.norm == NormPlace::After ? "after" : "before") + " each sub-layer";
}

std::string in_words(const Config& config) {
    const std::string what = config.crosses()   ? "A Transformer encoder and decoder"
                             : config.encodes() ? "A Transformer encoder"
                                                : "A Transformer decoder";
    return what + " (vectors of " + std::to_string(config.last().size) + ", feed-forward layers of " +
           std::to_string(config.last().feed) + ", " +
           (config.positions == Positions::None ? "no" : std::string(positions_name(config.positions))) +
           " positions, " + norm_words(config) + "), with " + attention_words(config);
}

std::string side_words(const Config& config, const Config::Side& side) {
    return head_words(side) + " of " + std::to_string(side.each()) + ", vectors of " +
           std::to_string(side.size) + ", feed-forward " + std::to_string(side.feed) + " (" +
           std::string(activation_name(config.feed.activation)) + (config.feed.gated ? ", gated)" : ")");
}

std::vector<std::pair<std::string, std::string>> described(const Config& config) {
    std::vector<std::pair<std::string, std::string>> rows;
    if (config.encodes()) rows.emplace_back("encoder", side_words(config, config.encoder));
    if (config.decodes()) rows.emplace_back("decoder", side_words(config, config.decoder));
    rows.emplace_back("attention", attention_words(config));
    if (config.decodes()) rows.emplace_back("weights shown", shown_words(config));
    rows.emplace_back("normalisation", norm_words(config));
    const bool own_table = config.position.encoder_table || config.position.decoder_table;
    rows.emplace_back("positions", std::string(position_words[static_cast<std::size_t>(config.positions)]) +
                                       (own_table ? ", as a table of the file has them" : ""));
    if (config.longest() > 0) rows.emplace_back("longest text", std::to_string(config.longest()) + " places");
    return rows;
}

Var<float> forced(const Config& config, nn::Graph<float>& graph, const nn::Sequences& source,
                  const nn::Sequences& inputs, Var<float>*) {
    return Transformer<float>(config, graph).forced(source, inputs);
}

int heads_in(const Config& config, HeadKind kind, int layer) {
    const bool there = kind == HeadKind::Encoder   ? config.encodes()
                       : kind == HeadKind::Decoder ? config.decodes()
                                                   : config.crosses();
    const Config::Side& side = kind == HeadKind::Encoder ? config.encoder : config.decoder;
    return there && layer >= 0 && layer < side.layers ? side.heads : 0;
}

Site context_of(const Config& config, const HeadPlace& head) {
    const SideValues& side = head.kind == HeadKind::Encoder ? encoder_values : last_side(config);
    return {(head.kind == HeadKind::Cross ? side.cross : side.self).contexts, head.layer, head.head};
}

/// It neither copies words nor is told by its first token what to write.
bool never(const Configuration&) { return false; }

std::span<const Quantity> quantities() {
    static const std::vector<Quantity> all = [] {
        std::vector<Quantity> rows;
        for (const QuantityInfo& row : values()) rows.emplace_back(row);
        rows.insert(rows.end(), {Quantity::Weights, Quantity::OwnWeights, Quantity::Annotation,
                                 Quantity::Logits, Quantity::LogProbs});
        return rows;
    }();
    return all;
}

TensorPart part(const Configuration&, std::string_view tensor) { return part_of(tensor); }

constexpr std::array both = {"encoder"sv, "decoder"sv};
constexpr std::array encoder_alone = {"encoder"sv};
constexpr std::array decoder_alone = {"decoder"sv};
constexpr std::array settings = {"norm"sv,      "norm_kind"sv, "norm_epsilon"sv,    "norm_last"sv,
                                 "positions"sv, "position"sv,  "scale_embedding"sv, "embedding"sv,
                                 "attention"sv, "feed"sv,      "output"sv,          "causal"sv};

heed::Architecture row(Kind kind, std::string_view title, std::span<const std::string_view> objects) {
    heed::Architecture row{};
    row.id = id(kind);
    row.title = title;
    row.objects = objects;
    row.settings = settings;
    row.read = read_config<config_from_json>;
    row.write = write_config<Config>;
    row.set_vocabularies = set_vocabularies;
    row.vocabularies = of_config<vocabularies>;
    row.declare = of_config<declare<float>>;
    row.complete = complete;
    row.brief = of_config<brief>;
    row.made_of = of_config<made_of>;
    row.attention_words = of_config<attention_words>;
    row.in_words = of_config<in_words>;
    row.outline = of_config<outline_of>;
    row.quantities = quantities;
    row.part_of = part;
    row.described = of_config<described>;
    row.initialise = initialise;
    row.heads = of_config<heads_in>;
    row.head_context = of_config<context_of>;
    if (kind == Kind::Encoder) {
        row.run = run;
        return row;
    }
    row.make_stepper = of_config<make_stepper>;
    row.forced = of_config<forced>;
    row.copies = never;
    row.tagged = never;
    row.derive = derive_run;
    return row;
}

} // namespace

const std::array<heed::Architecture, 3> architectures = {
    row(Kind::EncoderDecoder, "Transformer", both), row(Kind::Encoder, "Transformer encoder", encoder_alone),
    row(Kind::Decoder, "Transformer decoder", decoder_alone)};

const heed::Architecture& architecture_of(const Config& config) {
    return architectures[static_cast<std::size_t>(config.kind)];
}

} // namespace heed::transformer
