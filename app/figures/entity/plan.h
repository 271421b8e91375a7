// Where everything stands in the picture of an entity network. Sizes are px at scale 1 (gallery §17).
#pragma once

#include "app/figures/entity/reading.h"

namespace heed::slots {

struct Plan {
    float edge = 16;                        // of titles and numbers of sentences
    float text = 40, text_room = 264;       // sentences
    float gates = 312, pitch = 60;          // left edge of the first slot's column
    float title = 20;                       // middle
    float header = 48, rows = 64, row = 34; // middle of the names; upper edge and height of the rows
    int first = 0, shown = 0;               // sentences
    bool more_above = false, more_below = false;
    bool empty_row = true; // the row for another sentence
    float question = 0;    // upper edge of what stands below the story
    bool tall = true;      // that block has room for all of its parts
    bool paths = true;     // there is a right column
    Box plane;             // of the paths
    Box panel;             // of which slot serves which name; width 0: not there
    Box controls;
    float left_end = 732; // of the gates

    float x(int slot) const { return gates + (static_cast<float>(slot) + 0.5f) * pitch; }
    float y(int sentence) const { return rows + (static_cast<float>(sentence - first) + 0.5f) * row; }
    bool shows(int sentence) const { return sentence >= first && sentence < first + shown; }
    Box cell(int sentence, int slot) const {
        return {x(slot) - pitch / 2, y(sentence) - row / 2, pitch, row};
    }
    float rows_end() const { return rows + static_cast<float>(shown) * row; }
};

Plan plan_of(const Reading& reading, const StorySettings& settings, const Playhead& playhead);

} // namespace heed::slots
