#include "core/analysis/heads/in_front.h"

#include "core/models/seq2seq/facts.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace heed::heads {
namespace {

using Q = Quantity;

const std::array<std::pair<Q, Q>, 5> asked_of_a_head{{{Q::Weights, Q::HeadWeights},
                                                      {Q::OwnWeights, Q::HeadOwnWeights},
                                                      {Q::Energies, Q::HeadEnergies},
                                                      {Q::Key, Q::HeadKey},
                                                      {Q::QueryProjection, Q::HeadQuery}}};
const std::array<std::pair<Q, Q>, 2> mixed_by_a_head{
    {{Q::Annotation, Q::HeadValue}, {Q::Context, Q::HeadContext}}};

void put(Trace& view, std::span<const std::pair<Q, Q>> places, int head) {
    for (const auto& [place, of_heads] : places)
        if (view.has(of_heads, 0, head)) view.set({place}, view.at(of_heads, 0, head));
}

} // namespace

int recorded_heads(const Trace& run) {
    int heads = 0;
    while (run.has(Q::HeadWeights, 0, heads)) ++heads;
    return heads;
}

Trace with_head_in_front(const Trace& run, int head) {
    Trace view = run;
    const int heads = recorded_heads(run);
    if (heads == 0) return view;
    head = std::clamp(head, 0, heads - 1);
    put(view, asked_of_a_head, head);
    view.model.edit<Seq2SeqFacts>().front = head;
    return view;
}

Trace mixing(const Trace& view) {
    Trace mixed = view;
    if (const int head = seq2seq_facts(view).front; head >= 0) put(mixed, mixed_by_a_head, head);
    return mixed;
}

} // namespace heed::heads
