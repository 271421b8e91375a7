// The derivatives of every output by every word, from output to output.
#include "core/analysis/influence/decoder.h"

#include "core/decode/run.h"

namespace heed::influence {
namespace {

constexpr int outputs_at_once = 16; // so many are held linear at once,
constexpr int outputs_in_one = 2;   // so many of them go through the encoder side by side,
constexpr int words_in_one = 4;     // and so many words from output to output

template <class T>
std::span<const T> some_of(const std::vector<T>& all, int part, int size) {
    const auto first = static_cast<std::size_t>(part * size);
    return std::span<const T>(all).subspan(first,
                                           std::min(all.size() - first, static_cast<std::size_t>(size)));
}

int pieces(int all, int size) { return (all + size - 1) / size; }

} // namespace

template <class T>
void LinearDecoder<T>::check_size() const {
    double kept = readouts_ ? config_.readout() : 0, carried = 0;
    for (const Matrix<T>& value : before_.back().values) carried += static_cast<double>(value.size());
    kept += carried;
    const auto by_word = static_cast<double>(encoder_.embedding()) * encoder_.length();
    const auto source = config_.attention.score == "none" ? 0 : static_cast<double>(annotations_.size());
    check_numbers(kept * (carried + by_word + source) *
                      std::min(outputs_at_once, static_cast<int>(inputs_.size())) +
                  carried * by_word);
}

template <class T>
void LinearDecoder<T>::by_embeddings(Outputs outputs, ByEmbeddings<T>& result) const {
    result.first.clear();
    result.count.clear();
    Eigen::Index all = 0;
    bool looked = false;
    for (const LinearOutput<T>& output : outputs) {
        result.first.push_back(all);
        result.count.push_back(output.sees ? output.carried.rows() - output.blind : 0);
        all += result.count.back();
        looked = looked || (output.sees && output.annotations.size() + output.context.size() > 0);
    }
    const Eigen::Index d = annotations_.rows();
    const auto by_annotation = [&](int t, Eigen::Index from, Eigen::Ref<Matrix<T>> into) {
        const Eigen::Index H = into.cols();
        for (std::size_t k = 0; k < outputs.size(); ++k) {
            const LinearOutput<T>& o = outputs[k];
            const Eigen::Index rows = result.count[k];
            if (rows == 0) continue;
            auto own = into.middleRows(result.first[k], rows);
            if (o.annotations.size()) own += o.annotations.block(o.blind, d * t + from, rows, H);
            if (!o.context.size()) continue;
            const T weight = o.weights(0, t);
            const auto moved = o.moves.col(t).tail(rows);
            for (Eigen::Index n = 0; n < H; ++n)
                own.col(n) += weight * o.context.col(from + n).tail(rows) + o.slopes(from + n, t) * moved;
        }
    };
    if (looked)
        encoder_.through_annotations(all, by_annotation, result.rows);
    else
        result.rows.setZero(all, Eigen::Index(encoder_.embedding()) * encoder_.length());
    for (std::size_t k = 0; k < outputs.size(); ++k)
        if (outputs[k].last.size() && result.count[k] > 0)
            result.rows.middleRows(result.first[k], result.count[k]).noalias() +=
                outputs[k].last.bottomRows(result.count[k]) * begun_.last;
}

template <class T>
struct LinearDecoder<T>::Words {
    int first, count;
    Matrix<T> carried; // by x_first …: (carried, E·count)
};

/// What the decoder began with, by words. What is there besides begins as zeros.
template <class T>
auto LinearDecoder<T>::first_words() const -> std::vector<Words> {
    const int length = encoder_.length();
    const Eigen::Index E = encoder_.embedding();
    Eigen::Index columns = 0;
    for (const Matrix<T>& value : before_.front().values) columns += value.size();
    std::vector<Words> all;
    for (int first = 0; first < length; first += words_in_one) {
        const int count = std::min(words_in_one, length - first);
        Words words{first, count, Matrix<T>::Zero(columns, E * count)};
        Eigen::Index at = 0;
        for (std::size_t l = 0; l < begun_.states.size(); ++l)
            for (const auto* list : {&begun_.states, &begun_.memories}) {
                if (l >= list->size()) continue;
                const Matrix<T>& begun = (*list)[l];
                words.carried.middleRows(at, begun.rows()) = begun.middleCols(first * E, count * E);
                at += begun.rows();
            }
        all.push_back(std::move(words));
    }
    return all;
}

template <class T>
void LinearDecoder<T>::measure(const Executor& executor, const std::atomic<bool>* cancelled,
                               Matrix<T>& states, Matrix<T>& readouts) const {
    const int N = static_cast<int>(std::ssize(inputs_)), length = encoder_.length();
    const auto stop = [&] {
        if (cancelled && cancelled->load(std::memory_order_relaxed)) throw decode::Cancelled{};
    };
    states.resize(N, length);
    if (readouts_) readouts.resize(N, length);
    std::vector<Words> words = first_words();
    std::vector<ByEmbeddings<T>> embedded; // their room is used again
    for (int from = 0; from < N; from += outputs_at_once) {
        const int count = std::min(N - from, outputs_at_once);
        std::vector<LinearOutput<T>> outputs(static_cast<std::size_t>(count));
        executor(count, [&](int k) {
            stop();
            outputs[static_cast<std::size_t>(k)] = linear(from + k);
        });
        embedded.resize(static_cast<std::size_t>(pieces(count, outputs_in_one)));
        executor(static_cast<int>(embedded.size()), [&](int part) {
            stop();
            by_embeddings(some_of(outputs, part, outputs_in_one), embedded[static_cast<std::size_t>(part)]);
        });
        executor(static_cast<int>(words.size()), [&](int part) {
            stop();
            advance_words(outputs, embedded, from, words[static_cast<std::size_t>(part)], states, readouts);
        });
    }
}

// d carried_i / d x_j = d carried_i / d carried_{i-1} · d carried_{i-1} / d x_j + what is looked at here
// d t_i / d x_j = d t_i / d s_i · d s_i / d x_j + d t_i / d carried_{i-1} · d carried_{i-1} / d x_j + what is
// looked at here
template <class T>
void LinearDecoder<T>::advance_words(Outputs outputs, std::span<const ByEmbeddings<T>> embedded, int from,
                                     Words& words, Matrix<T>& states, Matrix<T>& readouts) const {
    const Eigen::Index D = config_.decoder.hidden, E = encoder_.embedding(), columns = E * words.count;
    const Eigen::Index first = // s_i is the topmost
        D * (config_.decoder.layers - 1) * (config_.decoder.cell == CellKind::Lstm ? 2 : 1);
    Matrix<T> now, readout;
    for (std::size_t k = 0; k < outputs.size(); ++k) {
        const LinearOutput<T>& output = outputs[k];
        const ByEmbeddings<T>& of = embedded[k / outputs_in_one];
        const Eigen::Index i = from + static_cast<Eigen::Index>(k), rows = of.count[k % outputs_in_one];
        const auto seen = of.rows.block(of.first[k % outputs_in_one], E * words.first, rows, columns);
        now.noalias() = output.carried.topRows(output.kept) * words.carried; // (K, E·count)
        if (rows > 0 && output.blind == 0) now += seen.topRows(output.kept);
        const auto state = now.middleRows(first, D);
        for (int j = 0; j < words.count; ++j) states(i, words.first + j) = state.middleCols(E * j, E).norm();
        if (readouts_) {
            readout.noalias() = output.state * state; // (R, E·count)
            if (output.besides)
                readout.noalias() += output.carried.bottomRows(readout.rows()) * words.carried;
            if (rows > 0) readout += seen.bottomRows(readout.rows());
            for (int j = 0; j < words.count; ++j)
                readouts(i, words.first + j) = readout.middleCols(E * j, E).norm();
        }
        words.carried.swap(now);
    }
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template void LinearDecoder<T>::check_size() const;                                                      \
    template void LinearDecoder<T>::measure(const Executor&, const std::atomic<bool>*, Matrix<T>&,           \
                                            Matrix<T>&) const;
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed::influence
