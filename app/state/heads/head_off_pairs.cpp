// What changed heads do over the pairs of a file, on a worker.
#include "app/figures/base/format.h"
#include "app/state/heads/head_off.h"
#include "app/state/jobs/problem.h"
#include "app/state/jobs/thread_pool.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/base/line_source.h"

#include <algorithm>
#include <mutex>
#include <thread>

namespace heed {
namespace {

/// With heads changed at single outputs a corpus says nothing.
bool is_for_every_output(const HeadEdits& edits) {
    return std::all_of(edits.begin(), edits.end(),
                       [](const auto& one) { return one.second.outputs.empty(); });
}

/// Of the pairs that heads are measured over, where they are; there are no others.
HeadPairsOrder wanted_pairs(const AppState& s) {
    HeadPairsOrder order;
    if (!s.heads.over_file || s.heads.file.empty() || !s.model || s.edits.heads.empty() || !s.trace ||
        s.trace->outputs() == 0 || !is_for_every_output(s.edits.heads))
        return order;
    return {s.model, s.heads.file, s.heads.file_turn, s.edits.heads, languages_of(s.trace->request)};
}

/// The scores of the model are known from the change before where the pairs are the same.
bool same_pairs(const HeadPairsOrder& a, const HeadPairsOrder& b) {
    return a.model == b.model && a.file == b.file && a.turn == b.turn && a.languages == b.languages;
}

/// What a job came to.
struct HeadPairsMade {
    HeadPairsOrder order;
    std::optional<HeadPairsKnown> known; // none: it was given up
    std::string problem;                 // or there is a reason
};

class ScoringPairs {
public:
    ScoringPairs(const HeadPairsOrder& order, const std::optional<HeadPairsKnown>& before,
                 HeadsProgress& progress, const std::atomic<bool>& cancelled, Request request)
        : order_(order), before_(before), progress_(progress), cancelled_(cancelled),
          request_(std::move(request)),
          pool_(std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1)) {}

    std::optional<HeadPairsKnown> scored() {
        read();
        known_.order = order_;
        pool_.executor()(static_cast<int>(pairs_.size()), [&](int n) {
            if (!over()) score(pairs_[static_cast<std::size_t>(n)]);
            ++progress_.done;
        });
        if (over()) return std::nullopt;
        if (before_) known_.model = before_->model;
        if (known_.changed.pairs == 0)
            throw Error(known_.bad > 0 ? known_.first_bad : order_.file + ": there is no pair to measure");
        return known_;
    }

private:
    bool over() const { return cancelled_ || progress_.given_up; }

    void bad(const std::string& why) {
        if (known_.bad++ == 0) known_.first_bad = why;
    }

    void read() {
        using Read = io::LineSource::Read;
        io::LineSource source(order_.file);
        std::string text;
        for (Read read; !over() && (read = source.next(text)) != Read::End;) {
            if (read == Read::Line && text.empty()) continue;
            try {
                if (read == Read::TooLong)
                    throw Error(source.name() + ": line " + std::to_string(source.number()) +
                                ": longer than a mebibyte");
                pairs_.push_back(heads::read_pair(*order_.model, text, source.name(), source.number()));
            } catch (const Error& error) {
                bad(error.what());
            }
        }
        progress_.all = static_cast<int>(pairs_.size());
    }

    void score(const heads::Pair& pair) {
        try {
            const auto changed =
                heads::score_pair(*order_.model, pair, order_.edits, request_, &progress_.given_up);
            const auto model =
                before_ ? heads::PairsScore()
                        : heads::score_pair(*order_.model, pair, {}, request_, &progress_.given_up);
            const std::lock_guard lock(mutex_);
            known_.changed += changed;
            known_.model += model;
        } catch (const Error& error) {
            const std::lock_guard lock(mutex_);
            bad(error.what());
        } catch (const decode::Cancelled&) {
        }
    }

