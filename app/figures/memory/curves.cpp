// The followed word's share on every state: while the source is read, and while the output is written.
#include "app/figures/base/format.h"
#include "app/figures/memory/parts.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed::memories {
namespace {

constexpr int lowest_power = -8; // of the logarithmic scale, at most

struct CurveFrame {
    Box plot;
    int read = 0, written = 0; // states
    float middle = 12;         // between reading and writing
    bool linear = false;
    int lowest = lowest_power; // power of ten

    float step() const {
        const int steps = std::max(1, read - 1) + (written > 0 ? std::max(1, written - 1) : 0);
        return (plot.w - (written > 0 ? middle * 2 : 0)) / static_cast<float>(steps);
    }
    float x(int state) const { // words read, then outputs
        if (state < read) return plot.x + step() * static_cast<float>(state);
        return plot.x + step() * static_cast<float>(std::max(1, read - 1)) + 2 * middle +
               step() * static_cast<float>(state - read);
    }
    float border() const { return plot.x + step() * static_cast<float>(std::max(1, read - 1)) + middle; }
    float y(float share) const {
        const float part =
            linear ? share
                   : std::max(0.0f, 1 - std::log10(std::max(share, 1e-30f)) / static_cast<float>(lowest));
        return plot.bottom() - plot.h * std::clamp(part, 0.0f, 1.0f);
    }
};

float share_of(const MemoryModel& model, const CurveFrame& frame, int state, int follow) {
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    if (state < frame.read)
        return model.reads && state >= follow && state < model.read.rows() ? model.read(state, follow) : none;
    const int i = state - frame.read;
    return model.writes && i < model.written.rows() ? model.written(i, follow) : none;
}

void add_axes(const View& view, const CurveFrame& f) {
    const Palette& c = view.colors();
    std::vector<std::pair<float, std::string>> marks{{1.0f, "1"}};
    if (f.linear)
        marks = {{1.0f, "1"}, {.75f, ".75"}, {.5f, ".5"}, {.25f, ".25"}, {0.0f, "0"}};
    else
        for (int power = f.lowest > -4 ? -1 : -2; power >= f.lowest; power -= f.lowest > -4 ? 1 : 2)
            marks.emplace_back(std::pow(10.0f, static_cast<float>(power)), "−" + std::to_string(-power));
    for (const auto& [share, mark] : marks) {
        const float y = f.y(share);
        add_line(view.scene, {f.plot.x, y}, {f.plot.right(), y}, c.line, 1);
        if (f.linear || mark == "1") {
            view.text({f.plot.x - 10, y}, mark, 11, c.t3, Align::Right, Face::Mono);
        } else {
            view.text({f.plot.x - 22, y}, "10", 11, c.t3, Align::Right, Face::Mono);
            view.text({f.plot.x - 21, y - 4}, mark, 9, c.t3, Align::Left, Face::Mono);
        }
    }
    const float y = f.plot.bottom() + 16;
    const auto numbers = [&](int first, int count) {
        const int every = count > 90 ? 20 : count > 24 ? 10 : count > 8 ? 5 : 1;
        for (int n = 1; n <= count; ++n)
            if (n == 1 || n == count || (n % every == 0 && count - n >= (every + 1) / 2))
                view.text({f.x(first + n - 1), y}, std::to_string(n), 11, c.t3, Align::Centre, Face::Mono);
    };
    numbers(0, f.read);
    view.text({(f.x(0) + f.x(std::max(0, f.read - 1))) / 2, y + 17}, view.board.units + " read", 11, c.t3,
              Align::Centre);
    if (f.written == 0) return;
    numbers(f.read, f.written);
    add_line(view.scene, {f.border(), f.plot.y - 4}, {f.border(), f.plot.bottom()}, c.line2, 1, {3, 3});
    view.text({(f.x(f.read) + f.x(f.read + f.written - 1)) / 2, y + 17}, "outputs written", 11, c.t3,
              Align::Centre);
}

std::string state_words(const View& view, const CurveFrame& f, int state) {
    if (state < f.read)
        return "after " + view.board.unit + " " + std::to_string(state + 1) + ", " +
               quoted(view.board.words[static_cast<std::size_t>(state)]);
    return "writing output " + std::to_string(state - f.read + 1);
}

std::string share_words(float share) {
    return share >= 0.01f
               ? fixed(static_cast<double>(share), 2)
               : short_exponent(printed(std::chars_format::scientific, 0, static_cast<double>(share)));
}

/// A line through the hovered state, and what every curve is there.
void add_hover(const View& view, const CurveFrame& f, Box room) {
    const int state = view.settings.hover;
    if (state < 0 || state >= f.read + f.written) return;
    const Palette& c = view.colors();
    const float x = f.x(state);
    add_line(view.scene, {x, f.plot.y - 4}, {x, f.plot.bottom()}, c.t2, 1);
    struct Line {
        std::string name, value;
        Color color;
    };
    std::vector<Line> lines;
    for (const MemoryModel& model : view.board.models) {
        const float share = share_of(model, f, state, view.follow());
        if (!view.shown(model.key) || std::isnan(share)) continue;
        const Stroke stroke = state < f.read ? stroke_of(view, model.cell, false)
                                             : writing_stroke(view, model.key, model.cell, model.attention);
        view.scene.add(CircleItem{{x, f.y(share)}, 4, stroke.color, c.bg1, 1.5f});
        std::string name = model.title;
        if (state >= f.read && state - f.read < static_cast<int>(model.outputs.size()))
            name += ", " + quoted(model.outputs[static_cast<std::size_t>(state - f.read)]);
        lines.push_back({name, share_words(share), stroke.color});
    }
    if (lines.empty()) return;
    float wide = view.measure(state_words(view, f, state), Face::Regular, 11);
    for (const Line& line : lines)
        wide = std::max(wide, view.measure(line.name, Face::Regular, 11) + 20 +
                                  view.measure(line.value, Face::Mono, 11));
    const Box box{x + 12 + wide + 24 > room.right() ? x - 12 - wide - 24 : x + 12, f.plot.y + 8, wide + 24,
                  30 + 18 * static_cast<float>(lines.size())};
    view.scene.add(RectItem{box, c.popup, c.line2, 1, 6, {}});
    view.text({box.x + 12, box.y + 15}, state_words(view, f, state), 11, c.t2);
    float y = box.y + 34;
    for (const Line& line : lines) {
        view.text({box.x + 12, y}, line.name, 11, line.color);
        view.text({box.right() - 12, y}, line.value, 11, c.t1, Align::Right, Face::Mono);
        y += 18;
    }
}

/// Whose readers they are: which of the two decides how long a word is kept.
std::string readers_in_words(const View& view) {
    bool with = false, without = false;
    for (const MemoryModel& model : view.board.models)
        if (model.reads) (model.attention ? with : without) = true;
    if (with && without) return "";
    return with ? " Readers with attention." : " Readers without attention.";
}

} // namespace

