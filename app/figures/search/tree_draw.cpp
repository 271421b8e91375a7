#include "app/figures/search/tree_draw.h"

#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/base/shorten.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

using Kind = TreeNode::Kind;

constexpr float box_height = 24, small_height = 22, token_size = 13, number_size = 11;
constexpr float box_room = 14; // of a box beside its token
constexpr float box_gap = 20;  // between boxes of neighbouring columns, at least
constexpr float narrowest = 24, label_margin = 8;
constexpr float end_mark = 18, rank_radius = 9.5f, cross_at = 7.5f, clear_of_cross = 12;

/// A solid colour: `ink` of that opacity over `paper`.
Color blend(Color paper, Color ink, float k) {
    const auto mix = [&](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>(
            std::lround(static_cast<float>(a) + (static_cast<float>(b) - static_cast<float>(a)) * k));
    };
    return {mix(paper.r, ink.r), mix(paper.g, ink.g), mix(paper.b, ink.b), 255};
}

/// Weakest first, so that the best lies on top.
constexpr std::array drawn_in_order = {Kind::Candidate, Kind::Dropped, Kind::Survivor,
                                       Kind::Typed,     Kind::Changed, Kind::Best};

struct NodeLook {
    Color fill, border, text, edge;
    bool dashed;
};

NodeLook look_of(Kind kind, const Palette& c, Color paper) {
    switch (kind) {
    case Kind::Best:
        return {blend(paper, c.output, 0.36f), c.output, c.t1, c.output, false};
    case Kind::Survivor:
        return {blend(paper, c.bg3, 0.6f), fade(c.t2, 0.85f), c.t1, fade(c.t3, 0.75f), false};
    case Kind::Changed:
        return {blend(paper, c.t1, 0.24f), c.t1, c.t1, c.t1, false};
    case Kind::Typed:
        return {blend(paper, c.t1, 0.1f), c.t1, c.t1, c.t2, true};
    case Kind::Candidate:
        return {paper, c.line2, c.t2, c.line2, true};
    case Kind::Dropped:
        break;
    }
    return {paper, c.line2, c.t3, c.line2, true};
}

} // namespace

// ---------------------------------------------------------------------------------------------- stages

TreeStage tree_stage(const TreePlan& plan, int revealed) {
    const std::size_t count = plan.nodes.size();
    TreeStage stage;
    stage.revealed = revealed < 0 ? plan.length() : std::min(revealed, plan.length());
    stage.visible.assign(count, 1);
    for (std::size_t n = 0; n < count; ++n) {
        stage.kinds.push_back(plan.nodes[n].kind);
        stage.dead_ends.push_back(plan.nodes[n].dead_end ? 1 : 0);
    }
    if (stage.revealed >= plan.length()) return stage;

    // What the search knew after so many outputs: which sentences it went on with, and which was ahead.
    const int last = stage.revealed - 1;
    Beam ranking = plan.beam;
    ranking.coverage_penalty = 0; // nodes have no attention
    std::vector<char> alive(count, 0);
    int best = -1;
    double best_score = 0;
    for (std::size_t n = count; n-- > 0;) {
        const TreeNode& node = plan.nodes[n];
        stage.visible[n] = node.column <= last ? 1 : 0;
        if (!stage.visible[n] || node.small || node.from_changed) continue;
        if (node.column == last || node.is_end) {
            alive[n] = 1;
            const double score = node.sentence >= 0 && node.is_end
                                     ? plan.sentences[static_cast<std::size_t>(node.sentence)].score
                                     : beam_score(node.total, node.column + 1, Eigen::VectorXf(), ranking);
            if (best < 0 || score > best_score) {
                best = static_cast<int>(n);
                best_score = score;
            }
        }
        if (alive[n] && node.parent >= 0) alive[static_cast<std::size_t>(node.parent)] = 1;
    }
    for (std::size_t n = 0; n < count; ++n) {
        const TreeNode& node = plan.nodes[n];
        if (node.small || node.from_changed || node.kind == Kind::Changed) continue;
        stage.kinds[n] = alive[n] ? Kind::Survivor : Kind::Dropped;
        stage.dead_ends[n] =
            !alive[n] && std::none_of(node.children.begin(), node.children.end(), [&](int child) {
                return stage.visible[static_cast<std::size_t>(child)] && !plan.at(child).small;
            });
    }
    for (int n = best; n >= 0; n = plan.at(n).parent) stage.kinds[static_cast<std::size_t>(n)] = Kind::Best;
    return stage;
}

