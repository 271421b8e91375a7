// The sub-steps of the layer as a row of words; the names of the picture's rows.
#include "app/figures/base/format.h"
#include "app/figures/changes.h"
#include "app/figures/roles.h"
#include "app/figures/transformer/draw.h"

#include <algorithm>
#include <cmath>

namespace heed::layered {
namespace {

/// A word of the strip: a sub-step, or what the next ones belong to.
struct StripWord {
    std::string text;
    int index = -1; // of the sub-step in its stage; -1: none
    bool phase = false;
};

void add_looking(const Reading& r, std::vector<StripWord>& words, Looks looks, const std::string& name) {
    words.push_back({name});
    constexpr std::pair<Doing, const char*> steps[] = {{Doing::Project, "project"},
                                                       {Doing::Score, "score"},
                                                       {Doing::Softmax, "softmax"},
                                                       {Doing::Mix, "mix"},
                                                       {Doing::Add, "add"}};
    for (const auto& [doing, text] : steps)
        words.push_back({text, r.index_of(r.decoder, r.layer, looks, doing), true});
}

std::vector<StripWord> strip_words(const Reading& r) {
    std::vector<StripWord> words;
    add_looking(r, words, Looks::Self, !r.decoder ? "source" : r.crosses() ? "own past" : "what came before");
    if (r.decoder && r.crosses()) add_looking(r, words, Looks::Cross, "source");
    words.push_back({"feed forward", r.index_of(r.decoder, r.layer, Looks::Nowhere, Doing::Feed), true});
    if (r.decoder && r.layer + 1 == r.layers(true))
        words.push_back({"write", r.index_of(true, 0, Looks::Nowhere, Doing::Write), true});
    return words;
}

constexpr float least_air = 3, group_air = 10; // px: at the end; between two groups without names

/// How the words stand: with so much air, and with or without the names.
struct Look {
    float pad, gap;
    bool names;
};
constexpr Look looks_by_room[] = {{8, 6, true}, {5, 4, true},  {4, 2, true}, {3, 1, true},
                                  {2, 1, true}, {4, 2, false}, {2, 1, false}};

float width_of(const Painter& p, const std::vector<StripWord>& words, const Look& look) {
    float width = 0;
    for (const StripWord& w : words) {
        if (!w.phase && !look.names && &w != words.data()) width += group_air;
        if (w.phase || look.names)
            width += p.measure(w.text, Face::Medium, label_size) + (w.phase ? 2 * look.pad : 6 + look.pad) +
                     look.gap;
    }
    return width;
}

Box widened(Box box, float more) { return {box.x - more, box.y, box.w + 2 * more, box.h}; }

constexpr float frame_width = 1.75f;

/// By how much the ground of a word is narrower on each side, where words stand close: the frame of the one
/// beside it stands free.
float narrower(const Look& look) { return look.pad < 4 ? 1.5f : 0; }

/// The frame about the current word, which takes air of the gaps beside it where the words stand close.
Box framed_word(Box box, const Look& look) {
    constexpr float air = 4.5f, apart = 0.5f; // px to the letters, and to the ground of the word beside it
    const float most = std::max(0.0f, look.gap + narrower(look) - frame_width / 2 - apart);
    return widened(box, std::clamp(air - look.pad, 0.0f, most));
}

void draw_word(const Painter& p, const StripWord& w, Box box, const Look& look) {
    constexpr float roomy = 4; // px beside a word, for it to stand out in broader letters
    const Reading& r = p.reading;
    const Palette& c = p.colors();
    const bool done = r.reached(r.decoder, r.decoder ? r.now.row : 0) > w.index;
    const bool current = r.now.started && r.now.decoding == r.decoder && r.now.index == w.index;
    const Stage& stage = r.run.outline.stages[r.decoder ? 1 : 0];
    const Color role = role_color(stage.phases[static_cast<std::size_t>(w.index)].info->role, c);
    if (done && !current) {
        add_fill(p.scene, widened(box, -narrower(look)), c.bg2, 4);
        add_fill(p.scene, {box.x + 5, box.bottom() - 3.5f, box.w - 10, 1.5f}, role, 0.75f);
    }
    if (current) add_frame(p.scene, framed_word(box, look), c.t1, frame_width, 5);
    p.text(box.centre(), w.text, label_size,
           current ? c.t1
           : done  ? c.t2
                   : c.t3,
           Align::Centre, current && look.pad >= roomy ? Face::Semibold : Face::Medium);
    const int row = r.decoder ? r.now.row : 0;
    p.scene.pick(box, {PickKind::Button, -1, -1, r.at_of(r.decoder, row, w.index), "sub-step"},
                 "Go to this sub-step of layer " + std::to_string(r.layer + 1));
}

/// The longer one, or the one for where there is little room.
std::string layer_title(const Reading& r, bool all) {
    if (!r.now.started) return "Not begun";
    const std::string number = std::to_string(r.layer + 1);
    if (!all) return (r.crosses() ? r.decoder ? "Decoder " : "Encoder " : "Layer ") + number;
    return (r.crosses() ? r.decoder ? "Decoder layer " : "Encoder layer " : "Layer ") + number + " of " +
           std::to_string(r.layers(r.decoder));
}

/// Where another layer is in front than the one that is at work: that one; else empty.
std::string work_words(const Reading& r, bool all) {
    if (!r.now.started || r.now.layer < 0 || r.now.layer == r.layer) return "";
    const std::string layer = "layer " + std::to_string(r.now.layer + 1);
    return all ? "in front; " + layer + " is at work" : layer + " at work";
}

} // namespace

void draw_strip(const Painter& p) {
    const Palette& c = p.colors();
    const std::vector<StripWord> words =
        p.reading.now.started ? strip_words(p.reading) : std::vector<StripWord>();
    const float end = p.scene.width - p.free_right;
    const auto title_end = [&](const std::string& title) {
        return p.plan.title + p.measure(title, Face::Semibold, 13);
    };
    const auto from = [&](bool all) {
        const std::string work = work_words(p.reading, all);
        return title_end(layer_title(p.reading, all)) + 20 +
               (work.empty() ? 0 : p.measure(work, Face::Medium, label_size) + 12);
    };
    bool longer = true;
    const Look* look = std::end(looks_by_room) - 1;
    for (const bool all : {true, false}) { // the names of what is looked at matter more than "of 6"
        const auto fits =
            std::find_if(std::begin(looks_by_room), std::end(looks_by_room),
                         [&](const Look& l) { return width_of(p, words, l) <= end - 12 - from(all); });
        longer = all;
        if (fits == std::end(looks_by_room)) continue;
        look = fits;
        if (look->names) break;
    }
    const std::string title = layer_title(p.reading, longer), work = work_words(p.reading, longer);
    p.text({p.plan.title, p.plan.strip}, title, 13, c.t1, Align::Left, Face::Semibold);
    if (!work.empty()) {
        const float left = title_end(title) + 10, wide = p.measure(work, Face::Medium, label_size);
        const Color role = p.reading.decoder ? c.decoder : c.forward;
        p.text({left, p.plan.strip}, work, label_size, role, Align::Left, Face::Medium);
        p.scene.pick({left - 4, p.plan.strip - 11, wide + 8, 22},
                     {PickKind::Button, -1, -1, p.reading.layer, "layer"},
                     "Follow the newest sub-step's layer\tAlt ↑ ↓");
    }
    float x = from(longer);
    for (const StripWord& w : words) {
        const float wide = p.measure(w.text, Face::Medium, label_size) + (w.phase ? 2 * look->pad : 6);
        if (!w.phase && !look->names) {
            if (&w != words.data()) x += group_air;
            continue;
        }
        if (!w.phase) x += &w == words.data() ? 0 : look->pad; // apart from what stands before
        if (x + wide > end - least_air) break;
        if (w.phase)
            draw_word(p, w, {x, p.plan.strip - 11, wide, 22}, *look);
        else
            p.text({x, p.plan.strip}, w.text, label_size, c.t3);
        x += wide + look->gap;
    }
}

namespace {

struct NameRow {
    float x, y;
    std::string name, gloss;
    Color color;
    bool beside = false;   // the gloss stands behind the name, else below it
    std::string changes{}; // what a hand did to it, a sentence; empty: nothing
};

void draw_name(const Painter& p, const NameRow& row, float room) {
    const Face face = row.name == "Embedding" ? Face::Regular : Face::Semibold;
    p.text({row.x, row.y}, row.name, 13, row.color, Align::Left, face);
    const float wide = row.gloss.empty() ? 0 : p.measure(row.gloss, Face::Regular, label_size);
    if (row.beside) {
        const float from = p.measure(row.name, face, 13) + 7;
        if (from + wide <= room) p.text({row.x + from, row.y}, row.gloss, label_size, p.colors().t3);
    } else if (wide > 0 && wide <= room)
        p.text({row.x, row.y + 15}, row.gloss, label_size, p.colors().t3);
    if (row.changes.empty()) return;
    const float below = row.y + (wide > 0 && wide <= room ? 30.0f : 15.0f);
    p.text({row.x, below}, "changed", label_size, p.colors().t1);
    p.scene.pick({row.x, row.y - 10, room, below - row.y + 18}, {PickKind::None, -1, -1, -1, "changed"},
                 row.changes);
}

std::string depth(int layers) { return counted(layers, "layer"); }

/// How the weights that the bars show are read: scores are the head's.
MapReading read_by_bars(const Painter& p) {
    const Sight sight = p.reading.in_front();
    const MapReading read = p.reading.front.read;
    const bool soft = p.progress(sight, Doing::Softmax) > 0 && p.below(sight, read);
    return soft ? read : MapReading::Head;
}

/// Whose weights they are.
std::string shown_reader(const Painter& p) { return reader_name(p.reading.in_front(), read_by_bars(p)); }

/// Above the first of the bars at the right, apart from it and from the name that may stand above.
void caption_bars(const Painter& p) {
    const Plan& plan = p.plan;
    if (!p.reading.decoder || !any_probability(p) || plan.row * static_cast<float>(p.reading.rows()) <= 30)
        return;
    constexpr float air = 17, least_air = 12.5f, below_name = 13.5f; // px: middle to middle
    const bool named = p.reading.crosses();                          // "Reads"
    const float top = plan.token + (named ? below_name : -below_name);
    const float y = std::max(top, plan.row_y(0) - air);
    if (plan.row_y(0) - y >= least_air)
        p.text({plan.right, y}, "p of what was written", label_size, p.colors().t3);
}

} // namespace

void draw_names(const Painter& p) {
    const Reading& r = p.reading;
    const Palette& c = p.colors();
    const Plan& plan = p.plan;
    const float left = plan.names, right = plan.right;
    std::vector<NameRow> rows;
    const bool looking = r.now.started && p.progress(r.in_front(), Doing::Score) > 0;
    if (looking)
        rows.push_back({left, plan.base - plan.bar_room * 0.45f, "Attention", shown_reader(p), c.attention,
                        false, changes_of(r.edits_in(r.in_front(), read_by_bars(p)))});
    if (plan.source.count > 0)
        rows.push_back(
            {left, plan.layer_y(r.layers(false) - 1), "Encoder", depth(r.layers(false)), c.forward});
    if (plan.output.count > 0) {
        const float x = r.crosses() ? right : left;
        rows.push_back({x, plan.layer_y(r.layers(true) - 1), "Decoder", depth(r.layers(true)), c.decoder});
        rows.push_back({right, plan.written, "Output", "", c.output});
    }
    rows.push_back({left, plan.embedding, "Embedding", "", c.t2});
    rows.push_back({left, plan.token, plan.source.count > 0 ? "Source" : "Reads", "", c.t1});
    if (r.crosses())
        rows.push_back({right, plan.token, "Reads", plan.output.folded ? "" : "the last output", c.t1, true});
    const bool high = plan.row * static_cast<float>(r.rows()) > 40;
    rows.push_back({left, plan.map + std::min(13.0f, plan.row / 2 + 4), r.decoder ? "Output" : "Place",
                    high ? "one row each" : "", r.decoder ? c.output : c.t1});
    if (plan.head_high > 0)
        rows.push_back(
            {left, plan.heads + plan.head_high / 2 - 7, "Every head", "of this layer", c.attention});
    for (std::size_t n = 0; n < rows.size(); ++n) { // a gloss gives way to the name below it
        for (const NameRow& other : rows)
            if (!rows[n].beside && other.x == rows[n].x && other.y > rows[n].y && other.y - rows[n].y < 29)
                rows[n].gloss.clear();
        draw_name(p, rows[n], rows[n].x == left ? 86.0f : 130.0f);
    }
    caption_bars(p);
}

/// Between the blocks: which layer is which.
void draw_layer_names(const Painter& p) {
    const Reading& r = p.reading;
    const Palette& c = p.colors();
    const int layers =
        std::max(r.config.encodes() ? r.layers(false) : 0, r.config.decodes() ? r.layers(true) : 0);
    const Color work_color = r.decoder ? c.decoder : c.forward; // of the layer behind the one in front
    const int every = std::max(layers > 12 ? 4 : 1, static_cast<int>(std::ceil(11 / p.plan.layer_pitch)));
    for (int l = 0; l < layers; ++l) {
        const bool shown = l == r.layer, works = r.now.started && l == r.now.layer;
        if (!shown && !works && (l + 1) % every != 0) continue;
        if (!shown && every > 1 && std::abs(l - r.layer) < every) continue;
        if (!shown && !works && every > 1 && r.now.layer >= 0 && std::abs(l - r.now.layer) < every) continue;
        const std::string name = "layer " + std::to_string(l + 1);
        const Point at{p.plan.between, p.plan.layer_y(l)};
        p.text(at, name, label_size,
               shown   ? c.t1
               : works ? work_color
                       : c.t3,
               Align::Centre, shown ? Face::Semibold : Face::Regular);
        p.scene.pick(
            around(at, 64, std::max(12.0f, p.plan.layer_pitch)), {PickKind::Button, -1, -1, l, "layer"},
            shown && r.front.layer >= 0 ? "Follow the newest sub-step's layer\tAlt ↑ ↓"
                                        : "Show the maps of layer " + std::to_string(l + 1) + "\tAlt ↑ ↓");
    }
}

} // namespace heed::layered
