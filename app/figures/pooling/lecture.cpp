#include "app/figures/pooling/lecture.h"

#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/pooling/reading.h"
#include "core/models/pooling/phases.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed {
namespace {

using namespace pools;
namespace phases = pooling::phase;

constexpr float gutter = 212, margin_right = 62, name_x = 40; // px at 1600
constexpr float designed_height = 716;
constexpr float name_size = 24, note_size = 18, token_largest = 26;
constexpr float most_pitch = 180;

/// What the outline has reached.
struct Reached {
    bool started = false, weighs = false, mixes = false, answers = false;
    int read = 0; // moments
};

struct Hall {
    Scene& scene;
    const PoolingBoard& board;
    const Playhead& playhead;
    const FigureStyle& style;
    const Input& input;
    const Trace& run; // of the chosen member
    Eigen::VectorXf weights;
    Reached reached;
    float first = 0, pitch = 0, until = 0;
    float answer_top = 24, answer_high = 92, baseline = 0, bar = 0, tokens = 0, dense = 0, dense_bar = 0;
    float ceiling = 1;

    const Palette& colors() const { return style.colors(); }
    int count() const { return input.count(); }
    float x(int t) const { return first + (static_cast<float>(t) + 0.5f) * pitch; }
    int column() const { return playhead.hover_column >= 0 ? playhead.hover_column : playhead.column; }
    float width_of(const std::string& words, Face face, float size) const {
        return text_width(style, words, face, size);
    }
};

Reached reached_by(const Trace& run, int at) {
    Reached r;
    const Moment now = moment_at(run.outline, at);
    r.started = now.started;
    const auto done = [&](const PhaseInfo& phase) {
        return run.outline.declares(phase) && revealed(run.outline, at, {phase, 0}, 0);
    };
    for (int t = 0; t < run.source_length(); ++t) r.read += revealed(run.outline, at, {phases::Read, 0}, t);
    r.weighs = done(phases::Softmax) || done(phases::Even);
    r.answers = done(phases::Answer);
    r.mixes = done(phases::Context) || done(phases::Scale) || r.answers;
    return r;
}

float ceiling_above(float most) {
    for (const float ceiling : {0.1f, 0.2f, 0.5f})
        if (most <= ceiling + 1e-6f) return ceiling;
    return 1;
}

void add_name(const Hall& h, float y, const std::string& name, Color color, const std::string& note = {}) {
    add_text(h.scene, {name_x, y}, name, Face::Medium, name_size, color);
    if (!note.empty())
        add_text(h.scene, {name_x, y + 26},
                 fitted(h.style, note, Face::Regular, note_size, gutter - name_x - 8), Face::Regular,
                 note_size, h.colors().t3);
}

// ------------------------------------------------------------------------------------------------- answers

struct Place {
    int member;
    Box box;
};

std::vector<Place> answer_places(const Hall& h) {
    std::vector<Place> places;
    const int count = static_cast<int>(h.board.members.size());
    if (count == 0) return places;
    constexpr float gap = 16;
    const float room = h.scene.width - gutter - margin_right;
    const float each =
        std::min(320.0f, (room - gap * static_cast<float>(count - 1)) / static_cast<float>(count));
    for (int k = 0; k < count; ++k)
        places.push_back(
            {k, {gutter + (each + gap) * static_cast<float>(k), h.answer_top, each, h.answer_high}});
    return places;
}

/// "✓", "×", or how far off; nothing where the right answer is not known.
void add_verdict(const Hall& h, const Trace& run, float x, float y, float room) {
    const std::optional<bool> right = right_by(h.board, h.board.now, run);
    if (!right) return;
    const Color ink = *right ? h.colors().t1 : h.colors().error;
    const auto off = error_of(h.board.now, run);
    std::string words = *right ? "✓ right" : "× wrong";
    if (off) words = (*right ? "✓ off by " : "× off by ") + short_number(std::abs(*off), 3);
    if (h.width_of(words, Face::Regular, note_size) > room) words = *right ? "✓" : "×";
    if (h.width_of(words, Face::Regular, note_size) <= room)
        add_text(h.scene, {x, y}, words, Face::Regular, note_size, ink, Align::Right);
}

void draw_answer(const Hall& h, const Place& place) {
    const Palette& c = h.colors();
    const PoolingMember& member = h.board.members[static_cast<std::size_t>(place.member)];
    const bool chosen = place.member == h.board.chosen;
    const Box& b = place.box;
    h.scene.add(RectItem{b, c.bg1, chosen ? c.output : c.line, chosen ? 3.0f : 1.5f, 12});
    const std::string label =
        fitted(h.style, member.label, chosen ? Face::Semibold : Face::Regular, 20, b.w - 32);
    add_text(h.scene, {b.x + 16, b.y + 27}, label, chosen ? Face::Semibold : Face::Regular, 20,
             chosen ? c.t1 : c.t2);
    const Trace* run = run_of(h.board.now, place.member);
    const float y = b.y + 63;
    if (!run) return add_text(h.scene, {b.x + 16, y}, "cannot read this", Face::Regular, note_size, c.t3);
    if (!h.reached.answers)
        return add_text(h.scene, {b.x + 16, y}, "?", Face::Mono, 30, chosen ? c.t2 : c.t3);
    const std::string answer = fitted(h.style, answer_text(*run), Face::MonoSemibold, 30, b.w - 32);
    add_text(h.scene, {b.x + 16, y}, answer, Face::MonoSemibold, 30, chosen ? c.output : c.t1);
    const float used = 16 + h.width_of(answer, Face::MonoSemibold, 30) + 16;
    add_verdict(h, *run, b.right() - 16, y, b.w - used - 16);
}

void draw_answers(const Hall& h) {
    const bool told = h.reached.answers && !h.board.now.answer.empty();
    const float y = h.answer_top + h.answer_high / 2;
    add_name(h, told ? y - 13 : y, "Answer", h.colors().output, told ? "right: " + h.board.now.answer : "");
    for (const Place& place : answer_places(h)) draw_answer(h, place);
}

// ------------------------------------------------------------------------------------------------- weights

float bar_width(const Hall& h) { return std::clamp(h.pitch * 0.5f, 3.0f, 46.0f); }
float bar_height(const Hall& h, int t) {
    return t < h.weights.size() ? std::max(3.0f, h.bar * std::min(1.0f, h.weights(t) / h.ceiling)) : 0;
}

/// Below what the chosen model answers.
Point answer_at(const Hall& h) {
    const Box box = answer_places(h)[static_cast<std::size_t>(h.board.chosen)].box;
    return {box.centre().x, box.bottom() + 3};
}

/// From every bar to what the model answers, as thick as the weight.
void draw_fan(const Hall& h) {
    if (!h.reached.mixes) return;
    const Point target = answer_at(h);
    for (int t = 0; t < h.count() && t < h.weights.size(); ++t) {
        if (is_muted(h.run, t) || h.weights(t) < 0.002f) continue;
        const Point from{h.x(t), h.baseline - bar_height(h, t)};
        const float bend = std::max(20.0f, (from.y - target.y) * 0.5f);
        CurveItem curve{from, {from.x, from.y - bend}, {target.x, target.y + bend}, target, {}, 1, {}};
        curve.color = fade(h.colors().attention, 0.25f + 0.45f * std::min(1.0f, h.weights(t) / h.ceiling));
        curve.width = 1.5f + 14 * std::min(1.0f, h.weights(t));
        h.scene.add(curve);
    }
}

void draw_weights(const Hall& h) {
    const Palette& c = h.colors();
    const PoolingMember& member = h.board.members[static_cast<std::size_t>(h.board.chosen)];
    add_name(h, h.baseline - h.bar / 2, is_attention(member) ? "Attention" : "Even weights", c.attention,
             is_attention(member) ? "weights α" : "1 / T each");
    add_line(h.scene, {h.first, h.baseline}, {h.until, h.baseline}, c.line2, 2);
    if (!h.reached.weighs) return;
    const float top = h.baseline - h.bar;
    add_line(h.scene, {h.first, top}, {h.until, top}, fade(c.t3, 0.55f), 2, {2, 8});
    draw_fan(h);
    const bool from_left = answer_at(h).x < (h.first + h.until) / 2; // clear of the fan
    add_text(h.scene, {from_left ? h.until + 12 : h.first - 12, top}, up_to(static_cast<double>(h.ceiling)),
             Face::Mono, note_size, c.t3, from_left ? Align::Left : Align::Right);
    const float wide = bar_width(h);
    for (int t = 0; t < h.count() && t < h.weights.size(); ++t) {
        const float high = bar_height(h, t);
        const Box bar{h.x(t) - wide / 2, h.baseline - high, wide, high};
        if (is_muted(h.run, t))
            add_frame(h.scene, {bar.x, h.baseline - 24, wide, 24}, c.t3, 1.5f, 4, {4, 4});
        else
            add_fill(h.scene, bar, c.attention, std::min(5.0f, high / 2));
    }
}

// --------------------------------------------------------------------------------------- words and numbers

/// Which moments have words: those looked at, marked or heavy first, as long as they stand clear.
std::vector<bool> with_words(const Hall& h, float room) {
    const auto count = static_cast<std::size_t>(h.count());
    std::vector<bool> shown(count, h.pitch >= room);
    if (h.pitch >= room) return shown;
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    const auto rank = [&](int t) {
        const float weight = h.reached.weighs && t < h.weights.size() ? h.weights(t) : 0;
        return (t == h.column() ? 4.0f : 0.0f) + (h.input.is_marked(t) ? 2.0f : 0.0f) + weight;
    };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return rank(a) > rank(b); });
    for (const int t : order) {
        const auto reach = static_cast<int>(std::ceil(room / h.pitch));
        bool clear = true;
        for (int k = std::max(0, t - reach + 1); k < std::min(h.count(), t + reach); ++k)
            clear = clear && !shown[static_cast<std::size_t>(k)];
        if (clear) shown[static_cast<std::size_t>(t)] = true;
    }
    return shown;
}

