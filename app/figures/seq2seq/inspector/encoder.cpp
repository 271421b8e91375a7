// Embed and annotate: what is the same whatever cell reads.
#include "app/figures/seq2seq/inspector/phases.h"
#include "app/figures/tokens.h"
#include "core/analysis/similarity.h"
#include "core/models/seq2seq/facts.h"

#include <algorithm>

namespace heed::inspector {
namespace {

const std::string embedding_name = "encoder.embedding.weight";

std::string number(int zero_based) { return std::to_string(zero_based + 1); }

/// The token as the vocabulary spells it: what decides the row.
std::string vocabulary_token(const Subject& s) {
    const TraceToken& token = s.trace.source[static_cast<std::size_t>(s.j)];
    const auto& words = s.trace.source_vocabulary;
    if (!words || token.id < 0 || token.id >= static_cast<int>(words->size())) return shown(token.text);
    return shown((*words)[static_cast<std::size_t>(token.id)]);
}

void similar_tokens(Column& c, const Subject& s, const MatrixXf& table, int id) {
    const auto& words = s.trace.source_vocabulary;
    if (!words || static_cast<Eigen::Index>(words->size()) != table.rows()) return;
    std::vector<bool> never_read(words->size());
    for (std::size_t k = 0; k < words->size(); ++k)
        never_read[k] = (*words)[k] == "<pad>" || (*words)[k] == "<s>";
    const auto found = analysis::most_similar_rows(table, id, 5, never_read);
    if (found.empty()) return;
    section(c, "Tokens most like " + quoted(vocabulary_token(s)), "cosine", true);
    c.y += 6;
    std::vector<std::string> tokens;
    for (const analysis::Neighbour& n : found)
        tokens.push_back(shown((*words)[static_cast<std::size_t>(n.index)]));
    const TableLayout layout = table_of_words(c, tokens);
    for (const analysis::Neighbour& n : found) {
        const std::string& token = (*words)[static_cast<std::size_t>(n.index)];
        table_row(c,
                  {.token = shown(token),
                   .muted_token = token == "</s>" || token == "<unk>",
                   .share = n.cosine,
                   .color = c.colors().t2,
                   .value = cell_number(n.cosine),
                   .muted_value = true},
                  layout);
    }
    c.y += 7;
}

} // namespace

void build_embed(Column& c, const Subject& s) {
    meaning(
        c,
        is_tag(s.trace, s.j)
            ? quoted_source(s.trace, s.j) + " tells the decoder what to write; the encoder does not read it. "
                                            "The start token is looked up in its place."
            : "Look the token up: each one has a row of numbers, learned in training. Same token, same row, "
              "wherever it stands.");
    const MatrixXf& x = s.trace.at(Quantity::SourceEmbedding);
    const auto table = s.trace.parameters->find(embedding_name);
    const int id = s.trace.source[static_cast<std::size_t>(s.j)].id;
    const std::string token = vocabulary_token(s);
    const int rows = table == s.trace.parameters->end() ? 0 : static_cast<int>(table->second.rows());

    Card card(c);
    card.symbols("x_j = E [ w_j ]");
    card.gap(4);
    const std::string plugged = "{2:x}_{" + number(s.j) + "}` = E[" + quoted(token) + "]`";
    card.plugged(plugged, rows > 0 ? "row " + number(id) + " of " + thousands(rows, " ") : "", c.colors().t1);
    card.finish();

    section(c, "Row " + thousands(id + 1) + ", " + quoted(token),
            counted(static_cast<int>(x.rows()), "value"));
    c.y += 7.5f;
    draw_strip(c.scene, {c.left, c.y, c.width, 56}, {.values = x.col(s.j), .color = c.colors().t1});
    c.y += 56;
    c.text(0, c.y + 14, "unit 1", Face::Mono, 11, c.colors().t3);
    c.text(c.width, c.y + 14, std::to_string(x.rows()), Face::Mono, 11, c.colors().t3, Align::Right);
    c.y += 21;
    if (rows > id && id >= 0) similar_tokens(c, s, table->second, id);
}

std::vector<Tensor> embed_tensors(const Subject& s, const Palette& p) {
    const std::string caption =
        s.trace.source_vocabulary
            ? counted(static_cast<int>(s.trace.source_vocabulary->size()), "token") + ", " +
                  counted(static_cast<int>(s.trace.at(Quantity::SourceEmbedding).rows()), "value") + " each"
            : "";
    return joined({vector_tensor(s, Quantity::SourceEmbedding, s.j, "{2:x_{" + number(s.j) + "}}", p.t2),
                   parameter_tensor(s, "E", {embedding_name}, caption)});
}

std::string embed_closing(const Subject& s) {
    if (s.trace.source[static_cast<std::size_t>(s.j)].unknown)
        return quoted_source(s.trace, s.j) + " is not in this model’s vocabulary. It is read as ‹unknown›.";
    return "A token that is not in the vocabulary uses the row of ‹unknown›.";
}

// -------------------------------------------------------------------------------------------- annotate

namespace {

/// "3 ␣ M": what a reader has read when it stands at j.
std::string read_tokens(const Trace& trace, int first, int last) {
    std::string text;
    for (int j = first;; j += first <= last ? 1 : -1) {
        if (!text.empty()) text += ' ';
        text += shown_source(trace, j);
        if (j == last) return text;
    }
}

void half(Column& c, const Subject& s, bool forward) {
    const Palette& p = c.colors();
    const Color color = forward ? p.forward : p.backward;
    const MatrixXf& states = s.trace.at(forward ? Quantity::ForwardState : Quantity::BackwardState,
                                        seq2seq_facts(s.trace).encoder_layers - 1);
    const float y = c.y + 15;
    const std::string symbol = (forward ? "{f:→h_{" : "{b:←h_{") + number(s.j) + "}}";
    const MathRow name = math(symbol, {.size = 15, .color = p.t1, .drop = 1.5f}, c.style);
    draw(c.scene, name, {c.left, y});
    const float said = std::max(40.0f, name.width + 8),
                read = said + 52; // of a long input j has three digits
    c.text(said, y, "has read", Face::Regular, 11, p.t3);
    // As much as can stand in the line; the tokens read last are the ones that count.
    const int nearest = forward ? std::max(0, s.j - 60) : std::min(s.trace.source_length() - 1, s.j + 60);
    std::string tokens = read_tokens(s.trace, nearest, s.j);
    if (!forward && padding_behind(s.trace) > 0) tokens = "padding " + tokens;
    if (nearest != (forward ? 0 : s.trace.source_length() - 1)) tokens = std::string(ellipsis) + " " + tokens;
    c.text(read, y, fit_end(tokens, c.width - read, Face::Mono, 11, *c.style.metrics), Face::Mono, 11, p.t2);
    draw_strip(c.scene, {c.left, c.y + 28, c.width, 25}, {.values = states.col(s.j), .color = color});
    c.y += 62;
}

} // namespace

void build_annotate(Column& c, const Subject& s) {
    const MatrixXf& h = s.trace.at(Quantity::Annotation);
    const bool both = seq2seq_facts(s.trace).bidirectional;
    const std::string token = quoted_read(s.trace, s.j), size = std::to_string(h.rows());
    const bool sum = both && seq2seq_facts(s.trace).merge == "sum";
    meaning(c, sum ? "Add the two states, number by number. Together they describe " + token +
                         " with everything before and after it."
               : both ? "Put the two states side by side. Together they describe " + token +
                            " with everything before and after it."
                      : "The state itself is the annotation: it describes " + token +
                            " with everything before it.");
    Card card(c);
    card.symbols(sum    ? "h_j = {f:→h}_j + {b:←h}_j"
                 : both ? "h_j = [ {f:→h}_j ; {b:←h}_j ]"
                        : "h_j = {f:→h}_j");
    card.gap(4);
    const std::string half_size = std::to_string(seq2seq_facts(s.trace).hidden);
    card.plugged(
        [&](int d) {
            const std::string then = d == 3 ? " values, then " : " + ";
            if (sum) return "{2:h}_{" + number(s.j) + "}` = " + half_size + " values, added`";
            return "{2:h}_{" + number(s.j) + "}` = " + half_size + (both ? then + half_size : " values") +
                   "`";
        },
        size + " values", c.colors().t1);
    card.finish();

    section(c, sum    ? "The two parts of annotation " + number(s.j)
               : both ? "Two halves of annotation " + number(s.j)
                      : "Annotation " + number(s.j));
    half(c, s, true);
    if (both) half(c, s, false);

    c.y -= 4;
    section(c, "How alike are the annotations?", "cosine with " + number(s.j));
    c.y += 8;
    Chart bars{.values = analysis::cosines_with_column(h, s.j),
               .labels = {},
               .current = s.j,
               .color = c.colors().t2,
               .height = 45,
               .pick = [](int j) { return PickId{.kind = PickKind::TableRow, .j = j}; }};
    for (int j = 0; j < s.trace.source_length(); ++j) bars.labels.push_back(shown_source(s.trace, j));
    chart(c, bars);
}

std::vector<Tensor> annotate_tensors(const Subject& s, const Palette& p) {
    return joined({annotation_tensor(s, s.j, p),
                   vector_tensor(s, Quantity::Key, s.j, "{a:W_h|h_{" + number(s.j) + "}}", p.attention)});
}

std::string annotate_closing(const Subject& s) {
    if (!s.trace.has(Quantity::Key)) return {};
    return "The last line is the part of the score that depends on " + quoted_source(s.trace, s.j) +
           " alone: computed once, used by every output.";
}

} // namespace heed::inspector