    const HeadPairsOrder& order_;
    const std::optional<HeadPairsKnown>& before_;
    HeadsProgress& progress_;
    const std::atomic<bool>& cancelled_;
    Request request_;
    ThreadPool pool_;
    std::vector<heads::Pair> pairs_;
    HeadPairsKnown known_;
    std::mutex mutex_;
};

} // namespace

void ask_for_head_pairs(AppState& s, EffectList& effects) {
    HeadOffState& h = s.head_off;
    const HeadPairsOrder wanted = wanted_pairs(s);
    if (wanted == h.pairs_asked) return;
    stop_head_pairs(s);
    h.pairs_asked = wanted;
    h.pairs_problem.clear();
    h.pairs_stopped = false;
    if (wanted.file.empty() || (h.pairs && h.pairs->order == wanted)) return;
    h.pairs_progress = std::make_shared<HeadsProgress>();
    effects.push_back({Effect::Kind::Work, "head-pairs"});
}

WorkspaceJob head_pairs_job(const AppState& s) {
    const HeadOffState& h = s.head_off;
    std::optional<HeadPairsKnown> before;
    if (h.pairs && same_pairs(h.pairs->order, h.pairs_asked)) before = h.pairs;
    Request request;
    h.pairs_asked.languages.tell(request);
    return [order = h.pairs_asked, progress = h.pairs_progress, before,
            request](const Engine&, const std::atomic<bool>& cancelled) -> std::any {
        if (order.file.empty() || !progress) return {};
        HeadPairsMade made{order, std::nullopt, ""};
        try {
            made.known = ScoringPairs(order, before, *progress, cancelled, request).scored();
        } catch (const std::exception& error) {
            made.problem = as_sentence(error.what());
        }
        return made;
    };
}

void apply_head_pairs(AppState& s, const WorkDone& done) {
    HeadOffState& h = s.head_off;
    if (!done.problem.empty()) {
        if (!h.pairs_progress) return; // it was given up
        h.pairs_progress = nullptr;
        h.pairs_problem = as_sentence(done.problem);
        return;
    }
    const auto* made = std::any_cast<HeadPairsMade>(&done.result);
    if (!made || made->order != h.pairs_asked) return;
    if (!made->known && made->problem.empty()) return; // it was given up
    h.pairs_problem = made->problem;
    if (made->known) h.pairs = made->known;
    h.pairs_progress = nullptr;
}

void stop_head_pairs(AppState& s) {
    HeadOffState& h = s.head_off;
    if (!h.pairs_progress) return;
    h.pairs_progress->given_up = true;
    h.pairs_progress = nullptr;
    h.pairs_asked = {};
}

void give_up_head_pairs(AppState& s) {
    HeadOffState& h = s.head_off;
    if (!h.pairs_progress) return;
    h.pairs_left = h.pairs_progress->done.load();
    h.pairs_all = h.pairs_progress->all.load();
    stop_head_pairs(s);
    h.pairs_asked = wanted_pairs(s);
    h.pairs_stopped = true;
}

void measure_head_pairs_again(AppState& s) { // by what follows
    s.head_off.pairs_asked = {};
    s.head_off.pairs_stopped = false;
    s.head_off.pairs_problem.clear();
}

std::string head_pairs_words(const AppState& s) {
    const HeadOffState& h = s.head_off;
    if (!h.pairs_problem.empty()) return h.pairs_problem;
    if (h.pairs_stopped)
        return h.pairs_all == 0
                   ? "stopped"
                   : "stopped at " + std::to_string(h.pairs_left) + " of " + counted(h.pairs_all, "pair");
    if (h.pairs_progress) {
        const int all = h.pairs_progress->all.load();
        return all == 0 ? "Reading the pairs …"
                        : std::to_string(h.pairs_progress->done.load()) + " of " + counted(all, "pair");
    }
    if (s.trace && s.trace->outputs() == 0) return "";
    if (!is_for_every_output(s.edits.heads)) return "Over pairs: for every output alone.";
    return "";
}

} // namespace heed
