#include "core/models/model.h"

#include "core/text/strings.h"
#include "core/text/tokenizer.h"

namespace heed {

namespace {

/// "dates/additive" becomes "Dates": the family, with a capital, unless config.json has a title of its own.
std::string title_of(const Model& model) {
    if (model.config_json.is_object()) {
        const auto it = model.config_json.find("title");
        if (it != model.config_json.end() && it->is_string()) return it->get<std::string>();
    }
    return capitalized(model.name.substr(0, model.name.find('/')));
}

/// The model's own numbers, which live as long as the map; without those that are kept as the file has them.
std::shared_ptr<const TensorMap> views_of(const nn::ParameterSet<float>& parameters) {
    struct Views {
        std::shared_ptr<const nn::ParameterSet<float>::Items> numbers;
        TensorMap map;
    };
    const auto views = std::make_shared<Views>();
    views->numbers = parameters.shared();
    for (const auto& p : *views->numbers)
        if (!p.stored)
            views->map.try_emplace(
                p.name, Eigen::Map<const MatrixXf>(p.value.data(), p.value.rows(), p.value.cols()));
    return {views, &views->map};
}

} // namespace

void complete(Model& model) {
    model.tensors = views_of(model.parameters);

    ModelFacts& facts = model.facts;
    facts.name = model.name;
    facts.title = title_of(model);
    facts.task = model.task;
    facts.architecture = model.config.architecture()->id;
    facts.character_level = model.tokenizer.level == TokenLevel::Character;
    facts.parameters = model.parameters.count();
    if (model.config_json.is_object()) {
        const auto it = model.config_json.find("doubt");
        if (it != model.config_json.end() && it->is_string()) facts.doubt = it->get<std::string>();
    }
    model.config.architecture()->complete(model);
}

} // namespace heed
