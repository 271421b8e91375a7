// What draws an opened mechanism, a row each: the parallel rows of app/state/gallery/mechanisms.h.
#pragma once

#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/figures/seq2seq/inspector/result_line.h"
#include "app/views/views.h"

#include <string_view>
#include <vector>

namespace heed {

struct MechanismPicture {
    std::string_view id; // of its mechanism; empty: of every other
    void (*canvas)(Ui&, Box);
    void (*panel)(Ui&, Box);
    ResultLine (*lecture)(Ui&, Box, float scale);
    Narration (*narration)(Ui&, const Playhead&);
    void (*answer)(Ui&, Box);
    std::string_view differs_in = "Model"; // what the menu at the right chooses
    /// What stands in the menu at the right, of the models of the task; null: the model's own name.
    std::string (*choice)(const AppState&) = nullptr;
    std::vector<MenuItem> (*choices)(const AppState&) = nullptr; // what it offers; null: all of the task
};
/// Of the mechanism on the screen.
const MechanismPicture& picture_of(const AppState& state);

/// The picture is of an earlier input: the one that stands in the field cannot be read.
bool of_earlier_input(const AppState& state);

} // namespace heed
