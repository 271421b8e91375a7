#include "app/figures/moves/moves.h"

#include "app/figures/base/digits.h"
#include "app/figures/inspector/card.h"
#include "app/figures/inspector/tables.h"
#include "app/figures/moves/grid.h"
#include "app/figures/moves/words.h"
#include "app/figures/tokens.h"
#include "app/figures/tokens_written.h"
#include "core/models/transformer/facts.h"
#include "core/trace/places.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace heed {
namespace {

using inspector::Card;
using inspector::Column;
using moves::Moves;
using moves::Part;
using moves::PartKind;

constexpr float moved_pitch = 21;
constexpr std::size_t most_moved = 12; // parts that have a row of their own
constexpr std::size_t most_words = 8;  // of the source
constexpr float least_bar = 0.4f;

/// As the stream's bars have them.
Color color_of(const Part& part, const Trace& run, const Palette& c) {
    const Color own = transformer_facts(run).config.decodes() ? c.decoder : c.forward;
    if (part.kind == PartKind::Feed) return own;
    if (part.kind != PartKind::Head) return c.t3;
    return part.at.kind == HeadKind::Cross ? c.attention : fade(own, 0.5f);
}

struct MovedLine {
    std::string name, from{}; // of a head, the word that most of it comes from
    double adds = 0;
    Color color{};
    PickId pick{};
    std::string tip{};
    int number = -1;    // of a part
    bool quiet = false; // of several, or of none
};

std::vector<MovedLine> lines_of_parts(const Trace& run, const Moves& m, const Palette& c) {
    const std::vector<int> order = moves::by_size(m.parts);
    const std::size_t own = order.size() > most_moved + 1 ? most_moved : order.size();
    std::vector<MovedLine> lines;
    double others = 0;
    for (std::size_t n = 0; n < order.size(); ++n) {
        const Part& part = m.parts.parts[static_cast<std::size_t>(order[n])];
        if (n >= own) {
            others += part.adds;
            continue;
        }
        const std::string from = moved_from(run, part);
        MovedLine line{short_part_name(run, part), from, part.adds, color_of(part, run, c)};
        line.pick = moved_pick(part, order[n]);
        line.tip = moved_tip(run, part);
        line.number = order[n];
        lines.push_back(std::move(line));
    }
    if (own < order.size())
        lines.push_back({.name = counted(static_cast<int>(order.size() - own), "other"),
                         .adds = others,
                         .color = c.t3,
                         .quiet = true});
    return lines;
}

/// What all heads on the source brought from each of its words, the largest; the others together.
std::vector<MovedLine> lines_of_words(const Trace& run, const Moves& m, HeadKind kind, const Palette& c) {
    const std::vector<double> sums = moves::by_place(m.parts, kind);
    std::vector<int> order(sums.size());
    std::iota(order.begin(), order.end(), 0);
    const bool cut = order.size() > most_words + 1;
    if (cut)
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
            return std::abs(sums[static_cast<std::size_t>(a)]) > std::abs(sums[static_cast<std::size_t>(b)]);
        });
    std::vector<MovedLine> lines;
    double others = 0;
    for (std::size_t n = 0; n < order.size(); ++n) {
        const double adds = sums[static_cast<std::size_t>(order[n])];
        if (cut && n >= most_words) {
            others += adds;
            continue;
        }
        lines.push_back({.name = moved_word(run, kind, order[n]),
                         .adds = adds,
                         .color = kind == HeadKind::Cross ? c.attention : fade(c.forward, 0.7f),
                         .pick = {.kind = PickKind::Column, .j = order[n]}});
    }
    if (cut)
        lines.push_back({.name = counted(static_cast<int>(order.size() - most_words), "other"),
                         .adds = others,
                         .color = c.t3,
                         .quiet = true});
    return lines;
}

/// Where bars begin, from the column's left edge, and px of one.
struct BarAxis {
    float name = 0, zero = 0, unit = 0;
};

BarAxis axis_of(const Column& c, const std::vector<MovedLine>& lines, float name) {
    constexpr float number = 46;
    double right = 0, left = 0;
    for (const MovedLine& line : lines) {
        right = std::max(right, line.adds);
        left = std::max(left, -line.adds);
    }
    const float room = c.width - number - name - 8;
    const auto whole = static_cast<float>(std::max(right + left, 1e-9));
    return {name, name + 4 + room * static_cast<float>(left) / whole, room / whole};
}

