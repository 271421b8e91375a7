#include "core/models/model.h"

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
    facts.name = model.name;
    facts.title = title_of(model);
    facts.task = model.task;
    facts.architecture = "seq2seq";
    facts.cell = to_string(config.encoder.cell);
    facts.order = to_string(config.decoder.order);
    facts.score = config.attention.score;
    facts.alignment = info(config.attention.alignment).id;
    facts.context = to_string(config.decoder.context);
    facts.window = config.attention.window;
    facts.reversed = config.encoder.reversed;
    facts.tagged = config.decoder.first_input == FirstInput::Tag;
    facts.bidirectional = config.encoder.bidirectional;
    facts.input_feeding = config.decoder.input_feeding;
    facts.character_level = model.tokenizer.level == TokenLevel::Character;
    facts.encoder_layers = config.encoder.layers;
    facts.decoder_layers = config.decoder.layers;
    facts.embedding = config.encoder.embedding;
    facts.hidden = config.encoder.hidden;
    facts.state = config.decoder.hidden;
    const bool sized = find_score(config.attention.score)->sized ||
                       config.attention.alignment == attention::AlignmentKind::LocalP;
    facts.attention = sized ? config.attention.size : 0;
    facts.parameters = model.parameters.count();
    facts.merge = to_string(config.encoder.merge);
    facts.start = to_string(config.decoder.start);
    facts.readout = to_string(config.decoder.readout);
    facts.reads = names_of(config.reads());
    facts.reads_previous = config.decoder.readout_state == ReadoutState::Previous;
    facts.asks_with_token = config.attention.query == Asks::TokenState;
    facts.first_input = config.decoder.first_input != FirstInput::None;
    facts.normalised = config.normalisation.on();
    facts.slots = config.attention.score == "location" ? config.attention.positions : 0;
    facts.projection = config.decoder.projection;
    if (config.attention.alignment == attention::AlignmentKind::Slots) model.longest_input = facts.slots;
}

} // namespace heed
