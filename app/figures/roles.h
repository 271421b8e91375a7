// The colours of phases.
#pragma once

#include "app/figures/base/palette.h"
#include "core/trace/outline.h"

namespace heed {

/// The colour of a phase's role; text has none.
constexpr Color role_color(Role role, const Palette& c) {
    switch (role) {
    case Role::Forward:
        return c.forward;
    case Role::Backward:
        return c.backward;
    case Role::Attention:
        return c.attention;
    case Role::Decoder:
        return c.decoder;
    case Role::Output:
        return c.output;
    case Role::Text:
    case Role::Joined:
        break;
    }
    return c.t2;
}
/// The same for a heading, where what is joined stands out.
inline Color heading_color(const Phase& phase, const Palette& c) {
    return phase.info->role == Role::Joined ? c.t1 : role_color(phase.info->role, c);
}

} // namespace heed
