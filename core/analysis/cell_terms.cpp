#include "core/analysis/cell_terms.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"

namespace heed::analysis {
namespace {

using Eigen::VectorXf;

struct Quantities {
    Quantity input, recurrent, gates, memory, state;
};

Quantities quantities(CellSite site) {
    switch (site) {
    case CellSite::Forward:
        return {Quantity::ForwardInput, Quantity::ForwardRecurrent, Quantity::ForwardGates,
                Quantity::ForwardMemory, Quantity::ForwardState};
    case CellSite::Backward:
        return {Quantity::BackwardInput, Quantity::BackwardRecurrent, Quantity::BackwardGates,
                Quantity::BackwardMemory, Quantity::BackwardState};
    case CellSite::Decoder:
        break;
    }
    return {Quantity::DecoderInput, Quantity::DecoderRecurrent, Quantity::DecoderGates,
            Quantity::DecoderMemory, Quantity::State};
}

/// A stack of gate blocks (G·H, 1) as (H, G): memory is column-major, so the numbers stay in place.
Eigen::MatrixXf by_gate(const Eigen::Ref<const Eigen::VectorXf>& stacked, Eigen::Index units) {
    return stacked.reshaped(units, stacked.size() / units);
}

/// The column a cell read before this one, or none where the sequence begins.
int previous(const Outline& outline, CellSite site, int position) {
    if (site == CellSite::Decoder) return position - 1;
    const Stage* encoding = outline.over(Axis::Source);
    if (!encoding) return -1;
    const PhaseInfo& reader = site == CellSite::Forward ? seq2seq::Forward : seq2seq::Backward;
    const auto phase = std::find_if(encoding->phases.begin(), encoding->phases.end(),
                                    [&](const Phase& p) { return p.is(reader); });
    if (phase == encoding->phases.end()) return -1;
    const int order = order_of(phase->order, encoding->count, position);
    return order > 0 ? position_of(phase->order, encoding->count, order - 1) : -1;
}

} // namespace

std::string cell_prefix(const ModelFacts& model, CellSite site, int layer) {
    if (site == CellSite::Decoder && layer == 1 && seq2seq_facts(model).order == "conditional")
        return "decoder.second.";
    const std::string number = layer == 0 ? "" : std::to_string(layer) + ".";
    if (site == CellSite::Forward) return "encoder.forward." + number;
    if (site == CellSite::Backward) return "encoder.backward." + number;
    return "decoder.cell." + number;
}

CellTerms cell_terms(const Trace& trace, CellSite site, int layer, int position) {
    const Quantities q = quantities(site);
    const TensorMap& parameters = *trace.parameters;
    const std::string prefix = cell_prefix(trace.model, site, layer);
    const MatrixXf& states = trace.at(q.state, layer);
    const Eigen::Index units = states.rows();
    const int earlier = previous(trace.outline, site, position);

    CellTerms terms;
    terms.cell = seq2seq_facts(trace).cell;
    terms.after = states.col(position);
    const bool two_cells = site == CellSite::Decoder && seq2seq_facts(trace).order == "conditional";
    if (site == CellSite::Decoder && seq2seq_facts(trace).context == "state")
        terms.before = // it stands in place of the state
            trace.at(trace.has(Quantity::GatedContext) ? Quantity::GatedContext : Quantity::Context)
                .col(position);
    else if (site == CellSite::Decoder && seq2seq_facts(trace).recurrent_readout && earlier >= 0)
        terms.before = trace.at(Quantity::Readout).col(earlier); // likewise
    else if (two_cells && layer == 1)
        terms.before = trace.at(q.state, 0).col(position); // the query
    else if (two_cells && earlier >= 0)
        terms.before = trace.at(q.state, 1).col(earlier);
    else if (earlier >= 0)
        terms.before = states.col(earlier);
    else if (site == CellSite::Decoder)
        terms.before = trace.at(Quantity::InitialState, layer).col(0);
    else
        terms.before = Eigen::VectorXf::Zero(units);

    const auto bias = [&](const char* name) {
        const VectorXf own = parameters.at(prefix + name).reshaped();
        return by_gate(seq2seq_facts(trace).normalised ? VectorXf(VectorXf::Zero(own.size())) : own, units);
    };
    terms.bias_input = bias("bias_ih");
    terms.bias_recurrent = bias("bias_hh");
    terms.input = by_gate(trace.at(q.input, layer).col(position), units) - terms.bias_input;
    terms.recurrent = by_gate(trace.at(q.recurrent, layer).col(position), units) - terms.bias_recurrent;
    if (trace.has(q.gates, layer))
        terms.gates = by_gate(trace.at(q.gates, layer).col(position), units);
    else
        terms.gates = terms.after;

    if (trace.has(q.memory, layer)) {
        const MatrixXf& memory = trace.at(q.memory, layer);
        terms.memory_after = memory.col(position);
        terms.memory_before = Eigen::VectorXf::Zero(units);
        if (earlier >= 0)
            terms.memory_before = memory.col(earlier);
        else if (site == CellSite::Decoder && trace.has(Quantity::InitialMemory, layer))
            terms.memory_before = trace.at(Quantity::InitialMemory, layer).col(0);
        if (site == CellSite::Decoder && seq2seq_facts(trace).exchanged && earlier >= 0)
            std::swap(terms.before, terms.memory_before); // each was taken for the other
    }
    return terms;
}

int most_changed_unit(const CellTerms& terms) {
    Eigen::Index unit = 0;
    if (terms.memory_after.size() != 0)
        (terms.memory_after - terms.memory_before).cwiseAbs().maxCoeff(&unit);
    else if (terms.after.size() != 0)
        (terms.after - terms.before).cwiseAbs().maxCoeff(&unit);
    return static_cast<int>(unit);
}

float kept_share(const CellTerms& terms) {
    if (terms.cell != "gru" && terms.cell != "lstm") return 0;
    return terms.gates.col(1).mean(); // z of r, z, n; f of i, f, g, o
}

} // namespace heed::analysis
