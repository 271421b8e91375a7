// A recurrent entity network as a picture: a story row by row, how far each sentence opens each slot, the
// path of every slot, and what the question finds (gallery §17, picture 18). Knows runs, not the models that
// made them.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/inspector/narration.h"
#include "app/figures/inspector/result_line.h"
#include "core/models/entity/facts.h"
#include "core/trace/trace.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed {

/// One model of the family, as it was measured when it was trained.
struct StoryMember {
    std::string name, label;     // "stories/tied", "slots tied to names"
    bool gated = false;          // it has slots with gates: no baseline
    std::optional<double> right; // share of held-out stories that it answers right
    std::optional<double> twice; // the same of stories twice as long
};

/// What stands beside a run: what the task knows of the story, the same story with free keys, and all models
/// of the task.
struct StoryBoard : Board {
    /// Whom a sentence concerns, by their slots where keys are tied, and what is known after it.
    struct Sentence {
        std::vector<int> named, carried;
        std::vector<int> where; // of each slot: the place, into `places`; -1: not known
    };
    std::vector<Sentence> told;     // none where the story is not of the task
    std::vector<std::string> slots; // the names that `told` counts, as they are shown: "Mary", "milk"
    std::vector<std::string> places;
    std::string answer;                // the right one; empty where it is not known
    std::string unanswered;            // why not
    std::shared_ptr<const Trace> free; // null: there is no such model, or it cannot read the story
    std::vector<StoryMember> members;
    int find(const std::string& name) const; // or -1
};

struct StorySettings {
    float width = 1240, height = 808; // of the canvas
    int editing = -1;     // the sentence whose row is a field, from 0; N: the empty one below the last
    bool writable = true; // sentences can be written and edited
    bool hall = false;    // story, gates and question alone, without what explains them
    bool operator==(const StorySettings&) const = default;
};

/// Picks: PickKind::Column j = a slot (its header, its weight, its path), PickKind::Row t = a sentence, whose
/// row N is the empty one, PickKind::Cell i = sentence, j = slot. Hover: playhead.hover_column is a slot,
/// hover_row a sentence.
Scene story_figure(const Trace& run, const StoryBoard& board, const Playhead& playhead,
                   const StorySettings& settings, const FigureStyle& style);
/// For a hall, as designed for 1600 px; `height` without the band.
Scene story_lecture(const Trace& run, const StoryBoard& board, const Playhead& playhead, float width,
                    float height, const FigureStyle& style);
struct StoryLayout {
    int first = 0;         // the sentence of rows.front()
    std::vector<Box> rows; // the text of each sentence that is shown, and of the empty row below the last
    Box list;              // room for a list below a field
    Box controls;          // free for what the window puts there
};
StoryLayout story_layout(const Trace& run, const StorySettings& settings, const Playhead& playhead);

/// What stands at the right (gallery §12).
Scene story_inspector(const Trace& run, const StoryBoard& board, const Playhead& playhead, float width,
                      float height, const FigureStyle& style);
/// "“Mary went to the garden” opens Mary’s slot (.95). The milk stays shut (.02)."
Narration story_narration(const Trace& run, const StoryBoard& board, const Playhead& playhead,
                          const Palette& colors);
/// The equation of the newest phase with its result, as the inspector's card has it; empty before the first.
ResultLine story_result_line(const Trace& run, const StoryBoard& board, const Playhead& playhead,
                             const FigureStyle& style);

} // namespace heed
