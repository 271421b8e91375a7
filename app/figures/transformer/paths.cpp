#include "app/figures/transformer/paths.h"

#include "app/figures/base/format.h"
#include "app/figures/base/pen.h"
#include "app/figures/base/point_labels.h"
#include "app/figures/transformer/reading.h"
#include "core/analysis/projection.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace layered {
namespace {

constexpr float dot = 4.5f, ring = 4; // px

/// One side's places in their plane.
struct Path : Pen {
    const Reading& r;
    bool decoder;
    int layer;
    Box card;
    MatrixXf points; // (2, places)
    analysis::Projection plane;
    int dimensions = 0;
    std::vector<Point> at; // px

    int count() const { return static_cast<int>(at.size()); }
    Color color() const { return decoder ? colors().decoder : colors().forward; }
    /// The output that a place writes; -1: none.
    int output(int k) const {
        const int row = !decoder ? -1 : r.crosses() ? k : k - (r.run.source_length() - 1);
        return row < r.run.outputs() ? row : -1;
    }
    bool known(int k) const { return output(k) < 0 ? true : r.written(output(k)); }
    bool done(int k) const {
        return r.done(decoder, decoder ? std::max(0, output(k)) : 0, layer, Looks::Nowhere, Doing::Feed);
    }
    std::string word(int k) const {
        if (output(k) >= 0) return r.written(output(k)) ? r.output_word(output(k)) : "?";
        return r.column_word(decoder, k);
    }
    bool quiet(int k) const { return output(k) < 0 && r.quiet(decoder, k); }
};

int layer_of(const Reading& r, bool decoder) {
    const int last = r.layers(decoder) - 1;
    if (r.front.layer >= 0) return std::min(r.front.layer, last);
    return r.now.started && r.now.decoding == decoder && r.now.layer >= 0 ? r.now.layer : last;
}

/// As large as fits, the same both ways.
void place(Path& p) {
    const MatrixXf* stream = p.r.stream(p.decoder, p.layer);
    if (!stream || stream->cols() == 0) return;
    p.dimensions = static_cast<int>(stream->rows());
    p.plane = analysis::principal_components(*stream);
    p.points = p.plane.of(*stream);
    const Box room{p.card.x + 60, p.card.y + 52, p.card.w - 120, p.card.h - 52 - 56};
    const Eigen::Vector2f low = p.points.rowwise().minCoeff(), high = p.points.rowwise().maxCoeff();
    const float wide = std::max(high(0) - low(0), 1e-9f), tall = std::max(high(1) - low(1), 1e-9f);
    float scale = std::min(std::max(20.0f, room.w) / wide, std::max(20.0f, room.h) / tall);
    if (!(scale < 1e8f)) scale = 1; // one place for all
    const Point middle{(low(0) + high(0)) / 2, (low(1) + high(1)) / 2};
    for (Eigen::Index k = 0; k < p.points.cols(); ++k)
        p.at.push_back({room.centre().x + (p.points(0, k) - middle.x) * scale,
                        room.centre().y - (p.points(1, k) - middle.y) * scale});
}

void draw_path_card(const Path& p) {
    const Palette& c = p.colors();
    add_fill(p.scene, p.card, c.bg1, 8);
    add_frame(p.scene, p.card, c.line, 1, 8);
    const std::string title = p.decoder ? "Decoder" : "Encoder";
    const float x = p.card.x + 16, y = p.card.y + 20;
    p.text({x, y}, title, 13, p.color(), Align::Left, Face::Semibold);
    p.text({x + p.measure(title, Face::Semibold, 13) + 10, y},
           "after layer " + std::to_string(p.layer + 1) + " of " + std::to_string(p.r.layers(p.decoder)), 11,
           c.t3);
}

void draw_path_axes(const Path& p) {
    const Point at{p.card.x + 16, p.card.bottom() - 18};
    const Eigen::VectorXf& share = p.plane.share;
    if (share.size() < 2 || share(0) <= 0)
        return p.text(at,
                      p.count() == 1 ? "One place: nothing to compare it with." : "All places are one point.",
                      11, p.colors().t3);
    const std::string both = "→ first direction " + percent(static_cast<double>(share(0))) + "   ↑ second " +
                             percent(static_cast<double>(share(1)));
    const std::string rest = percent(std::max(0.0, 1.0 - static_cast<double>(share(0) + share(1))));
    for (const std::string& words :
         {both + "   not seen: " + counted(p.dimensions - 2, "direction") + ", " + rest,
          both + "   not seen: " + rest, both})
        if (p.measure(words, Face::Regular, 11) <= p.card.w - 32) return p.text(at, words, 11, p.colors().t3);
}

/// What the head in front gives each place; 0 where it gives next to nothing.
std::vector<float> shares_of(const Path& p) {
    std::vector<float> shares(p.at.size(), 0);
    const Sight sight = p.r.in_front();
    const bool own = sight.decoding && sight.looks == Looks::Self;
    const MatrixXf* weights = p.r.weights(sight);
    const int query = p.r.query(sight.decoding, p.r.row());
    if (own != p.decoder || !p.r.done(sight, p.r.row(), Doing::Softmax) || !weights ||
        query >= weights->cols())
        return shares;
    const int seen = std::min({p.r.seen(sight, p.r.row()), static_cast<int>(weights->rows()), p.count()});
    for (int k = 0; k < seen; ++k)
        if (const float a = (*weights)(k, query); a > 0.01f) shares[static_cast<std::size_t>(k)] = a;
    return shares;
}

float halo(float share) { return share > 0 ? dot + 2 + 16 * std::sqrt(share) : dot; }

/// Amber about what the head in front looks at.
void draw_path_halos(const Path& p, const std::vector<float>& shares) {
    for (std::size_t k = 0; k < shares.size(); ++k)
        if (const float a = shares[k]; a > 0)
            p.scene.add(CircleItem{p.at[k], halo(a), fade(p.colors().attention, 0.1f + 0.3f * a),
                                   fade(p.colors().attention, 0.75f), 1});
}

/// The place that the newest sub-step is about; of the encoder all at once: none.
int newest(const Path& p) {
    if (!p.decoder || !p.r.now.decoding) return -1;
    return p.r.query(true, p.r.now.row);
}

int looked_at(const Path& p, const Playhead& playhead) {
    if (p.decoder) {
        for (const int row : {playhead.hover_row, playhead.row})
            if (row >= 0) return p.r.query(true, row);
        return newest(p);
    }
    if (playhead.hover_column >= 0 && !playhead.hover_past) return playhead.hover_column;
    return playhead.past ? -1 : playhead.column;
}

void draw_dots(const Path& p, const Playhead& playhead) {
    const Palette& c = p.colors();
    for (int k = 1; k < p.count(); ++k)
        if (p.done(k) && p.done(k - 1))
            add_line(p.scene, p.at[static_cast<std::size_t>(k - 1)], p.at[static_cast<std::size_t>(k)],
                     fade(p.color(), 0.35f), 1.25f);
    const int looked = looked_at(p, playhead), now = newest(p);
    for (int k = 0; k < p.count(); ++k) {
        const Point at = p.at[static_cast<std::size_t>(k)];
        const bool done = p.done(k);
        p.scene.add(CircleItem{at, dot, done ? p.color() : c.bg1, done ? Color{0, 0, 0, 0} : c.line2,
                               done ? 0.0f : 1.0f, done ? Dash{} : Dash{2, 2}});
        if (k == now) p.scene.add(CircleItem{at, dot + ring, {0, 0, 0, 0}, p.color(), 1.5f});
        if (k == looked && k != now) p.scene.add(CircleItem{at, dot + ring, {0, 0, 0, 0}, c.t1, 1.5f});
        const PickId id = p.output(k) >= 0 ? PickId{PickKind::Row, p.output(k), -1, -1, {}}
                                           : PickId{PickKind::Column, -1, k, p.decoder ? 1 : 0, {}};
        p.scene.pick(
            around(at, 16, 16), id,
            p.output(k) >= 0
                ? "Output " + std::to_string(p.output(k) + 1) + (p.known(k) ? ", " + quoted(p.word(k)) : "") +
                      ": what the layer left at the place that writes it"
                : "Place " + std::to_string(k + 1) + ", " + p.word(k) + ": what the layer left there");
    }
}

/// Clear of the halos; of many places only of the dots, so that as many as can be are named.
void draw_words(const Path& p, const Playhead& playhead, const std::vector<float>& shares) {
    const bool few = p.count() <= 40;
    const float size = few ? 13.0f : 11.0f;
    const int looked = looked_at(p, playhead), now = newest(p);
    std::vector<LabelledPoint> points; // in the order of the lines, which labels stand off
    for (int k = 0; k < p.count(); ++k) {
        const float halo_of = few ? halo(shares[static_cast<std::size_t>(k)]) : dot;
        points.push_back({p.at[static_cast<std::size_t>(k)],
                          k == looked || k == now ? std::max(halo_of, dot + ring) : halo_of,
                          p.measure(p.word(k), Face::Mono, size) + 2, size + 3});
    }
    const Box room{p.card.x + 8, p.card.y + 36, p.card.w - 16, p.card.h - 36 - 32};
    const auto places = place_labels(points, room, looked);
    const Palette& c = p.colors();
    for (int k = 0; k < p.count(); ++k) {
        const auto& place = places[static_cast<std::size_t>(k)];
        if (!place) continue;
        const Color ink = !p.done(k) || p.quiet(k) ? c.t3
                          : k == looked            ? c.t1
                          : p.output(k) >= 0       ? c.output
                                                   : c.t2;
        p.text(place->centre(), p.word(k), size, ink, Align::Centre, p.quiet(k) ? Face::Italic : Face::Mono);
    }
}

} // namespace
} // namespace layered