// ---------------------------------------------------------------------------------------------- marks

Box TreeDraw::box(int index) const {
    const TreeNode& node = plan.at(index);
    const float wide = std::clamp(node.label_width * k + box_room * k, narrowest * k,
                                  column_width(node.column) - box_gap * k);
    return around({x(node.column), y(node.row)}, wide, (node.small ? small_height : box_height) * k);
}

void TreeDraw::edges() const {
    for (const Kind wanted : drawn_in_order)
        for (int column = first; column <= std::min(last + 1, plan.length() - 1); ++column)
            for (const int index : plan.columns[static_cast<std::size_t>(column)])
                if (kind(index) == wanted && visible(index)) edge(index);
}

void TreeDraw::edge(int index) const {
    const TreeNode& node = plan.at(index);
    const int before = node.parent < 0 ? 0 : plan.at(node.parent).row;
    const float from_y = y(before), to_y = y(node.row);
    if (std::max(from_y, to_y) < above || std::min(from_y, to_y) > below) return;
    const NodeLook look = look_of(kind(index), c, paper);
    const bool made = node.kind != Kind::Candidate && node.kind != Kind::Typed;
    const float width = (made ? 1 + 3.5f * std::exp(std::min(0.0f, node.log_prob)) : 1.0f) * k;
    const Dash dash = made ? Dash{} : Dash{3 * k, 3 * k};
    const Point from{node.parent >= 0 ? box(node.parent).right() : start.x + 9 * k, from_y};
    const Point to{box(index).x, to_y};
    if (before == node.row) return add_line(scene, from, to, look.edge, width, dash);
    // It turns between the nodes that lie between the two rows, in the column before and in this one.
    float begin = from.x, end = to.x;
    const int near = std::min(before, node.row), far = std::max(before, node.row);
    const auto between = [&](int column, auto keep_clear) {
        for (const int other : plan.columns[static_cast<std::size_t>(column)])
            if (plan.at(other).row > near && plan.at(other).row < far && visible(other)) keep_clear(other);
    };
    if (node.column > 0)
        between(node.column - 1, [&](int other) {
            begin = std::max(begin,
                             box(other).right() +
                                 (stage.dead_ends[static_cast<std::size_t>(other)] ? clear_of_cross : 2) * k);
        });
    between(node.column, [&](int other) { end = std::min(end, box(other).x - 2 * k); });
    const float middle = (end - begin) * 0.55f;
    if (begin - from.x > 0.5f) add_line(scene, from, {begin, from.y}, look.edge, width, dash);
    scene.add(CurveItem{{begin, from.y},
                        {begin + middle, from.y},
                        {end - middle, to.y},
                        {end, to.y},
                        look.edge,
                        width,
                        dash});
    if (to.x - end > 0.5f) add_line(scene, {end, to.y}, to, look.edge, width, dash);
}

void TreeDraw::nodes() const {
    for (int column = first; column <= std::min(last, plan.length() - 1); ++column)
        for (const int index : plan.columns[static_cast<std::size_t>(column)]) {
            if (visible(index) && seen(y(plan.at(index).row), box_height * k) > 0) node(index);
        }
}

float TreeDraw::seen(float y, float height) const {
    const float inside = std::min(y + height / 2 - above, below - (y - height / 2)); // of its height
    return std::clamp(2 * inside / height - 1, 0.0f, 1.0f);
}

void TreeDraw::node(int index) const {
    const TreeNode& it = plan.at(index);
    const Box at = box(index);
    const NodeLook look = look_of(kind(index), c, paper);
    const bool hovered = settings.hovered == index, selected = settings.selected == index;
    const float line = (selected || hovered ? 1.5f : 1.25f) * k, shown = seen(at.centre().y, at.h);
    const auto faded = [shown](Color color) { return shown < 1 ? fade(color, shown) : color; };
    scene.add(RectItem{at, faded(look.fill), faded(hovered ? c.t1 : look.border), line, 5 * k,
                       look.dashed && !selected ? Dash{3 * k, 3 * k} : Dash{}});
    if (selected)
        add_ring(scene, at, faded(settings.focus ? c.t1 : c.t2), 3 * k, 5 * k,
                 (settings.focus ? 2.0f : 1.25f) * k);
    if (labels) token(it, index, at, faded(look.text));
    if (numbers && it.kind != Kind::Typed) number(it, at, selected);
    marks(index, at);
    if (picks) scene.pick(grown(at, 4), {PickKind::Token, it.column, -1, index}, tree_words(plan, index));
}

