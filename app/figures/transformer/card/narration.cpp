// One plain sentence: what the chosen head gives, against the RNN and the mean.
#include "app/figures/base/format.h"
#include "app/figures/roles.h"
#include "app/figures/transformer/card/parts.h"
#include "app/figures/transformer/transformer.h"
#include "core/text/number_word.h"

#include <cmath>

namespace heed {
namespace {

using namespace layered;

std::string word_of(const CardView& v, const Sight& s, int column) {
    const bool past = s.decoding && s.looks == Looks::Self;
    const std::string word = v.whole.column_word(past, column);
    return v.whole.quiet(past, column) ? "the " + word + " token" : quoted(word);
}

std::string row_words(const CardView& v, const Sight& s, int row) {
    if (!s.decoding) return "For " + word_of(v, s, row) + ", ";
    const bool end = v.whole.run.steps[static_cast<std::size_t>(row)].token.is_end;
    return "Writing " + (end ? std::string("the end token") : quoted(v.whole.output_word(row))) + ", ";
}

/// What the RNN's map and the mean say of the same cell.
std::string compared(const CardView& v, const TransformerBoard& board, int row, int column) {
    const MatrixXf* mean = v.map(v.sight, MapsReadWith::Mean);
    std::string words;
    const Trace* rnn = board.beside.get();
    const bool same = rnn && rnn->has_weights() && row < rnn->outputs() && column < rnn->source_length() &&
                      rnn->steps[static_cast<std::size_t>(row)].token.text ==
                          v.whole.run.steps[static_cast<std::size_t>(row)].token.text;
    const int heads = heads_of(v.config(), card_head_of(v.sight).of);
    if (same)
        words = " The RNN's map gives it " +
                careful_percent(static_cast<double>(rnn->at(Quantity::Weights)(column, row)));
    if (mean && heads > 1)
        words += std::string(same ? "; the" : " The") + " mean of the " +
                 number_word(static_cast<std::size_t>(heads)) + " heads " +
                 careful_percent(static_cast<double>((*mean)(column, row)));
    return words.empty() ? words : words + ".";
}

} // namespace

Narration transformer_card_narration(const Trace& run, const TransformerBoard& board,
                                     const Playhead& playhead, const TransformerCardLook& look,
                                     const Palette& colors) {
    const CardView v(run, playhead, look);
    if (!v.now.now.started) return {"", colors.t3, "Nothing is read yet. Press play, or step with →."};
    if (!v.explains_map()) {
        HeadsInFront front;
        front.self = front.cross = v.sight.head;
        return transformer_narration(run, playhead, front, colors);
    }
    const int row = v.row(v.sight), column = v.column(v.sight, look.read);
    const MatrixXf* map = v.map(v.sight, look.read);
    if (row < 0 || column < 0 || !map) {
        HeadsInFront front;
        return transformer_narration(run, playhead, front, colors);
    }
    const std::string share = careful_percent(static_cast<double>((*map)(column, row)));
    const std::string to = word_of(v, v.sight, column);
    const std::string who = look.read == MapsReadWith::Mean      ? "the mean of the heads"
                            : look.read == MapsReadWith::Rollout ? "what is read through all layers"
                                                                 : "head " + std::to_string(v.sight.head + 1);
    std::string words = row_words(v, v.sight, row) + who + " gives " + share + " to " + to + ".";
    if (look.read == MapsReadWith::Rollout)
        words = row_words(v, v.sight, row) + share + " of what is read comes from " + to + ".";
    if (v.sight.looks == Looks::Cross && look.read == MapsReadWith::Head)
        words += compared(v, board, row, column);
    return {look.read == MapsReadWith::Mean      ? "Mean of heads"
            : look.read == MapsReadWith::Rollout ? "Rollout"
                                                 : "One head",
            colors.attention, words};
}

} // namespace heed