void draw_curves(const View& view, Box box) {
    const std::string word =
        view.words() > 0 ? quoted(view.board.words[static_cast<std::size_t>(view.follow())]) : "the word";
    const std::string which = view.follow() == 0 ? "the first " + view.board.unit
                                                 : view.board.unit + " " + std::to_string(view.follow() + 1);
    const Box room =
        panel(view, box,
              view.either("How much does " + which + " still matter?", "Does " + which + " still matter?"),
              (view.board.absent.empty() ? "" : "Other models than " + view.board.absent + ". ") +
                  (view.board.random ? "Untrained weights. " : "") +
                  view.either("Change of each state with ", "Each state’s change with ") + word +
                  view.either(", relative to the " + view.board.unit + " that changes it most. ",
                              " over its largest. ") +
                  (view.settings.linear ? "Linear scale." : "Log scale.") + readers_in_words(view),
              view.board.choice ? view.beside_title() : 0);
    if (view.words() == 0) return;
    const float names = view.low() ? std::min(144.0f, room.w * 0.3f) : std::min(128.0f, room.w * 0.2f);
    CurveFrame f{{room.x + 40, room.y + 6, room.w - 40 - names - 10, room.h - 44},
                 view.words(),
                 view.outputs(),
                 12,
                 view.settings.linear};
    float least = 1; // of all curves: the scale ends at the power below
    for (const MemoryModel& model : view.board.models)
        for (int state = 0; view.shown(model.key) && state < f.read + f.written; ++state)
            if (const float share = share_of(model, f, state, view.follow()); share > 0)
                least = std::min(least, share);
    f.lowest = std::clamp(static_cast<int>(std::floor(std::log10(least))), lowest_power, -2);
    if (f.lowest <= -4) f.lowest -= f.lowest % 2 != 0;
    add_axes(view, f);
    std::vector<EndLabel> writing;
    for (const MemoryModel& model : view.board.models) {
        if (!view.shown(model.key)) continue;
        const Stroke reading = stroke_of(view, model.cell, false),
                     stroke = writing_stroke(view, model.key, model.cell, model.attention);
        std::vector<Point> points;
        float last = std::numeric_limits<float>::quiet_NaN();
        for (int state = 0; state < f.read + f.written; ++state) {
            if (state == f.read) { // reading and writing are two lines
                polyline(view, points, reading);
                points.clear();
            }
            const float share = share_of(model, f, state, view.follow());
            points.push_back({f.x(state), std::isnan(share) ? share : f.y(share)});
            if (!std::isnan(share)) last = points.back().y;
        }
        polyline(view, points, stroke);
        if (!std::isnan(last))
            writing.push_back(
                {last, model.title == "attention" ? "through attention" : model.title, stroke.color});
    }
    end_labels(view, writing, f.plot.right() + 10, names, f.plot.y, f.plot.bottom());
    add_hover(view, f, room);
    for (int state = 0; state < f.read + f.written; ++state) {
        const float half = std::max(1.0f, f.step() / 2);
        view.scene.pick({f.x(state) - half, f.plot.y, 2 * half, f.plot.h}, {PickKind::State, state});
    }
}

} // namespace heed::memories
