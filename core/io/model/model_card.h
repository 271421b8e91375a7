// What config.json says of how a model was trained and of how well it does, for lists of models.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace heed::io {

struct ModelCard {
    std::string fails_at;          // one sentence; empty: nothing is said
    bool fails_on_purpose = false; // it is there to show how one fails

    // Measured on items that were held out.
    int items = 0;
    std::optional<double> exact;   // the share that came out right
    double tolerance = 0;          // of answers that are numbers
    std::optional<double> error;   // alignment error rate
    std::optional<double> perfect; // that of a map that is right in every row
    std::optional<double> on_gold; // the share of the weights that lies on gold places
    struct Length {
        int from = 0, to = 0, items = 0;
        double exact = 0;
    };
    std::vector<Length> by_length;

    int shortest = 0, longest = 0; // tokens of what it was trained on; 0: not known
    int step = 0;                  // that was kept

    bool measured() const { return exact.has_value() && items > 0; }
};

/// What is absent, of the wrong kind or not a share stays as it is: the file may be anyone's.
ModelCard card_of(const nlohmann::json& config);

/// What a measured model without a sentence of its own fails at: the lengths that come out worst, or that
/// nothing was seen; empty where nothing was measured.
std::string weakest_lengths(const ModelCard& card, const std::string& units);

} // namespace heed::io
