// The maps of the heads in front, a row an output; below them every head of the layer.
#include "app/figures/base/format.h"
#include "app/figures/transformer/draw.h"

#include <algorithm>
#include <cmath>

namespace heed::layered {
namespace {

/// A map below a block.
struct Below {
    const Painter& p;
    const Block& block;
    Sight sight;
    int rows = 0; // revealed
    MapReading read = MapReading::Head;

    bool own_past() const { return sight.decoding && sight.looks == Looks::Self; }
    std::shared_ptr<const MapValues> values() const { return p.below(sight, read); }
};

TiledItem tiles_in(const Below& m, Box box, float first, float columns, float cell) {
    const auto values = m.values();
    TiledItem tiles = Shading{m.p.style}.tiles(box, values);
    tiles.first_row = 0;
    tiles.rows = static_cast<float>(m.rows);
    tiles.first_column = first;
    tiles.columns = columns;
    tiles.gap = cell_gap(cell);
    tiles.radius = cell_radius(cell);
    return tiles;
}

/// The map without the rows that are to come: in a small one they would be seen where rows share a px.
std::shared_ptr<const MapValues> first_rows(const std::shared_ptr<const MapValues>& all, int rows) {
    if (rows >= all->rows) return all;
    const std::ptrdiff_t wide = all->columns, size = all->rows * wide;
    auto kept = std::make_shared<std::vector<float>>(all->values, all->values + size);
    std::fill(kept->begin() + rows * wide, kept->end(), std::nanf(""));
    auto part = std::make_shared<MapValues>(*all);
    part->values = kept->data();
    part->kept = std::move(kept);
    return part;
}

void draw_cells(const Below& m) {
    const auto values = m.values();
    if (m.rows == 0 || !values) return;
    const Plan& plan = m.p.plan;
    const Block& b = m.block;
    const float start = b.x(0) - b.pitch / 2;
    const float first = std::max(0.0f, (b.left - start) / b.pitch);
    const float last = std::min(static_cast<float>(values->columns), (b.right() - start) / b.pitch);
    if (last <= first) return;
    const Box box{start + first * b.pitch, plan.map, (last - first) * b.pitch,
                  plan.row * static_cast<float>(m.rows)};
    TiledItem tiles = tiles_in(m, box, first, last - first, std::min(b.pitch, plan.row));
    constexpr float shared = 2; // px: lower rows lie in one px with the next
    if (plan.row < shared) tiles.values = first_rows(values, m.rows);
    m.p.scene.add(std::move(tiles));
    m.p.scene.pick_cells(box, {PickKind::Cell, -1, -1, m.own_past() ? 1 : 0, {}},
                         {b.pitch, plan.row, 0, first});
}

/// Rows that are still to come.
void draw_later_rows(const Below& m) {
    const Painter& p = m.p;
    const Plan& plan = p.plan;
    if (m.rows >= p.reading.rows()) return;
    if (plan.row < 6 || m.block.folded || m.block.pitch < 12) {               // as one: cells would be dots
        if (m.own_past() && p.reading.rows() >= 3 && !m.block.folded) return; // the corner's edge says it
        const float top = plan.row_y(m.rows) - plan.row / 2, bottom = plan.row_y(p.reading.rows() - 1);
        const float high = bottom + plan.row / 2 - top;
        // Not filled, as cells to come are not: on a light ground that would be brighter than any weight.
        if (high > 8)
            add_frame(p.scene, {m.block.left, top + 2, m.block.width, high - 2}, p.colors().line2, 1, 3,
                      {3, 3});
        return;
    }
    for (int i = m.rows; i < p.reading.rows(); ++i) {
        const int seen = m.own_past() ? p.reading.query(true, i) + 1 : m.block.count;
        for (int k = 0; k < std::min(seen, m.block.count); ++k) {
            if (!m.block.shows(k)) continue;
            const Box cell = around({m.block.x(k), plan.row_y(i)}, m.block.pitch - 2, plan.row - 2);
            add_frame(p.scene, cell, fade(p.colors().line, 0.75f), 1, 2);
        }
    }
}

void draw_row_frame(const Below& m, bool front) {
    const Painter& p = m.p;
    const int row = p.reading.row();
    if (row >= m.rows) return;
    const int seen = std::min(p.reading.seen(m.sight, row), m.block.count);
    const float from = std::max(m.block.left, m.block.x(0) - m.block.pitch / 2);
    const float to = std::min(m.block.right(), m.block.x(seen - 1) + m.block.pitch / 2);
    if (to <= from) return;
    const float high = std::max(p.plan.row, 5.0f); // of many rows each is lower than its frame
    const float top =
        std::clamp(p.plan.row_y(row) - high / 2, p.plan.map,
                   std::max(p.plan.map, p.plan.row_y(p.reading.rows()) - p.plan.row / 2 - high));
    const Box box{from - 1, top - 1, to - from + 2, high + 2};
    add_frame(p.scene, box, front ? p.colors().attention : fade(p.colors().attention, 0.6f),
              front ? 1.75f : 1.0f, std::min(4.0f, high / 4));
}

/// Rows whose weights on the source were set by hand.
void draw_held_rows(const Below& m) {
    const Painter& p = m.p;
    if (!p.reading.reads_source(m.sight) || p.plan.row < 3) return;
    const float from = std::max(m.block.left, m.block.x(0) - m.block.pitch / 2);
    for (int i = 0; i < std::min(m.rows, p.reading.run.outputs()); ++i)
        if (p.reading.run.steps[static_cast<std::size_t>(i)].weights_given)
            add_frame(p.scene,
                      {from - 2, p.plan.row_y(i) - p.plan.row / 2, m.block.end() - from + 4, p.plan.row},
                      p.colors().t1, 1.25f, std::min(4.0f, p.plan.row / 4));
}

void draw_numbers(const Below& m) {
    const Painter& p = m.p;
    const int row = p.reading.row();
    if (row >= m.rows || !p.style.numbers || p.plan.row < 15 || m.block.pitch < 24 || m.block.folded) return;
    const auto values = m.values();
    if (!values || row >= values->rows) return;
    const int seen = std::min(p.reading.seen(m.sight, row), m.block.count);
    const Shading shading{p.style};
    for (int k = 0; k < std::min(seen, values->columns); ++k) {
        const float weight = values->values[row * values->columns + k];
        const std::string number = cell_number(static_cast<double>(weight));
        if (m.block.shows(k) && p.measure(number, Face::Mono, label_size) <= m.block.pitch - 4)
            p.text({m.block.x(k), p.plan.row_y(row)}, number, label_size, shading.ink(weight), Align::Centre,
                   Face::Mono);
    }
}

/// What may not be seen: an empty corner with a dashed edge.
void draw_corner(const Below& m) {
    const Painter& p = m.p;
    if (!m.own_past() || m.block.folded || p.reading.rows() < 3) return;
    const float right = m.block.end(), bottom = p.plan.row_y(p.reading.rows() - 1) - p.plan.row / 2;
    const float from = std::max(m.block.left, m.block.x(p.reading.query(true, 0)) + m.block.pitch / 2);
    if (right <= from) return;
    add_line(p.scene, {from, p.plan.map}, {right, p.plan.map}, p.colors().line2, 1, {3, 3});
    if (m.block.end() >= m.block.x(m.block.count - 1))
        add_line(p.scene, {right, p.plan.map}, {right, bottom}, p.colors().line2, 1, {3, 3});
    const std::string words = "the future: masked, exactly 0";
    const float wide = p.measure(words, Face::Regular, label_size) + 18;
    // In the row whose cells end left of it.
    const float rows_high = 10 / std::max(1.0f, p.plan.row);
    if (right - wide > from + m.block.pitch * rows_high && bottom - p.plan.map > 28)
        p.text({right - 9, p.plan.map + 14}, words, label_size, p.colors().t3, Align::Right);
}

/// In two digits; what is not all, or not nothing, does not read so.
std::string column_probability(double p) {
    if (p >= 0.995) return p > 1 - 1e-6 ? "1" : ">.99";
    return p < 0.005 && p > 0 ? "<.01" : cell_number(p);
}

/// How likely what was written was.
void draw_probability(const Painter& p, int row, bool number) {
    const Palette& c = p.colors();
    const float x = p.plan.right, y = p.plan.row_y(row), track = 54,
                high = p.plan.row >= 3 ? std::min(5.0f, p.plan.row * 0.6f)
                                       : 4.0f; // else one of many stands there
    const double probability =
        std::exp(static_cast<double>(p.reading.run.steps[static_cast<std::size_t>(row)].log_prob));
    add_fill(p.scene, {x, y - high / 2, track, high}, c.bg2, high / 2);
    add_fill(p.scene, {x, y - high / 2, std::max(high / 2, static_cast<float>(probability) * track), high},
             c.output, high / 2);
    if (number)
        p.text({x + track + 8, y}, column_probability(probability), label_size, c.t2, Align::Left,
               Face::Mono);
}

void draw_row_label(const Painter& p, int row) {
    const Palette& c = p.colors();
    const std::string word = p.reading.row_word(row);
    const bool known = word != "?" || p.reading.written(row);
    const bool current = p.reading.now.decoding && p.reading.now.row == row;
    const std::string shown = known     ? p.cut(word, Face::Mono, p.plan.row >= 15 ? 13.0f : label_size, 98)
                              : current ? "?"
                              : p.plan.row >= 11 ? "·"
                                                 : "";
    const bool quiet = !p.reading.decoder && p.reading.quiet(false, row);
    const bool held = p.reading.decoder && row < p.reading.run.outputs() &&
                      p.reading.run.steps[static_cast<std::size_t>(row)].weights_given;
    const Color ink = !known ? c.t3 : p.reading.decoder ? c.output : quiet ? c.t2 : c.t1;
    p.text({p.plan.between, p.plan.row_y(row)}, shown, p.plan.row >= 15 ? 13.0f : label_size, ink,
           Align::Centre, quiet ? Face::Italic : Face::Mono);
    p.scene.pick({p.plan.between - 50, p.plan.row_y(row) - p.plan.row / 2, 100, p.plan.row},
                 {PickKind::Row, row, -1, -1, {}},
                 !known ? std::string()
                        : "Row " + std::to_string(row + 1) +
                              (held ? ": its weights on the source were set by hand" : ""));
}

/// Of rows lower than letters every so many are named, and the one that is framed before its neighbours.
bool is_named_row(const Painter& p, int i) {
    const int every = std::max(1, static_cast<int>(std::ceil(11 / p.plan.row))), framed = p.reading.row();
    return i == framed || (i % every == 0 && std::abs(i - framed) >= every);
}

bool has_probability(const Painter& p, int i) {
    return p.reading.written(i) && (p.plan.row >= 3 || is_named_row(p, i)) && !p.hall;
}

void draw_rows(const Painter& p) {
    for (int i = 0; i < p.reading.rows(); ++i) {
        if (is_named_row(p, i)) draw_row_label(p, i);
        if (has_probability(p, i)) draw_probability(p, i, is_named_row(p, i));
    }
}

// ---------------------------------------------------------------------------------------------- every head

/// A row of heads as wide as its block. Where all of them would be slivers, those about the one in front.
struct Row {
    const Painter& p;
    const Block& block;
    Sight sight;
    int all = 1;     // heads of the layer
    float title = 0; // px that what is said above them may take

