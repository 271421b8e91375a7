#include "app/figures/memory/memory.h"

#include "app/figures/base/format.h"
#include "app/figures/memory/parts.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace memories {

int View::outputs() const {
    Eigen::Index most = 0;
    for (const MemoryModel& model : board.models)
        if (model.writes) most = std::max(most, model.written.rows());
    return static_cast<int>(most);
}

Stroke stroke_of(const View& view, const std::string& cell, bool attention) {
    const Palette& c = view.colors();
    if (attention) return {c.attention, {}, 2};
    if (cell == "rnn") return {c.t3, {2, 4}, 1.5f};
    if (cell == "gru") return {c.t2, {7, 4}, 1.5f};
    return {c.t1, {}, 1.5f};
}

Stroke writing_stroke(const View& view, const std::string& key, const std::string& cell, bool attention) {
    Stroke stroke = stroke_of(view, cell, attention);
    const auto attends = [](const auto& one) { return one.attention; };
    const auto& models = view.board.models;
    const auto& lines = view.board.lines;
    const bool several = std::count_if(models.begin(), models.end(), attends) > 1 ||
                         std::count_if(lines.begin(), lines.end(), attends) > 1;
    if (!attention || !several) return stroke;
    stroke.dash = stroke_of(view, cell, false).dash;
    for (const MemoryModel& model : models) { // the first of a cell has its dash
        if (model.key == key) break;
        if (model.attention && model.cell == cell) stroke.dash = stroke.dash.on > 0 ? Dash{} : Dash{2, 4};
    }
    return stroke;
}

Box panel(const View& view, Box box, const std::string& title, const std::string& measured, float beside) {
    const Palette& c = view.colors();
    view.scene.add(RectItem{box, c.bg1, c.line, 1, 8, {}});
    const float room = box.w - 32, size = view.low() ? 13 : 15;
    const float caption = view.low() ? 40 : 43, head = view.low() ? 52 : 62, foot = view.low() ? 8 : 14;
    view.text({box.x + 16, box.y + 20}, view.cut(title, Face::Semibold, size, room - beside), size, c.t1,
              Align::Left, Face::Semibold);
    view.text({box.x + 16, box.y + caption}, view.cut(measured, Face::Regular, 11, room), 11, c.t3);
    return {box.x + 16, box.y + head, room, box.h - head - foot};
}

void polyline(const View& view, const std::vector<Point>& points, const Stroke& stroke) {
    std::vector<Point> run;
    const auto draw = [&] {
        if (run.size() > 1) view.scene.add(LineItem{run, stroke.color, stroke.width, stroke.dash});
        if (run.size() == 1) view.scene.add(CircleItem{run.front(), 2, stroke.color});
        run.clear();
    };
    for (const Point& p : points) std::isnan(p.y) ? draw() : run.push_back(p);
    draw();
}

void end_labels(const View& view, std::vector<EndLabel> labels, float x, float room, float top,
                float bottom) {
    constexpr float apart = 15;
    std::stable_sort(labels.begin(), labels.end(),
                     [](const EndLabel& a, const EndLabel& b) { return a.y < b.y; });
    float last = top - apart;
    for (EndLabel& label : labels) last = label.y = std::max(label.y, last + apart);
    float next = bottom + apart;
    for (auto label = labels.rbegin(); label != labels.rend(); ++label)
        next = label->y = std::min(label->y, next - apart);
    for (const EndLabel& label : labels)
        view.text({x, label.y}, view.cut(label.text, Face::Regular, 11, room), 11, label.color);
}

} // namespace memories

bool is_low(const MemorySettings& settings) {
    return settings.height < (settings.width < 1100 ? 720.0f : 540.0f);
}

MemoryLayout memory_layout(const MemorySettings& settings) {
    const bool low = is_low(settings);
    const float outer = low ? 12 : 16, gap = low ? 8 : 12;
    if (settings.width < 1100 && !low) { // one below the other, the curves widest
        const float w = settings.width - 2 * outer, half = (w - gap) / 2;
        const float h = (settings.height - 2 * outer - 2 * gap) / 3, low = outer + 2 * (h + gap);
        return {{outer, outer, w, h},
                {outer, low, half, h},
                {outer, outer + h + gap, w, h},
                {outer + half + gap, low, half, h}};
    }
    const float w = settings.width - 2 * outer - gap, left = std::round(w * (low ? 0.56f : 0.595f)),
                right = w - left;
    const float h = settings.height - 2 * outer - gap, top = std::round(h * (low ? 0.48f : 0.465f)),
                bottom = h - top;
    const float x = outer + left + gap, y = outer + top + gap;
    return {
        {outer, outer, left, top}, {x, outer, right, top}, {outer, y, left, bottom}, {x, y, right, bottom}};
}

Scene memory_figure(const MemoryBoard& board, const MemorySettings& settings, const FigureStyle& style) {
    using namespace memories;
    Scene scene{.width = settings.width, .height = settings.height};
    const View view{{scene, style}, board, settings};
    const MemoryLayout layout = memory_layout(settings);
    draw_curves(view, layout.curves);
    draw_sentences(view, layout.sentences);
    draw_lengths(view, layout.lengths);
    draw_triangles(view, layout.triangles);
    return scene;
}

Scene lengths_figure(const MemoryBoard& board, float width, float height, const FigureStyle& style) {
    Scene scene{.width = width, .height = height};
    MemorySettings settings;
    settings.width = width;
    settings.height = height;
    memories::draw_lengths({{scene, style}, board, settings}, {0, 0, width, height});
    return scene;
}

int faded_after(const MemoryModel& model, int follow, float share) {
    int last = -1; // the last state on which it still has so much
    for (Eigen::Index t = follow; t < model.read.rows(); ++t)
        if (model.read(t, follow) >= share) last = static_cast<int>(t);
    return last + 1 < model.read.rows() ? last + 1 - follow : -1;
}

std::string memory_sentence(const MemoryBoard& board, int follow, const std::set<std::string>& hidden) {
    if (board.words.empty() || follow < 0 || follow >= static_cast<int>(board.words.size())) return {};
    const std::string word = quoted(board.words[static_cast<std::size_t>(follow)]);
    std::vector<std::string> faded, kept, gone;
    for (const MemoryModel& model : board.models) {
        if (!model.reads || hidden.contains(model.key)) continue;
        const int after = faded_after(model, follow), lost = faded_after(model, follow, 0.001f);
        if (lost >= 0) gone.push_back(model.title + " after " + std::to_string(lost));
        if (after < 0)
            kept.push_back(model.title);
        else
            faded.push_back(model.title + " after " +
                            (faded.empty() ? counted(after, board.unit) : std::to_string(after)));
    }
    const auto listed = [](const std::vector<std::string>& names) {
        std::string text;
        for (std::size_t n = 0; n < names.size(); ++n)
            text += (n == 0 ? "" : n + 1 == names.size() ? " and " : ", ") + names[n];
        return text;
    };
    std::string sentence;
    if (!board.absent.empty())
        sentence = board.absent + " carries no state from " + board.unit + " to " + board.unit +
                   ": these are other models of its task. ";
    const std::size_t opening = sentence.size();
    if (!faded.empty())
        sentence += word + " falls below a tenth of the strongest " + board.unit +
                    "’s influence: " + listed(faded) + ".";
    if (!kept.empty())
        sentence += (sentence.size() == opening ? word + " keeps" : " It keeps") +
                    " a tenth or more to the end: " + listed(kept) + ".";
    if (!gone.empty()) sentence += " Below a thousandth: " + listed(gone) + ".";
    return sentence;
}

} // namespace heed
