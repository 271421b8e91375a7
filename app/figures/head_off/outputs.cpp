// In place of maps, where none changed: why, and what could stand in the place of the word that lost most.
#include "app/figures/base/equation.h"
#include "app/figures/base/format.h"
#include "app/figures/head_off/plan.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed::headoff {
namespace {

constexpr float least_rival_row = 25, tallest_rival_row = 40, rival_number = 46, rival_change = 52,
                rivals_top = 34, least_rival_bar = 24, least_rival_name = 16,
                rival_rest = 16 + 2 * rival_number + 16 + rival_change; // px beside name and bars

/// Whether any head reads what that one writes.
bool is_read(const HeadOffWork& work, const HeadPlace& place) {
    bool crosses = false;
    int last = 0;
    for (const heads::Head& head : heads::heads_of(*work.model)) {
        crosses = crosses || head.kind == HeadKind::Cross;
        if (head.kind == place.kind) last = std::max(last, head.site.layer);
    }
    // Above the own past stands the cross attention of its layer; all that decodes reads the encoder.
    return place.layer < last || (crosses && place.kind != HeadKind::Cross);
}

std::string why_no_map(const HeadOffWork& work) {
    if (work.edits.empty()) return "Nothing is changed.";
    const bool read = std::any_of(work.edits.begin(), work.edits.end(),
                                  [&](const auto& edit) { return is_read(work, edit.first); });
    if (read) return "No map moved: every head above looks where it did.";
    const std::string what = work.edits.size() == 1 ? "it" : "them";
    return "No map moved: no head stands above " + what + ". What changed went " +
           (work.places ? "straight into the likeliest words." : "straight into the words that are written.");
}

/// Where a row's parts stand.
struct RivalsPlan {
    float left, names, bar, before, now, right; // before, now: left edges of the bars
};

RivalsPlan rivals_plan(const Drawing& d, const std::vector<HeadOffRival>& rivals) {
    const Box& card = d.plan.maps;
    RivalsPlan p{};
    p.left = card.x + margin_x;
    p.right = card.right() - margin_x;
    for (const HeadOffRival& rival : rivals)
        p.names = std::max(p.names, d.measure(rival.text, Face::MonoSemibold, letters));
    const float room = p.right - p.left - rival_rest; // for the name and the bars
    p.names = std::min({p.names, 140.0f, std::max(0.0f, room)});
    p.before = p.left + p.names + 16;
    p.bar = std::min(240.0f, (room - p.names) / 2);
    if (p.bar < least_rival_bar) p.bar = 0; // the numbers say it
    p.now = p.before + p.bar + rival_number + 16;
    p.right = std::min(p.right, p.now + p.bar + rival_number + rival_change);
    return p;
}

void rival_bar(const Drawing& d, float x, float y, float wide, double p, Color color, bool strong) {
    const Palette& c = d.colors();
    if (wide > 0) add_fill(d.scene, {x, y - 4, wide, 8}, c.bg0, 3);
    const auto part = static_cast<float>(std::clamp(p, 0.0, 1.0));
    if (wide > 0 && part > 0.002f) add_fill(d.scene, {x, y - 4, std::max(3.0f, wide * part), 8}, color, 3);
    d.text({x + wide + rival_number - 6, y}, chance_number(p), small, strong ? c.t1 : c.t2, Align::Right,
           strong ? Face::MonoSemibold : Face::Mono);
}

void draw_rivals(const Drawing& d, const std::vector<HeadOffRival>& rivals, float top) {
    const Palette& c = d.colors();
    const RivalsPlan p = rivals_plan(d, rivals);
    if (d.plan.maps.w - 2 * margin_x - rival_rest < least_rival_name) return;
    const std::string model = d.work.kept_changes() ? "kept, changed" : "model";
    d.text({p.before, top + 10}, d.cut(model, Face::Regular, small, p.now - p.before - 6), small, c.t3);
    d.text({p.now, top + 10}, "changed", small, c.t1, Align::Left, Face::Semibold);
    d.text({p.right, top + 10}, "Δ log p", small, c.t3, Align::Right);
    const float free = d.plan.maps.bottom() - 16 - top - rivals_top + least_rival_row / 2;
    const float rival_row = std::clamp(std::floor(free / static_cast<float>(rivals.size())), least_rival_row,
                                       tallest_rival_row); // they take the card's height
    float y = top + rivals_top;
    for (const HeadOffRival& rival : rivals) {
        if (y + rival_row / 2 > d.plan.maps.bottom() - 8) return;
        const Face face = token_face(rival.text, rival.quiet     ? Face::Italic
                                                 : rival.written ? Face::MonoSemibold
                                                                 : Face::Mono);
        d.text({p.left, y}, d.cut(rival.text, face, letters, p.names), letters, rival.written ? c.t1 : c.t2,
               Align::Left, face);
        rival_bar(d, p.before, y, p.bar, rival.before, c.t3, false);
        rival_bar(d, p.now, y, p.bar, rival.now, c.output, true);
        const std::string change = rival.before > 0 && rival.now > 0
                                       ? change_number(std::log(rival.now) - std::log(rival.before))
                                       : "–";
        d.text({p.right, y}, change, small, c.t2, Align::Right, Face::Mono);
        d.scene.pick({p.left, y - rival_row / 2, p.right - p.left, rival_row}, {},
                     quoted(rival.text) + ": p " + probability(rival.before) + " → " +
                         probability(rival.now));
        y += rival_row;
    }
}

} // namespace

void draw_outputs(const Drawing& d) {
    const Palette& c = d.colors();
    const Box card = d.plan.maps;
    const auto rivals = d.work.rivals.find(framed_word(d.work, d.settings));
    const bool known = rivals != d.work.rivals.end() && !rivals->second.empty();
    std::string title = "What the heads above see now";
    if (known)
        for (const HeadOffColumn& column : d.work.columns)
            if (column.word == rivals->first)
                title = "What could stand for " + head_off_name(column.model, column.model_quiet);
    d.text({card.x + margin_x, card.y + 22}, d.cut(title, Face::Semibold, letters, card.w - 2 * margin_x),
           letters, c.t1, Align::Left, Face::Semibold);
    float y = card.y + 50;
    for (const std::string& line :
         wrap(why_no_map(d.work), card.w - 2 * margin_x, Face::Regular, letters, *d.style.metrics)) {
        d.text({card.x + margin_x, y}, line, letters, c.t2);
        y += 20;
    }
    if (known) draw_rivals(d, rivals->second, y + 6);
}

} // namespace heed::headoff
