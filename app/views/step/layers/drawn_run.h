// The run of a Transformer as its columns are drawn: in pieces, or in words. Made once, kept in the memory of
// the window.
#pragma once

#include "app/figures/transformer/transformer.h"
#include "app/figures/transformer/words.h"
#include "app/views/base/ui.h"

#include <memory>

namespace heed {

/// What the columns are drawn from: the run, or its words.
struct DrawnRun {
    std::shared_ptr<const Trace> run;
    std::shared_ptr<const TransformerMaps> maps;
    std::shared_ptr<const WordRun> words; // null: in pieces
    Playhead head;
    Playhead pieces; // of the run
};

/// The run of the loaded model, if that is a Transformer; else null.
const Trace* layered_run(const AppState& s);

/// What there is of it at that place.
DrawnRun drawn_run(Ui& ui, const Playhead& head);

/// What is pointed at in the picture, in the run: of a word the piece at work, of another word the first.
PickId in_run(const Ui& ui, const DrawnRun& drawn, const PickId& pick);

/// How its columns are drawn in a room of that size, in pixels.
TransformerSettings transformer_settings(Ui& ui, const DrawnRun& drawn, float width, float height);

} // namespace heed
