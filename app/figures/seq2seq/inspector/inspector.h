// The inspector: the newest sub-step explained, symbols above and this cell's numbers below (phases §11).
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/inspector/narration.h"
#include "core/trace/trace.h"

#include <string>
#include <vector>

namespace heed {

/// width is the column (320 + 2·20). The scene is as tall as it needs to be; the view scrolls it.
/// `preview`: weights that output `previewed` might have, beside its own.
Scene inspector_figure(const Trace& trace, const Playhead& playhead, float width, const FigureStyle& style,
                       const std::vector<float>* preview = nullptr, int previewed = -1);
/// What a click on a tensor copies: the values of the row that carries this name (PickKind::Tensor) in the
/// scene that inspector_figure makes of the same playhead. A vector is one line "0.1, -0.2" with 9
/// significant digits, a matrix a line a row; several matrices each follow a line "# name". "" if there is
/// none.
std::string tensor_text(const Trace& trace, const std::string& name, const Playhead& playhead);

/// "What you will see": before the first step (design 7-first-run).
/// In the words of that model; of dates, where there is none.
Scene welcome_figure(float width, const FigureStyle& style, const ModelFacts* model = nullptr);

/// Of the newest sub-step.
Narration narrate(const Trace& trace, const Playhead& playhead, const Palette& colors);

} // namespace heed
