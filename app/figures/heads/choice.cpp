// Which heads should align: chosen on half of the pairs, measured on the others; the diagonal is never
// hidden.
#include "app/figures/base/equation.h"
#include "app/figures/base/format.h"
#include "app/figures/heads/panel.h"

#include <algorithm>

namespace heed::atlas {
namespace {

constexpr float choice_pitch = 21, choice_rows = 45; // of the first row, below the card's top
constexpr float heads_left = 140, track_left = 252, error_wide = 54;
constexpr float over_all_y = 151;                                   // of the words on the best of all pairs
constexpr float curve_top = 178, curve_rest = 212, curve_left = 56; // of the card: above, in all
constexpr float usual_card = 256, words_line = 20, buttons_high = 62;

struct CandidateRow {
    std::string name, members;
    const heads::Candidate* candidate;
    bool found = false;  // by its error: in the colour of attention
    bool strong = false; // the best of all
};

std::string members_of(const Sheet& p, const heads::Candidate& candidate) {
    std::string names;
    for (const int h : candidate.heads) {
        if (!names.empty()) names += ' ';
        names += place_name(p.seen.one(h).head);
    }
    return names;
}

std::vector<CandidateRow> candidate_rows(const Sheet& p) {
    const heads::Choice& choice = *p.seen.report.choice;
    const int layer = p.seen.one(choice.best.heads.front()).head.site.layer + 1;
    return {{"best head", members_of(p, choice.best), &choice.best, true, choice.mean.heads.size() == 1},
            {"best mean of " + std::to_string(choice.mean.heads.size()), members_of(p, choice.mean),
             &choice.mean, true, choice.mean.heads.size() > 1},
            {"mean of layer " + std::to_string(layer), "", &choice.layer},
            {"mean of all " + std::to_string(choice.all.heads.size()), "", &choice.all},
            {"the diagonal", "no model", &choice.diagonal}};
}

/// Whole names, as many as have room, and how many more there are: "2:2 2:1 1:3 +3".
std::string members_within(const Sheet& p, const std::string& members, float room) {
    if (p.measure(members, Face::Mono, 11) <= room) return members;
    for (std::size_t end = members.rfind(' '); end != std::string::npos && end > 0;
         end = members.rfind(' ', end - 1)) {
        const auto more = std::count(members.begin() + static_cast<std::ptrdiff_t>(end), members.end(), ' ');
        const std::string words = members.substr(0, end) + " +" + std::to_string(more);
        if (p.measure(words, Face::Mono, 11) <= room) return words;
    }
    return p.cut(members, Face::Mono, 11, room);
}

void candidate_row(const Sheet& p, const CandidateRow& row, float y) {
    const Palette& c = p.colors();
    if (row.strong) add_fill(p.scene, {p.card.x + 8, y - 10.5f, p.card.w - 16, 21}, c.bg3, 4);
    p.text({p.card.x + 16, y}, row.name, 13, row.found ? c.t1 : c.t2);
    const bool names = row.found;
    const Face face = names ? Face::Mono : Face::Regular;
    const float room = track_left - heads_left - 12;
    p.text({p.card.x + heads_left, y},
           names ? members_within(p, row.members, room) : p.cut(row.members, face, 11, room), 11, c.t3,
           Align::Left, face);
    if (names) p.scene.pick({p.card.x + heads_left, y - 10, room, 20}, {}, row.members);
    const auto error = row.candidate->held_out.error_rate();
    const Box track{p.card.x + track_left, y - 3, p.card.w - 16 - error_wide - track_left, 6};
    add_fill(p.scene, track, row.strong ? c.bg0 : c.bg3, 3);
    if (error && *error > 0)
        add_fill(p.scene,
                 {track.x, track.y, std::max(3.0f, track.w * static_cast<float>(std::min(1.0, *error))), 6},
                 row.found ? c.attention : c.t3, 3);
    p.text({p.card.right() - 16, y}, error ? fixed(100 * *error, 1) + "%" : "–", 11, c.t1, Align::Right,
           row.strong ? Face::MonoSemibold : Face::Mono);
}

/// The grid and its ranks go by all pairs: their best may be another than the one of a half.
void over_all_pairs(const Sheet& p) {
    const HeadReport& report = p.seen.report;
    HeadsLook look;
    look.reading = p.seen.reading;
    const Seen cross = seen(report, look);
    const Seen& linked = p.seen.aligned() ? p.seen : cross;
    if (linked.best < 0) return;
    const std::string name = place_name(linked.one(linked.best).head);
    std::string over = "the best over all " + counted(report.judged, "pair");
    if (linked.reading != report.choice->reading) over += " by “" + linked.reading_name(linked.reading) + "”";
    const std::string words =
        p.seen.aligned() ? "Framed in the grid: " + name + ", " + over : "T" + over.substr(1) + ": " + name;
    p.text({p.card.x + 16, p.card.y + over_all_y}, p.cut(words, Face::Regular, 11, p.card.w - 32), 11,
           p.colors().t2);
}

/// "The dot: the mean of 4, chosen on one half of the pairs. …": it need not be the lowest on the other half.
std::string dot_words(std::size_t chosen, int lowest) {
    const std::string dot = "The dot: the mean of " + std::to_string(chosen) +
                            ", chosen on one half of the pairs; the curve is of the other half";
    if (static_cast<int>(chosen) == lowest) return dot + ", where it has the least error, too.";
    return dot + ", where " + std::to_string(lowest) +
           " would have the least error. To choose by that half would be to measure on nothing.";
}

/// The error of the best mean of k on the other half, k = 1 …
void draw_curve(const Sheet& p) {
    const heads::Choice& choice = *p.seen.report.choice;
    const Palette& c = p.colors();
    std::vector<std::pair<int, double>> points;
    for (std::size_t k = 0; k < choice.curve.size(); ++k)
        if (const auto error = choice.curve[k].held_out.error_rate())
            points.emplace_back(static_cast<int>(k) + 1, *error);
    if (points.size() < 2) return;
    const auto [low, high] = std::minmax_element(points.begin(), points.end(),
                                                 [](auto& a, auto& b) { return a.second < b.second; });
    const double least = low->second, most = std::max(high->second, least + 0.01);
    const float top = p.card.y + curve_top, curve_high = std::max(44.0f, p.card.h - curve_rest);
    const float curve_right = p.card.w - 24;
    const auto place = [&](const std::pair<int, double>& point) {
        const float along = static_cast<float>(point.first - 1) /
                            static_cast<float>(std::max<std::size_t>(1, choice.curve.size() - 1));
        return Point{p.card.x + curve_left + along * (curve_right - curve_left),
                     top + curve_high * static_cast<float>((most - point.second) / (most - least))};
    };
    for (const double edge : {least, most}) {
        const float y = place({1, edge}).y;
        add_line(p.scene, {p.card.x + 48, y}, {p.card.right() - 16, y}, c.line, 1);
        p.text({p.card.x + 40, y}, cell_number(edge), 11, c.t3, Align::Right, Face::Mono);
    }
    LineItem line{.points = {}, .color = c.t3, .width = 1.25f};
    for (const auto& point : points) line.points.push_back(place(point));
    p.scene.add(std::move(line));
    const int best = static_cast<int>(choice.mean.heads.size());
    for (const auto& point : points)
        p.scene.add(CircleItem{place(point), point.first == best ? 4.0f : 2.5f,
                               point.first == best ? c.attention : c.t2});
    p.scene.pick({p.card.x + 48, top - 8, curve_right - 40, curve_high + 16}, {},
                 dot_words(choice.mean.heads.size(), low->first));
    const float below = top + curve_high + 17;
    p.text({p.card.x + 16, below}, "heads", 11, c.t3);
    for (std::size_t k = 1; k <= choice.curve.size(); ++k)
        p.text({place({static_cast<int>(k), least}).x, below}, std::to_string(k), 11,
               static_cast<int>(k) == best ? c.t1 : c.t3, Align::Centre,
               static_cast<int>(k) == best ? Face::MonoSemibold : Face::Mono);
}

/// What must be known for it.
std::string missing_words(const HeadReport& report) {
    if (report.judged == 0)
        return "To know, a file of pairs is needed with links between their words: source, translation and "
               "links in a line, tabs between.";
    return "Two pairs with links or more are needed: the heads are chosen on half of them and measured on "
           "the others.";
}

std::vector<std::string> missing_lines(const Sheet& p, float wide) {
    return wrap(missing_words(p.seen.report), wide - 32, Face::Regular, 13, *p.style.metrics);
}

bool is_chosen(const Sheet& p) { return p.seen.report.choice && !p.seen.report.choice->best.heads.empty(); }

} // namespace

float choice_height(const Sheet& p) {
    if (is_chosen(p)) return usual_card;
    const auto lines = missing_lines(p, p.settings.width - 16).size();
    return 37 + words_line * static_cast<float>(lines) + buttons_high;
}

void draw_choice(const Sheet& p) {
    const Palette& c = p.colors();
    const float y = p.card.y + 21;
    const std::string title = "Which heads should align?";
    p.text({p.card.x + 16, y}, title, 13, c.t1, Align::Left, Face::Semibold);
    const auto& choice = p.seen.report.choice;
    if (!is_chosen(p)) {
        float line = y + 26;
        for (const std::string& words : missing_lines(p, p.card.w)) {
            p.text({p.card.x + 16, line}, words, 13, c.t2);
            line += words_line;
        }
        return;
    }
    const float room = p.card.w - 40 - p.measure(title, Face::Semibold, 13);
    const std::string others = "AER on " + std::to_string(choice->held_out_on);
    const bool one = choice->held_out_on == 1;
    std::string over =
        "chosen on " + counted(choice->fitted_on, "pair") + ", " + others + (one ? " other" : " others");
    if (p.measure(over, Face::Regular, 11) > room) over = others + (one ? " other pair" : " other pairs");
    p.text({p.card.right() - 16, y}, p.cut(over, Face::Regular, 11, room), 11, c.t3, Align::Right);
    float row_y = p.card.y + choice_rows;
    for (const CandidateRow& row : candidate_rows(p)) {
        candidate_row(p, row, row_y);
        row_y += choice_pitch;
    }
    over_all_pairs(p);
    draw_curve(p);
}

} // namespace heed::atlas
