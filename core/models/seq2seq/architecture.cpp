#include "core/models/seq2seq/architecture.h"

#include "core/models/model.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/network.h"
#include "core/models/seq2seq/rescore.h"
#include "core/models/seq2seq/stepper.h"
#include "core/text/strings.h"

#include <array>

namespace heed::seq2seq {
namespace {

/// Whether its attention has a size of its own.
bool sized(const Seq2SeqConfig& config) {
    return find_score(config.attention.score)->sized ||
           config.attention.alignment == attention::AlignmentKind::LocalP;
}

void set_vocabularies(Configuration& configuration, int source, int target) {
    configuration.edit<Seq2SeqConfig>().source_vocabulary = source;
    configuration.edit<Seq2SeqConfig>().target_vocabulary = target;
}

heed::Architecture::Vocabularies vocabularies(const Configuration&) { return {}; }

void complete(Model& model) {
    const Seq2SeqConfig& config = model.config.as<Seq2SeqConfig>();
    ModelFacts& facts = model.facts;
    facts.score = config.attention.score;
    facts.alignment = info(config.attention.alignment).id;
    Seq2SeqFacts& mine = facts.edit<Seq2SeqFacts>();
    mine.cell = to_string(config.encoder.cell);
    mine.order = to_string(config.decoder.order);
    mine.context = to_string(config.decoder.context);
    mine.gate = to_string(config.decoder.gate);
    mine.window = config.attention.window;
    mine.reversed = config.encoder.reversed;
    mine.tagged = config.decoder.first_input == FirstInput::Tag;
    mine.bidirectional = config.encoder.bidirectional;
    mine.input_feeding = config.decoder.input_feeding;
    mine.fed_context = config.decoder.input_feeding && config.decoder.fed == Fed::Context;
    mine.reads_token = config.decoder.reads_token;
    mine.recurrent_readout = config.decoder.recurrent == Recurrent::Readout;
    mine.exchanged = config.decoder.recurrent == Recurrent::Exchanged;
    mine.padded = config.encoder.padded;
    mine.encoder_layers = config.encoder.layers;
    mine.decoder_layers = config.decoder.layers;
    mine.embedding = config.encoder.embedding;
    mine.hidden = config.encoder.hidden;
    mine.state = config.decoder.hidden;
    mine.attention = sized(config) ? config.attention.size : 0;
    mine.merge = to_string(config.encoder.merge);
    mine.start = to_string(config.decoder.start);
    mine.readout = to_string(config.decoder.readout);
    mine.reads = names_of(config.reads());
    mine.reads_previous = config.decoder.readout_state == ReadoutState::Previous;
    mine.asks_with_token = config.attention.query == Asks::TokenState;
    mine.first_input = config.decoder.first_input != FirstInput::None;
    mine.normalised = config.normalisation.on();
    mine.slots = config.attention.score == "location" ? config.attention.positions : 0;
    mine.projection = config.decoder.projection;
    mine.copies = config.decoder.copy;
    mine.sharpen = config.attention.sharpen;
    mine.smooth = config.attention.smooth;
    mine.fertility = config.attention.fertility;
    mine.coverage_loss = config.attention.coverage_loss;
    mine.heads = config.attention.heads;
    mine.values = config.attention.values;
    mine.head_projection = config.attention.projection;
    mine.filters = config.attention.score == "location-aware" ? config.attention.filters : 0;
    mine.width = config.attention.score == "location-aware" ? config.attention.width : 0;
    if (config.attention.alignment == attention::AlignmentKind::Slots) model.longest_input = mine.slots;
    if (config.encoder.cut) model.longest_input = config.encoder.padded;
}

std::string attention_words(const Seq2SeqConfig& model) {
    if (model.attention.score == "none") return "no attention (one fixed context)";
    std::string text = model.attention.score + " attention";
    if (model.attention.heads > 1) text += " of " + std::to_string(model.attention.heads) + " heads";
    if (model.attention.coverage_loss > 0) text += " with its coverage loss";
    if (model.decoder.copy) text += " and copying";
    if (model.attention.alignment != attention::AlignmentKind::Global)
        text += " in a window of ±" + std::to_string(model.attention.window) + " (" +
                std::string(info(model.attention.alignment).id) + ")";
    return text;
}

std::string made_of(const Seq2SeqConfig& config) {
    const std::string function = function_name(config.attention);
    return ascii_upper(to_string(config.encoder.cell)) + " " + std::to_string(config.encoder.hidden) + ", " +
           (function == "none" ? "no attention" : function) +
           (config.attention.heads > 1 ? ", " + std::to_string(config.attention.heads) + " heads" : "") +
           (config.decoder.copy ? ", copying" : "");
}

ModelBrief brief(const Seq2SeqConfig& config) {
    std::string cell = to_string(config.encoder.cell);
    if (config.encoder.cell != config.decoder.cell) cell += "+" + to_string(config.decoder.cell);
    return {config.attention.score, std::string(info(config.attention.alignment).id),
            function_name(config.attention), std::move(cell), config.encoder.hidden};
}

std::string in_words(const Seq2SeqConfig& m) {
    return std::string("A ") + (m.encoder.bidirectional ? "bidirectional " : "") +
           ascii_upper(to_string(m.encoder.cell)) + " encoder (embedding " +
           std::to_string(m.encoder.embedding) + ", " + std::to_string(m.encoder.hidden) +
           (m.encoder.bidirectional ? " a direction" : "") + "), a " +
           ascii_upper(to_string(m.decoder.cell)) + " decoder of " + std::to_string(m.decoder.hidden) +
           " in " + to_string(m.decoder.order) + " order" +
           (m.decoder.input_feeding ? " with input feeding, " : ", ") + attention_words(m) +
           (find_score(m.attention.score)->sized ? " of " + std::to_string(m.attention.size) : "");
}

Var<float> forced(const Seq2SeqConfig& config, nn::Graph<float>& graph, const nn::Sequences& source,
                  const nn::Sequences& inputs, Var<float>* besides) {
    return Seq2Seq<float>(config, graph).forced(source, inputs, besides);
}

bool copies(const Seq2SeqConfig& config) { return config.decoder.copy; }

bool tagged(const Seq2SeqConfig& config) { return config.decoder.first_input == FirstInput::Tag; }

constexpr std::array<std::string_view, 3> objects = {"encoder", "decoder", "attention"};

constexpr heed::Architecture row() {
    heed::Architecture row{};
    row.id = "seq2seq";
    row.title = "Encoder-decoder";
    row.objects = objects;
    row.read = read_config<seq2seq_config_from_json>;
    row.write = write_config<Seq2SeqConfig>;
    row.set_vocabularies = set_vocabularies;
    row.vocabularies = vocabularies;
    row.declare = of_config<declare_seq2seq<float>>;
    row.complete = complete;
    row.brief = of_config<brief>;
    row.made_of = of_config<made_of>;
    row.attention_words = of_config<attention_words>;
    row.in_words = of_config<in_words>;
    row.outline = of_config<seq2seq_outline>;
    row.make_stepper = of_config<make_stepper>;
    row.forced = of_config<forced>;
    row.copies = of_config<copies>;
    row.tagged = of_config<tagged>;
    row.shared_functions = shared_functions;
    row.rescore = rescore;
    return row;
}

} // namespace

constinit const Architecture architecture = row();

} // namespace heed::seq2seq

const heed::Architecture& heed::architecture_of(const Seq2SeqConfig&) { return seq2seq::architecture; }
