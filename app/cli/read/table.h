// Input of models that read a table of numbers: a CSV file's name, or - for one that is piped in.
#pragma once

#include "core/models/model.h"

#include <string>

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

} // namespace heed::cli