std::string weight_text(float weight) {
    const std::string number = fixed(static_cast<double>(weight), 2);
    return number.starts_with("0.") ? number.substr(1) : number;
}

/// Upright, in the largest letters in which every word has room; else slanted.
struct TokenLook {
    float size = token_largest, room = 0;
    bool slanted = false;
};
TokenLook token_look(const Hall& h) {
    TokenLook look;
    float widest = 0;
    for (const std::string& text : h.input.texts)
        widest = std::max(widest, h.width_of(shown(text), Face::Mono, 1));
    look.room = h.pitch - 10;
    for (const float size : {26.0f, 24.0f, 22.0f, 20.0f, 18.0f})
        if (widest * size <= look.room) return look.size = size, look;
    look.size = 20;
    look.slanted = h.input.words;
    if (!look.slanted) look.room = widest * look.size + 8; // numbers stand where they have room
    return look;
}

void draw_token(const Hall& h, const TokenLook& look, int t) {
    const Palette& c = h.colors();
    const bool muted = is_muted(h.run, t), read = t < h.reached.read;
    const std::string text = shown(h.input.text(t));
    Color ink = muted || !read ? c.t3 : c.t1;
    if (look.slanted) {
        if (h.input.is_marked(t) && read) ink = c.attention;
        add_text(h.scene, {h.x(t) + 6, h.tokens - 12}, fitted(h.style, text, Face::Mono, look.size, 130),
                 Face::Mono, look.size, ink, Align::Right, 60);
        return;
    }
    const float width = h.width_of(text, Face::Mono, look.size);
    if (h.input.is_marked(t) && read)
        add_fill(h.scene, around({h.x(t), h.tokens}, width + 14, look.size + 14), fade(c.attention, 0.3f), 8);
    add_text(h.scene, {h.x(t), h.tokens}, text, Face::Mono, look.size, ink, Align::Centre);
    if (muted)
        add_line(h.scene, {h.x(t) - width / 2 - 4, h.tokens}, {h.x(t) + width / 2 + 4, h.tokens}, c.t2, 2);
}