void TreeDraw::token(const TreeNode& it, int index, const Box& at, Color ink) const {
    const Face face = token_face(it.label);
    const auto known = shorter_.find(index);
    const std::string label = it.kind == Kind::Typed    ? it.label + "▏"
                              : known == shorter_.end() ? it.label
                                                        : known->second;
    add_text(scene, at.centre(), fitted(style, label, face, token_size * k, at.w - label_margin * k), face,
             token_size * k, ink, Align::Centre);
}

void TreeDraw::number(const TreeNode& it, const Box& at, bool selected) const {
    const std::string number = node_number(std::exp(static_cast<double>(it.log_prob)));
    const float y = at.centre().y + (it.small ? 0 : 21 * k), shown = seen(y, number_size * k);
    if (shown <= 0) return;
    const Color ink = selected && !it.small ? c.t2 : c.t3;
    if (it.small) { // lines pass behind it
        const float wide = text_width(style, number, Face::Mono, number_size * k);
        add_fill(scene, {at.right() + 3 * k, y - 6 * k, wide + 4 * k, 12 * k}, paper);
        add_text(scene, {at.right() + 5 * k, y}, number, Face::Mono, number_size * k,
                 shown < 1 ? fade(ink, shown) : ink);
    } else
        add_text(scene, {at.centre().x, y}, number, Face::Mono, number_size * k,
                 shown < 1 ? fade(ink, shown) : ink, Align::Centre);
}

void TreeDraw::shorten() {
    for (int column = first; column <= std::min(last, plan.length() - 1); ++column) {
        std::vector<int> nodes;
        std::vector<std::string> texts;
        bool cut = false;
        const auto room = [&](int index) { return box(index).w - label_margin * k; };
        for (const int index : plan.columns[static_cast<std::size_t>(column)]) {
            if (plan.at(index).kind == Kind::Typed) continue;
            nodes.push_back(index);
            texts.push_back(plan.at(index).label);
            cut = cut || plan.at(index).label_width * k > room(index);
        }
        if (!cut) continue;
        const std::vector<std::string> shorter =
            told_apart(texts, [&](std::size_t n, const std::string& text) {
                return text_width(style, text, Face::Mono, token_size * k) <= room(nodes[n]);
            });
        for (std::size_t n = 0; n < nodes.size(); ++n)
            if (shorter[n] != texts[n]) shorter_[nodes[n]] = shorter[n];
    }
}

void TreeDraw::marks(int index, const Box& at) const {
    const TreeNode& it = plan.at(index);
    const float y = at.centre().y, shown = seen(y, at.h);
    const auto faded = [shown](Color color) { return shown < 1 ? fade(color, shown) : color; };
    if (it.forced && !it.small) fork({at.centre().x, at.y - 11 * k}, faded(c.t1));
    if (stage.dead_ends[static_cast<std::size_t>(index)] && !it.is_end) {
        const float x = at.right() + cross_at * k, d = 3 * k;
        add_line(scene, {x - d, y - d}, {x + d, y + d}, faded(c.t3), 1.25f * k);
        add_line(scene, {x - d, y + d}, {x + d, y - d}, faded(c.t3), 1.25f * k);
    }
    if (it.sentence < 0 || (!it.is_end && stage.revealed < plan.length())) return;
    const Point centre{at.right() + end_mark * k, y};
    const bool finished = plan.sentences[static_cast<std::size_t>(it.sentence)].finished;
    scene.add(CircleItem{centre, rank_radius * k, finished ? faded(c.bg3) : Color{0, 0, 0, 0},
                         finished ? Color{0, 0, 0, 0} : faded(c.t3), finished ? 0 : k,
                         finished ? Dash{} : Dash{2 * k, 2 * k}});
    if (!labels) return;
    add_text(scene, centre, std::to_string(it.sentence + 1), Face::Semibold,
             (it.sentence < 99 ? number_size : 9) * k, faded(c.t1), Align::Centre);
}

