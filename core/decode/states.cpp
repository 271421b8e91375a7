#include "core/decode/states.h"

#include "core/models/stepper.h"
#include "core/models/tokens.h"

#include <algorithm>
#include <numeric>

namespace heed::decode {
namespace {

constexpr std::size_t together = 32;  // items of a batch, at most
constexpr std::size_t largest = 4096; // source positions of one, padding included

/// Batches of indices, shortest sources first, so that they pad little; long ones are alone.
std::vector<std::vector<std::size_t>> batches_by_length(std::span<const Prepared> items) {
    std::vector<std::size_t> order(items.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto length = [&](std::size_t n) { return items[n].beginning.source.size(); };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return length(a) < length(b); });
    std::vector<std::vector<std::size_t>> batches;
    for (const std::size_t n : order) {
        const std::size_t count = batches.empty() ? together : batches.back().size();
        if (count == together || (count + 1) * length(n) > largest) batches.emplace_back();
        batches.back().push_back(n);
    }
    return batches;
}

nn::Sequences sources_of(const Model& model, std::span<const Prepared> items,
                         const std::vector<std::size_t>& places) {
    const int pad = model.source.special().pad;
    nn::Sequences s;
    s.items = static_cast<int>(places.size());
    for (const std::size_t n : places)
        s.lengths.push_back(static_cast<int>(items[n].beginning.source.size()));
    s.length = *std::max_element(s.lengths.begin(), s.lengths.end());
    s.ids.assign(static_cast<std::size_t>(s.items) * static_cast<std::size_t>(s.length), std::max(pad, 0));
    for (std::size_t b = 0; b < places.size(); ++b) {
        const std::vector<int> ids = ids_of(items[places[b]].beginning.source);
        for (std::size_t t = 0; t < ids.size(); ++t) s.ids[t * places.size() + b] = ids[t];
    }
    if (!copies_words(model.config)) return s;
    s.copies = {std::vector<int>(s.ids.size(), 0), 0, model.target.special().unknown};
    for (std::size_t b = 0; b < places.size(); ++b) {
        const OutputWords& words = items[places[b]].beginning.words;
        s.copies.beyond = std::max(s.copies.beyond, words.beyond());
        for (std::size_t t = 0; t < words.ids().size(); ++t)
            s.copies.ids[t * places.size() + b] = words.ids()[t];
    }
    return s;
}

/// One item of a batch while it is written.
struct Writing {
    const Beginning* beginning = nullptr;
    std::vector<MatrixXf> states; // of each decoder layer, (D, room), as many columns as outputs and one
    std::vector<TraceToken> outputs;
    bool done = false;