void draw_tokens(const Hall& h) {
    const Palette& c = h.colors();
    const TokenLook look = token_look(h);
    add_name(h, h.tokens, h.input.words ? "Words" : "Moments", c.forward);
    const std::vector<bool> words = with_words(h, look.slanted ? 24 : look.room);
    const std::vector<bool> numbers = with_words(h, 44);
    for (int t = 0; t < h.count(); ++t) {
        const auto k = static_cast<std::size_t>(t);
        if (words[k]) draw_token(h, look, t);
        if (!h.reached.weighs || t >= h.weights.size() || !numbers[k]) continue;
        const bool muted = is_muted(h.run, t);
        add_text(h.scene, {h.x(t), h.baseline + 24}, muted ? "–" : weight_text(h.weights(t)), Face::Mono,
                 note_size, !muted && h.weights(t) >= 0.05f ? c.t1 : c.t3, Align::Centre);
    }
}

// --------------------------------------------------------------------------------------------------- Dense

void draw_dense(const Hall& h) {
    if (h.dense_bar <= 0) return;
    const Palette& c = h.colors();
    const Trace* run = run_of(h.board.now, dense_member(h.board));
    add_name(h, h.dense - 13, "Dense", c.t2, "does not move");
    add_line(h.scene, {h.first, h.dense}, {h.until, h.dense}, c.line2, 2);
    if (!run) return;
    const Learned learned = learned_numbers(*run);
    const float largest = std::max(learned.largest, 1e-6f), wide = bar_width(h);
    for (int t = 0; t < h.count() && t < static_cast<int>(learned.values.size()); ++t) {
        const float value = learned.values[static_cast<std::size_t>(t)] / largest;
        const float high = std::max(2.0f, std::abs(value) * h.dense_bar);
        add_fill(h.scene, {h.x(t) - wide / 2, value < 0 ? h.dense : h.dense - high, wide, high},
                 fade(c.t2, 0.7f), 3);
    }
}

