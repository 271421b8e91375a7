// What the bar of Compare is made of.
#pragma once

#include "app/views/base/ui.h"

#include <functional>
#include <string>
#include <vector>

namespace heed {

/// Room that all chips need beside one another; the chips, of which the wheel moves those that do not fit.
float chips_width(const Ui& ui);
void chips(Ui& ui, Box room);

/// A control of the bar: so wide with and without its name, and drawn from a left middle point on.
struct BarPart {
    float width = 0, named_width = 0;
    std::function<void(float x, float y, bool named)> draw;
};
BarPart temperature_part(Ui& ui, bool with_words);
BarPart weights_part(Ui& ui);
BarPart encoder_part(Ui& ui, bool brief);
BarPart rows_part(Ui& ui);
BarPart align_part(Ui& ui);
BarPart swap_part(Ui& ui);
BarPart turn_part(Ui& ui);
BarPart second_model_part(Ui& ui);
/// Which head's weights a panel shows; `name` before it.
BarPart panel_head_part(Ui& ui, int panel, const std::string& name);
BarPart target_part(Ui& ui, float width);
/// The playhead over the outputs, which all panels share.
BarPart scrub_part(Ui& ui, float width);
BarPart legend_part(Ui& ui, float width);

} // namespace heed
