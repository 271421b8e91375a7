#include "app/views/step/rival_row.h"

#include "app/views/base/widgets.h"

#include <algorithm>

namespace heed {

void rival_row(Ui& ui, Point from, float right, float most, const std::string& written,
               const std::string& rival) {
    const Palette& c = ui.colors;
    float x = from.x;
    const float y = from.y;
    const std::string shown_written = ui.cut(written, Face::MonoMedium, 13, most - 16);
    const float chip = ui.text_width(shown_written, Face::MonoMedium, 13) + 16;
    ui.fill({x, y - 13, chip, 26}, fade(c.output, 0.25f), 5);
    ui.text({x + 8, y}, shown_written, Face::MonoMedium, 13, c.t1);
    x += chip + 8;
    ui.text({x, y}, "and not", Face::Regular, 13, c.t1);
    x += ui.text_width("and not", Face::Regular, 13) + 8;
    const std::string against = rival.empty() ? "…" : rival;
    const float wide =
        std::clamp(ui.text_width(against, Face::Mono, 13) + 44, 84.0f, std::max(84.0f, right - x));
    const Box field{x, y - 14, wide, 28};
    ui.memory.places["rival"] = field; // the list opens below it
    if (menu_button(ui, "why:rival", field, against, "", true)) ui.send({"why-rival"});
    ui.tooltip("why:rival", field, "Another token to compare with");
}

} // namespace heed
