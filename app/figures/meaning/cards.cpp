// The cards: what other weights would have written, and how far the measures agree over the whole sentence.
#include "app/figures/meaning/parts.h"
#include "app/figures/tokens.h"

#include <algorithm>
#include <cmath>

namespace heed::meaning {
namespace {

using namespace analysis::meaning;
using Kind = OtherRow::Kind;

constexpr float head_height = 40, foot_height = 10;
constexpr int most_rows = 6; // of other weights

void card_ground(const Sheet& s, Box card, const std::string& title, const std::string& gloss) {
    const Palette& c = s.colors();
    add_fill(s.scene, card, c.bg1, 8);
    add_frame(s.scene, card, c.line, 1, 8);
    const float gloss_width = gloss.empty() ? 0 : s.measure(gloss, Face::Regular, 11) + 12;
    s.text({card.x + 16, card.y + 20}, s.cut(title, Face::Semibold, 13, card.w - 32 - gloss_width), 13, c.t1,
           Align::Left, Face::Semibold);
    s.text({card.right() - 16, card.y + 20}, gloss, 11, c.t3, Align::Right);
    add_line(s.scene, {card.x + 16, card.y + 36}, {card.right() - 16, card.y + 36}, c.line);
}

std::string name_of(const Sheet& s, const OtherRow& row) {
    const Eigen::VectorXf own = s.picture.sentence.weights.col(s.picture.row);
    Eigen::Index best = 0;
    own.maxCoeff(&best);
    const std::string top = quoted_source(s.picture.run, static_cast<int>(best));
    switch (row.kind) {
    case Kind::Own:
        return "the model's own";
    case Kind::Equal:
        return "all equal";
    case Kind::Strongest:
        return "strongest only, " + top;
    case Kind::WithoutStrongest:
        return "without " + top;
    case Kind::Shuffled:
        return "shuffled, mean of " + std::to_string(shuffles);
    case Kind::OtherMap:
        return "another map";
    }
    return {};
}

std::string small_share(double value) {
    const bool small = value >= 0.0005 && value < 0.01;
    const std::string words = printed(std::chars_format::fixed, small ? 3 : 2, value);
    return value >= 0.995 ? "1" : words.substr(1);
}

void draw_row(const Sheet& s, Box line, const OtherRow& row, int k) {
    const Palette& c = s.colors();
    const bool applied = s.picture.applied == row.kind, hovered = s.settings.other == k;
    if (applied || hovered) add_fill(s.scene, line, applied ? c.bg3 : c.bg2, 5);
    const float y = line.centre().y, right = line.right() - 8;
    const bool narrow = line.w < 400;
    const float size = narrow ? 12 : 13;
    const float bar_width = narrow ? 36 : std::clamp(line.w * 0.22f, 40.0f, 110.0f);
    const float bar = right - (narrow ? 38 : 44) - bar_width, p = bar - (narrow ? 10 : 14);
    const float token = line.x + 8 + (narrow ? line.w * 0.46f : std::min(204.0f, line.w * 0.38f));
    s.text({line.x + 8, y}, s.cut(name_of(s, row), Face::Regular, size, token - line.x - 18), size,
           row.kind == Kind::Own ? c.t2 : c.t1);
    const std::string shown = s.cut(heed::shown(row.token), Face::MonoSemibold, size, p - 36 - token);
    s.text({token, y}, shown, size, c.output, Align::Left, Face::MonoSemibold);
    const std::string more = row.kind == Kind::Shuffled && row.changes > 0
                                 ? std::to_string(row.changes) + " changed"
                             : row.changed ? "changed"
                                           : "";
    const float after = token + s.measure(shown, Face::MonoSemibold, size) + 10;
    if (after + s.measure(more, Face::Regular, 11) < p - 30) s.text({after, y}, more, 11, c.t2);
    s.text({p, y}, cell_probability(row.probability), 11, c.t2, Align::Right, Face::Mono);
    add_fill(s.scene, {bar, y - 3, bar_width, 6}, c.bg2, 2);
    const float share = static_cast<float>(std::clamp(row.tvd, 0.0, 1.0));
    if (share > 0) add_fill(s.scene, {bar, y - 3, std::max(1.5f, bar_width * share), 6}, c.t2, 2);
    s.text({right, y}, small_share(row.tvd), 11, c.t1, Align::Right, Face::Mono);
    s.scene.pick(line, {PickKind::TableRow, -1, -1, k},
                 row.kind == Kind::Own ? "The model's own weights"
                                       : "Give the output these weights, as a what-if");
}

struct Line {
    const char* name;
    const std::optional<MeanTau>* mean;
    bool baseline;
};

void draw_interval(const Sheet& s, Box line, const Line& what, float zero, float unit) {
    const Palette& c = s.colors();
    const float y = line.centre().y;
    const float room = zero - 0.5f * unit - line.x - 10;
    const float size = room < 110 ? 12 : 13;
    s.text({line.x, y}, s.cut(what.name, Face::Regular, size, room), size, what.baseline ? c.t2 : c.t1);
    if (!*what.mean) {
        s.text({line.right(), y}, "–", 11, c.t3, Align::Right, Face::Mono);
        return;
    }
    const MeanTau& m = **what.mean;
    const auto x = [&](double tau) { return zero + unit * static_cast<float>(std::max(-0.5, tau)); };
    const Color ink = what.baseline ? c.t2 : c.t1;
    if (m.outputs > 1) add_line(s.scene, {x(m.low), y}, {x(m.high), y}, ink, 1.5f);
    s.scene.add(CircleItem{{x(m.mean), y}, 4, what.baseline ? c.bg1 : ink, ink, 1.5f});
    s.text({line.right(), y}, tau_number(m.mean), 11, ink, Align::Right, Face::Mono);
    s.scene.pick(line, {},
                 "Mean τ " + fixed(m.mean, 3) + " over " + counted(m.outputs, "output") + "; 95% interval " +
                     fixed(m.low, 3) + " to " + fixed(m.high, 3) +
                     ": bootstrap over the outputs of this sentence");
}

} // namespace

void draw_other_weights(const Sheet& s, Box card) {
    card_ground(s, card, "Other weights, same model", "TVD of p");
    if (!s.picture.output) {
        s.text({card.centre().x, card.y + 110}, "Being measured…", 13, s.colors().t3, Align::Centre);
        return;
    }
    const float height = (card.h - head_height - foot_height) / most_rows;
    int k = 0;
    for (const OtherRow& row : s.picture.output->rows) {
        draw_row(s, {card.x + 8, card.y + head_height + height * static_cast<float>(k), card.w - 16, height},
                 row, k);
        ++k;
    }
}

void draw_agreement(const Sheet& s, Box card) {
    const Palette& c = s.colors();
    const std::string title = "Agreement with the weights, whole sentence";
    const bool fits = s.measure(title, Face::Semibold, 13) <= card.w - 32;
    card_ground(s, card, fits ? title : "Agreement, whole sentence", "");
    const auto& m = s.picture.sentence;
    const Line lines[] = {{"gradient × input", &m.gradient_mean, false},
                          {"leave one out", &m.left_out_mean, false},
                          {"what is added", &m.norms_mean, false},
                          {"shuffled α", &m.shuffled_mean, true}};
    const float left = card.x + 16, right = card.right() - 16;
    const float from = left + std::min(150.0f, card.w * 0.34f), unit = (right - 44 - from) / 1.5f,
                zero = from + unit / 2;
    const float bottom = card.bottom() - 34;
    for (const double at : {-0.5, 0.0, 0.5, 1.0}) {
        const float x = zero + unit * static_cast<float>(at);
        add_line(s.scene, {x, card.y + 44}, {x, bottom}, at == 0 ? c.line2 : c.line);
        s.text({x, card.bottom() - 20},
               at == 0   ? "0"
               : at == 1 ? "1"
               : at < 0  ? std::string(minus_sign) + ".5"
                         : ".5",
               11, c.t3, Align::Centre, Face::Mono);
    }
    s.text({left, card.bottom() - 20}, "Kendall τ", 11, c.t3);
    const float step = (bottom - card.y - 44) / static_cast<float>(std::size(lines));
    for (std::size_t n = 0; n < std::size(lines); ++n)
        draw_interval(s, {left, card.y + 44 + step * static_cast<float>(n), right - left, step}, lines[n],
                      zero, unit);
}

} // namespace heed::meaning
