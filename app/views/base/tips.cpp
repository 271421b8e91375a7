#include "app/views/base/tips.h"

#include <algorithm>

namespace heed {

Box tip_box(Box pointed, Box size, Box window, Point mouse, bool above) {
    constexpr float air = 8, close = 4; // px: from what is pointed at, and above it
    Box box{pointed.centre().x - size.w / 2, pointed.bottom() + air, size.w, size.h};
    if (pointed.w > 300) box.x = mouse.x - size.w / 2;
    const float over = pointed.y - close - size.h;
    if (above && over >= window.y + air)
        box.y = over;
    else if (box.bottom() > window.bottom() - air)
        box.y = pointed.y - air - size.h;
    if (box.y < window.y + air) box.y = mouse.y + 20;
    box.x = std::clamp(box.x, window.x + air, std::max(window.x + air, window.right() - size.w - air));
    return box;
}

} // namespace heed
