// What `heed train` shows while it works: a picture redrawn in place on a terminal, a line now and then
// otherwise.
#pragma once

#include "app/cli/print/terminal.h"

#include <optional>
#include <string>
#include <vector>

namespace heed::cli {

struct TrainStatus {
    std::string title;   // "dates"
    std::string made_of; // "GRU 48, additive"
    long long parameters = 0;
    unsigned long long seed = 0;
    int threads = 1;
    std::string recipe; // "dates/additive"
    int batch = 0;
    double first_rate = 0, last_rate = 0; // learning rate, highest and at the end
    std::string measure = "exact";        // what held-out items are, or "right"

    int step = 0, steps = 0;
    bool finished = false;
    double loss = 0; // of late
    struct HeldOut {
        int step;
        double loss, exact; // or right
    };
    std::vector<HeldOut> looks;  // oldest first
    std::vector<double> losses;  // of training, one a look
    std::optional<HeldOut> best; // of the looks
    double speed = 0;            // steps a second
    double seconds = 0;          // since the start

    struct Example {
        std::string input, output, wanted;
        bool right = false;
    };
    std::vector<Example> examples;
};

/// The picture, one string a line, cut to the terminal's width.
std::vector<std::string> draw(const TrainStatus& status, const Terminal& terminal);

/// "step 8500   loss 0.0131  held 0.0240  exact 0.990  211/s  left 7s"
std::string log_line(const TrainStatus& status);

/// "4e-3", "1.2e-3".
std::string rate_text(double rate);
/// `values` brought to `cells` block characters, each the mean of its share; from 0 to `top`.
std::string blocks(const std::vector<double>& values, int cells, double top);

} // namespace heed::cli
