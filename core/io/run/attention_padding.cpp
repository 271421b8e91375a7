#include "core/io/run/attention_padding.h"

#include <algorithm>
#include <array>
#include <optional>

namespace heed::io {

namespace {

using Eigen::Index;
constexpr std::array<std::string_view, 7> padding_tokens = {"<pad>",   "[PAD]",       "<PAD>", "<blank>",
                                                            "<|pad|>", "<|padding|>", "<blk>"};
constexpr float no_weight = 1e-6f; // what a mask of -1e4 leaves in half precision is 0, and less than this

enum class PaddedAxis { Rows, Columns };
enum class Side { Unknown, Front, Back };

Index size_of(const Words& words) { return static_cast<Index>(words.size()); }

/// Whether nothing stands in that part of the axis, in any map.
bool is_zero(const std::vector<GivenMap>& maps, PaddedAxis axis, WordSpan part) {
    return std::all_of(maps.begin(), maps.end(), [&](const GivenMap& map) {
        const MatrixXf& m = map.weights;
        return axis == PaddedAxis::Rows ? (m.middleRows(part.begin, part.length).array() <= no_weight).all()
                                        : (m.middleCols(part.begin, part.length).array() <= no_weight).all();
    });
}

/// At which side of an axis of `length` the padding of `words` words stands, as the weights say.
Side side_of_padding(const std::vector<GivenMap>& maps, PaddedAxis axis, Index words, Index length) {
    if (words >= length) return Side::Unknown;
    const bool back = is_zero(maps, axis, {words, length - words}),
               front = is_zero(maps, axis, {0, length - words});
    return back == front ? Side::Unknown : back ? Side::Back : Side::Front;
}

/// One axis of a batch: rows or columns, with the words of each sentence.
class BatchAxis {
public:
    BatchAxis(PaddedAxis axis, const std::vector<Words>& words,
              const std::vector<std::vector<GivenMap>>& maps)
        : axis_(axis), words_(words), maps_(maps) {
        const MatrixXf& first = maps.front().front().weights;
        length_ = axis == PaddedAxis::Rows ? first.rows() : first.cols();
        if (words.empty()) return; // they will be numbered
        Index most = 0;
        for (const Words& one : words) most = std::max(most, size_of(one));
        more_ = length_ - most; // an end that the words lack; or a start that has no row
        int front = 0, back = 0;
        for (std::size_t n = 0; n < words.size(); ++n) {
            const Side side = side_in(n);
            front += side == Side::Front;
            back += side == Side::Back;
        }
        side_ = front == 0 && back == 0 ? Side::Unknown : front > back ? Side::Front : Side::Back;
    }

    Side side() const { return side_; }
    Index length() const { return length_; }
    Index wanted(std::size_t n) const {
        return words_.empty() ? length_ : std::clamp<Index>(size_of(words_[n]) + more_, 0, length_);
    }

    /// Where they stand, tokens of padding among them; `usual` where no weights tell.
    WordSpan span(std::size_t n, Side usual) const {
        Side side = side_in(n);
        if (side == Side::Unknown) side = side_ == Side::Unknown ? usual : side_;
        return {side == Side::Front ? length_ - wanted(n) : 0, wanted(n)};
    }

    /// What is left out has weights.
    bool loses(std::size_t n, WordSpan kept) const {
        return !is_zero(maps_[n], axis_, {0, kept.begin}) ||
               !is_zero(maps_[n], axis_, {kept.begin + kept.length, length_ - kept.begin - kept.length});
    }

private:
    Side side_in(std::size_t n) const { return side_of_padding(maps_[n], axis_, wanted(n), length_); }

    PaddedAxis axis_;
    const std::vector<Words>& words_;
    const std::vector<std::vector<GivenMap>>& maps_;
    Index length_ = 0, more_ = 0;
    Side side_ = Side::Unknown;
};

Index padding_in_front(const Words& words) {
    return std::find_if_not(words.begin(), words.end(), is_padding) - words.begin();
}

/// Tokens of padding taken off, with their places. `start`: so many in front belong to each sentence, as what
/// a decoder is started with.
void take_padding_off(Words& words, WordSpan& span, Index start) {
    const auto last = std::find_if_not(words.rbegin(), words.rend(), is_padding);
    const Index behind = last - words.rbegin(), front = std::max<Index>(0, padding_in_front(words) - start);
    if (behind == size_of(words)) return; // none but padding
    words.erase(words.end() - behind, words.end());
    words.erase(words.begin(), words.begin() + front);
    span.begin += front;
    span.length = std::max<Index>(0, span.length - front - behind);
}

/// How many tokens of padding each sentence begins with: one is the start of a decoder.
Index common_start(const std::vector<Words>& batch) {
    Index least = batch.empty() ? 0 : padding_in_front(batch.front());
    for (const Words& one : batch) least = std::min(least, padding_in_front(one));
    return least == 1 ? 1 : 0;
}

} // namespace

bool is_padding(std::string_view token) {
    return std::find(padding_tokens.begin(), padding_tokens.end(), token) != padding_tokens.end();
}

std::vector<WordsInBatch> words_in_batch(const GivenSentence& batch,
                                         const std::vector<std::vector<GivenMap>>& maps) {
    const bool themselves = batch.between == Between::Sources;
    const std::vector<Words>& asking = themselves ? batch.sources : batch.targets;
    const std::vector<Words>& seen = batch.between == Between::Outputs ? batch.targets : batch.sources;
    const BatchAxis columns(PaddedAxis::Columns, seen, maps), rows(PaddedAxis::Rows, asking, maps);
    const bool same = batch.between != Between::OutputsAndSources;
    std::vector<WordsInBatch> all(maps.size());
    for (std::size_t n = 0; n < maps.size(); ++n) {
        WordsInBatch& one = all[n];
        one.source = batch.sources[n];
        if (n < batch.targets.size()) one.target = batch.targets[n];
        one.columns = columns.span(n, Side::Back);
        one.rows = same && rows.length() == columns.length() ? one.columns : rows.span(n, Side::Back);
        const bool padded = one.columns.length < columns.length();
        if (padded && columns.side() == Side::Unknown)
            one.assumed.emplace_back(
                "Source tokens are taken to stand in front of the padding: no weights tell");
        else if (padded && columns.loses(n, one.columns))
            one.notes.emplace_back("weights beside its tokens, on padding, are left out");
        if (!same && one.rows.length < rows.length() && rows.loses(n, one.rows)) {
            const std::string said = "Its outputs are taken for the first " +
                                     std::to_string(one.rows.length) + " of " +
                                     std::to_string(rows.length()) + " rows, the others for padding";
            (columns.side() == Side::Back ? one.notes : one.assumed).push_back(said);
        }
        if (same) {
            Words& words = themselves ? one.source : one.target;
            take_padding_off(words, one.columns, common_start(seen));
            one.rows = one.columns;
            (themselves ? one.target : one.source) = words;
        } else {
            take_padding_off(one.source, one.columns, 0);
            take_padding_off(one.target, one.rows, common_start(batch.targets));
        }
    }
    return all;
}

} // namespace heed::io
