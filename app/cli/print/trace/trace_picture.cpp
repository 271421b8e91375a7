#include "app/cli/print/trace/trace_picture.h"

#include "app/cli/print/shades.h"
#include "app/cli/print/table.h"
#include "app/cli/print/trace/trace_words.h"
#include "app/figures/base/format.h"
#include "app/figures/base/palette.h"
#include "app/figures/seq2seq/inspector/weights.h"
#include "app/figures/tokens.h"
#include "core/analysis/entropy.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/transformer/facts.h"
#include "core/models/transformer/words.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace heed::cli {
namespace {

constexpr Palette colors = dark_palette; // cells bring their own background
constexpr int bar_width = 10, number_width = 4, widest_label = 16, tallest_header = 14;

std::string duration(double milliseconds) {
    if (milliseconds < 10) return formatted("%.1f", milliseconds) + " ms";
    if (milliseconds < 10'000) return formatted("%.0f", milliseconds) + " ms";
    return formatted("%.1f", milliseconds / 1000) + " s";
}

/// "GRU 48, additive": the cell, its size, how positions are scored.
std::string made_of(const Trace& trace) {
    const ModelFacts& model = trace.model;
    if (model.architecture == "weights") return "weights, computed elsewhere";
    if (is_transformer(model)) {
        const transformer::Config& config = transformer_facts(model).config;
        return transformer::size_words(config) + "; " + transformer::shown_words(trace);
    }
    return ascii_upper(seq2seq_facts(model).cell) + ' ' + std::to_string(seq2seq_facts(model).hidden) + ", " +
           (model.score == "none" ? "no attention" : model.score);
}

bool rows_sum_to_one(const Trace& trace) {
    return ((trace.at(Quantity::Weights).colwise().sum().array() - 1).abs() < 5e-3f).all();
}

class Picture {
public:
    Picture(const Trace& trace, const Terminal& terminal, const PictureFacts& facts)
        : trace_(trace), terminal_(terminal), facts_(facts) {
        for (int j = 0; j < trace.source_length(); ++j) sources_.push_back(printable(shown_source(trace, j)));
        int longest = 5;
        for (int i = 0; i < trace.outputs(); ++i) {
            labels_.push_back(printable(shown_output(trace, i)));
            longest = std::max(longest, display_width(labels_.back()));
        }
        label_ = std::min(longest, widest_label);
        left_ = label_ + 1;
        const int room = terminal.columns - left_ - 16; // design: columns − 22 with short labels
        if (trace.has_weights()) cell_ = std::clamp(room / std::max(1, trace.source_length()), 0, 4);
    }

    std::string draw() {
        line("");
        if (!trace_.model.doubt.empty()) line(printable(trace_.model.doubt) + ".");
        if (const std::string changes = changes_line(trace_); !changes.empty()) line(changes);
        line(styled(bold, printable(trace_.model.name)) + "   " + made_of(trace_) + "   " +
             std::to_string(trace_.source_length()) + " tokens in, " + std::to_string(trace_.outputs()) +
             " out");
        line("");
        if (!trace_.has_weights())
            without_weights();
        else if (cell_ == 0)
            strongest();
        else
            map();
        line("");
        summary();
        return out_;
    }

private:
    void line(const std::string& text) {
        std::string_view end = text;
        while (!end.empty() && end.back() == ' ') end.remove_suffix(1);
        out_ += end;
        out_ += '\n';
    }
    std::string styled(std::string_view style, const std::string& text) const {
        return terminal_.color ? std::string(style) + text + std::string(plain) : text;
    }
    std::string indent() const { return std::string(static_cast<std::size_t>(left_), ' '); }

    /// Orange, as outputs are; what the user forced is white.
    std::string label(int i, int width) const {
        const bool end = trace_.steps[at(i)].token.is_end && width < 3;
        const std::string text = padded_left(end ? "■" : clipped(labels_[at(i)], width), width);
        return styled(trace_.steps[at(i)].forced ? std::string(bold) : foreground(colors.output), text);
    }
    std::string bar(int i, int width) const {
        if (given_) return {};
        const double p = probability(trace_.steps[at(i)]);
        const int halves = std::clamp(static_cast<int>(std::lround(p * 2 * width)), 0, 2 * width);
        const std::string drawn = repeated("━", halves / 2) + (halves % 2 ? "╸" : "");
        return styled(foreground(colors.output), padded_right(drawn, width)) + ' ' + formatted("%.2f", p);
    }
    /// Over the bars of how probable each output was; weights computed elsewhere do not say.
    std::string p_head() const { return given_ ? "" : styled(dim, "p"); }
    int bar_room() const {
        return std::clamp(terminal_.columns - left_ - cell_ * trace_.source_length() - 3 - number_width, 0,
                          bar_width);
    }

    std::string cell(float weight) const {
        if (!terminal_.color) {
            const std::string mark(shade(weight));
            if (cell_ == 1) return mark;
            const bool dot = mark == shades.front().mark;
            return padded_right(repeated(" ", cell_ - 2) + mark + (dot ? "" : mark), cell_);
        }
        const Color color = cell_color(weight);
        const std::string number = cell_ == 4 && weight >= 0.095f ? cell_number(weight) : "";
        return background(color) + (number.empty() ? "" : foreground(ink_on(color))) +
               padded_left(number, cell_);
    }
    /// A cell by itself, with its number whatever it is.
    std::string lone_cell(float weight) const {
        const std::string number = padded_left(cell_number(weight), number_width);
        const Color color = cell_color(weight);
        return styled(background(color) + foreground(ink_on(color)), number);
    }

    void map() {
        header();
        if (terminal_.color && cell_ == 1)
            paired_rows();
        else
            single_rows();
        line("");
        legend();
    }

    /// Tokens over their columns; upright, letter below letter, where one is wider than its column.
    void header() {
        const int room = std::max(1, cell_ - 1);
        bool upright = false;
        std::vector<std::string> heads = sources_;
        for (std::size_t j = 0; j < heads.size(); ++j) {
            if (trace_.source[j].is_end && room < 3) heads[j] = "■";
            upright = upright || display_width(heads[j]) > room;
        }
        if (!upright) {
            std::string text = indent();
            for (std::size_t j = 0; j < heads.size(); ++j) {
                const int before = (cell_ + 1 - display_width(heads[j])) / 2;
                text += head(j, padded_right(repeated(" ", before) + heads[j], cell_));
            }
            return line(text + "  " + p_head());
        }
        upright_header();
    }
    std::string head(std::size_t j, const std::string& text) const {
        const bool quiet = is_quiet_source(trace_, static_cast<int>(j)) || sources_[j] == "␣";
        return styled(quiet ? dim : bold, text);
    }
    void upright_header() {
        std::vector<std::vector<std::string>> letters;
        std::size_t height = 0;
        for (const std::string& token : sources_) {
            letters.push_back(characters(token));
            if (letters.back().size() > tallest_header) {
                letters.back().resize(tallest_header);
                letters.back().back() = "⋮";
            }
            height = std::max(height, letters.back().size());
        }
        for (std::size_t row = 0; row < height; ++row) {
            std::string text = indent();
            for (std::size_t j = 0; j < letters.size(); ++j) {
                const std::size_t skipped = height - letters[j].size();
                std::string letter = row < skipped ? " " : letters[j][row - skipped];
                if (display_width(letter) > cell_) letter = "·"; // a wide character in a narrow column
                text += head(j, padded_right(repeated(" ", cell_ / 2) + letter, cell_));
            }
            line(row + 1 == height ? text + "  " + p_head() : text);
        }
    }

    void single_rows() {
        for (int i = 0; i < trace_.outputs(); ++i) {
            std::string text = label(i, label_) + ' ';
            for (int j = 0; j < trace_.source_length(); ++j) text += cell(trace_.weight(i, j));
            if (terminal_.color) text += plain;
            line(text + "  " + bar(i, bar_room()));
        }
    }

    /// Two rows share a line: the upper half of a cell is one output, the lower half the next.
    void paired_rows() {
        for (int i = 0; i < trace_.outputs(); i += 2) {
            const bool both = i + 1 < trace_.outputs();
            const int half = (label_ - 1) / 2;
            std::string text = padded_left("", label_ - 1 - 2 * half) + label(i, half) + ' ' +
                               (both ? label(i + 1, half) : padded_left("", half)) + ' ';
            for (int j = 0; j < trace_.source_length(); ++j) {
                text += foreground(cell_color(trace_.weight(i, j)));
                if (both) text += background(cell_color(trace_.weight(i + 1, j)));
                text += "▀";
            }
            text += std::string(plain);
            if (!given_) text += padded_left(cell_probability(probability(trace_.steps[at(i)])), 6);
            if (both && !given_)
                text += padded_left(cell_probability(probability(trace_.steps[at(i + 1)])), 6);
            line(text);
        }
    }

    void legend() {
        const std::string words = rows_sum_to_one(trace_) ? "0 to 1, each row sums to 1" : "0 to 1";
        std::string text = indent();
        if (!terminal_.color) {
            text += std::string(shades[0].mark) + ' ' + std::string(shades[0].shown);
            for (std::size_t n = 1; n < shades.size(); ++n)
                text += "   " + repeated(shades[n].mark, 2) + ' ' + std::string(shades[n].shown);
            return line(text);
        }
        constexpr int steps = 24;
        for (int n = 0; n < steps; ++n)
            text += background(cell_color(static_cast<float>(n) / (steps - 1))) + ' ';
        line(text + std::string(plain) + "  " + styled(dim, words));
    }

    /// More source tokens than columns: for every output the one it looked at most.
    void strongest() {
        int widest = 1;
        for (const std::string& token : sources_) widest = std::max(widest, display_width(token));
        widest = std::min(widest, widest_label);
        const int digits = static_cast<int>(std::to_string(trace_.source_length()).size());
        const int before_bar = widest + 1 + number_width + 5 + digits + 2;
        const int bar_room =
            std::clamp(terminal_.columns - left_ - before_bar - 1 - number_width, 0, bar_width);
        line(indent() + styled(dim, padded_right("strongest", before_bar)) + p_head());
        for (int i = 0; i < trace_.outputs(); ++i) {
            Eigen::Index j = 0;
            trace_.at(Quantity::Weights).col(i).maxCoeff(&j);
            const float weight = trace_.weight(i, static_cast<int>(j));
            line(label(i, label_) + ' ' +
                 padded_right(clipped(sources_[static_cast<std::size_t>(j)], widest), widest) + ' ' +
                 lone_cell(weight) + "  at " + padded_right(std::to_string(j + 1), digits) + "  " +
                 bar(i, bar_room));
        }
    }

    void without_weights() {
        line(indent() + styled(dim, "p"));
        for (int i = 0; i < trace_.outputs(); ++i) line(label(i, label_) + ' ' + bar(i, bar_width));
        line("");
        line(styled(dim, "No weights in this model: every output sees the same fixed context"));
    }

    void summary() {
        const std::string written =
            trace_.target_text.empty() ? "(nothing)" : printable(written_text(trace_));
        std::string text = styled(std::string(bold) + foreground(colors.output), written);
        if (const auto note = note_of(trace_); !note.empty()) text += "   " + std::string(note);
        if (!given_) text += "   log p " + log_probability(trace_.log_prob);
        if (trace_.has_weights())
            text += "   entropy " + formatted("%.2f", analysis::mean_entropy(trace_.at(Quantity::Weights))) +
                    " nats";
        line(given_ ? text : text + "   " + duration(facts_.milliseconds));
        if (given_) return line(weights_summary(trace_));
        if (const std::string lost = lost_weight(trace_); !lost.empty()) line("S" + lost.substr(1));
        if (const std::string rest = rest_of_rows(trace_); !rest.empty())
            line("Its " + rest + " of all weight, which no column shows.");
        if (trace_.lattice) {
            line("");
            for (const std::string& text : sentences(*trace_.lattice, trace_)) line(text);
        }
        notes();

        const std::string open = "Step through it: heed --model " + shell_word(printable(facts_.model)) +
                                 " --input " + shell_quoted(trace_.source_text);
        if (printable(trace_.source_text) == trace_.source_text && display_width(open) <= terminal_.columns)
            line(styled(dim, open));
    }

    void notes() {
        std::set<std::string> unknown;
        for (int j = 0; j < trace_.source_length(); ++j)
            if (trace_.source[at(j)].unknown) unknown.insert(sources_[at(j)]);
        if (!unknown.empty()) {
            std::string names;
            int named = 0;
            for (const std::string& token : unknown)
                if (++named <= 5)
                    names += (named > 1 ? ", " : "") + std::string("“") + clipped(token, 24) + "”";
            if (named > 5) names += " and " + std::to_string(named - 5) + " more";
            line(names + (named > 1 ? " are" : " is") +
                 " not in this model's vocabulary, and read as ‹unknown›");
        }
        for (const std::string& given : rows_given(trace_)) line(capitalized(given));
        if (const int heads = seq2seq_facts(trace_).heads; heads > 1)
            line("Shown is the mean of " + std::to_string(heads) + " heads; --json has each of them");
        if (!trace_.finished)
            line("Stopped after " + counted(trace_.outputs(), "output") + ", before the end");
    }

    static std::size_t at(int index) { return static_cast<std::size_t>(index); }

    const Trace& trace_;
    const Terminal& terminal_;
    const PictureFacts& facts_;
    const bool given_ = is_weights_only(trace_); // computed elsewhere: nothing is known but the weights
    std::vector<std::string> sources_, labels_;
    int label_ = 5, left_ = 6; // columns of a label; of everything before the first cell
    int cell_ = 4;             // columns of a cell, 0 where none fit
    std::string out_;
};

} // namespace

std::string trace_picture(const Trace& trace, const Terminal& terminal, const PictureFacts& facts) {
    return Picture(trace, terminal, facts).draw();
}

} // namespace heed::cli
