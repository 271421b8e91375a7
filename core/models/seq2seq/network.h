// The encoder-decoder with attention: its parameters, and one forward pass for running, training and tracing.
//
//   encoder   x_j = E[w_j];  ->h_j, <-h_j by a cell each way;  h_j = [->h_j; <-h_j]
//   start     s_0 = tanh(W [->h_T; <-h_1] + b); an lstm's memory starts at zero
//   output i  bahdanau     q = s_{i-1};  c_i = attend(q, h);  s_i = cell([E y_{i-1}; c_i], s_{i-1})
//             luong        s_i = cell(E y_{i-1}, s_{i-1});  q = s_i;  c_i = attend(q, h)
//                          with input feeding the cell reads [E y_{i-1}; t_{i-1}], t_0 = 0
//             conditional  q = cell(E y_{i-1}, s_{i-1});  c_i = attend(q, h);  s_i = second cell(c_i, q)
//             t_i = tanh(W_c [c_i; s_i] + b);  l_i = W_o t_i + b;  p_i = softmax(l_i)
//             copying: copying.h; a gate over the context: context_gate.h; several heads: attention/heads.h
// (Bahdanau, Cho and Bengio 2015, section 3, with the readout from s_i; Luong, Pham and Manning 2015,
// sections 3 and 3.3; Sennrich et al. 2017, section 2.) Other starts, readouts and places for the context:
// seq2seq_config.h.
//
// Letters: B items, T source positions, E, H, D, A, V, d as in trace/quantity.h.
#pragma once

#include "core/attention/attention.h"
#include "core/attention/context_gate.h"
#include "core/models/seq2seq/config.h"
#include "core/models/seq2seq/copying.h"
#include "core/models/seq2seq/decoder_start.h"
#include "core/models/seq2seq/encoder.h"
#include "core/models/seq2seq/phases.h"
#include "core/models/seq2seq/readout.h"
#include "core/nn/cells.h"

#include <span>

namespace heed {

/// Declares every parameter of such a model, in the order of the file.
template <class T>
nn::ParameterSet<T> declare_seq2seq(const Seq2SeqConfig& config, nn::Fill fill = nn::Fill::Zeros);

/// The phases such a model goes through, for a source of T tokens and N outputs.
Outline seq2seq_outline(const Seq2SeqConfig& config, int source_length, int outputs);

/// What the decoder carries from one output to the next.
template <class T>
struct DecoderState {
    std::vector<nn::CellState<T>> layers; // lowest first
    attention::History<T> history;
    Var<T> readout; // t_{i-1}, where the cell reads it
    int step = 0;   // outputs made so far
};

/// Takes everything off a tape without gradients that came after its first `size` values, but for what the
/// state carries on: so that a long run holds no more than a short one. (A score that looks at the decoder's
/// own past carries all of it, and is left as it is.)
template <class T>
void forget_since(Tape<T>& tape, int size, DecoderState<T>& state);

/// A model bound to one pass. Cheap to make: parameters are bound, not copied.
template <class T>
class Seq2Seq {
public:
    Seq2Seq(const Seq2SeqConfig& config, nn::Graph<T>& graph);

    attention::Memory<T> encode(const nn::Sequences& source);
    /// What the decoder looks at, of annotations (d, T·B) and a fixed context (d, B) that are there already.
    attention::Memory<T> memory(Var<T> annotations, Var<T> last, const nn::Sequences& source);
    DecoderState<T> start(const attention::Memory<T>& memory);

    struct Step {
        attention::Attended<T> attended;
        Var<T> state;   // s_i (D, B)
        Var<T> joined;  // what the readout reads
        Var<T> readout; // t_i, where it was made already, for the next output to read
        Copied<T> copied;
    };
    /// Attends and updates the state, in the model's order, from the previous outputs `previous` (B ids; of a
    /// model whose first input is none, ids at the first step are not looked at).
    Step advance(const attention::Memory<T>& memory, DecoderState<T>& state, std::span<const int> previous,
                 const attention::Intervention<T>* intervention = nullptr);
    /// What the readout reads, and t from it, for n columns at once.
    const ReadoutLayer<T>& readout() const { return readout_; }
    const CopyLayer<T>& copy() const { return copy_; }
    /// c_i (d, B) of what was mixed (d, B), the state that asks (D, B) and E y_{i-1} (E, B): through the
    /// model's gate, where it has one.
    Var<T> gated(Var<T> mixed, Var<T> state, Var<T> token, int step) const;
    /// log p over the vocabulary (V, n), or over what can be written (V + X, n), from readouts of n columns:
    /// one step, or all at once.
    Var<T> distribution(Var<T> readouts, const Copied<T>& copied, int step);
    Var<T> distribution(const Step& step, int index) {
        return distribution(step.readout ? step.readout : readout_.combine(step.joined), step.copied, index);
    }

    /// Teacher forcing: feeds `inputs` (position 0 is what the decoder is fed first) and returns log p (V,
    /// N·B), output by output. `besides` is set to what each output costs besides its token (1, N·B), where
    /// training is told so.
    Var<T> forced(const nn::Sequences& source, const nn::Sequences& inputs, Var<T>* besides = nullptr);

private:
    Var<T> previous_token(const nn::Copies& copies, std::span<const int> previous, int step);
    void attend_and_update(const attention::Memory<T>& memory, DecoderState<T>& state, Var<T> y, Step& step,
                           const attention::Intervention<T>* intervention);
    void update_and_attend(const attention::Memory<T>& memory, DecoderState<T>& state, Var<T> y, Step& step,
                           const attention::Intervention<T>* intervention);
    void update_attend_update(const attention::Memory<T>& memory, DecoderState<T>& state, Var<T> y,
                              Step& step, const attention::Intervention<T>* intervention);
    void attend(const attention::Memory<T>& memory, DecoderState<T>& state, Var<T> y, Step& step,
                const attention::Intervention<T>* intervention);
    Var<T> update(DecoderState<T>& state, Var<T> x, Var<T> context);
    Var<T> fed(const attention::Memory<T>& memory, const DecoderState<T>& state, Var<T> y) const;
    Var<T> update_with_context(DecoderState<T>& state, Var<T> y, Var<T> context);

    const Seq2SeqConfig& config_;
    nn::Graph<T>& graph_;
    Encoder<T> encoder_;
    DecoderStart<T> start_;
    ReadoutLayer<T> readout_;
    CopyLayer<T> copy_;
    attention::ContextGate<T> gate_;
    Var<T> target_embedding_, combine_weight_, combine_bias_;
    std::vector<nn::Cell<T>> decoder_;
    nn::Cell<T> second_; // of conditional order
    Encoded<T> encoded_;
};

} // namespace heed
