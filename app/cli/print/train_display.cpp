#include "app/cli/print/train_display.h"
#include "app/cli/print/table.h"

#include "app/figures/base/format.h"
#include "app/figures/base/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed::cli {
namespace {

constexpr int bar_cells = 44, block_cells = 14;
constexpr int value_column = 9, block_column = 16, note_column = 33;

/// A line of coloured pieces that knows its width.
class Line {
public:
    explicit Line(const Terminal& terminal) : terminal_(terminal) {}

    Line& put(const std::string& text, Color color, bool strong = false) {
        const std::string piece = clipped(printable(text), std::max(0, terminal_.columns - 1 - width_));
        width_ += display_width(piece);
        if (!terminal_.color) {
            text_ += piece;
        } else {
            text_ += foreground(color);
            if (strong) text_ += bold;
            text_ += piece;
            text_ += plain;
        }
        return *this;
    }
    Line& to(int column) {
        while (width_ < std::min(column, terminal_.columns - 1)) {
            text_ += ' ';
            ++width_;
        }
        return *this;
    }
    const std::string& text() const { return text_; }

private:
    const Terminal& terminal_;
    std::string text_;
    int width_ = 0;
};

std::string percent_text(double share) { return formatted("%.1f%%", 100 * share); }

/// "17 s left", "3 min left".
std::string time_left(const TrainStatus& s) {
    if (s.speed <= 0) return "";
    const double seconds = std::max(0, s.steps - s.step) / s.speed;
    if (seconds < 100) return formatted("%.0f s left", seconds);
    return seconds < 6000 ? formatted("%.0f min left", seconds / 60)
                          : formatted("%.1f h left", seconds / 3600);
}

std::string speed_text(double speed) { return formatted(speed < 10 ? "%.1f" : "%.0f", speed); }

std::string progress_bar(const Palette& p, const TrainStatus& s, const Terminal& terminal) {
    const double share = s.steps > 0 ? std::clamp(double(s.step) / s.steps, 0.0, 1.0) : 0;
    const int done = static_cast<int>(std::floor(share * bar_cells));
    Line line(terminal);
    line.put(repeated("━", done), p.t1).put(repeated("─", bar_cells - done), p.line2).to(bar_cells + 2);
    line.put(formatted("%.0f%%", std::floor(100 * share)), p.t1, true).to(bar_cells + 8);
    return line.put(thousands(s.step, " ") + " of " + thousands(s.steps, " "), p.t2).text();
}

/// Input, what the model writes now, and what it should have written where that differs.
std::vector<std::string> example_lines(const TrainStatus& s, const Terminal& terminal) {
    constexpr int longest = 40;
    const Palette& p = dark_palette;
    int input_width = 0, output_width = 0;
    for (const auto& example : s.examples) {
        input_width = std::max(input_width, std::min(longest, display_width(example.input)));
        output_width = std::max(output_width, std::min(longest, display_width(example.output)));
    }
    std::vector<std::string> lines;
    for (const auto& example : s.examples) {
        Line line(terminal);
        line.put(clipped(example.input, longest), p.t2).to(input_width + 3);
        line.put(clipped(example.output, longest), example.right ? p.output : p.error);
        if (!example.right)
            line.to(input_width + 3 + output_width + 3).put("× should be " + example.wanted, p.t2);
        lines.push_back(line.text());
    }
    return lines;
}

std::vector<double> exact_history(const TrainStatus& s) {
    std::vector<double> values;
    for (const auto& look : s.looks) values.push_back(look.exact);
    return values;
}

} // namespace

std::string rate_text(double rate) {
    if (rate <= 0) return "0";
    const int power = static_cast<int>(std::floor(std::log10(rate) + 1e-9));
    std::string digits = formatted("%.1f", rate / std::pow(10, power));
    if (digits.ends_with(".0")) digits.resize(digits.size() - 2);
    return digits + "e" + std::to_string(power);
}

std::string blocks(const std::vector<double>& values, int cells, double top) {
    constexpr std::array<std::string_view, 8> levels{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const auto n = values.size();
    if (n == 0 || top <= 0) return "";
    std::string text;
    const auto used = std::min(n, static_cast<std::size_t>(cells));
    for (std::size_t c = 0; c < used; ++c) {
        const std::size_t first = c * n / used, end = std::max(first + 1, (c + 1) * n / used);
        double sum = 0;
        for (std::size_t k = first; k < end; ++k) sum += values[k];
        const double share = std::clamp(sum / double(end - first) / top, 0.0, 1.0);
        text += levels[static_cast<std::size_t>(std::lround(share * 7))];
    }
    return text;
}

std::vector<std::string> draw(const TrainStatus& s, const Terminal& terminal) {
    const Palette& p = dark_palette;
    const auto line = [&] { return Line(terminal); };
    std::vector<std::string> lines;
    lines.push_back("");
    lines.push_back(line()
                        .put(s.title, p.t1, true)
                        .put("   " + s.made_of + ", " + thousands(s.parameters, " ") + " parameters, seed " +
                                 std::to_string(s.seed) + ", " + counted(s.threads, "thread"),
                             p.t2)
                        .text());
    lines.push_back(line()
                        .put("recipe " + s.recipe + ", batch " + std::to_string(s.batch) +
                                 ", learning rate " + rate_text(s.first_rate) + " to " +
                                 rate_text(s.last_rate),
                             p.t2)
                        .text());
    lines.push_back("");
    lines.push_back(progress_bar(p, s, terminal));
    lines.push_back("");

    Line loss = line(), exact = line(), speed = line();
    loss.put("loss", p.t2).to(value_column);
    exact.put(s.measure, p.t2).to(value_column);
    if (s.step > 0) loss.put(formatted("%.3f", s.loss), p.t1);
    if (!s.looks.empty()) {
        const double top = s.losses.empty() ? 0 : *std::max_element(s.losses.begin(), s.losses.end());
        loss.to(block_column).put(blocks(s.losses, block_cells, top), p.t2);
        loss.to(note_column).put("held out  " + formatted("%.3f", s.looks.back().loss), p.t2);
        exact.put(percent_text(s.looks.back().exact), p.t1);
        exact.to(block_column).put(blocks(exact_history(s), block_cells, 1), p.attention).to(note_column);
    }
    if (s.best)
        exact.put("best " + percent_text(s.best->exact) + " at step " + thousands(s.best->step, " "), p.t2);
    speed.put("speed", p.t2).to(value_column);
    if (s.speed > 0)
        speed.put(speed_text(s.speed) + " steps/s", p.t1).to(note_column).put(time_left(s), p.t2);
    for (const Line* l : {&loss, &exact, &speed}) lines.push_back(l->text());
    lines.push_back("");

    for (const std::string& text : example_lines(s, terminal)) lines.push_back(text);
    lines.push_back("");
    if (s.finished) return lines;
    lines.push_back(line().put("Ctrl+C stops and keeps the best model so far.", p.t3).text());
    lines.push_back("");
    return lines;
}

std::string log_line(const TrainStatus& s) {
    const auto width = std::to_string(s.steps).size();
    std::string text = "step " + padded_right(std::to_string(s.step), static_cast<int>(width));
    text += "  loss " + formatted("%.4f", s.loss);
    if (!s.looks.empty())
        text += "  held " + formatted("%.4f", s.looks.back().loss) + "  " + s.measure + " " +
                formatted("%.3f", s.looks.back().exact);
    text += "  " + speed_text(s.speed) + "/s";
    if (s.speed > 0) text += "  left " + formatted("%.0f", std::max(0, s.steps - s.step) / s.speed) + "s";
    return text;
}

} // namespace heed::cli