void moved_row(Column& c, const MovedLine& line, const BarAxis& at, bool lit) {
    const Palette& p = c.colors();
    if (lit) add_fill(c.scene, {c.left - 8, c.y, c.width + 16, moved_pitch}, p.bg3, 4);
    const float y = c.y + moved_pitch / 2;
    const Face face = line.quiet ? Face::Regular : Face::Mono;
    c.text_within(0, y, at.name - 6, line.name, face, 12, line.quiet ? p.t2 : p.t1);
    if (const float used = c.measure(line.name, face, 12) + 8; !line.from.empty() && at.name - 6 - used > 24)
        c.text_within(used, y, at.name - 6 - used, line.from, Face::Mono, 11, p.t3);
    const float length = static_cast<float>(std::abs(line.adds)) * at.unit;
    if (length >= least_bar)
        add_fill(c.scene,
                 {c.left + (line.adds < 0 ? at.zero - length : at.zero), y - 5, std::max(1.0f, length), 10},
                 line.color, std::min(2.0f, length / 2));
    c.text(c.width, y, moved_number(line.adds), Face::Mono, 11, p.t1, Align::Right);
    if (line.pick.kind != PickKind::None || !line.tip.empty())
        c.scene.pick({c.left - 8, c.y, c.width + 16, moved_pitch}, line.pick, line.tip);
    c.y += moved_pitch;
}

void moved_rows(Column& c, const std::vector<MovedLine>& lines, float name, int hover = -1) {
    const BarAxis at = axis_of(c, lines, name);
    const float top = c.y;
    const std::size_t before = c.scene.items.size();
    for (const MovedLine& line : lines) moved_row(c, line, at, line.number >= 0 && line.number == hover);
    c.scene.items.insert(
        c.scene.items.begin() + static_cast<std::ptrdiff_t>(before),
        RectItem{.box = {c.left + at.zero - 0.5f, top, 1, c.y - top}, .fill = c.colors().line2});
}

void sum_line(Column& c, const std::string& name, double value) {
    add_fill(c.scene, {c.left, c.y, c.width, 1}, c.colors().line);
    c.text(0, c.y + moved_pitch / 2, name, Face::Regular, 12, c.colors().t2);
    c.text(c.width, c.y + moved_pitch / 2, moved_number(value), Face::MonoSemibold, 11, c.colors().t1,
           Align::Right);
    c.y += moved_pitch;
}

// ------------------------------------------------------------------------------------------------ the card
/// What kinds of parts add together, in the order of the note below the numbers.
struct MovedGroups {
    std::vector<std::string> names{};
    std::vector<double> sums{};
};

MovedGroups groups_of(const Trace& run, const Moves& m) {
    const bool crosses = transformer_facts(run).config.crosses();
    const std::array<std::string, 5> names{"token", crosses ? "own past" : "heads", "source", "feed forward",
                                           "biases"};
    std::array<double, 5> sums{};
    for (const Part& part : m.parts.parts) {
        const std::size_t group = part.kind == PartKind::Head      ? (part.at.kind == HeadKind::Cross ? 2 : 1)
                                  : part.kind == PartKind::Feed    ? 3
                                  : part.kind <= PartKind::Segment ? 0
                                                                   : 4;
        sums[group] += part.adds;
    }
    MovedGroups groups;
    for (std::size_t n = 0; n < sums.size(); ++n) {
        if (n == 2 && !crosses) continue;
        groups.names.push_back(names[n]);
        groups.sums.push_back(sums[n]);
    }
    return groups;
}

void moves_card(Column& c, const Trace& run, const Moves& m) {
    const MovedGroups groups = groups_of(run, m);
    const auto name = [&](const std::string& token) {
        return inspector::mono(fit(shown_written(run, token), 84, Face::Mono, 13, *c.style.metrics));
    };
    Card card(c);
    const bool against = m.parts.rival >= 0;
    card.symbols("l({o:" + name(m.token) + "})" + (against ? " − l(" + name(m.rival) + ")" : "") +
                 " = Σ_f| f · u_f + b");
    card.gap(2);
    card.numbers({.words =
                      [=](int d) {
                          std::string words;
                          for (const double sum : groups.sums)
                              words += words.empty() ? fixed(sum, d)
                                                     : (sum < 0 ? " − " : " + ") + fixed(std::abs(sum), d);
                          return inspector::mono(words);
                      },
                  .value =
                      [=](int d) {
                          double value = 0;
                          for (const double sum : groups.sums) value += as_fixed(sum, d);
                          return value;
                      },
                  .result = m.parts.logit,
                  .decimals = 2,
                  .color = c.colors().output});
    std::string listed_names;
    for (const std::string& one : groups.names) listed_names += (listed_names.empty() ? "" : " + ") + one;
    card.note(listed_names + ". f: what each adds to the stream; u: " +
              (against ? "the difference of their rows of E" : "the row of E") + ", taken back to it.");
    card.note(moves::held_words(m.parts));
    card.finish();
}

