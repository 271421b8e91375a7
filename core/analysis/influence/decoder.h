// How a decoder passes changes on from output to output, and what of the encoder changes it at each.
#pragma once

#include "core/analysis/influence/rows.h"
#include "core/models/seq2seq/network.h"

namespace heed::influence {

/// One output made linear where the run went by. Rows: what is carried on (K), below it t_i, where that is
/// asked for; columns: what was carried here, the annotations (d·T), the fixed context (d). A matrix without
/// numbers is zero.
template <class T>
struct LinearOutput {
    Matrix<T> carried, annotations, last;
    Eigen::Index kept = 0; // K
    bool attended = false; // what is carried on depends on the annotations
};

/// The outputs of a forced run, made linear one by one.
template <class T>
class LinearDecoder {
public:
    /// `inputs`: what the decoder is fed. With `readouts` t_i can be asked for beside s_i. All must outlive
    /// it. Throws decode::Cancelled.
    LinearDecoder(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters,
                  const std::vector<int>& source, const std::vector<int>& inputs, bool readouts,
                  const Executor& executor, const std::atomic<bool>* cancelled);

    /// What numbers of an output are by. A matrix without numbers is zero.
    struct Traced {
        Matrix<T> start;       // by what the decoder began with: of each layer s_0, of an lstm its memory
        Matrix<T> annotations; // (R, d·T)
        Matrix<T> last;        // (R, d)
    };
    /// Of s_i (R = D), or of t_i.
    Traced trace(int i, bool readout) const;
    /// Whether the fixed context is what the decoder reads.
    bool fixed_context() const { return config_.attention.score == "none"; }

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
    void check_size(std::size_t outputs) const;
    void run(const std::vector<int>& source, const std::vector<int>& inputs);
    /// How the score's keys change with the annotation each is made of.
    void find_keys();
    LinearOutput<T> linear(int i, int input) const;
    struct Rows {
        Eigen::Index from, to, all;
    };
    /// Those rows of it, in as many passes as they need.
    void sweep(const Seq2SeqConfig& config, int i, int input, Rows rows, LinearOutput<T>& output) const;
    void sweep_some(const Seq2SeqConfig& config, int i, int input, Rows rows, LinearOutput<T>& output) const;
    struct LookedAt;
    /// Whether what is carried on is the cells' states, and nothing of attention.
    bool states_alone() const;

    Seq2SeqConfig config_;  // without what the states asked for do not depend on
    Seq2SeqConfig carried_; // without what is carried on does not depend on
    const nn::ParameterSet<T>& parameters_;
    bool readouts_;
    bool weights_ = true, context_ = true; // of the output before are looked at again
    Matrix<T> annotations_, last_;         // (d, T), (d, 1)
    Matrix<T> keys_;                       // (A, T); empty where the score makes none, or of states it keeps
    std::vector<Matrix<T>> by_annotation_; // of each position's key (A, d)
    std::vector<Before> before_;
    std::vector<LinearOutput<T>> outputs_;
};

} // namespace heed::influence
