// The colours of phases.
#pragma once

#include "app/figures/base/palette.h"
#include "core/trace/outline.h"

#include <cstddef>

namespace heed {

/// The colour of a phase's role; text has none.
constexpr Color role_color(Role role, const Palette& c) {
    constexpr Color Palette::*of[] = {&Palette::t2,       &Palette::t2,        &Palette::forward,
                                      &Palette::backward, &Palette::attention, &Palette::decoder,
                                      &Palette::output}; // as in Role
    return c.*of[static_cast<std::size_t>(role)];
}
/// The same for a heading, where what is joined stands out.
inline Color heading_color(const Phase& phase, const Palette& c) {
    return phase.info->role == Role::Joined ? c.t1 : role_color(phase.info->role, c);
}

} // namespace heed
