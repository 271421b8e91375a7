#include "app/state/cache.h"

#include <algorithm>
#include <set>

namespace heed {
namespace {

Request key_of(const std::string& model, Request request) {
    request.model = model;
    return request;
}

/// About what it takes in memory besides what it shares.
std::size_t bytes_of(const FinishedRun& run) {
    const Trace& trace = *run.trace;
    std::size_t total = trace.bytes() + sizeof(FinishedRun) + sizeof(Trace) + 2 * run.request.text.size();
    total += sizeof(TraceToken) * trace.source.size();
    for (const TraceStep& step : trace.steps)
        total += sizeof(TraceStep) + sizeof(Candidate) * step.top.size();
    return total;
}

std::size_t model_bytes_of(const Trace& trace) {
    std::size_t total = 0;
    if (trace.parameters)
        for (const auto& [name, values] : *trace.parameters)
            total += sizeof(float) * static_cast<std::size_t>(values.size());
    return total;
}

} // namespace

const FinishedRun* RunCache::find(const std::string& model, const Request& request) const {
    const auto found = runs_.find(key_of(model, request));
    return found == runs_.end() ? nullptr : &found->second.run;
}

const Judgement* RunCache::judgement(const std::string& model, const Request& request) const {
    const auto found = runs_.find(key_of(model, request));
    return found == runs_.end() || !found->second.judgement ? nullptr : &*found->second.judgement;
}

void RunCache::keep(FinishedRun run) {
    if (!run.trace) return;
    if (run.model.empty()) run.model = run.request.model;
    Kept& kept = runs_[key_of(run.model, run.request)];
    kept.used = ++uses_;
    if (kept.run.trace) return;
    kept.bytes = bytes_of(run);
    kept.model_bytes = model_bytes_of(*run.trace);
    kept.run = std::move(run);
}

void RunCache::judge(const std::string& model, const Request& request, Judgement judgement) {
    if (const auto found = runs_.find(key_of(model, request)); found != runs_.end())
        found->second.judgement = std::move(judgement);
}

void RunCache::use(const std::string& model, const Request& request) {
    if (const auto found = runs_.find(key_of(model, request)); found != runs_.end())
        found->second.used = ++uses_;
}

void RunCache::forget(const std::string& model, const Request& request) {
    runs_.erase(key_of(model, request));
}

void RunCache::trim(const std::function<bool(const FinishedRun&)>& spared, std::size_t elsewhere,
                    std::size_t most) {
    if (fits(elsewhere, most)) return;
    std::size_t held = elsewhere, count = 0;
    std::set<const TensorMap*> models{nullptr}; // that are in memory by now
    std::vector<std::pair<const Request, Kept>*> others;
    for (auto& item : runs_) {
        if (!spared(item.second.run)) {
            others.push_back(&item);
            continue;
        }
        held += item.second.bytes; // its model is in memory anyway
        ++count;
        models.insert(item.second.run.trace->parameters.get());
    }
    std::sort(others.begin(), others.end(),
              [](const auto* a, const auto* b) { return a->second.used > b->second.used; });
    bool room = true;
    for (const auto* item : others) {
        const Kept& kept = item->second;
        const bool new_model = models.insert(kept.run.trace->parameters.get()).second;
        held += kept.bytes + (new_model ? kept.model_bytes : 0);
        room = room && ++count <= most_runs && held <= most;
        if (!room) runs_.erase(Request(item->first));
    }
}

std::size_t RunCache::bytes() const {
    std::size_t total = 0;
    std::set<const TensorMap*> models;
    for (const auto& [request, kept] : runs_) {
        total += kept.bytes;
        if (models.insert(kept.run.trace->parameters.get()).second) total += kept.model_bytes;
    }
    return total;
}

} // namespace heed
