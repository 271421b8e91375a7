// Layers above their embeddings, a column a place; what was written above the decoder's.
#include "app/figures/base/format.h"
#include "app/figures/tokens_written.h"
#include "app/figures/transformer/draw.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace heed::layered {
namespace {

constexpr int spark_bars = 6;
constexpr float sine_of_slant = 0.866f;
constexpr float least_outline = 6; // px: narrower cells that are still to come are outlined together

/// One side while it is drawn.
struct Side {
    const Painter& p;
    const Block& block;
    bool decoder;
    Color role;

    const Reading& r() const { return p.reading; }
    /// The row with which a column is computed.
    int row_of(int column) const {
        if (!decoder) return 0;
        return r().crosses() ? column : std::max(0, column - (r().run.source_length() - 1));
    }
    bool done(int column, int layer) const {
        return r().done(decoder, row_of(column), layer, Looks::Nowhere, Doing::Feed);
    }
    bool read(int column) const { return r().reached(decoder, row_of(column)) > 0; }
    bool newest(int column, int layer) const {
        const Step& now = r().now;
        return now.started && now.decoding == decoder && now.layer == layer &&
               (!decoder || now.row == row_of(column));
    }
    float cell_wide() const { return block.cell_wide(); }
    /// The bars of the row that is looked at stand above its columns.
    bool has_bars() const {
        const Sight sight = r().in_front();
        return decoder == (sight.decoding && sight.looks == Looks::Self) &&
               p.progress(sight, Doing::Score) > 0;
    }
};

/// How much a layer changed the stream, against what was there: 0 … 1.
float changed_by(const MatrixXf& after, const MatrixXf& before, int column) {
    if (column >= after.cols() || column >= before.cols()) return 0;
    const float there = before.col(column).norm();
    return there > 0 ? std::min(1.0f, (after.col(column) - before.col(column)).norm() / there) : 0;
}

void draw_cell(const Side& s, int column, int layer, const MatrixXf& stream, float largest) {
    const Painter& p = s.p;
    const Palette& c = p.colors();
    const Box box = around({s.block.x(column), p.plan.layer_y(layer)}, s.cell_wide(), p.plan.cell_high);
    const bool newest = s.newest(column, layer), done = s.done(column, layer);
    const float radius = std::min({4.0f, box.w / 3, box.h / 3});
    if (!done && !newest) {
        if (box.w >= least_outline) add_later(p.scene, box, c, radius);
        return;
    }
    if (p.plan.compact || box.w < 12) {
        const float strength = done && largest > 0 ? mean_magnitude(stream, column) / largest : 0.3f;
        add_fill(p.scene, box, fade(s.role, 0.25f + 0.6f * std::min(1.0f, strength)), radius);
    } else {
        add_fill(p.scene, box, c.bg0, radius);
        if (done)
            add_sparkbars(p.scene, grown(box, -3), pool(stream, column, spark_bars), largest,
                          fade(s.role, 0.95f), fade(s.role, 0.55f));
        add_frame(p.scene, box, s.role, newest ? 2.0f : 1.25f, radius);
    }
    if (newest && s.decoder) add_ring(p.scene, box, s.role, 2.5f, radius + 3, 1.5f);
}

/// Between one layer and the next: as thick as what the layer changed.
void draw_stem(const Side& s, int column, float from, float to, float share) {
    if (from - to < 1) return;
    const float width = (s.block.pitch < 12 ? 0.5f : 1.0f) * (1 + 3 * share);
    add_line(s.p.scene, {s.block.x(column), from}, {s.block.x(column), to}, fade(s.role, 0.45f), width);
}

/// Of columns too narrow for an outline each those that are still to come, as one.
void draw_later_part(const Side& s, int layer) {
    if (s.cell_wide() >= least_outline) return;
    int from = s.block.count, last = -1;
    for (int k = 0; k < s.block.count; ++k)
        if (s.block.shows(k) && !s.done(k, layer) && !s.newest(k, layer)) {
            from = std::min(from, k);
            last = k;
        }
    if (last < from) return;
    const float left = s.block.x(from) - s.block.pitch / 2, right = s.block.x(last) + s.block.pitch / 2;
    if (right - left < 4) return;
    add_later(s.p.scene,
              {left, s.p.plan.layer_y(layer) - s.p.plan.cell_high / 2, right - left, s.p.plan.cell_high},
              s.p.colors(), 2);
}

void draw_stack(const Side& s) {
    const Painter& p = s.p;
    const Plan& plan = p.plan;
    const MatrixXf* below = s.r().embedded(s.decoder);
    float floor = plan.embedding - 8;
    for (int l = 0; l < s.r().layers(s.decoder); ++l) {
        const MatrixXf* stream = s.r().stream(s.decoder, l);
        if (!stream) continue;
        float largest = 0;
        const bool flat = plan.compact || s.cell_wide() < 12;
        if (flat)
            for (Eigen::Index k = 0; k < stream->cols(); ++k)
                largest = std::max(largest, mean_magnitude(*stream, k));
        else
            largest = pooled_maximum(*stream, spark_bars);
        for (int k = 0; k < s.block.count; ++k) {
            if (!s.block.shows(k)) continue;
            if (s.done(k, l) && below && !s.block.folded)
                draw_stem(s, k, floor, plan.layer_y(l) + plan.cell_high / 2, changed_by(*stream, *below, k));
            draw_cell(s, k, l, *stream, largest);
        }
        draw_later_part(s, l);
        below = stream;
        floor = plan.layer_y(l) - plan.cell_high / 2;
    }
}

void draw_embeddings(const Side& s) {
    const Painter& p = s.p;
    const Palette& c = p.colors();
    const MatrixXf* embedded = s.r().embedded(s.decoder);
    if (!embedded || s.block.folded) return;
    const float largest = pooled_maximum(*embedded, spark_bars);
    for (int k = 0; k < s.block.count; ++k) {
        if (!s.block.shows(k)) continue;
        const Box box = around({s.block.x(k), p.plan.embedding}, std::min(30.0f, s.block.pitch * 0.8f), 13);
        if (!s.read(k))
            add_later(p.scene, around(box.centre(), box.w, 5), c, 2);
        else if (k < embedded->cols())
            add_sparkbars(p.scene, box, pool(*embedded, k, spark_bars), largest, fade(c.t2, 0.9f),
                          fade(c.t2, 0.5f));
    }
}

/// Of what the vocabulary does not know a shorter name, where the longer would be cut.
std::string short_of(const Painter& p, std::string word, Face face, float size, float room) {
    return p.measure(word, face, size) > room ? with_unknown(std::move(word)) : word;
}

void draw_token(const Side& s, int column, bool chosen) {
    const Painter& p = s.p;
    const Palette& c = p.colors();
    // A word that is not written yet is not known; the source is.
    const int written = s.r().crosses() ? column - 1 : column - s.r().run.source_length();
    const bool known = !s.decoder || written < 0 || s.r().written(written);
    const Point at{s.block.x(column), p.plan.token};
    if (!known) return p.text(at, "·", 13, c.t3, Align::Centre);
    const bool quiet = s.r().quiet(s.decoder, column);
    const Face face = quiet ? Face::Italic : Face::Mono;
    const Color ink = quiet ? c.t2 : c.t1;
    const std::string word = s.r().column_word(s.decoder, column);
    if (s.block.slanted) {
        const float room = p.plan.slant_room / sine_of_slant;
        add_text(p.scene, {at.x + 3, at.y - 3},
                 fitted(p.style, short_of(p, word, face, label_size, room), face, label_size, room), face,
                 label_size, chosen ? c.attention : ink, Align::Right, 60);
        return;
    }
    const bool roomy = s.block.pitch >= 48 && p.measure(word, face, 13) <= s.block.pitch - 2;
    const float size = roomy ? 13.0f : 11.5f;
    const std::string shown =
        p.cut(short_of(p, word, face, size, s.block.pitch - 2), face, size, s.block.pitch - 2);
    if (chosen)
        add_fill(p.scene, around(at, p.measure(shown, face, size) + 10, 21), fade(c.attention, 0.28f), 4);
    p.text(at, shown, size, ink, Align::Centre, face);
}

void draw_tokens(const Side& s) {
    if (s.block.folded) return;
    const int chosen = s.has_bars() ? s.r().column(s.r().in_front(), s.r().row()) : -1;
    const float widest = s.block.slanted ? 11.0f : 0;
    const int every = s.block.pitch >= widest ? 1 : 2;
    for (int k = 0; k < s.block.count; ++k)
        if (s.block.shows(k) && (k % every == 0 || k == chosen)) draw_token(s, k, k == chosen);
}

/// The band through the column that is looked at.
void draw_band(const Side& s) {
    if (s.block.folded || !s.has_bars()) return;
    const Painter& p = s.p;
    const int k = s.r().column(s.r().in_front(), s.r().row());
    if (k < 0 || !s.block.shows(k)) return;
    const float top = p.plan.base - p.plan.bar_room - 8,
                wide = s.block.pitch - (s.block.pitch > 20 ? 2.0f : 0.0f);
    add_fill(p.scene, {s.block.x(k) - wide / 2, top, wide, p.plan.token + 12 - top},
             fade(p.colors().t1, 0.05f), 5);
}

/// ", piece “y” of “dry”", ", pieces “▁dr” “y”": what the column is in the vocabulary.
std::string raw_words(const Side& s, int column) {
    const TransformerMaps& maps = s.p.maps;
    const auto& raw = s.decoder ? maps.read_raw : maps.source_raw;
    if (column >= std::ssize(raw) || s.r().quiet(s.decoder, column)) return {};
    const std::string& text = raw[static_cast<std::size_t>(column)];
    const auto& words = s.decoder ? maps.words.past : maps.words.source;
    if (words.empty()) { // in words
        std::string pieces;
        for (const std::string_view piece : split(text, " "))
            pieces += " " + heed::quoted(std::string(piece));
        return (text.find(' ') == text.npos ? ", piece" : ", pieces") + pieces;
    }
    for (const Word& word : words)
        if (word.first <= column && column < word.last && word.last - word.first > 1)
            return ", piece " + heed::quoted(text) + " of " + heed::quoted(shown(word.text));
    return ", piece " + heed::quoted(text);
}

/// Above slanted tokens, which hang from there side by side: below, it would strike the longer ones.
void draw_slanted_bracket(const Side& s, int first, int last) {
    const float y = s.p.plan.token - 9.5f, tick = 2.5f, aside = std::min(5.0f, s.block.pitch * 0.3f);
    const float from = s.block.x(first) - aside, to = s.block.x(last) + aside;
    s.p.scene.add(LineItem{.points = {{from, y + tick}, {from, y}, {to, y}, {to, y + tick}},
                           .color = s.p.colors().t3,
                           .width = 1});
}

void draw_upright_bracket(const Side& s, int first, int last) {
    const float y = std::min(s.p.plan.token + 11, s.p.plan.map - 3), tick = 3,
                inset = std::min(8.0f, s.block.pitch * 0.2f);
    const float from = std::max(s.block.left, s.block.x(first) - s.block.pitch / 2 + inset),
                to = std::min(s.block.right(), s.block.x(last) + s.block.pitch / 2 - inset);
    if (to - from < 2) return;
    s.p.scene.add(LineItem{.points = {{from, y - tick}, {from, y}, {to, y}, {to, y - tick}},
                           .color = s.p.colors().t3,
                           .width = 1});
}

/// Beside the tokens, what joins the pieces of a word.
void draw_brackets(const Side& s) {
    if (s.block.folded || s.block.pitch < 4) return;
    for (const Word& word : s.decoder ? s.p.maps.words.past : s.p.maps.words.source) {
        if (word.last - word.first < 2 || word.framing) continue;
        // A word that is not read yet is not known.
        const int written = s.r().crosses() ? word.last - 2 : word.last - 1 - s.r().run.source_length();
        if (s.decoder && written >= 0 && !s.r().written(written)) continue;
        int first = word.first, last = word.last - 1;
        while (first < last && !s.block.shows(first)) ++first;
        while (first < last && !s.block.shows(last)) --last;
        if (!s.block.shows(first)) continue;
        if (s.block.slanted)
            draw_slanted_bracket(s, first, last);
        else
            draw_upright_bracket(s, first, last);
    }
}

void pick_columns(const Side& s) {
    const Painter& p = s.p;
    const float top = p.plan.layer_y(s.r().layers(s.decoder) - 1) - p.plan.cell_high / 2;
    for (int k = 0; k < s.block.count; ++k) {
        if (!s.block.shows(k)) continue;
        std::string words = s.r().column_word(s.decoder, k);
        words = (s.decoder ? "The decoder reads " : "Place " + std::to_string(k + 1) + " of the source: ") +
                (s.r().quiet(s.decoder, k) ? words : heed::quoted(words)) + raw_words(s, k);
        p.scene.pick({s.block.x(k) - s.block.pitch / 2, top, s.block.pitch, p.plan.map - top - 2},
                     {PickKind::Column, -1, k, s.decoder ? 1 : 0, {}}, words);
    }
}

/// From the last layer up to what was written; apart from a bar and its number, which stand in between.
void draw_output_stem(const Side& s, float x, bool written) {
    const Painter& p = s.p;
    const float top = p.plan.layer_y(s.r().layers(true) - 1) - p.plan.cell_high / 2,
                tile = p.plan.written + (p.plan.written_room > 0 ? 3 : 11);
    const auto part = [&](float from, float to) {
        if (from - to > 2)
            add_line(p.scene, {x, from}, {x, to}, written ? fade(s.role, 0.45f) : p.colors().line2, 1,
                     written ? Dash{} : Dash{2, 3});
    };
    if (!s.has_bars()) return part(top, tile);
    part(top, p.plan.base + 19);
    part(p.plan.base - p.plan.bar_room - 3, tile);
}

void pick_output(const Side& s, int row, Box box) {
    const TraceStep& step = s.r().run.steps[static_cast<std::size_t>(row)];
    s.p.scene.pick(box, {PickKind::OutputBox, row, -1, -1, {}},
                   "Output " + std::to_string(row + 1) + ", " +
                       quoted(shown_written(s.r().run, step.token.text)) + ", p " +
                       chance(std::exp(static_cast<double>(step.log_prob))) +
                       (step.forced ? ", forced" : "") + ". Force another\tF");
}

/// Where columns are narrower than words: up along 60°, from the end of the stem.
void draw_slanted_output(const Side& s, int row, bool written) {
    const Painter& p = s.p;
    const Palette& c = p.colors();
    const TraceStep& step = s.r().run.steps[static_cast<std::size_t>(row)];
    const float x = s.block.x(s.r().query(true, row)), y = p.plan.written, room = p.plan.written_room;
    // Upright: the word before it leans over here.
    if (!written) return p.text({x, y - 7}, s.r().row_word(row), label_size, c.t3, Align::Centre, Face::Mono);
    const Face face = step.forced ? Face::MonoSemibold : step.token.is_end ? Face::Italic : Face::Mono;
    const Color ink = step.forced ? c.t1 : c.output;
    const float along = room / sine_of_slant;
    const std::string word = short_of(p, s.r().row_word(row), face, label_size, along);
    add_text(p.scene, {x - 2, y - 2}, p.cut(word, face, label_size, along), face, label_size, ink,
             Align::Left, 60);
    pick_output(s, row, {x - s.block.pitch / 2, y - room, s.block.pitch, room + 3});
}

/// What was written, above the column that wrote it, and what is being written.
void draw_output(const Side& s, int row) {
    const Painter& p = s.p;
    const Palette& c = p.colors();
    const int column = s.r().query(true, row);
    if (!s.block.shows(column)) return;
    const bool written = s.r().written(row), current = s.r().now.decoding && s.r().now.row == row;
    const float x = s.block.x(column), y = p.plan.written, pitch = s.block.pitch;
    if (!written && !current) return p.text({x, y}, "·", 13, c.t3, Align::Centre);
    draw_output_stem(s, x, written);
    const bool narrow = p.plan.marks;
    const TraceStep& step = s.r().run.steps[static_cast<std::size_t>(row)];
    if (p.plan.written_room > 0) return draw_slanted_output(s, row, written);
    const Face face = step.token.is_end ? Face::Italic : Face::MonoMedium;
    const bool roomy = p.measure(s.r().row_word(row), face, 12) <= pitch - 6;
    const float size = roomy ? 12 : least_tile_size;
    const float inner = pitch - (roomy ? 6 : least_tile_edge);
    const std::string word =
        narrow ? "" : p.cut(short_of(p, s.r().row_word(row), face, size, inner), face, size, inner);
    const float wide = narrow ? pitch * 0.7f : std::min(pitch - 2, p.measure(word, face, size) + 12);
    const Box box = narrow ? around({x, y + 6}, std::clamp(wide, 3.0f, 12.0f), 10)
                           : around({x, y}, std::max(wide, std::min(22.0f, pitch - 2)), 22);
    const float radius = narrow ? 2.5f : 5.0f;
    if (!written) {
        add_frame(p.scene, box, c.line2, 1, radius, {3, 3});
    } else {
        add_fill(p.scene, box, fade(c.output, narrow ? 0.75f : c.dark() ? 0.24f : 0.2f), radius);
        if (step.forced) add_frame(p.scene, narrow ? grown(box, 2) : box, c.t1, 1.5f, radius);
    }
    if (!narrow) p.text(box.centre(), word, size, written ? c.t1 : c.t3, Align::Centre, face);
    if (written) pick_output(s, row, box);
}

} // namespace

void draw_columns(const Painter& p) {
    const Reading& r = p.reading;
    const Palette& c = p.colors();
    for (const Side& s :
         {Side{p, p.plan.source, false, c.forward}, Side{p, p.plan.output, true, c.decoder}}) {
        if (s.block.count == 0) continue;
        p.clip(s.block);
        draw_band(s);
        draw_stack(s);
        draw_embeddings(s);
        pick_columns(s);
        for (int i = 0; s.decoder && !s.block.folded && i < r.run.outputs(); ++i) draw_output(s, i);
        p.end_clip(s.block);
        draw_tokens(s);
        draw_brackets(s);
    }
}

} // namespace heed::layered
