#include "app/figures/tokens.h"

#include "app/figures/tokens_written.h"
#include "app/figures/transformer/explained.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/transformer/facts.h"
#include "core/trace/partial.h"
#include "core/trace/words/words.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace heed {

bool is_quiet_source(const Trace& trace, int j) {
    return trace.source[static_cast<std::size_t>(j)].framing();
}

std::string run_words(const Trace& trace) {
    if (is_transformer(trace.model)) {
        const std::string words = "log p " + log_prob_number(trace.log_prob);
        double asked = 0; // of tokens that the rules of its folder ask for, however unlikely
        for (const TraceStep& step : trace.steps)
            if (layered::is_asked_for(trace, step)) asked += static_cast<double>(step.log_prob);
        return asked > -0.5
                   ? words
                   : words + ", " + log_prob_number(trace.log_prob - asked) + " without what its files force";
    }
    return trace.outputs() == 1 ? "the one step computed"
                                : "all " + std::to_string(trace.outputs()) + " steps computed";
}

std::string ruled_words(const Trace& run, const std::string& where) {
    constexpr double nobody_sees = 0.005;
    if (!run.lattice || run.lattice->hypotheses.empty()) return {};
    const Hypothesis& best = run.lattice->hypotheses.front();
    if (std::abs(best.log_prob - run.log_prob) < nobody_sees) return {};
    const RuledTokens ruled = ruled_tokens(*run.lattice, best);
    if (!ruled.forced && !ruled.changed) return {};
    const std::string forced = "a token that the model's files force counts 0 " + where,
                      changed = "rules of the model's files change what tokens count " + where,
                      counted = ", as Hugging Face counts it";
    return (ruled.forced && ruled.changed ? forced + ", and " + changed
            : ruled.forced                ? forced
                                          : changed) +
           counted;
}

std::string written_text(const Trace& trace, int outputs) {
    const int all = written_outputs(trace), last = outputs < 0 ? all : std::min(outputs, all);
    // Of a run in words the whole text is known as it is written, and so is that of pieces.
    const TransformerFacts& facts = transformer_facts(trace);
    const bool in_words = trace.target_vocabulary && trace.target_vocabulary->empty();
    if (last == all && (in_words || facts.controls) && !trace.target_text.empty()) return trace.target_text;
    std::vector<std::string> pieces;
    std::vector<TraceToken> tokens;
    for (int i = 0; i < last && !trace.steps[static_cast<std::size_t>(i)].token.is_end; ++i)
        if (const TraceToken& token = trace.steps[static_cast<std::size_t>(i)].token;
            !facts.is_control(token.text))
            tokens.push_back(token);
    // Bytes and continued words say in marks of their own where a word begins.
    PieceMark mark = trace.model.character_level ? PieceMark::None : piece_mark(nullptr, tokens);
    if (mark == PieceMark::None && writes_bytes(trace)) mark = PieceMark::Byte; // the source says so
    if (mark == PieceMark::Byte || mark == PieceMark::Continued)
        for (const Word& word : words_of(tokens, mark)) pieces.push_back(word.text);
    else
        for (const TraceToken& token : tokens) pieces.push_back(token.text);
    if (!trace.model.character_level) return joined(pieces);
    std::string text;
    for (const std::string& piece : pieces) text += is_bracketed(piece) ? shown(piece) : piece;
    return text;
}

namespace {

/// What stands around a text. Of a Transformer it may say more than that: "[CLS]", a language, a task.
std::string frame_name(const Trace& trace, const TraceToken& token) {
    const std::string usual = token.is_end ? "end" : "start";
    if (!is_transformer(trace.model)) return usual;
    const std::string name = unmarked(shown(token.text));
    return name.empty() || name == "‹start›" ? usual : name;
}

} // namespace

std::string shown_source(const Trace& trace, int j) {
    const TraceToken& token = trace.source[static_cast<std::size_t>(j)];
    if (token.framing()) return frame_name(trace, token);
    if (token.end <= token.begin || token.end > trace.source_text.size()) return shown(token.text);
    return shown(std::string_view(trace.source_text).substr(token.begin, token.end - token.begin));
}

std::string shown_output(const Trace& trace, int i) {
    const TraceToken& token = trace.steps[static_cast<std::size_t>(i)].token;
    if (trace.outline.over(Axis::Point) && !token.is_end) return std::to_string(token.id + 1); // a place
    return token.is_end ? "end" : shown_written(trace, token.text);
}