/// The column pointed at or read, behind everything.
void draw_column(const Hall& h) {
    const Moment now = moment_at(h.run.outline, h.playhead.at);
    const int reads = now.started && now.axis == Axis::Moment ? now.position : -1;
    const float bottom = std::max(h.dense_bar > 0 ? h.dense + h.dense_bar : 0, h.tokens + 24);
    for (const int t : {reads, h.column()})
        if (t >= 0 && t < h.count())
            add_fill(
                h.scene,
                {h.x(t) - h.pitch / 2, h.baseline - h.bar - 14, h.pitch, bottom - h.baseline + h.bar + 20},
                fade(h.colors().t1, 0.06f), 10);
    for (int t = 0; t < h.count(); ++t)
        h.scene.pick(
            {h.x(t) - h.pitch / 2, h.baseline - h.bar - 14, h.pitch, bottom - h.baseline + h.bar + 20},
            {PickKind::Column, t});
}

void place(Hall& h, float width, float height) {
    const float open = std::clamp(height / designed_height, 1.0f, 1.4f);
    const auto count = static_cast<float>(std::max(1, h.count()));
    const float room = width - gutter - margin_right;
    h.pitch = std::min(most_pitch, room / count);
    h.first = gutter + (room - h.pitch * count) / 2;
    h.until = h.first + h.pitch * count;
    const bool weighs = h.weights.size() > 0, dense = dense_member(h.board) >= 0;
    h.bar = (weighs ? 190.0f : 0.0f) * open;
    h.baseline = 390 * open;
    h.tokens = h.baseline + 74;
    const float below = token_look(h).slanted ? 120.0f : 46.0f, left = height - 20 - (h.tokens + below);
    if (weighs) {
        h.ceiling = ceiling_above(h.weights.maxCoeff());
        if (!dense || left < 60) return;
        h.dense_bar = std::min(60.0f * open, left / 2 - 6);
        h.dense = h.tokens + below + left / 2;
    } else { // Dense itself
        const float top = h.answer_top + h.answer_high + 50;
        h.dense_bar = (height - 20 - below - 54 - top) / 2;
        h.dense = top + h.dense_bar;
        h.tokens = h.dense + h.dense_bar + 54;
        h.baseline = h.dense;
        h.bar = h.dense_bar;
    }
}

} // namespace

Scene pooling_lecture(const PoolingBoard& board, const Playhead& playhead, float width, float height,
                      const FigureStyle& style) {
    Scene scene{.width = width, .height = height, .background = style.colors().bg0};
    const Input input = input_of(board.now);
    const Trace* run = run_of(board.now, board.chosen);
    if (!run || input.count() == 0) return scene;
    Hall hall{scene, board, playhead, style, input, *run, weights_of(*run), reached_by(*run, playhead.at)};
    place(hall, width, height);
    draw_column(hall);
    if (hall.weights.size() > 0) draw_weights(hall);
    draw_dense(hall);
    draw_tokens(hall);
    draw_answers(hall);
    return scene;
}

} // namespace heed
