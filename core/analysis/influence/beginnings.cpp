// s_0 and the fixed context are made of where the encoder ended, and of the mean of its annotations: their
// derivatives by those are found first, then taken back through the encoder.
#include "core/analysis/influence/beginnings.h"

#include "core/models/seq2seq/decoder_start.h"

namespace heed::influence {
namespace {

/// What is by the ends and by the mean, row by row.
template <class T>
struct ByEnds {
    std::vector<typename LinearEncoder<T>::Ends> ends; // (R, S)
    Matrix<T> mean;                                    // (R, d)
};

/// The leaves of a pass: what the encoder ended with, as many items as there are rows.
template <class T>
class EndLeaves {
public:
    EndLeaves(Tape<T>& tape, const LinearEncoder<T>& encoder, Eigen::Index items, Eigen::Index hidden)
        : tape_(tape), items_(items), hidden_(hidden) {
        values_.reserve(1 + 2 * encoder.ends().size()); // a leaf's value stays where it is
        mean = leaf(encoder.mean());
        for (const auto& end : encoder.ends()) {
            ends.push_back({of(end.forward), of(end.backward), {}});
        }
    }
    void put(Eigen::Index from, ByEnds<T>& by) const {
        put(mean, from, by.mean);
        for (std::size_t l = 0; l < ends.size(); ++l) {
            put(all_[2 * l], from, by.ends[l].forward);
            put(all_[2 * l + 1], from, by.ends[l].backward);
        }
    }
    Var<T> mean;
    std::vector<LayerEnd<T>> ends;

private:
    Var<T> leaf(const Matrix<T>& column) {
        values_.push_back(column.replicate(1, items_));
        return tape_.leaf(values_.back());
    }
    nn::CellState<T> of(const Matrix<T>& column) {
        all_.push_back(column.size() ? leaf(column) : Var<T>());
        const Var<T> all = all_.back();
        if (!all) return {};
        if (all.rows() == hidden_) return {all, {}};
        return {rows(all, 0, hidden_), rows(all, hidden_, hidden_)};
    }
    void put(Var<T> leaf, Eigen::Index from, Matrix<T>& by) const {
        if (leaf && tape_.has_grad(leaf.id())) by.middleRows(from, items_) = leaf.grad().transpose();
    }
    Tape<T>& tape_;
    Eigen::Index items_, hidden_;
    std::vector<Matrix<T>> values_;
    std::vector<Var<T>> all_;
};

/// Rows `from` and on, as many as one pass takes.
template <class T>
void sweep_ends(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters,
                const LinearEncoder<T>& encoder, Eigen::Index from, ByEnds<T>& by) {
    const Eigen::Index items = std::min(rows_at_once, by.mean.rows() - from);
    Tape<T> tape(true);
    nn::Graph<T> graph(tape, parameters, nn::Only{});
    const Encoder<T> ended(config, graph);
    const DecoderStart<T> start(config, graph);
    const EndLeaves<T> leaves(tape, encoder, items, config.encoder.hidden);
    const Encoded<T> encoded = ended.ended(leaves.mean, leaves.ends); // one annotation: it is the mean
    std::vector<Asked<T>> asked;
    Eigen::Index first = -from;
    for (const auto& s : start(encoded, unread(1, items)))
        for (const Var<T>& value : {s.h, s.c}) {
            if (!value) continue;
            asked.push_back({value, first});
            first += value.rows();
        }
    asked.push_back({encoded.last, first}); // left out where there are no rows for it
    sweep_rows(tape, asked);
    leaves.put(from, by);
}

} // namespace

template <class T>
Beginnings<T> beginnings(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters,
                         const LinearEncoder<T>& encoder, bool last) {
    const Eigen::Index D = config.decoder.hidden, d = config.annotation();
    const bool memory = config.decoder.cell == CellKind::Lstm;
    const Eigen::Index states = config.decoder.layers * D * (memory ? 2 : 1), all = states + (last ? d : 0);
    ByEnds<T> by{{}, Matrix<T>::Zero(all, d)};
    for (const auto& end : encoder.ends())
        by.ends.push_back(
            {Matrix<T>::Zero(all, end.forward.rows()), Matrix<T>::Zero(all, end.backward.rows())});
    for (Eigen::Index from = 0; from < all; from += rows_at_once)
        sweep_ends(config, parameters, encoder, from, by);
    if (by.mean.isZero(0)) by.mean = {};
    const Matrix<T> rows = encoder.through_ends(by.ends, by.mean); // (all, E·T)

    Beginnings<T> result;
    for (Eigen::Index at = 0; at < states;) {
        result.states.push_back(rows.middleRows(at, D));
        at += D;
        if (!memory) continue;
        result.memories.push_back(rows.middleRows(at, D));
        at += D;
    }
    if (last) result.last = rows.bottomRows(d);
    return result;
}

template Beginnings<float> beginnings(const Seq2SeqConfig&, const nn::ParameterSet<float>&,
                                      const LinearEncoder<float>&, bool);
template Beginnings<double> beginnings(const Seq2SeqConfig&, const nn::ParameterSet<double>&,
                                       const LinearEncoder<double>&, bool);

} // namespace heed::influence
