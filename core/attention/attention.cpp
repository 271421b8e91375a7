#include "core/attention/attention.h"

#include "core/attention/heads.h"
#include "core/attention/score_functions.h"
#include "core/attention/share_kept.h"

namespace heed::attention {
namespace {

/// Memory to sum over: the annotations, and the decoder's own past where the score looks at it.
template <class T>
Var<T> looked_at(const Memory<T>& memory, const History<T>& history) {
    if (history.states.empty()) return memory.annotations;
    std::vector<Var<T>> parts{memory.annotations};
    parts.insert(parts.end(), history.states.begin(), history.states.end());
    return concat_columns(parts); // (d, (T + past)·B)
}

/// What lies beyond the source, of weights `own` (B, T + beyond), where those of the source now add up to
/// `now`: it gives up in proportion what they hold above what they had.
template <class T>
Var<T> beyond_source(Var<T> own, Eigen::Index source, const Matrix<T>& now) {
    const Eigen::Index beyond = own.cols() - source;
    Matrix<T> kept(own.rows(), beyond);
    for (Eigen::Index b = 0; b < own.rows(); ++b)
        kept.row(b).setConstant(share_kept(own.value().row(b).tail(beyond).sum(),
                                           now.row(b).sum() - own.value().row(b).head(source).sum()));
    const Var<T> rest = columns(own, source, beyond);
    return (kept.array() == T(1)).all() ? rest : multiply(rest, own.tape().constant(std::move(kept)));
}

/// The weights `own` (B, T + beyond) as the intervention changes those of the source.
template <class T>
Var<T> changed(const Intervention<T>& hand, Var<T> own, Var<T> used_before, Eigen::Index source) {
    if (!hand.change) return own;
    Matrix<T> before;
    if (used_before) before = used_before.value().leftCols(source);
    const Var<T> weights = hand.change(columns(own, 0, source), before);
    const Eigen::Index beyond = own.cols() - source;
    if (beyond == 0) return weights;
    const Var<T> rest = hand.source_alone ? own.tape().constant(Matrix<T>::Zero(own.rows(), beyond))
                        : hand.keeps_sum  ? beyond_source(own, source, weights.value())
                                          : columns(own, source, beyond);
    return concat_columns<T>({weights, rest});
}

/// The first T columns under one name, the past under another.
template <class T>
void record_rows(nn::Graph<T>& graph, Quantity source, Quantity past, int step, Var<T> rows,
                 Eigen::Index T_positions) {
    if (!graph.recording()) return;
    graph.record_row(source, step, columns(rows, 0, T_positions));
    if (rows.cols() > T_positions)
        graph.record_row(past, step, columns(rows, T_positions, rows.cols() - T_positions));
}

/// What the source's own columns hold of weights over slots (B, L): an item's slots past its end add nothing.
template <class T>
Var<T> on_source(const nn::Sequences& source, Var<T> weights) {
    const Var<T> own = columns(weights, 0, source.length);
    if (!source.ragged()) return own;
    Matrix<T> present = Matrix<T>::Zero(source.items, source.length);
    for (int b = 0; b < source.items; ++b)
        present.row(b).head(source.lengths[static_cast<std::size_t>(b)]).setOnes();
    return multiply(own, weights.tape().constant(std::move(present)));
}

template <class T>
void remember(const Memory<T>& memory, History<T>& history, const Attended<T>& now) {
    history.weights = now.weights;
    history.heads = now.heads;
    history.context = now.context;
    if (memory.score != "coverage") return;
    // C_{i+1} = C_i + alpha_i, or over Phi    See et al. 2017, eq. 10; Tu et al. 2016, section 3.1
    const Var<T> counted = memory.fertility ? divide(now.weights, memory.fertility) : now.weights;
    history.coverage = history.coverage ? add(history.coverage, counted) : counted;
}

// covloss_i = sum_j min(alpha_ij, C_ij)    See et al. 2017, eq. 12
template <class T>
Var<T> looked_at_again(nn::Graph<T>& graph, const Memory<T>& memory, const History<T>& history,
                       Var<T> weights, int step) {
    if (!memory.switches.overlap || memory.score != "coverage") return {};
    const Var<T> seen =
        history.coverage ? history.coverage
                         : graph.tape().constant(Matrix<T>::Zero(memory.source.items, memory.source.length));
    const Var<T> overlap = overlap_rows(weights, seen); // (1, B)
    graph.record(Quantity::Overlap, step, overlap);
    return overlap;
}

/// One head's weights (B, T), and what it finds (V / K, B).
template <class T>
struct Found {
    Var<T> own, weights, context;
};

template <class T>
Found<T> look(nn::Graph<T>& graph, const Memory<T>& head, const Query<T>& query, const History<T>& history,
              int step, const Intervention<T>* intervention) {
    const Var<T> energies =
        (*score_of<T>(head.score).energies)({graph, head, query, history, step}); // (B, T)
    const auto aligned = [&](Var<T> e) {
        return align(graph, head.aligner, e, query.state, head.source, step, 0);
    };
    Found<T> found;
    found.own = found.weights = aligned(energies);
    if (intervention) {
        graph.record_row(Quantity::HeadOwnWeights, step, found.own, head.head);
        const auto k = static_cast<std::size_t>(head.head);
        if (intervention->temperature != 1)
            found.weights = aligned(scale(energies, 1 / intervention->temperature));
        found.weights = changed(*intervention, found.weights,
                                k < history.heads.size() ? history.heads[k] : Var<T>(), head.source.length);
        if (intervention->held) found.weights = graph.tape().constant(found.weights.value());
    }
    found.context = weighted_sum(head.values, found.weights); // c^k_i = sum_j alpha^k_ij v^k_j
    graph.record_row(Quantity::HeadEnergies, step, energies, head.head);
    graph.record_row(Quantity::HeadWeights, step, found.weights, head.head);
    graph.record(Quantity::HeadContext, step, found.context, 0, head.head);
    return found;
}

/// All of them.
template <class T>
void look_with_heads(nn::Graph<T>& graph, const Memory<T>& memory, const Query<T>& query,
                     const History<T>& history, int step, const Intervention<T>* intervention,
                     Attended<T>& result) {
    std::vector<Var<T>> own, contexts;
    for (const Memory<T>& head : memory.heads) {
        const auto asked = part_of(query, head, static_cast<int>(memory.heads.size()));
        const Found<T> found = look(graph, head, asked, history, step, intervention);
        own.push_back(found.own);
        result.heads.push_back(found.weights);
        contexts.push_back(found.context);
    }
    result.weights = mean_of(result.heads);
    result.context = brought_together(memory, contexts);
    if (!graph.recording()) return;
    graph.record_row(Quantity::Weights, step, result.weights);
    if (intervention) graph.record_row(Quantity::OwnWeights, step, mean_of(own));
}

} // namespace

template <class T>
Attended<T> attend(nn::Graph<T>& graph, const Memory<T>& memory, const Query<T>& query, History<T>& history,
                   int step, const Intervention<T>* intervention) {
    if (!history.language) history.language = query.token;
    const Eigen::Index source = memory.source.length;
    Attended<T> result;
    if (!memory.heads.empty()) {
        look_with_heads(graph, memory, query, history, step, intervention, result);
    } else if (Energies<T>* energies = score_of<T>(memory.score).energies) {
        const int past = static_cast<int>(history.states.size());
        result.energies = energies({graph, memory, query, history, step});
        const auto aligned = [&](Var<T> e) {
            return align(graph, memory.aligner, e, query.state, memory.source, step, past);
        };
        result.weights = aligned(result.energies);
        const bool slots = memory.aligner.kind == AlignmentKind::Slots;
        if (intervention) {
            if (graph.recording())
                graph.record_row(Quantity::OwnWeights, step, columns(result.weights, 0, source));
            if (intervention->temperature != 1)
                result.weights = aligned(scale(result.energies, 1 / intervention->temperature));
            result.weights = changed(*intervention, result.weights, history.weights, source);
            if (intervention->held) result.weights = graph.tape().constant(result.weights.value());
        }
        record_rows(graph, Quantity::Energies, slots ? Quantity::SlotEnergies : Quantity::PastEnergies, step,
                    result.energies, source);
        record_rows(graph, Quantity::Weights, slots ? Quantity::SlotWeights : Quantity::PastWeights, step,
                    result.weights, source);
        if (slots) result.weights = on_source(memory.source, result.weights);
        result.overlap = looked_at_again(graph, memory, history, result.weights, step);
        result.context = weighted_sum(looked_at(memory, history), result.weights); // c_i = sum_j alpha_ij h_j
    } else {
        result.context = memory.last;
    }
    graph.record(Quantity::Context, step, result.context);
    remember(memory, history, result);
    return result;
}

template <class T>
void record_memory(const nn::Graph<T>& graph, const Memory<T>& memory) {
    if (!graph.recording()) return;
    for (int t = 0; t < memory.source.length; ++t) {
        const auto at = [t, &memory](Var<T> x) { return x ? columns(x, t * memory.source.items, 1) : x; };
        graph.record(Quantity::Annotation, t, at(memory.annotations));
        if (memory.heads.empty()) graph.record(Quantity::Key, t, at(memory.keys));
        if (memory.fertility) graph.record(Quantity::Fertility, t, columns(memory.fertility, t, 1));
        for (const Memory<T>& head : memory.heads) {
            graph.record(Quantity::HeadKey, t, at(head.keys ? head.keys : head.annotations), 0, head.head);
            graph.record(Quantity::HeadValue, t, at(head.values), 0, head.head);
        }
    }
}

template <class T>
void declare(nn::ParameterSet<T>& set, std::string_view score, AlignmentKind alignment, const Sizes& sizes,
             const nn::Normalisation& how) {
    score_of<T>(score).declare(set, sizes);
    declare_heads(set, sizes);
    if (score == "additive") {
        nn::declare_norm(set, "attention.norm_key.", how, sizes.A);
        nn::declare_norm(set, "attention.norm_query.", how, sizes.A);
    }
    declare_alignment(set, alignment, sizes.A, sizes.D);
}

template <class T>
void prepare(nn::Graph<T>& graph, Memory<T>& memory, std::string_view score, AlignmentKind alignment,
             int window, const nn::Normalisation& how, const Switches& switches) {
    const std::pair<const char*, Var<T>*> places[] = {
        {"attention.W", &memory.W},           {"attention.Wq", &memory.Wq},
        {"attention.Wh", &memory.Wh},         {"attention.b", &memory.b},
        {"attention.v", &memory.v},           {"attention.F", &memory.F},
        {"attention.U", &memory.U},           {"attention.wc", &memory.wc},
        {"attention.Uf", &memory.Uf},         {"attention.log_beta", &memory.log_beta},
        {"attention.Wp", &memory.aligner.Wp}, {"attention.vp", &memory.aligner.vp},
        {"attention.bq", &memory.bq},         {"attention.bh", &memory.bh},
        {"attention.Wv", &memory.Wv},         {"attention.bv", &memory.bv},
        {"attention.Wo", &memory.Wo},         {"attention.bo", &memory.bo}};
    for (const auto& [name, var] : places)
        if (graph.has(name)) *var = graph[name];
    memory.score = score_of<T>(score).info.id;
    memory.aligner.kind = alignment;
    memory.aligner.window = window;
    memory.switches = switches;
    memory.aligner.sharpen = static_cast<T>(switches.sharpen);
    memory.aligner.smooth = switches.smooth;
    memory.normalised = how.on() && score == "additive";
    if (memory.normalised) {
        memory.norm_key = {graph, "attention.norm_key.", how};
        memory.norm_query = {graph, "attention.norm_query.", how};
    }
    score_of<T>(score).keys(memory);
    if (switches.heads > 0) split_heads(memory, score_of<T>(score).info.heads);
}

template <class T>
void remember_state(const Memory<T>& memory, History<T>& history, Var<T> state) {
    if (memory.score != "own-past") return;
    history.states.push_back(state);
    history.keys.push_back(matmul(memory.Wh, state));
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template void declare(nn::ParameterSet<T>&, std::string_view, AlignmentKind, const Sizes&,               \
                          const nn::Normalisation&);                                                         \
    template void prepare(nn::Graph<T>&, Memory<T>&, std::string_view, AlignmentKind, int,                   \
                          const nn::Normalisation&, const Switches&);                                        \
    template Attended<T> attend(nn::Graph<T>&, const Memory<T>&, const Query<T>&, History<T>&, int,          \
                                const Intervention<T>*);                                                     \
    template void record_memory(const nn::Graph<T>&, const Memory<T>&);                                      \
    template void remember_state(const Memory<T>&, History<T>&, Var<T>);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed::attention
