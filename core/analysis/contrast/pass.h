// The margin between two tokens after a source and the outputs before, where embeddings are whatever they are
// said to be: many cases at once, with gradients.
//
// Letters: E an embedding of the source, Y one of the target, T source positions, n tokens that the decoder
// is fed up to the output, K cases.
#pragma once

#include "core/autodiff/tape.h"
#include "core/models/seq2seq/config.h"
#include "core/nn/parameters.h"
#include "core/nn/sequences.h"
#include "core/trace/trace.h"

#include <functional>
#include <map>
#include <vector>

namespace heed::analysis {

/// What an output was made from, and the two tokens.
struct MarginCase {
    nn::Sequences source;               // one item
    std::vector<int> fed;               // (n): y_0, the start token or the tag, to y_{i-1}
    int written = -1, rival = -1;       // among what can be written
    double temperature = 1;             // of the run
    std::map<int, Eigen::MatrixXf> set; // rows of weights (T, K heads) that were set by hand, by output
};

template <class T>
class MarginPass {
public:
    using Numbers = Matrix<T>;

    /// The configuration and the parameters must outlive it.
    MarginPass(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters, MarginCase asked);

    /// What was read and what was fed: (E, T) and (Y, n).
    const Numbers& source() const { return source_; }
    const Numbers& fed() const { return fed_; }
    Numbers unknown_word(int id) const; // (E, 1)

    struct Result {
        Numbers margins;   // (1, K)
        Numbers by_source; // dm_k/dx of case k (E, T·K): column k·T + t; empty where none was asked for
        Numbers by_fed;    // likewise (Y, n·K)
        T written = 0, rival = 0; // log p of the two, in the first case
    };
    /// K cases: sources (E, T·K), column k·T + t, and what is fed (Y, n·K).
    Result operator()(const Numbers& sources, const Numbers& fed, bool gradients) const;
    /// The same where a token of the source is not there: K = T cases of T - 1, case j without token j.
    Numbers without_each() const; // (1, T)

private:
    Result run(const nn::Sequences& sources, const Numbers& embedded, const Numbers& fed,
               bool gradients) const;

    const Seq2SeqConfig& config_;
    const nn::ParameterSet<T>& parameters_;
    MarginCase asked_;
    Numbers source_, fed_;
};

extern template class MarginPass<float>;
extern template class MarginPass<double>;

/// Integrated gradients from a source and a beginning of zeros: what adds up to the margin.
template <class T>
struct MarginParts {
    double margin = 0, written = 0, rival = 0; // log p of the two, and their difference
    std::vector<double> words;                 // (T)
    double so_far = 0, rest = 0;
    int points = 0;
};
/// The sum is made finer until it misses no more than `within` nats of the integral, which is known, or has
/// as many points as it may. `tagged`: y_0 is a word of the source, and goes from zero with the others.
/// `between` is called before every pass.
template <class T>
MarginParts<T> margin_parts(
    const MarginPass<T>& pass, bool tagged, double within, const std::function<void()>& between = [] {});

} // namespace heed::analysis
