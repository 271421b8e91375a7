#include "tests/support/samples/sample_pointer.h"

#include "core/models/pointer/architecture.h"
#include "core/models/pointer/pointer.h"
#include "core/train/initialise.h"

namespace heed {

Model sample_pointer_model(pointer::Config config) {
    config.hidden = 12;
    config.attention.size = 6;
    Model model;
    model.task = config.input.size == 1 ? "sort" : "hull";
    model.name = model.task + "/sample";
    model.tokenizer = {TokenLevel::Word, true};
    model.parameters = pointer::declare<float>(config);
    Random random(7);
    train::initialise(model.parameters, random);
    for (int k = 0; k < model.parameters.size(); ++k) model.parameters[k].value *= 3; // it prefers something
    model.config = config;
    complete(model);
    return model;
}

Model sample_sorter() {
    pointer::Config config;
    config.input.size = 1;
    config.attention.end = false;
    return sample_pointer_model(config);
}

} // namespace heed
