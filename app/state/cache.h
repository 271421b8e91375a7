// Runs that are known, of every model, by what was asked of it: going back to one costs nothing, and none is
// made twice. Step, Compare, Search and what-if read from here.
#pragma once

#include "app/state/spelling.h"
#include "core/analysis/gold/against_reference.h"
#include "core/trace/trace.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace heed {

/// A run as it was asked for, and what came of it.
struct FinishedRun {
    Request request; // the trace's own holds the part of the text that fitted
    std::shared_ptr<const Trace> trace;
    int tokens = 0; // of the whole input, end token not counted
    bool too_long = false;
    std::size_t fitting = 0; // bytes that were run
    std::vector<UnknownWord> unknown{};
    std::string model{}; // which one it was, as LoadedModel::id says; empty: the one the request names
};

using Judgement = analysis::Judgement;

/// A run is found by its request and by which model it was: a model may be called in several ways, and one
/// name may come to stand for another model. What is kept takes no more than a budget of bytes; of what is
/// not spared the least recently used goes first, and its judgement with it.
class RunCache {
public:
    static constexpr std::size_t budget = 512'000'000, most_runs = 1024;

    /// Null where it is not known.
    const FinishedRun* find(const std::string& model, const Request& request) const;
    /// Null where the run is not known, or was not judged.
    const Judgement* judgement(const std::string& model, const Request& request) const;

    /// It is the newest then. A run that is there already stays, with its judgement.
    void keep(FinishedRun run);
    void judge(const std::string& model, const Request& request, Judgement judgement);
    /// Makes it the newest, where it is known.
    void use(const std::string& model, const Request& request);
    void forget(const std::string& model, const Request& request);

    bool fits(std::size_t elsewhere = 0, std::size_t most = budget) const {
        return runs_.size() <= most_runs && bytes() + elsewhere <= most;
    }
    /// Drops what is too much. Where there is an `elsewhere`, the budget is for both together.
    void trim(const std::function<bool(const FinishedRun&)>& spared, std::size_t elsewhere = 0,
              std::size_t most = budget);

    std::size_t size() const { return runs_.size(); }
    /// What is held: the runs, and once for each model the numbers of it that they keep in memory.
    std::size_t bytes() const;

private:
    struct Kept {
        FinishedRun run;
        std::optional<Judgement> judgement;
        std::size_t bytes = 0;       // of the run alone
        std::size_t model_bytes = 0; // of the model's numbers, which its runs share
        std::uint64_t used = 0;      // the higher the newer
    };
    struct Hash {
        std::size_t operator()(const Request& r) const { return static_cast<std::size_t>(hash_value(r)); }
    };

    std::unordered_map<Request, Kept, Hash> runs_; // by the request, with the model's id for its name
    std::uint64_t uses_ = 0;
};

} // namespace heed
