// Every head of a model over many pairs: the part that runs models.
#pragma once

#include "core/analysis/heads/choose.h"
#include "core/base/executor.h"
#include "core/models/model.h"
#include "core/tasks/sample.h"
#include "core/trace/request.h"

#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::heads {

/// A line of a file: what is read, what is to be written of it, and the links between their words.
struct Pair {
    std::string source;
    std::optional<std::string> target; // none: the model writes by itself
    tasks::Sample sample;              // the words of both, and the links
};

/// Reads "source[<TAB>target[<TAB>links[<TAB>possible links]]]", words as that model's tokenizer has them, or
/// as spaces part them where it reads pieces. Throws heed::Error naming `subject` and the line; an empty
/// source or target is one.
Pair read_pair(const Model& model, std::string_view line, const std::string& subject, long long number);

/// Whether the model reads the two texts of a pair at once, and writes neither: as BERT does.
bool reads_pairs(const Model& model);
/// Why no links between source and target can be measured of it, a sentence; empty: they can.
std::string why_no_links(const Model& model);

/// Runs the pair, whatever the request says beside its texts. Words are the file's where the model reads
/// pieces and they are known. Of one that reads pairs, words.source are those of both texts and words.outputs
/// those of the target, among the same tokens.
struct PairRun {
    Trace run;
    RunWords words;
};
/// Throws heed::Error where the model cannot take it, or where words of the file do not come out of it.
PairRun run_pair(const Model& model, const Pair& pair, Request request,
                 const std::atomic<bool>* cancelled = nullptr);

/// Words of a run that was made elsewhere, against a pair of as many; throws heed::Error where they are not.
RunWords words_for(const Trace& run, const Pair& pair, const std::string& subject);

/// Everything that was measured of a corpus.
class Corpus {
public:
    /// Runs of one model, one after the other. A head that a run lacks adds nothing.
    void add(MeasuredRun run);

    struct OfHead {
        Head head;
        std::array<Sums, 2> sums;
        Reading better = Reading::Predicts; // that with the lower AER
        const Type* type = nullptr;
        /// Of the better reading.
        const Sums& best() const { return sums[static_cast<std::size_t>(better)]; }
    };
    /// By layer and head, cross attention first.
    std::vector<OfHead> heads() const;
    /// Those that links were measured of: cross attention; of pairs that are read at once, all of the
    /// encoder's.
    std::vector<Head> aligning() const;
    /// Of one link a row, to the word as far along.
    std::optional<double> diagonal_error() const;
    std::optional<double> diagonal_in_gold() const;
    int runs() const { return runs_; }
    int judged() const { return judged_; }
    /// None without gold. Weights of later runs are not kept once they take `most_bytes`: then it is of those
    /// before.
    std::optional<Choice> choose(const Executor& executor = in_turn) const;

    std::size_t most_bytes = std::size_t{1} << 29;

private:
    std::vector<Head> names_;
    std::vector<std::array<Sums, 2>> sums_;
    std::vector<GoldRows> gold_;
    std::size_t bytes_ = 0;
    analysis::AlignmentCounts diagonal_;
    double rows_ = 0, diagonal_hits_ = 0;
    int runs_ = 0, judged_ = 0;
};

} // namespace heed::heads
