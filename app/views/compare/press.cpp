#include "app/views/compare/press.h"

namespace heed {

std::optional<Command> compare_press(const PickId& what, int panel, int card, int clicks) {
    const bool cell =
        what.kind == PickKind::Cell || what.kind == PickKind::Row || what.kind == PickKind::Column;
    if (cell && clicks == 2 && card >= 0) return Command{"compare-enlarge", "", 0, card};
    if (cell) return Command{"compare-pin", "", static_cast<double>(panel), what.i, what.j};
    if (what.kind != PickKind::Button) return {};
    if (what.name == "difference") return Command{"compare-difference", "", 0, what.i, what.j};
    if (what.name == "forced") return Command{"rows-forced"};
    if (what.name == "meaning" && panel >= 0) return Command{"compare-meaning", "", 0, panel};
    if (what.name == "panel" && panel >= 0) return Command{"compare-open", "", 0, panel};
    return {};
}

} // namespace heed
