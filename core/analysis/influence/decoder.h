// How a decoder passes changes on from output to output, and what of the encoder changes it at each.
#pragma once

#include "core/analysis/influence/beginnings.h"
#include "core/analysis/influence/rows.h"
#include "core/models/seq2seq/network.h"

#include <optional>
#include <span>

namespace heed::influence {

/// An output's derivatives where the run went by. Rows: what is carried on (K), below it t_i (R), where that
/// is asked for. A matrix without numbers is zero.
template <class T>
struct LinearOutput {
    Eigen::Index kept = 0;  // K
    Matrix<T> carried;      // by what was carried here: (K + R, carried)
    Matrix<T> state;        // of t_i by s_i; the rest is what t_i has besides: (R, D)
    bool besides = false;   // whether t_i has any of what was carried here besides
    Matrix<T> annotations;  // (K + R, d·T), or, of an output by parts,
    Matrix<T> context;      //   by h_j: α_j context + moves_j slope_j': (K + R, d)
    Matrix<T> moves;        //   (K + R, T)
    Matrix<T> slopes;       //   (d, T)
    Matrix<T> weights;      //   α: (1, T)
    Matrix<T> last;         // by the fixed context: (K + R, d)
    Eigen::Index blind = 0; // so many first rows, K or none, see nothing of the source here
    bool sees = false;      // whether the others do
};

/// What the embeddings change of a few outputs, through what is looked at at each.
template <class T>
struct ByEmbeddings {
    Matrix<T> rows;                         // (rows of all, E·T)
    std::vector<Eigen::Index> first, count; // of each output; none where it sees nothing
};

/// The outputs of a forced run, made linear one by one, and what is known of each word carried through them.
template <class T>
class LinearDecoder {
public:
    /// `inputs`: what the decoder is fed. With `readouts` t_i is measured beside s_i. All must outlive it.
    /// Throws heed::Error where that would be too many numbers.
    LinearDecoder(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters,
                  const std::vector<int>& source, const std::vector<int>& inputs, bool readouts,
                  const LinearEncoder<T>& encoder, const Beginnings<T>& begun);

    /// |d s_i / d x_j| and, where it was asked for, |d t_i / d x_j|: (N, T). Throws decode::Cancelled.
    void measure(const Executor& executor, const std::atomic<bool>* cancelled, Matrix<T>& states,
                 Matrix<T>& readouts) const;

private:
    /// A decoder's state, one item, off its tape.
    struct Before {
        DecoderState<T> shape; // its values are not looked at
        std::vector<Matrix<T>> values;
        Matrix<T> language; // E y_0
    };
    struct Part {
        Var<T>* value;
        bool items_are_rows;
    };
    static std::vector<Part> parts_of(DecoderState<T>& state);
    Before taken(DecoderState<T> state) const;
    /// The same on that tape, `items` times; the parts are leaves, whose values `kept` holds.
    DecoderState<T> placed(Tape<T>& tape, const Before& before, Eigen::Index items,
                           std::vector<Matrix<T>>& kept) const;
    /// What of the attention before is looked at again.
    void find_looked_back(int input);
    void check_size() const;
    void run(const std::vector<int>& source);
    /// How the score's keys change with the annotation each is made of.
    void find_keys();
    LinearOutput<T> linear(int i) const;
    using Outputs = std::span<const LinearOutput<T>>;
    void by_embeddings(Outputs outputs, ByEmbeddings<T>& result) const;
    struct Rows {
        Eigen::Index from, to, all;
    };
    /// What attention looks at in place of the source: nothing but this column (d, 1).
    using InPlace = const Matrix<T>*;
    /// Those rows of it, in as many passes as they need. A tape is cleared first, its memory used again.
    void sweep(Tape<T>& tape, const Seq2SeqConfig& config, int i, Rows rows, LinearOutput<T>& output,
               InPlace context = {}) const;
    void sweep_some(Tape<T>& tape, const Seq2SeqConfig& config, int i, Rows rows, LinearOutput<T>& output,
                    InPlace context) const;
    struct LookedAt;
    /// The same by parts (apart.cpp): false, and nothing changed, where that is not what this output did.
    bool sweep_apart(Tape<T>& tape, int i, Eigen::Index rows, LinearOutput<T>& output) const;
    struct EnergySlopes { // of e_j, column j, by h_j (d, T), what was carried here and s_i
        Matrix<T> by_annotation, by_carried, by_state;
    };
    /// None where the energies are not of one position each, or the weights not their softmax.
    std::optional<EnergySlopes> energy_slopes(Tape<T>& tape, int i) const;
    bool reads_the_context_alone(Tape<T>& tape, int i) const;
    struct Words; // a few words side by side, and what is known of them
    void advance_words(Outputs outputs, std::span<const ByEmbeddings<T>> embedded, int from, Words& words,
                       Matrix<T>& states, Matrix<T>& readouts) const;
    std::vector<Words> first_words() const;
    /// Whether what is carried on is the cells' states, and nothing of attention.
    bool states_alone() const;

    Seq2SeqConfig config_;  // without what the states asked for do not depend on
    Seq2SeqConfig carried_; // without what is carried on does not depend on
    const nn::ParameterSet<T>& parameters_;
    const std::vector<int>& inputs_;
    const LinearEncoder<T>& encoder_;
    const Beginnings<T>& begun_;
    bool readouts_;
    bool apart_ = false; // the energy of a position may depend on its annotation and the query alone
    bool weights_ = true, context_ = true; // of the output before are looked at again
    Matrix<T> annotations_, last_;         // (d, T), (d, 1)
    Matrix<T> keys_;                       // (A, T); empty where the score makes none, or of states it keeps
    std::vector<Matrix<T>> by_annotation_; // of each position's key (A, d)
    std::vector<Before> before_;
    /// What an output found and made.
    struct Seen {
        Matrix<T> energies, weights, context; // (1, T), (1, T), (d, 1)
        Matrix<T> state, readout;             // (D, 1), (R, 1)
    };
    std::vector<Seen> seen_; // where apart_
};

/// t_i, whether or not the next output reads it.
template <class T>
Var<T> readout_of(const Seq2Seq<T>& net, const typename Seq2Seq<T>::Step& step) {
    return step.readout ? step.readout : net.readout().combine(step.joined);
}

} // namespace heed::influence
