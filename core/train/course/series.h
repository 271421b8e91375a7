// Learning to foretell a column of a person's own table.
#pragma once

#include "core/train/course/items.h"
#include "core/train/training.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed::train {

/// Columns of numbers without a hole, oldest row first, and which of them is foretold from how many rows.
struct SeriesTable {
    std::string name; // for errors: the file
    std::vector<std::string> columns;
    std::vector<std::vector<double>> values; // a column each
    std::string target;
    int window = 12;
    std::size_t rows() const { return values.empty() ? 0 : values.front().size(); }
};

/// Fewer rows than this cannot be learnt from: "only 40 rows: at least 60 are needed".
std::size_t fewest_rows(int window);

/// With attention, or the plain LSTM that it is held against; the columns' means and scales are those of the
/// rows to learn from. Throws heed::Error: no such column, no other one, too few rows.
Recipe series_recipe(const SeriesTable& table, bool attention, const std::string& name);

/// Every window with the value after it, in the order of time: the first seven tenths to learn from, a tenth
/// to choose the best model by, the last two tenths held out.
ItemData series_data(const SeriesTable& table);

struct SeriesSettings {
    int steps = 1500; // of each of the two models
    std::uint64_t seed = 1;
};
/// How far learning has come: first the model with attention, then the plain LSTM.
struct SeriesProgress {
    int step = 0, steps = 0; // of both together
    bool baseline = false;   // the LSTM is being trained
    double error = 0;        // on the rows it is chosen by, root mean square, in the target's own unit
};
struct SeriesModels {
    Model attention, lstm;
};
/// Learns both, a step at a time, so that whoever waits can look on and stop. Belongs to one thread at a
/// time.
class SeriesLearning {
public:
    /// Throws heed::Error: what series_recipe refuses.
    SeriesLearning(SeriesTable table, std::string name, const SeriesSettings& settings);
    ~SeriesLearning();

    /// One step; false once both are learnt. Throws heed::Error where the loss became infinite.
    bool advance();
    SeriesProgress progress() const;
    /// Once both are learnt. The errors of both and of the rules stand in the first one's config.json,
    /// "training"."results"."rmse".
    SeriesModels models() const;

private:
    void begin(bool attention);

    SeriesTable table_;
    std::string name_;
    SeriesSettings settings_;
    double unit_ = 1; // what an error of 1 is in the target's own unit
    std::unique_ptr<Training> training_;
    std::optional<Model> attention_, lstm_;
};

} // namespace heed::train
