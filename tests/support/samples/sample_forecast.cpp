#include "tests/support/samples/sample_forecast.h"

#include "core/models/forecast/architecture.h"
#include "core/models/forecast/forecast.h"
#include "core/train/initialise.h"

namespace heed {

Model sample_forecast_model(forecast::Config kind, int drivers) {
    kind.input.drivers = drivers;
    kind.encoder.hidden = 6;
    kind.decoder.hidden = 5;
    Model model;
    model.name = "lagged/sample";
    model.task = "lagged";
    model.parameters = forecast::declare<float>(kind);
    Random random(7);
    train::initialise(model.parameters, random);
    model.config = kind;
    complete(model);
    return model;
}

std::string sample_series(int rows, int drivers) {
    Random random(3);
    std::string text;
    for (int t = 0; t < rows; ++t) {
        for (int k = 0; k <= drivers; ++k)
            text += (k ? "," : "") + std::to_string(static_cast<int>(random.below(400)) - 200) + "e-2";
        text += '\n';
    }
    return text;
}

} // namespace heed
