#include "core/analysis/fragility.h"

#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/decode/step_probe.h"
#include "core/models/tokens.h"

#include <algorithm>

namespace heed::analysis {
namespace {

constexpr int amounts = 24;       // amounts that are looked at, finer where little is moved
constexpr int cuts = 14;          // of the stretch where the token changes
constexpr int most_retreats = 40; // from an amount of which nine tenths do it too
constexpr float tenth = 0.1f;
constexpr float least_room = 1e-6f; // weight that a position can still gain

class FragilitySearch {
public:
    FragilitySearch(const Model& model, const Trace& run, int output, const std::atomic<bool>* cancelled)
        : words_(output_words(model, run.source)), probe_(model, run, output, cancelled),
          cancelled_(cancelled), old_(run.at(Quantity::Weights).col(output)), whole_(old_.sum()) {
        token_ = tokens({old_}).front();
    }

    std::optional<Fragility> find() {
        if (whole_ <= 0) return std::nullopt;
        std::vector<Stretch> found = first_changes();
        if (found.empty()) return std::nullopt;
        halve(found);
        Stretch best = *std::min_element(found.begin(), found.end(), [](const Stretch& a, const Stretch& b) {
            return a.high != b.high ? a.high < b.high : a.to < b.to;
        });
        retreat(best);
        return result(best);
    }

private:
    /// The token changes somewhere between two amounts that are moved to a position.
    struct Stretch {
        int to = 0;
        float low = 0, high = 0;
    };

    float room(int to) const { return whole_ - old_(to); }

    Eigen::VectorXf moved(int to, float amount) const {
        const float share = std::min(1.0f, amount / room(to));
        Eigen::VectorXf row = old_ * (1 - share);
        row(to) = old_(to) + share * room(to);
        return row;
    }

    /// Tokens that are the likeliest under each of these rows.
    std::vector<Eigen::Index> tokens(const std::vector<Eigen::VectorXf>& rows) {
        if (cancelled_ && cancelled_->load(std::memory_order_relaxed)) throw decode::Cancelled{};
        MatrixXf all(old_.size(), static_cast<Eigen::Index>(rows.size()));
        for (std::size_t k = 0; k < rows.size(); ++k) all.col(static_cast<Eigen::Index>(k)) = rows[k];
        const MatrixXf log_probs = probe_.log_probs(all);
        std::vector<Eigen::Index> best(rows.size());
        for (std::size_t k = 0; k < rows.size(); ++k)
            log_probs.col(static_cast<Eigen::Index>(k)).maxCoeff(&best[k]);
        return best;
    }
    bool changes(int to, float amount) { return tokens({moved(to, amount)}).front() != token_; }

    /// Of all positions together, amount by amount: those at which the token changes first.
    std::vector<Stretch> first_changes() {
        float before = 0;
        for (int n = 1; n <= amounts; ++n) {
            const float part = static_cast<float>(n) / amounts, level = whole_ * part * part;
            std::vector<Stretch> tried;
            std::vector<Eigen::VectorXf> rows;
            for (int to = 0; to < static_cast<int>(old_.size()); ++to) {
                if (room(to) < least_room || room(to) <= before) continue;
                tried.push_back({to, before, std::min(level, room(to))});
                rows.push_back(moved(to, tried.back().high));
            }
            if (tried.empty()) return {};
            const std::vector<Eigen::Index> written = tokens(rows);
            std::vector<Stretch> found;
            for (std::size_t k = 0; k < tried.size(); ++k)
                if (written[k] != token_) found.push_back(tried[k]);
            if (!found.empty()) return found;
            before = level;
        }
        return {};
    }

    void halve(std::vector<Stretch>& stretches) {
        for (int n = 0; n < cuts; ++n) {
            std::vector<Eigen::VectorXf> middles;
            for (const Stretch& s : stretches) middles.push_back(moved(s.to, (s.low + s.high) / 2));
            const std::vector<Eigen::Index> written = tokens(middles);
            for (std::size_t k = 0; k < stretches.size(); ++k) {
                Stretch& s = stretches[k];
                (written[k] == token_ ? s.low : s.high) = (s.low + s.high) / 2;
            }
        }
    }

    /// Where the token changes to and fro on the way, less may do as well.
    void retreat(Stretch& s) {
        for (int n = 0; n < most_retreats && changes(s.to, s.high * (1 - tenth)); ++n) {
            std::vector<Stretch> nearer{{s.to, 0, s.high * (1 - tenth)}};
            halve(nearer);
            s = nearer.front();
        }
    }

    Fragility result(const Stretch& s) {
        // A hair further, where that does it too: not on the very edge.
        const float further = std::min(room(s.to), s.high + 2e-5f * whole_);
        Fragility found;
        found.row = moved(s.to, changes(s.to, further) ? further : s.high);
        found.to = s.to;
        found.moved = found.row(s.to) - old_(s.to);
        found.before_id = static_cast<int>(token_);
        found.after_id = static_cast<int>(tokens({found.row}).front());
        found.before = words_.token(found.before_id);
        found.after = words_.token(found.after_id);
        return found;
    }

    OutputWords words_;
    decode::StepProbe probe_;
    const std::atomic<bool>* cancelled_;
    Eigen::VectorXf old_;
    float whole_ = 0;
    Eigen::Index token_ = 0;
};

} // namespace

std::optional<Fragility> fragility(const Model& model, const Trace& run, int output,
                                   const std::atomic<bool>* cancelled) {
    if (!run.has_weights()) throw Error(model.name + ": this model has no weights");
    if (run.several_heads())
        throw Error(model.name + ": several heads make each output: no one row of weights can be moved");
    return FragilitySearch(model, run, output, cancelled).find();
}

RowEdit edit_to(const Trace& run, std::span<const float> row) {
    RowEdit edit{RowEdit::Kind::Given, {row.begin(), row.end()}, {}, {}, 0};
    if (!run.has(Quantity::PastWeights) && !run.has(Quantity::SlotWeights)) return edit;
    edit = {RowEdit::Kind::Held, {}, {}, {}, 0};
    for (std::size_t j = 0; j < row.size(); ++j) edit.held[static_cast<int>(j)] = row[j];
    return edit;
}

} // namespace heed::analysis