    static constexpr float least_pitch = 14;
    int heads() const { return std::clamp(static_cast<int>(block.width / least_pitch), 1, all); }
    int first() const { return std::clamp(sight.head - heads() / 2, 0, all - heads()); }
    /// Few heads get the shape of the map above them, as far as there is room; none is higher than wide.
    float pitch() const {
        const float map_high = std::max(1.0f, p.plan.row * static_cast<float>(p.reading.rows()));
        const float shape = std::max(1.0f, block.pitch * static_cast<float>(block.count) / map_high);
        return std::min(std::max(55.0f, p.plan.head_high * shape + 7),
                        block.width / static_cast<float>(heads()));
    }
    /// Whether the highest of them stands apart from the one before it.
    bool numbers_fit() const {
        constexpr float apart = 3; // px
        const std::string highest = std::to_string(first() + heads());
        return p.measure(highest, Face::MonoSemibold, label_size) + apart <= pitch();
    }
};

void draw_thumbnail(const Row& t, int head) {
    const Painter& p = t.p;
    Sight sight = t.sight;
    sight.head = head;
    const bool weighted = p.reading.front.read == MapReading::Weighted;
    const Below m{p, t.block, sight, p.reading.revealed_rows(sight),
                  weighted ? MapReading::Weighted : MapReading::Head};
    const float air = t.pitch() > 30 ? 7.0f : 3.0f;
    const Box box{t.block.left + static_cast<float>(head - t.first()) * t.pitch() + air / 2, p.plan.heads,
                  t.pitch() - air, p.plan.head_high};
    const auto values = m.values();
    if (!values) return;
    const Palette& c = p.colors();
    if (m.rows > 0) {
        TiledItem tiles = tiles_in(m, box, 0, static_cast<float>(values->columns), 0);
        tiles.values = first_rows(values, m.rows);
        tiles.rows = static_cast<float>(values->rows);
        p.scene.add(std::move(tiles));
    }
    const bool chosen = head == t.sight.head;
    if (m.rows < p.reading.rows() || !chosen) add_frame(p.scene, box, c.line2, 1, 2, {2, 2});
    if (chosen) add_frame(p.scene, grown(box, std::min(3.0f, air / 2)), c.t1, 1.75f, std::min(5.0f, air));
    const auto& changed = p.reading.run.request.edits.heads;
    const HeadEdit* edit = changed.empty() ? nullptr : p.reading.edit_of(sight, p.reading.row());
    std::string name = std::to_string(head + 1);
    const bool numbered =
        t.numbers_fit() || ((head - t.first()) % 4 == 0 && std::abs(head - t.sight.head) > 1);
    if (edit && t.pitch() >= 40) name += edit->kind == HeadEdit::Kind::Off ? " off" : " set";
    if (edit) add_line(p.scene, {box.x, box.bottom() + 3}, {box.right(), box.bottom() + 3}, c.t1, 1.5f);
    if (numbered || chosen || edit)
        p.text({box.centre().x, box.bottom() + 13}, name, label_size, chosen || edit ? c.t1 : c.t3,
               Align::Centre, chosen ? Face::MonoSemibold : Face::Mono);
    p.scene.pick(grown(box, air / 2),
                 {PickKind::Button, sight.looks == Looks::Cross ? 1 : 0, -1, head, "head"},
                 "Head " + std::to_string(head + 1) + " of layer " + std::to_string(sight.layer + 1) +
                     (edit ? ", changed by hand" : "") +
                     (chosen ? ", in front" : ": click to bring it forward") + "\tAlt ← →");
}

std::string heads_title(const Reading& r, const Sight& s) {
    const std::string layer = "Layer " + std::to_string(s.layer + 1);
    if (s.looks == Looks::Cross) return layer + " reads the source";
    return s.decoding && r.crosses() ? layer + " reads its own past"
           : s.decoding              ? layer + " reads what came before"
                                     : layer + ": the source reads itself";
}

/// How many there are, and which of them stands large.
std::string heads_gloss(const Row& t) {
    const MapReading read = t.p.reading.front.read;
    const std::string heads = t.heads() < t.all
                                  ? std::to_string(t.heads()) + " of " + std::to_string(t.all) + " heads"
                                  : counted(t.all, "head");
    if (const auto changed = t.p.reading.edits_in(t.sight, MapReading::Mean).size();
        changed > 0 && read == MapReading::Mean)
        return heads + ", their mean above; changed by hand: " + std::to_string(changed);
    return heads + (read == MapReading::Mean      ? ", their mean above"
                    : read == MapReading::Rollout ? ", the rollout above"
                                                  : ", one in front");
}

void draw_row_of_heads(const Row& t) {
    const Painter& p = t.p;
    const Palette& c = p.colors();
    for (int head = t.first(); head < t.first() + t.heads(); ++head) draw_thumbnail(t, head);
    const std::string title = heads_title(p.reading, t.sight), gloss = heads_gloss(t);
    const float y = p.plan.heads - 14, wide = p.measure(gloss, Face::Regular, label_size);
    p.text({t.block.left, y}, p.cut(title, Face::Semibold, label_size, t.title), label_size, c.t2,
           Align::Left, Face::Semibold);
    const float used = p.measure(title, Face::Semibold, label_size) + 20;
    if (used + wide < t.block.width)
        return p.text({t.block.right(), y}, gloss, label_size, c.t3, Align::Right);
    const std::string count = std::to_string(t.heads()) + " of " + std::to_string(t.all);
    if (t.heads() < t.all && used + p.measure(count, Face::Regular, label_size) < t.title)
        p.text({t.block.left + used - 8, y}, count, label_size, c.t3);
}

/// The maps that stand below: of the source, of its own past.
std::vector<Below> maps_below(const Painter& p) {
    const Reading& r = p.reading;
    std::vector<Below> all;
    const Sight left = r.decoder && r.crosses() ? r.cross_sight() : r.self_sight();
    const MapReading read = r.front.read;
    if (p.plan.source.count > 0) all.push_back({p, p.plan.source, left, r.revealed_rows(left), read});
    if (p.plan.output.count > 0 && r.decoder)
        all.push_back({p, p.plan.output, r.self_sight(), r.revealed_rows(r.self_sight()), read});
    return all;
}

/// While the source is read: where the map of what will be written is to stand.
void draw_map_to_come(const Painter& p) {
    const Block& b = p.plan.output;
    if (p.reading.decoder || b.count == 0) return;
    const Box box{b.left, p.plan.map, b.width, p.plan.map_end(p.reading.rows()) - p.plan.map};
    if (box.h < 4) return;
    add_frame(p.scene, box, p.colors().line2, 1, 3, {3, 3});
    for (const char* words : {"its own past: a row for each output, once it writes",
                              "its own past, once it writes", "its own past", "later"})
        if (box.h >= 24 && p.measure(words, Face::Regular, label_size) + 18 <= box.w)
            return p.text(box.centre(), words, label_size, p.colors().t3, Align::Centre);
}

} // namespace

bool any_probability(const Painter& p) {
    for (int i = 0; i < p.reading.rows(); ++i)
        if (has_probability(p, i)) return true;
    return false;
}

void draw_maps(const Painter& p) {
    for (const Below& m : maps_below(p)) {
        const bool front = m.sight.looks == p.reading.in_front().looks;
        p.clip(m.block);
        draw_cells(m);
        draw_later_rows(m);
        draw_numbers(m);
        p.end_clip(m.block);
        draw_corner(m);
        draw_held_rows(m);
        draw_row_frame(m, front);
    }
    draw_map_to_come(p);
    draw_rows(p);
}

void draw_heads(const Painter& p) {
    if (p.plan.head_high <= 0) return;
    const Reading& r = p.reading;
    const std::vector<Below> all = maps_below(p);
    for (std::size_t n = 0; n < all.size(); ++n) {
        const Below& m = all[n];
        const float until = n + 1 < all.size() ? all[n + 1].block.left - 24 : p.scene.width - 24;
        draw_row_of_heads({p, m.block, m.sight, r.heads(m.sight.decoding), until - m.block.left});
    }
}

} // namespace heed::layered
