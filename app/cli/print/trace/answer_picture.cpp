#include "app/cli/print/trace/answer_picture.h"

#include "app/cli/print/table.h"
#include "app/cli/print/trace/trace_words.h"
#include "core/text/strings.h"
#include "core/trace/places.h"
#include "core/trace/words/words.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace heed::cli {
namespace {

std::string answer_of(const Trace& trace) {
    std::string text = "answer " + printable(trace.target_text);
    if (!std::isfinite(trace.log_prob)) return text;
    const double p = std::exp(trace.log_prob);
    return text + "  p " + (p > 0.0005 ? formatted("%.3f", p) : formatted("%.1e", p)); // never "0.000"
}

/// The place of the input in a map's column: what was typed there; empty past its end.
std::string typed(const Trace& trace, const AttentionMap& map, std::size_t column) {
    const bool of_input =
        map.columns == Axis::Moment || (map.columns == Axis::Slot && trace.outline.over(Axis::Point));
    return of_input && column < trace.source.size() ? printable(trace.source[column].text) : std::string();
}

/// "8 numbers", "30 moments", "10 tokens".
std::string places(const Trace& trace) {
    const int sentences = trace.outline.count(Axis::Sentence);
    const std::string noun(has_pieces(trace) ? "token" : place_noun(trace));
    return plural(sentences > 0 ? static_cast<std::size_t>(sentences) : trace.source.size(), noun,
                  noun + "s");
}

/// Four digits; a dot where nothing stands.
std::string weight_text(float weight) { return std::isnan(weight) ? "." : formatted("%.4f", weight); }

/// One digit for each eighth of a character, up to `width` characters.
std::string bar(float share, int width) {
    static constexpr const char* eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const int units =
        static_cast<int>(std::lround(std::clamp(share, 0.0f, 1.0f) * static_cast<float>(8 * width)));
    std::string text;
    for (int n = 0; n < units / 8; ++n) text += "█";
    return text + eighths[units % 8];
}

/// "Changed by hand: …" on a line of its own, where it was.
std::string changes_above(const Trace& trace) {
    const std::string changes = changes_line(trace);
    return changes.empty() ? "" : changes + '\n';
}

std::string maps_in_columns(const Trace& trace) {
    std::string out = printable(trace.model.name) + "  " + trace.model.score + "  " + places(trace) + "  " +
                      answer_of(trace) + '\n';
    for (const AttentionMap& map : trace.maps()) {
        out += map.name + "  " + std::string(to_string(map.columns)) + '\n';
        constexpr Axis asking[] = {Axis::Step, Axis::Output,
                                   Axis::SourceQuery}; // what asks, above its column
        if (std::find(std::begin(asking), std::end(asking), map.rows) != std::end(asking)) {
            out += std::string(26, ' ');
            for (const std::string& label : map.row_labels)
                out += "  " + padded_left(clipped(printable(label), 8), 8);
            out += '\n';
        }
        if (map.rows == Axis::Sentence) { // by their numbers, from 1
            out += std::string(26, ' ');
            for (std::size_t i = 1; i <= map.row_labels.size(); ++i)
                out += "  " + padded_left(std::to_string(i), 8);
            out += '\n';
        }
        for (std::size_t j = 0; j < map.column_labels.size(); ++j) {
            out += padded_left(printable(map.column_labels[j]), 12) + "  " +
                   padded_left(typed(trace, map, j), 12);
            for (Eigen::Index i = 0; i < map.weights->cols(); ++i)
                out +=
                    "  " + padded_left(weight_text(map.weights->coeff(static_cast<Eigen::Index>(j), i)), 8);
            out += '\n';
        }
    }
    return out;
}

} // namespace

std::string answer_columns(const Trace& trace) { return changes_above(trace) + maps_in_columns(trace); }

std::string answer_picture(const Trace& trace, const Terminal& terminal, const PictureFacts& facts) {
    const std::string_view strong = terminal.color ? bold : "", faint = terminal.color ? dim : "",
                           none = terminal.color ? plain : "";
    std::string out = std::string(strong) + printable(trace.model.name) + std::string(none) + "  " +
                      std::string(faint) + places(trace) + ", " + formatted("%.1f", facts.milliseconds) +
                      " ms" + std::string(none) + "\n" + std::string(strong) + answer_of(trace) +
                      std::string(none) + "\n";
    out += changes_above(trace) + '\n';
    for (const AttentionMap& map : trace.maps()) {
        if (map.weights->cols() != 1) {
            out += maps_in_columns(trace);
            break;
        }
        int label = 1;
        for (std::size_t j = 0; j < map.column_labels.size(); ++j)
            label = std::max(label, display_width(typed(trace, map, j)));
        const float largest = map.weights->maxCoeff();
        const int width = std::max(8, std::min(48, terminal.columns - label - 20));
        for (std::size_t j = 0; j < map.column_labels.size(); ++j) {
            const float weight = map.weights->coeff(static_cast<Eigen::Index>(j), 0);
            const bool muted = trace.request.edits.muted.count(static_cast<int>(j)) != 0;
            out += std::string(faint) + padded_left(std::to_string(j + 1), 4) + std::string(none) + "  " +
                   padded_left(typed(trace, map, j), label) + "  " + formatted("%.3f", weight) + "  " +
                   (muted ? "muted" : bar(largest > 0 ? weight / largest : 0, width)) + '\n';
        }
    }
    return out + '\n' + std::string(faint) + "In the window: heed --model " + facts.model + " --input '" +
           printable(trace.source_text) + "'" + std::string(none) + '\n';
}

} // namespace heed::cli