Scene stream_paths_figure(const Trace& run, const Playhead& playhead, const StreamPathsSettings& settings,
                          const FigureStyle& style) {
    using namespace layered;
    Scene scene;
    scene.width = settings.width;
    scene.height = settings.height;
    const Reading r(run, playhead, settings.front);
    const Pen pen{scene, style};
    const Palette& c = style.colors();
    const std::string title = "Where the residual stream goes";
    pen.text({16, 24}, title, 15, c.t1, Align::Left, Face::Semibold);
    const float left = 16 + pen.measure(title, Face::Semibold, 15) + 14;
    const float room = settings.width - settings.free_right - left - 8;
    for (const char* words :
         {"Each dot is a place after that layer; alike ones lie close together. Amber: what "
          "the head in front looks at.",
          "A dot a place. Amber: what the head in front looks at.", "Alike places lie close together."})
        if (pen.measure(words, Face::Regular, 13) <= room) {
            pen.text({left, 24.5f}, words, 13, c.t2);
            break;
        }
    constexpr float margin = 16, between = 12, top = 46;
    std::vector<bool> sides;
    if (r.config.encodes()) sides.push_back(false);
    if (r.config.decodes()) sides.push_back(true);
    const auto count = static_cast<float>(sides.size());
    const float wide = (settings.width - 2 * margin - between * (count - 1)) / count;
    float x = margin;
    for (const bool decoder : sides) {
        Path path{{scene, style},
                  r,
                  decoder,
                  layer_of(r, decoder),
                  {x, top, wide, settings.height - top - margin},
                  {},
                  {},
                  0,
                  {}};
        place(path);
        draw_path_card(path);
        draw_path_axes(path);
        if (path.count() > 0) {
            const std::vector<float> shares = shares_of(path);
            draw_path_halos(path, shares);
            draw_dots(path, playhead);
            draw_words(path, playhead, shares);
        }
        x += wide + between;
    }
    return scene;
}

} // namespace heed
