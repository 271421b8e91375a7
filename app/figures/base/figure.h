// What every figure is given besides its trace.
#pragma once

#include "app/figures/base/palette.h"
#include "app/figures/base/scene.h"

#include <memory>

namespace heed {

struct Trace;

struct FigureStyle {
    Theme theme = Theme::Dark;
    const TextMetrics* metrics = nullptr; // never null when a figure is made
    ColorMapId map = ColorMapId::Ember;
    ValueScale scale = ValueScale::Linear;
    bool numbers = true; // N: numbers in cells where they fit
    const Palette& colors() const { return palette(theme); }
    bool operator==(const FigureStyle&) const = default;
};

/// What the picture of a mechanism is drawn from, where one run is not enough; each has its own.
struct Board {
    virtual ~Board() = default;
};

/// What the pointer, the keys and the playhead say about a run. Shared by all figures of a view, so that
/// everything that is hovered in one is lit in all.
struct Playhead {
    int at = 0;             // sub-steps revealed (trace/phases.h)
    float progress = 1;     // of the newest sub-step's animation, 0..1, eased by the figure
    bool backwards = false; // the newest change was a step back
    bool reduced = false;   // reduced motion or more than 4x: only opacity and length move
    int hover_column = -1;  // source position under the pointer, else -1
    int hover_row = -1;     // output under the pointer
    int column = -1;        // source position chosen by click or arrows; -1: the phase's own default
    int row = -1;           // output chosen ([ and ]); -1: the current one
    int unit = -1;          // unit of a vector that is looked at; -1: the phase's own default
    bool hover_past = false, past = false; // hover_column, column: of what was written before, not the source
    bool operator==(const Playhead&) const = default;
};

/// A run whose picture lends its layout, as long as a hand holds a weight in it; null: none.
struct LaidOut {
    std::shared_ptr<const Trace> run{};
    Playhead head{};
    bool operator==(const LaidOut&) const = default;
};

} // namespace heed
