#include "core/models/model.h"

#include "core/models/seq2seq/facts.h"
#include "core/text/tokenizer.h"

namespace heed {

namespace {

/// "dates/additive" becomes "Dates": the family, with a capital, unless config.json has a title of its own.
std::string title_of(const Model& model) {
    if (model.config_json.is_object()) {
        const auto it = model.config_json.find("title");
        if (it != model.config_json.end() && it->is_string()) return it->get<std::string>();
    }
    std::string family = model.name.substr(0, model.name.find('/'));
    if (!family.empty() && family[0] >= 'a' && family[0] <= 'z')
        family[0] = static_cast<char>(family[0] - 'a' + 'A');
    return family;
}

/// The model's own numbers, which live as long as the map.
std::shared_ptr<const TensorMap> views_of(const nn::ParameterSet<float>& parameters) {
    struct Views {
        std::shared_ptr<const nn::ParameterSet<float>::Items> numbers;
        TensorMap map;
    };
    const auto views = std::make_shared<Views>();
    views->numbers = parameters.shared();
    for (const auto& [name, rank, rows, cols, m] : *views->numbers)
        views->map.try_emplace(name, Eigen::Map<const MatrixXf>(m.data(), m.rows(), m.cols()));
    return {views, &views->map};
}

} // namespace

void complete(Model& model) {
    model.tensors = views_of(model.parameters);

    const Seq2SeqConfig& config = model.config;
    ModelFacts& facts = model.facts;
    Seq2SeqFacts& own = facts.edit<Seq2SeqFacts>();
    facts.name = model.name;
    facts.title = title_of(model);
    facts.task = model.task;
    facts.architecture = "seq2seq";
    own.cell = to_string(config.encoder.cell);
    own.order = to_string(config.decoder.order);
    facts.score = config.attention.score;
    facts.alignment = info(config.attention.alignment).id;
    own.context = to_string(config.decoder.context);
    own.window = config.attention.window;
    own.reversed = config.encoder.reversed;
    own.tagged = config.decoder.first_input == FirstInput::Tag;
    own.bidirectional = config.encoder.bidirectional;
    own.input_feeding = config.decoder.input_feeding;
    facts.character_level = model.tokenizer.level == TokenLevel::Character;
    own.encoder_layers = config.encoder.layers;
    own.decoder_layers = config.decoder.layers;
    own.embedding = config.encoder.embedding;
    own.hidden = config.encoder.hidden;
    own.state = config.decoder.hidden;
    const bool sized = find_score(config.attention.score)->sized ||
                       config.attention.alignment == attention::AlignmentKind::LocalP;
    own.attention = sized ? config.attention.size : 0;
    facts.parameters = model.parameters.count();
    own.merge = to_string(config.encoder.merge);
    own.start = to_string(config.decoder.start);
    own.readout = to_string(config.decoder.readout);
    own.reads = names_of(config.reads());
    own.reads_previous = config.decoder.readout_state == ReadoutState::Previous;
    own.asks_with_token = config.attention.query == Asks::TokenState;
    own.first_input = config.decoder.first_input != FirstInput::None;
    own.normalised = config.normalisation.on();
    own.slots = config.attention.score == "location" ? config.attention.positions : 0;
    own.projection = config.decoder.projection;
    if (config.attention.alignment == attention::AlignmentKind::Slots) model.longest_input = own.slots;
}

} // namespace heed