/// One line that becomes two: what the user decided.
void TreeDraw::fork(Point at, Color ink) const {
    const float d = 4.5f * k, w = 1.25f * k;
    add_line(scene, {at.x - 6 * k, at.y}, {at.x - 1.5f * k, at.y}, ink, w);
    for (const float side : {-1.0f, 1.0f})
        scene.add(CurveItem{{at.x - 1.5f * k, at.y},
                            {at.x + k, at.y},
                            {at.x + k, at.y + side * d},
                            {at.x + 6 * k, at.y + side * d},
                            ink,
                            w,
                            {}});
}

void TreeDraw::start_mark() const {
    const float shown = seen(start.y, 18 * k), words_at = start.y + 24 * k,
                words_shown = seen(words_at, number_size * k);
    if (first > 0 || shown <= 0) return;
    const auto faded = [](Color color, float k) { return k < 1 ? fade(color, k) : color; };
    const bool selected = settings.selected == -1;
    scene.add(CircleItem{start, 9 * k, faded(paper, shown),
                         faded(settings.hovered == -1 ? c.t1 : c.t2, shown), 1.25f * k});
    if (selected)
        scene.add(CircleItem{start,
                             13 * k,
                             {0, 0, 0, 0},
                             faded(settings.focus ? c.t1 : c.t2, shown),
                             (settings.focus ? 2.0f : 1.25f) * k});
    if (labels && words_shown > 0)
        add_text(scene, {start.x - 7 * k, words_at}, "start", Face::Regular, number_size * k,
                 faded(c.t3, words_shown), Align::Centre);
    if (picks)
        scene.pick(around(start, 32, 32), {PickKind::Token, -1, -1, -1, "start"}, "Before the first output");
}

void TreeDraw::later() const {
    for (int column = std::max(first, stage.revealed); column <= std::min(last, plan.length() - 1); ++column)
        add_later(
            scene,
            around({x(column), y(0)}, std::min(40 * k, column_width(column) - box_gap * k), box_height * k),
            c, 5 * k);
}

void TreeDraw::column_numbers(float at, int selected) const {
    for (int column = first; column <= std::min(last, plan.length() - 1); ++column)
        add_text(scene, {x(column), at}, std::to_string(column + 1),
                 column == selected ? Face::MonoSemibold : Face::Mono, number_size * k,
                 column == selected ? c.t1 : c.t3, Align::Centre);
}

// ---------------------------------------------------------------------------------------------- words

std::string node_number(double p) {
    if (p >= 0.00995) return cell_probability(p);
    if (p >= 0.00095) return fixed(p, 3).substr(1);
    const std::string number = probability(p); // "4.3e−5": one digit is enough here
    const std::size_t point = number.find('.'), e = number.find('e');
    if (e == std::string::npos) return p > 0 ? fixed(std::max(p, 0.001), 3).substr(1) : "0";
    return point == std::string::npos ? number : number.substr(0, point) + number.substr(e);
}

std::string ranking_words(const Beam& beam) {
    const double power = beam.exponent.value_or(beam.length_penalty);
    if (power == 0) return "log P";
    return std::string(beam.exponent ? "log P / N^" : "log P / ((5 + N) / 6)^") + up_to(power);
}

std::string score_number(double value) {
    const double size = std::abs(value);
    if (value == 0 || !std::isfinite(value)) return fixed(value, 2);
    if (size < 1e-5) return (value < 0 ? std::string(minus_sign) : "") + probability(size);
    int decimals = 2; // two digits that count
    while (size < 10 * std::pow(10.0, -decimals)) ++decimals;
    return fixed(value, decimals);
}

std::string tree_words(const TreePlan& plan, int index) {
    const TreeNode& node = plan.at(index);
    if (node.kind == Kind::Typed) return "What you type: Enter takes it";
    const std::string name = node.is_end ? "The end" : quoted(node.label);
    std::string words = name + ": p " + probability(std::exp(static_cast<double>(node.log_prob)));
    words += node.column > 0 ? ", log P so far " + score_number(node.total) : "";
    if (node.forced) words += ", forced by you";
    if (node.kind == Kind::Candidate) words += ", not followed by the search";
    if (node.sentence >= 0) {
        const TreeSentence& sentence = plan.sentences[static_cast<std::size_t>(node.sentence)];
        words += ", score " + score_number(sentence.score) + ", " +
                 score_number(sentence.log_prob / std::max(1, sentence.length)) + " a token";
        if (!sentence.finished) words += ", cut off";
    } else if (node.dead_end) {
        words += ", then dropped";
    }
    return words;
}

} // namespace heed