std::string written_names(const Trace& trace) {
    std::string names;
    if (!written_text(trace).empty()) return names;
    for (int i = 0; i < written_outputs(trace); ++i) names += (i > 0 ? " " : "") + shown_output(trace, i);
    return names;
}

std::string unmarked(std::string shown) {
    for (const std::string_view mark : {"␣", "Ġ", " "})
        if (shown.size() > mark.size() && shown.starts_with(mark)) shown.erase(0, mark.size());
    return shown;
}

std::string quoted_source(const Trace& trace, int j) {
    const std::string name = shown_source(trace, j);
    return is_quiet_source(trace, j) ? "the " + name + " token" : quoted(unmarked(name));
}

std::string quoted_output(const Trace& trace, int i) {
    if (trace.steps[static_cast<std::size_t>(i)].token.is_end) return "the end token";
    return quoted(shown_output(trace, i));
}

std::string stretch(const Trace& trace, int first, int last, int longest) {
    const int direction = last < first ? -1 : 1;
    const bool words = !trace.model.character_level;
    const int count = std::abs(last - first) + 1;
    if (longest <= 0) longest = words ? 5 : 14;
    std::string text;
    text.reserve(64);
    if (count > longest) {
        first = last - direction * (longest - 1);
        text = words ? "… " : "…";
    }
    bool space = false; // "7891 ␣ hcra": a shown space stands apart from the letters
    for (int j = first;; j += direction) {
        if (!is_quiet_source(trace, j)) {
            const std::string token = shown_source(trace, j);
            const bool apart = words || token == "␣";
            if ((apart || space) && !text.empty() && text.back() != ' ') text += ' ';
            text += token;
            space = apart;
        }
        if (j == last) return text;
    }
}

std::string head_in_front(const Trace& trace) {
    const Seq2SeqFacts& facts = seq2seq_facts(trace);
    if (facts.front < 0 || facts.heads < 2) return {};
    return "head " + std::to_string(facts.front + 1) + " of " + std::to_string(facts.heads);
}

bool is_tag(const Trace& trace, int j) {
    return seq2seq_facts(trace).tagged && j == 0 && trace.source_length() > 1;
}

std::string quoted_read(const Trace& trace, int j) {
    return is_tag(trace, j) ? "the start token" : quoted_source(trace, j);
}

std::string read_words(const Trace& trace, int first, int last) {
    std::string words = stretch(trace, first, last);
    if (!words.empty()) words.insert(0, "“").append("”");
    const int end = trace.source_length() - 1;
    if (end < 0 || !trace.source[static_cast<std::size_t>(end)].is_end || (first != end && last != end))
        return words;
    if (words.empty()) return "the end token";
    return first == end ? "the end token and " + words : words + " and the end token";
}

std::string source_at_start(const Trace& trace, int j) {
    std::string name = quoted_source(trace, j);
    if (name.front() == 't') name.front() = 'T'; // the end token
    return name;
}

std::string weight_words(const Trace& trace, int i, int j) {
    return source_at_start(trace, j) + " gets " + exact_percent(trace.weight(i, j)) +
           " of the attention for output " + std::to_string(i + 1);
}

std::string first_input(const Trace& trace) {
    if (!seq2seq_facts(trace).first_input) return "nothing yet, zeros,";
    return is_tag(trace, 0) ? quoted_source(trace, 0) : "the start token";
}

bool state_asks(const Trace& trace) { return trace.has_weights() && !trace.model.score.starts_with("token"); }

float own_past_weight(const Trace& trace, int i) {
    if (!trace.has(Quantity::PastWeights) || i >= trace.at(Quantity::PastWeights).cols()) return 0;
    float sum = 0;
    for (const float a : trace.at(Quantity::PastWeights).col(i))
        if (std::isfinite(a)) sum += a;
    return sum;
}

Window window_of(const Trace& trace, int i) {
    Window w{0, trace.source_length() - 1};
    if (!trace.has(Quantity::Position)) return w;
    const MatrixXf& positions = trace.at(Quantity::Position);
    if (i < 0 || i >= positions.cols() || !std::isfinite(positions(0, i))) return w;
    w.centre = positions(0, i);
    w.placed = true;
    const auto reach = static_cast<float>(seq2seq_facts(trace).window);
    w.first = std::max(0, static_cast<int>(std::ceil(w.centre - reach)));
    w.last = std::min(w.last, static_cast<int>(std::floor(w.centre + reach)));
    return w;
}

} // namespace heed
