// A table of a person's own: what was found in it, and how far learning from it is.
#pragma once

#include "core/io/csv/csv.h"

#include <memory>
#include <string>
#include <vector>

namespace heed {

namespace train {
class SeriesLearning;
}

struct OwnTable {
    bool opened = false;   // its panel is shown
    bool arriving = false; // it is shown once it is read: no forecast was on the screen
    std::string path;
    std::shared_ptr<const io::CsvTable> table; // null while it is read
    std::vector<io::CsvFinding> findings;      // what was found in it, once and not each frame
    std::size_t first_hole = 0;                // the first row where something is missing; rows(): none
    std::string problem;                       // why there is none, or why nothing was learnt
    io::CsvMissing missing = io::CsvMissing::Before;
    int target = 0; // which of its columns of numbers is foretold
    int window = 12;

    enum class Doing { Nothing, Reading, Learning } doing = Doing::Nothing;
    int turn = 0;       // of what is asked for: what comes of an earlier turn is let go
    bool asked = false; // a worker has the next part in hand
    std::shared_ptr<train::SeriesLearning> learning; // in the hands of a worker while `asked`
    int step = 0, steps = 0;
    bool baseline = false; // the LSTM is being trained
    double error = 0;
    std::string folder;  // of the model that was learnt, to be opened next
    std::string weights; // the file holds attention, not a table: to be opened as that next
};

} // namespace heed
