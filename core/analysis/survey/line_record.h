// What is kept of a line of a surveyed file: where it stands and what was measured, never its text.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace heed::survey {

/// What one model makes of a line. Sums and counts, from which the measures (measures.h) are made, so that
/// those of many lines can be pooled as `heed evaluate` pools them.
struct ModelMeasures {
    enum class State : std::uint8_t { Waiting, Measured, Bad };

    float log_prob = 0;                   // of the tokens it was fed, summed, in nats
    float entropy = 0;                    // of the rows of its map, summed, in nats
    std::uint32_t source = 0, unread = 0; // source tokens; those it hardly looked at
    std::uint32_t tokens = 0, rows = 0;   // that the sums are over
    std::uint32_t links = 0, sure = 0, in_sure = 0, in_possible = 0; // alignment_error.h, shift0
    State state = State::Waiting;
    bool answered = false; // the line has a target; else all is of what the model wrote by itself
    bool wrong = false;    // it writes something else than the target
    bool attends = false;  // it has a map of attention
    bool gold = false;     // the line has links
    // Kendall's τ of its weights with gradient × input, the mean of its outputs (agreement.h): as a share of
    // 32,000. It takes longer than all the rest together, and is not measured of every line.
    static constexpr std::int16_t tau_unknown = -32768, tau_none = -32767;
    std::int16_t tau = tau_unknown;

    std::optional<double> agreement() const {
        return tau <= tau_none ? std::nullopt : std::optional(double(tau) / 32000);
    }
};

inline constexpr int most_models = 2;

struct LineRecord {
    std::uint64_t begin = 0; // in the file, in bytes
    std::uint32_t bytes = 0; // without the line's end
    std::uint32_t line = 0;  // from 1
    ModelMeasures of[most_models];
    // Where what the two models write parts first: the output, from 0, and the words that each writes there
    // (a number that the owner of the table knows a word by).
    std::int32_t parting = not_compared;
    std::int32_t words[most_models] = {-1, -1};

    static constexpr std::int32_t not_compared = -2, same = -1;
};
static_assert(sizeof(LineRecord) == 128); // so much a line costs

/// The lines of a file, in its order. A copy costs a pointer for every block; what is changed afterwards in
/// one of the two is that one's alone.
class LineTable {
public:
    static constexpr std::size_t block = 512;

    std::size_t size() const { return size_; }
    const LineRecord& at(std::size_t n) const { return (*blocks_[n / block])[n % block]; }
    LineRecord& edit(std::size_t n) { return own(n / block)[n % block]; }
    void add(const LineRecord& record) {
        if (size_ % block == 0) {
            blocks_.push_back(std::make_shared<std::vector<LineRecord>>());
            blocks_.back()->reserve(block);
        }
        own(size_ / block).push_back(record);
        ++size_;
    }
    /// The lines alone, nothing measured.
    LineTable unmeasured() const {
        LineTable fresh;
        for (std::size_t n = 0; n < size_; ++n) {
            LineRecord line;
            line.begin = at(n).begin;
            line.bytes = at(n).bytes;
            line.line = at(n).line;
            fresh.add(line);
        }
        return fresh;
    }
    std::size_t bytes() const { return blocks_.size() * (block * sizeof(LineRecord) + sizeof(blocks_[0])); }

private:
    std::vector<LineRecord>& own(std::size_t n) {
        auto& held = blocks_[n];
        if (held.use_count() > 1) {
            auto copy = std::make_shared<std::vector<LineRecord>>();
            copy->reserve(block);
            copy->assign(held->begin(), held->end());
            held = std::move(copy);
        }
        return *held;
    }

    std::vector<std::shared_ptr<std::vector<LineRecord>>> blocks_;
    std::size_t size_ = 0;
};

} // namespace heed::survey
