// One path of states in its plane: what it says, and where it stands. panel_draw.cpp draws it.
#include "app/figures/base/point_labels.h"
#include "app/figures/states/draw.h"
#include "app/figures/tokens.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>
#include <cmath>

namespace heed::states {

using analysis::StateKind;

// ---------------------------------------------------------------------------------------------- what it says

Color Panel::color() const {
    if (decoder()) return colors().decoder;
    return backward() ? colors().backward : colors().forward;
}

Point Panel::place(float x, float y) const {
    return {map.centre().x + (x - middle.x) * scale, map.centre().y - (y - middle.y) * scale};
}

int Panel::hovered() const {
    const Playhead& p = canvas.playhead;
    const int k = decoder() ? (p.hover_row >= 0 ? p.hover_row + 1 : -1) : p.hover_column;
    return k < count() ? k : -1;
}

int Panel::chosen() const {
    return whole.chosen.decoder == decoder() && whole.chosen.column < count() ? whole.chosen.column : -1;
}

int Panel::current() const { return current_column(canvas.trace, path, canvas.playhead); }

bool Panel::known(int k) const {
    return !decoder() || k == 0 || canvas.reveal.decoded(seq2seq::Choose, k - 1) != Seen::Later;
}

TokenText Panel::label(int k) const {
    if (!decoder()) return source_text(canvas.trace, k);
    if (k == 0) return {"start", Face::Italic, true};
    return output_text(canvas.trace, k - 1);
}

Color Panel::label_color(int k) const {
    const Seen now = seen[static_cast<std::size_t>(k)];
    if (label(k).is_end) return colors().t3;
    if (decoder() && k > 0 && canvas.trace.steps[static_cast<std::size_t>(k - 1)].forced)
        return colors().t1; // the user's own
    const Color full = decoder() ? colors().output : colors().t1;
    return now == Seen::Later ? colors().t3 : full;
}

PickId Panel::pick(int k) const {
    if (decoder()) return {PickKind::State, k - 1, -1, k};
    return {PickKind::Annotation, -1, k, k};
}

std::string Panel::tooltip(int k) const {
    const Trace& trace = canvas.trace;
    const std::string name = std::to_string(k + (decoder() ? 0 : 1));
    if (decoder()) {
        if (k == 0) return "s0: the decoder’s first state, before anything is written";
        return "s" + name +
               (known(k) ? ": what " + quoted_output(trace, k - 1) + " is written from"
                         : ": what output " + name + " is written from");
    }
    if (path.choice.kind == StateKind::Annotation) return "h" + name + ": " + quoted_source(trace, k);
    const int from = backward() ? trace.source_length() - 1 : 0;
    return (backward() ? "←h" : "→h") + name + ": after reading " + stretch(trace, from, k);
}

// ------------------------------------------------------------------------------------------- where it stands

namespace {

Seen seen_of(const Canvas& canvas, const StatePath& path, int k) {
    const Reveal& reveal = canvas.reveal;
    const int top = seq2seq_facts(canvas.trace).encoder_layers - 1;
    switch (path.choice.kind) {
    case StateKind::Decoder: {
        if (k == 0) return reveal.decoding() ? Seen::Earlier : Seen::Later;
        const bool two_cells = seq2seq_facts(canvas.trace).order == "conditional";
        return reveal.decoded(Phase{seq2seq::State, two_cells ? path.choice.row : 0}, k - 1);
    }
    case StateKind::Annotation:
        return reveal.encoded({seq2seq::Annotate, 0}, k);
    case StateKind::Forward:
        return reveal.encoded({seq2seq::Forward, top}, k);
    case StateKind::Backward:
        return reveal.encoded({seq2seq::Backward, top}, k);
    }
    return Seen::Later;
}

/// The middle of the paths and how many px a unit may take, so that all of both fit into the room.
void fit(Panel& panel, float margin_x, float margin_y) {
    MatrixXf all(2, panel.path.points.cols() + panel.path.before.cols());
    all << panel.path.points, panel.path.before;
    if (all.cols() == 0) return;
    const Eigen::Vector2f low = all.rowwise().minCoeff(), high = all.rowwise().maxCoeff();
    panel.middle = {(low(0) + high(0)) / 2, (low(1) + high(1)) / 2};
    const float wide = std::max(high(0) - low(0), 1e-9f), tall = std::max(high(1) - low(1), 1e-9f);
    panel.scale = std::min(std::max(20.0f, panel.map.w - 2 * margin_x) / wide,
                           std::max(20.0f, panel.map.h - 2 * margin_y) / tall);
    if (!(panel.scale < 1e8f)) panel.scale = 1; // one place for all
}

std::vector<Point> placed(const Panel& panel, const MatrixXf& points) {
    std::vector<Point> at;
    for (Eigen::Index k = 0; k < points.cols(); ++k) at.push_back(panel.place(points(0, k), points(1, k)));
    return at;
}

void label_points(Panel& panel) {
    std::vector<LabelledPoint> points;
    for (int k = 0; k < panel.count(); ++k) {
        const TokenText token = panel.label(k);
        const std::string text = fitted(panel.canvas.style, token.text, token.face, panel.label_size(), 96);
        const float ring =
            panel.count() <= 30 ? 5.0f : 1.0f; // a label stands clear of the rings, where there is room
        points.push_back({panel.at[static_cast<std::size_t>(k)], panel.radius + ring,
                          text_width(panel.canvas.style, text, token.face, panel.label_size()) + 2,
                          panel.label_size() + 1});
    }
    panel.labels = place_labels(points, panel.map);
}

} // namespace

Panel make_panel(const StatesPicture& whole, const StatePath& path, const Canvas& canvas, Box card,
                 float strip_height) {
    Panel panel{whole, path, canvas, card, {}, {}, 1, {}, 4.5f, {}, {}, {}, {}, 0, 0};
    constexpr float head = 34, axis = 26;
    panel.strip = {card.x + 12, card.bottom() - strip_height - 10, card.w - 24, strip_height};
    const float bottom = strip_height > 0 ? panel.strip.y - 8 : card.bottom();
    panel.map = {card.x + 12, card.y + head, card.w - 24, std::max(20.0f, bottom - axis - card.y - head)};
    const Eigen::Index most = path.points.cols();
    panel.radius = most <= 30 ? 4.5f : most <= 80 ? 3.5f : 2.5f;
    fit(panel, std::min(56.0f, panel.map.w * 0.16f), std::min(26.0f, panel.map.h * 0.14f));
    panel.at = placed(panel, path.points);
    panel.before = placed(panel, path.before);
    for (int k = 0; k < panel.count(); ++k) panel.seen.push_back(seen_of(canvas, path, k));
    panel.last = panel.count() - 1;
    if (panel.backward()) std::swap(panel.first, panel.last);
    label_points(panel);
    return panel;
}

std::vector<Hits> hits_of(const Panel& panel) {
    std::vector<Hits> all;
    if (panel.chosen() < 0) return all;
    for (Eigen::Index n = 0; n < panel.whole.near.cols(); ++n) {
        const Point at = panel.place(panel.whole.near(0, n), panel.whole.near(1, n));
        const auto same = std::find_if(all.begin(), all.end(), [&](const Hits& h) {
            return std::hypot(h.at.x - at.x, h.at.y - at.y) < 1.5f;
        });
        if (same == all.end())
            all.push_back({at});
        else
            ++same->count;
    }
    return all;
}

} // namespace heed::states
