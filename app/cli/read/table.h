// Input of models that read a table of numbers: a CSV file's name, or - for one that is piped in.
#pragma once

#include "core/models/model.h"
#include "core/tasks/item.h"

#include <optional>
#include <string>
#include <vector>

namespace heed::cli {

struct TableWords {
    std::string target; // --target: the column that is foretold; empty: the model's own
    int window = 0;     // --window: how many rows are read; 0: the model's own
};

/// Whether the model reads tables.
bool reads_tables(const Model& model);
/// What such a model is given for what was typed: the rows of the CSV file of that name ("-": of standard
/// input), or the text itself where there is no such file. What was left out or filled in is said on standard
/// error. Throws heed::Error: a file that cannot be used, a target or a window other than the model's.
std::string table_text(const Model& model, const std::string& typed, const TableWords& words);

/// Every window of a CSV file with the value that such a model should foretell from it, oldest first. Throws
/// heed::Error as table_text does, and where there are too few rows for one.
std::vector<tasks::Item> table_items(const Model& model, const std::string& file);

/// The plain LSTM that lies beside a model that weighs drivers, of the same columns and as many rows: what it
/// is held against. None: it has none, or is one.
std::optional<Model> lstm_beside(const Model& model);

} // namespace heed::cli