    int wanted() const {
        const auto found = beginning->wanted.find(static_cast<int>(outputs.size()));
        return found == beginning->wanted.end() ? -1 : found->second;
    }
};

void keep_states(std::vector<Writing>& items, const Stepper& stepper, bool first) {
    const auto rows = stepper.states();
    for (std::size_t b = 0; b < items.size(); ++b) {
        Writing& item = items[b];
        if (item.done) continue;
        item.states.resize(rows.size());
        const auto column = static_cast<Eigen::Index>(item.outputs.size() + (first ? 0 : 1));
        for (std::size_t l = 0; l < rows.size(); ++l) {
            MatrixXf& kept = item.states[l];
            const MatrixXf& now = *rows[l]; // (D, B)
            if (column >= kept.cols())
                kept.conservativeResize(now.rows(), std::max<Eigen::Index>(16, 2 * kept.cols()));
            kept.col(column) = now.col(static_cast<Eigen::Index>(b));
        }
    }
}

TraceToken token_of(const Model& model, const OutputWords& words, int id) {
    TraceToken token;
    token.id = id;
    token.text = words.token(id);
    token.is_end = id == model.target.special().end;
    token.unknown = id == model.target.special().unknown;
    return token;
}

/// Writes one more output of each item that is not done; `previous` are the ids the decoder is fed.
void write_on(const Model& model, std::vector<Writing>& items, const MatrixXf* log_probs,
              std::vector<int>& previous) {
    for (std::size_t b = 0; b < items.size(); ++b) {
        Writing& item = items[b];
        if (item.done) continue; // it is fed its last token until the others are done
        int id = item.wanted();
        if (id < 0) {
            Eigen::Index best = 0;
            log_probs->col(static_cast<Eigen::Index>(b)).maxCoeff(&best);
            id = static_cast<int>(best);
        }
        previous[b] = id;
        item.outputs.push_back(token_of(model, item.beginning->words, id));
        item.done =
            item.outputs.back().is_end || static_cast<int>(item.outputs.size()) >= item.beginning->limit;
    }
}

/// False where a row of cells does not outlive its output: nothing was done.
bool run_batch(const Model& model, Stepper& stepper, std::span<const Prepared> prepared,
               const std::vector<std::size_t>& places, std::vector<SentenceStates>& results,
               const std::atomic<bool>* cancelled) {
    const nn::Sequences source = sources_of(model, prepared, places);
    stepper.start(source);
    if (stepper.states().empty()) return false;

    std::vector<Writing> items(places.size());
    std::vector<int> previous;
    for (std::size_t b = 0; b < places.size(); ++b) {
        items[b].beginning = &prepared[places[b]].beginning;
        previous.push_back(items[b].beginning->first);
    }
    keep_states(items, stepper, true);
    const auto going = [](const Writing& item) { return !item.done; };
    while (std::any_of(items.begin(), items.end(), going)) {
        if (cancelled && cancelled->load(std::memory_order_relaxed)) throw Cancelled{};
        stepper.advance(previous);
        keep_states(items, stepper, false);
        const bool chooses = std::any_of(items.begin(), items.end(),
                                         [](const Writing& item) { return !item.done && item.wanted() < 0; });
        write_on(model, items, chooses ? &stepper.log_probs() : nullptr, previous);
        stepper.forget();
    }

    const MatrixXf& annotations = stepper.annotations(); // (d, T·B)
    for (std::size_t b = 0; b < places.size(); ++b) {
        SentenceStates& kept = results[places[b]];
        kept.text = prepared[places[b]].text;
        kept.source = items[b].beginning->source;
        kept.outputs = std::move(items[b].outputs);
        kept.annotations.resize(annotations.rows(), std::ssize(kept.source));
        for (Eigen::Index t = 0; t < kept.annotations.cols(); ++t)
            kept.annotations.col(t) = annotations.col(t * source.items + static_cast<Eigen::Index>(b));
        for (MatrixXf& states : items[b].states) {
            states.conservativeResize(states.rows(), std::ssize(kept.outputs) + 1);
            kept.decoder.push_back(std::move(states));
        }
    }
    return true;
}

/// A model whose lower cells' states do not outlive a step is run as ever.
std::vector<SentenceStates> one_by_one(const Model& model, std::span<const Prepared> items,
                                       const std::atomic<bool>* cancelled) {
    std::vector<SentenceStates> results;
    for (const Prepared& item : items) {
        Request request;
        request.text = item.text;
        for (const auto& [i, id] : item.beginning.wanted)
            request.edits.forced[i] = item.beginning.words.token(id);
        results.push_back(states_to_keep(run(model, request, cancelled)));
    }
    return results;
}

} // namespace

std::vector<SentenceStates> states_of(const Model& model, std::span<const Prepared> items,
                                      const std::atomic<bool>* cancelled) {
    std::vector<SentenceStates> results(items.size());
    for (const auto& places : batches_by_length(items)) {
        const auto stepper =
            model.config.architecture()->make_stepper(model.config, model.parameters, nullptr);
        if (!run_batch(model, *stepper, items, places, results, cancelled))
            return one_by_one(model, items, cancelled);
    }
    return results;
}

} // namespace heed::decode
