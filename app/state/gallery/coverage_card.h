// Coverage has no frame of its own: its card opens Step on the words that plain attention gets wrong.
#pragma once

#include "app/figures/gallery/gallery.h"
#include "app/state/jobs/engine.h"
#include "app/state/update.h"

#include <string_view>

namespace heed {

/// What both models of the card are given.
inline constexpr std::string_view coverage_text = "a a a b b b b b a a a b b b";

CardPicture coverage_card(const Engine& engine);
EffectList open_coverage(AppState& state);

} // namespace heed
