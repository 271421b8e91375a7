#include "app/views/standing.h"

#include "app/figures/report/doubt.h"
#include "app/views/base/icons.h"

namespace heed {

void standing_sign(Ui& ui, Standing standing, Point middle) {
    const Palette& c = ui.colors;
    Scene sign;
    switch (standing) {
    case Standing::Unsaid:
        return;
    case Standing::Verified:
        ui.draw(icon(Icon::Check, c.t1), middle);
        return;
    case Standing::Disagrees:
        ui.draw(icon(Icon::Warning, c.error), middle);
        return;
    case Standing::NotVerified:
        add_hatching(sign, {-4, -8, 8, 16}, 3, c.attention);
        break;
    default:
        add_warning(sign, {0, 0}, 13, c.attention);
    }
    ui.draw(sign, middle);
}

} // namespace heed