// ------------------------------------------------------------------------------------------------ the lens
void lens_block(Column& c, const Trace& run, const Moves& m) {
    inspector::section(c, "If it stopped at a layer", "p of " + quoted(shown_written(run, m.token)), true);
    const inspector::TableLayout layout{.bar_margin = 66}; // for "0.999996"
    for (auto layer = m.lens.rbegin(); layer != m.lens.rend(); ++layer) {
        if (layer->top.empty()) continue;
        const Candidate& best = layer->top.front();
        const bool same = best.id == m.parts.token;
        const double p = std::exp(layer->log_p);
        const std::string name =
            layer->layer < 0 ? "before the first layer" : "after layer " + std::to_string(layer->layer + 1);
        inspector::table_row(c,
                             {.index = layer->layer + 1,
                              .token = shown_written(run, best.text),
                              .muted_token = !same,
                              .number = "#" + std::to_string(layer->rank),
                              .share = static_cast<float>(p),
                              .color = c.colors().output,
                              .value = probability(p),
                              .muted_value = p < 0.05,
                              .tooltip = quoted(shown_written(run, best.text)) + " " + name + ", p " +
                                         probability(std::exp(static_cast<double>(best.log_prob))) + "; " +
                                         quoted(shown_written(run, m.token)) + " is number " +
                                         std::to_string(layer->rank)},
                             layout);
    }
    c.y += 6;
    inspector::note(c,
                    "Each layer's vector read as the last one is: its likeliest token, and the rank and "
                    "the probability of the one that is asked about. Without a number: before the first.",
                    c.colors().t3);
}

/// The first of the last rows of the lens that all put the token first; -1: the last one does not.
int first_of_the_same(const Moves& m) {
    int from = -1;
    for (int n = static_cast<int>(m.lens.size()) - 1; n >= 0; --n) {
        const auto& top = m.lens[static_cast<std::size_t>(n)].top;
        if (top.empty() || top.front().id != m.parts.token) break;
        from = n;
    }
    return from;
}

void head_line(Column& c, const Trace& run, const Moves& m) {
    const Palette& p = c.colors();
    const float y = c.y + 20;
    const bool writes = transformer_facts(run).config.decodes();
    const std::string place = (writes ? "output " : "place ") + std::to_string(m.output + 1);
    const std::string words = m.parts.rival >= 0 ? quoted(shown_written(run, m.token)) + " and not " +
                                                       quoted(shown_written(run, m.rival))
                                                 : quoted(shown_written(run, m.token));
    const float room = c.width - c.measure(place, Face::Regular, 11) - 12;
    c.text_within(0, y, room, words, Face::MonoSemibold, 13, p.output);
    c.text(c.width, y, place, Face::Regular, 11, p.t3, Align::Right);
    c.y += 36;
}

} // namespace

void moves_blocks(Column& c, const Trace& run, const Moves& m, const MovesSettings& settings) {
    constexpr float name_room = 148, word_room = 92;
    const bool against = m.parts.rival >= 0;
    inspector::heading(c, against ? "What made the difference" : "What moved it",
                       against ? "nats of the margin" : "added to the logit");
    c.y += 2;
    moves_card(c, run, m);
    c.y += 8;
    moves_grids(c, run, m, settings);
    moved_rows(c, lines_of_parts(run, m, c.colors()), name_room, settings.hover);
    sum_line(c, against ? "sum, the margin" : "sum, the logit", m.parts.logit);
    const transformer::Config& config = transformer_facts(run).config;
    if (config.decodes() && !config.crosses()) {
        lens_block(c, run, m);
        return;
    }
    const HeadKind kind = config.crosses() ? HeadKind::Cross : HeadKind::Encoder;
    inspector::heading(c,
                       config.crosses() ? with_unit("From each {one} of the source", unit_of(run))
                                        : std::string("From each place of the text"),
                       "all heads together");
    c.y += 2;
    moved_rows(c, lines_of_words(run, m, kind, c.colors()), word_room);
    lens_block(c, run, m);
}

int moved_part(const PickId& pick) {
    constexpr std::string_view name = "moved:";
    if (pick.kind != PickKind::Button || !pick.name.starts_with(name)) return -1;
    return std::atoi(pick.name.c_str() + name.size());
}

Scene moves_figure(const Trace& run, const Moves& m, const MovesSettings& settings,
                   const FigureStyle& style) {
    Column c(settings.width, style);
    c.y = 4;
    if (settings.head) head_line(c, run, m);
    moves_blocks(c, run, m, settings);
    c.scene.height = c.y + 14;
    return std::move(c.scene);
}

std::string moves_sentence(const Trace& run, const Moves& m) {
    const std::vector<int> order = moves::by_size(m.parts);
    if (order.empty()) return "";
    const Part& most = m.parts.parts[static_cast<std::size_t>(order.front())];
    std::string name = part_name(run, most);
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    std::string words = name + " moves it most, " + moved_number(most.adds) + " of the " +
                        (m.parts.rival >= 0 ? "margin's " : "logit's ") + moved_number(m.parts.logit);
    if (const int from = first_of_the_same(m); from >= 0)
        words += from == 0 ? "; it is the likeliest before the first layer already"
                           : "; it is the likeliest from layer " + std::to_string(from) + " on";
    return words + ".";
}

} // namespace heed
