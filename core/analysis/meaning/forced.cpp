#include "core/analysis/meaning/forced.h"

#include "core/decode/run.h"
#include "core/models/seq2seq/network.h"

#include <optional>

namespace heed::analysis::meaning {

void Watch::go_on(double share) const {
    if (cancelled && cancelled->load(std::memory_order_relaxed)) throw decode::Cancelled{};
    if (told) told(share);
}

Watch Watch::part(double from, double to) const {
    Watch one{cancelled, {}};
    if (told) one.told = [told = told, from, to](double share) { told(from + (to - from) * share); };
    return one;
}

template <class T>
nn::ParameterSet<T> with_table(const Forced<T>& run, const Matrix<T>& table) {
    nn::ParameterSet<T> changed = run.parameters;
    auto& embedding = changed[changed.find("encoder.embedding.weight")];
    embedding.value = table;
    embedding.rows = table.rows();
    return changed;
}

template <class T>
void run_forced(const Forced<T>& run, const nn::Sequences& sources, const Matrix<T>& table,
                const EachOutput<T>& each, const Watch& watch) {
    std::optional<nn::ParameterSet<T>> changed;
    if (table.size() > 0) changed = with_table(run, table);
    Tape<T> tape(false);
    nn::Graph<T> graph(tape, changed ? *changed : run.parameters);
    Seq2Seq<T> net(run.config, graph);
    const attention::Memory<T> memory = net.encode(sources);
    DecoderState<T> state = net.start(memory);
    const int kept = tape.size();
    for (int i = 0; i < run.written(); ++i) {
        watch.go_on(static_cast<double>(i) / run.written());
        const std::vector<int> fed(static_cast<std::size_t>(sources.items),
                                   run.inputs[static_cast<std::size_t>(i)]);
        const auto step = net.advance(memory, state, fed);
        each(i, net.distribution(step, i).value());
        forget_since(tape, kept, state);
    }
}

template <class T>
Matrix<T> probabilities(const Forced<T>& run, const Watch& watch) {
    Matrix<T> p;
    run_forced<T>(
        run, run.source, {},
        [&](int i, const Matrix<T>& log_probs) {
            if (i == 0) p.resize(log_probs.rows(), run.written());
            p.col(i) = log_probs.array().exp().matrix();
        },
        watch);
    return p;
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template nn::ParameterSet<T> with_table(const Forced<T>&, const Matrix<T>&);                             \
    template void run_forced(const Forced<T>&, const nn::Sequences&, const Matrix<T>&, const EachOutput<T>&, \
                             const Watch&);                                                                  \
    template Matrix<T> probabilities(const Forced<T>&, const Watch&);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed::analysis::meaning
