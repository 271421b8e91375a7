// The sentence, inked by how much each word changes the last state; and, through attention, one output.
#include "app/figures/base/format.h"
#include "app/figures/memory/parts.h"

#include <algorithm>
#include <cmath>

namespace heed::memories {
namespace {

constexpr float faintest = 0.12f; // text never drops below that

/// The output that the followed word matters most for.
int output_of_word(const MemoryModel& model, int follow) {
    int best = 0;
    for (Eigen::Index i = 1; i < model.written.rows(); ++i)
        if (model.written(i, follow) > model.written(best, follow)) best = static_cast<int>(i);
    return best;
}

/// How words are set: as large as they fit, no larger than the panel's width calls for.
struct Setting {
    float size = 13;
    Face face = Face::Regular;
    float leading = 1.7f;
    float line() const { return std::round(leading * size); }
    float space() const { return face == Face::Mono ? 0.4f * size : 0.6f * size; }
};

struct Inked {
    std::string title;
    std::string name, note; // the same in two lines, where it stands beside the words
    Color color;
    const Eigen::MatrixXf* shares;
    Eigen::Index row;
    bool attention;
};

std::vector<Inked> sentences(const View& view) {
    const Palette& c = view.colors();
    std::vector<Inked> all;
    const int hover = view.settings.hover;
    for (const MemoryModel& model : view.board.models) {
        if (!view.shown(model.key)) continue;
        if (model.reads && model.read.rows() > 0) {
            const int t = hover >= 0 && hover < view.words() ? hover : view.words() - 1;
            all.push_back({model.title, model.title, "", c.t2, &model.read, t, false});
        }
    }
    for (const MemoryModel& model : view.board.models) {
        if (!view.shown(model.key) || !model.attention || !model.writes || model.written.rows() == 0)
            continue;
        int i = hover >= view.words() ? hover - view.words() : output_of_word(model, view.follow());
        i = std::min(i, static_cast<int>(model.written.rows()) - 1);
        const std::string token = quoted(model.outputs[static_cast<std::size_t>(i)]);
        const std::string whose = model.title == "attention"           ? "Through attention"
                                  : model.title.ends_with("attention") ? model.title
                                                                       : model.title + " through attention";
        all.push_back({whose + ", while writing output " + std::to_string(i + 1) + ", " + token,
                       model.title == "attention" ? "attention" : model.title,
                       "output " + std::to_string(i + 1) + ", " + token, c.attention, &model.written, i,
                       true});
    }
    return all;
}

/// How many lines the words need.
int lines_of(const View& view, const Setting& set, float room) {
    int lines = 1;
    float x = 0;
    for (const std::string& word : view.board.words) {
        const float wide = view.measure(word, set.face, set.size);
        if (x > 0 && x + wide > room) {
            x = 0;
            ++lines;
        }
        x += wide + set.space();
    }
    return lines;
}

Setting setting_of(const View& view, float width, float height) {
    const float least = view.low() ? 11 : 13;
    constexpr float most = 40, usual = 13, usual_width = 540; // px, of a panel
    const bool letters = view.board.unit == "letter" || view.board.unit == "character";
    Setting set{std::floor(std::clamp(usual * width / usual_width, view.low() ? usual : least, most)),
                letters ? Face::Mono : Face::Regular, view.low() ? 1.5f : 1.7f};
    while (set.size > least && static_cast<float>(lines_of(view, set, width)) * set.line() > height)
        --set.size;
    return set;
}

/// Words in lines; what does not fit in `height` ends in an ellipsis.
void ink(const View& view, const Inked& inked, Box room, const Setting& set) {
    const Palette& c = view.colors();
    const float line = set.line();
    float x = room.x, y = room.y + line / 2;
    for (int j = 0; j < view.words(); ++j) {
        const std::string& word = view.board.words[static_cast<std::size_t>(j)];
        const float wide = view.measure(word, set.face, set.size);
        const bool last_line = y + 1.5f * line > room.bottom() + 1, last = j + 1 == view.words();
        const float needed = wide + (last_line && !last ? set.space() + set.size : 0); // for the ellipsis
        if (x > room.x && x + needed > room.right()) {
            if (last_line) return view.text({x, y}, "…", set.size, c.t3);
            x = room.x;
            y += line;
        }
        const float share = std::clamp((*inked.shares)(inked.row, j), 0.0f, 1.0f);
        const float strength = faintest + (1 - faintest) * std::sqrt(share);
        const Box box{x - 3, y - line / 2 + 1, wide + 6, line - 2};
        if (inked.attention && share >= 0.05f) add_fill(view.scene, box, fade(c.attention, 0.45f * share), 3);
        view.text({x, y}, word, set.size, fade(c.t1, strength), Align::Left, set.face);
        if (j == view.follow())
            add_line(view.scene, {x, y + line / 2 - 2}, {x + wide, y + line / 2 - 2}, c.t2, 1);
        view.scene.pick(box, {PickKind::Token, -1, j},
                        quoted(word) + ": " + exact_percent(static_cast<double>(share)) +
                            " of the strongest " + view.board.unit + "’s influence; click to follow it");
        x += wide + set.space();
    }
}

/// How wide the names stand left of the words of a low panel.
float names_beside(const View& view, const std::vector<Inked>& all) {
    float widest = 0;
    for (const Inked& one : all)
        widest = std::max({widest, view.measure(one.name, Face::Semibold, 11),
                           one.note.empty() ? 0 : view.measure(one.note, Face::Regular, 11)});
    return std::clamp(std::ceil(widest) + 16, 72.0f, 152.0f);
}

} // namespace

void draw_sentences(const View& view, Box box) {
    const Palette& c = view.colors();
    const int hover = view.settings.hover;
    const bool partly = hover >= 0 && hover < view.words();
    const Box room = panel(
        view, box,
        partly ? "What the state after " + view.board.unit + " " + std::to_string(hover + 1) + " remembers"
               : "What the last state remembers",
        "Inked by how strongly each " + view.board.unit +
            view.either(" still changes the state read left to right; the fainter, the less (at least 12% "
                        "ink).",
                        " still changes the state; at least 12% ink."));
    std::vector<Inked> all = sentences(view);
    if (all.empty() || view.words() == 0) return;
    const bool low = view.low();
    const float least = low ? 20 : 44; // px, of a title and a line, or of a line
    const auto most = static_cast<std::size_t>(std::max(1.0f, std::floor(room.h / least)));
    if (all.size() > most) all.resize(most);
    const float each = room.h / static_cast<float>(all.size());
    const float beside = low ? names_beside(view, all) : 0, above = low ? 1 : 21;
    const Setting set = setting_of(view, room.w - beside, each - above - (low ? 2 : 4));
    float y = room.y;
    for (std::size_t n = 0; n < all.size(); ++n) {
        const float name_room = low ? beside - 12 : room.w;
        if (n > 0) add_line(view.scene, {room.x, y - 1}, {room.right(), y - 1}, c.line, 1);
        view.text({room.x, y + 10}, view.cut(low ? all[n].name : all[n].title, Face::Semibold, 11, name_room),
                  11, all[n].color, Align::Left, Face::Semibold);
        if (low && !all[n].note.empty() && each >= 34)
            view.text({room.x, y + 26}, view.cut(all[n].note, Face::Regular, 11, name_room), 11, c.t3);
        ink(view, all[n], {room.x + beside, y + above, room.w - beside, each - above - (low ? 2 : 4)}, set);
        y += each;
    }
}

} // namespace heed::memories
