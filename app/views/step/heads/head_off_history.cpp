// Beside changed heads: every step, what goes back, and the same for the command line.
#include "app/views/step/heads/head_off_side.h"

#include <algorithm>

namespace heed {
namespace {

void step_row(HeadOffSide& p, const HeadOffStep& step, bool last, double most, int decimals) {
    constexpr float high = 25;
    Ui& ui = p.ui;
    const Palette& c = ui.colors;
    const Box row{p.left() - 8, p.y, p.wide() + 16, high};
    const std::string id = "head-off:step:" + std::to_string(step.number);
    const Ui::Hit hit = ui.press(id, row, 5);
    row_ground(ui, row, hit, step.now, 5, 0.7f);
    const float y = row.centre().y, x = p.left() + 4;
    if (!last) ui.line({x, y + 6}, {x, y + high - 6}, c.line2, 1);
    ui.draw(CircleItem{{x, y},
                       3.5f,
                       step.now ? c.t1 : Color{0, 0, 0, 0},
                       step.later ? c.line2
                       : step.now ? c.t1
                                  : c.t3,
                       1.25f});
    const Color ink = step.later ? c.t3 : c.t1;
    const float bar = 76, bar_x = p.right() - 62 - bar;
    const std::string name = ui.cut(step.name, Face::Regular, 13, bar_x - 10 - p.left() - 18);
    ui.text({p.left() + 18, y}, name, Face::Regular, 13, ink);
    ui.tooltip(id, row, name == step.name ? "Back to this" : step.name);
    if (step.log_prob) {
        ui.fill({bar_x, y - 2.5f, bar, 5}, c.bg0, 2.5f);
        const auto share = static_cast<float>(std::clamp(-*step.log_prob / most, 0.0, 1.0));
        ui.fill({bar_x, y - 2.5f, std::max(2.0f, bar * share), 5}, step.later ? c.line2 : c.output, 2.5f);
        ui.text({p.right(), y}, head_off_log_p(*step.log_prob, decimals), Face::Mono, 11, ink, Align::Right);
    }
    if (hit.clicked && !step.now) ui.send({"go-to-step", "", 0, step.number});
    p.y += high;
}

void steps_list(HeadOffSide& p, const HeadOffWork* work) {
    constexpr std::ptrdiff_t most_shown = 7;
    const std::vector<HeadOffStep> steps = head_off_steps(p.ui.state);
    const bool kept = work && work->kept_changes();
    p.heading("History", kept ? "log p of the kept run’s words" : "log p of the model’s words");
    p.y -= 8;
    double most = 0.5; // nats: what prints as nothing has no bar
    for (const HeadOffStep& step : steps)
        if (step.log_prob) most = std::max(most, -*step.log_prob);
    std::ptrdiff_t now = std::ssize(steps) - 1;
    for (std::ptrdiff_t n = 0; n < std::ssize(steps); ++n)
        if (steps[static_cast<std::size_t>(n)].now) now = n;
    const std::ptrdiff_t first = std::clamp<std::ptrdiff_t>(
        now - most_shown / 2 - 1, 0, std::max<std::ptrdiff_t>(0, std::ssize(steps) - most_shown));
    const std::ptrdiff_t end = std::min(first + most_shown, std::ssize(steps));
    std::vector<double> shown;
    for (std::ptrdiff_t n = first; n < end; ++n)
        shown.push_back(steps[static_cast<std::size_t>(n)].log_prob.value_or(0));
    for (std::ptrdiff_t n = first; n < end; ++n)
        step_row(p, steps[static_cast<std::size_t>(n)], n + 1 == end, most, head_off_decimals(shown));
    p.y += 12;
}

/// The options of the command line, whole up to three lines, and that a click copies them.
void command_line(HeadOffSide& p) {
    constexpr float row = 16;
    constexpr std::size_t most = 3;
    Ui& ui = p.ui;
    const Palette& c = ui.colors;
    const std::string options = head_options(ui.state);
    std::vector<std::string> lines = wrap(options, p.wide(), Face::Mono, 11, ui.renderer.fonts());
    if (lines.size() > most) {
        lines.resize(most);
        lines.back() = ui.cut(lines.back() + " …", Face::Mono, 11, p.wide());
    }
    std::string words = "click to copy for the command line";
    const float used = lines.empty() ? 0 : ui.text_width(lines.back(), Face::Mono, 11) + 12;
    if (used + ui.text_width(words, Face::Regular, 11) > p.wide()) words = "click to copy";
    const bool below = used + ui.text_width(words, Face::Regular, 11) > p.wide();
    const auto rows = static_cast<float>(lines.size() + (below ? 1 : 0));
    const Box box{p.left() - 4, p.y - 10, p.wide() + 8, rows * row + 6};
    const Ui::Hit hit = ui.press("head-off:copy", box, 4);
    if (hit.hovered) ui.fill(box, c.bg2, 4);
    float y = p.y + 1;
    for (const std::string& line : lines) {
        ui.text({p.left(), y}, line, Face::Mono, 11, c.t2);
        y += row;
    }
    ui.text({p.right(), below ? y : y - row}, words, Face::Regular, 11, c.t3, Align::Right);
    ui.tooltip("head-off:copy", box, "heed trace with this input; there layers and heads count from 0");
    if (hit.clicked) ui.send({"head-copy"});
    p.y += rows * row + 8;
}

void side_buttons(HeadOffSide& p) {
    Ui& ui = p.ui;
    const AppState& s = ui.state;
    const float each = 78, gap = 8;
    const Box undo{p.left(), p.y, each, 30}, reset{undo.right() + gap, p.y, each, 30},
        another{reset.right() + gap, p.y, p.right() - reset.right() - gap, 30};
    if (button(ui, "head-off:undo", undo, "Undo", {.enabled = is_enabled(command_info("undo"), s)}))
        ui.send({"undo"});
    ui.tooltip("head-off:undo", undo, "The step before", "Ctrl+Z");
    if (button(ui, "head-off:reset", reset, "Reset", {.enabled = is_enabled(command_info("reset"), s)}))
        ui.send({"reset"});
    ui.tooltip("head-off:reset", reset, "Takes all changes of the run back", "R");
    if (button(ui, "head-off:another", another, "+  Switch another off")) ui.send({"head-another"});
    ui.tooltip("head-off:another", another, "Every head again, to choose one: O switches it off");
    p.y += 30 + 16;
    command_line(p);
}

} // namespace

void head_off_history(HeadOffSide& p, const HeadOffWork* work) {
    steps_list(p, work);
    side_buttons(p);
}

} // namespace heed
