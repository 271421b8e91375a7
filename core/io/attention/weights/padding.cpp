#include "core/io/attention/weights/padding.h"

#include "core/text/escape.h"

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
        const auto none = [](const auto& some) { return (some.array().abs() <= no_weight).all(); };
        return axis == PaddedAxis::Rows ? none(m.middleRows(part.begin, part.length))
                                        : none(m.middleCols(part.begin, part.length));
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

    bool has_weights(std::size_t n, WordSpan part) const { return !is_zero(maps_[n], axis_, part); }

    /// What is left out has weights.
    bool loses(std::size_t n, WordSpan kept) const {
        const Index behind = kept.begin + kept.length;
        return has_weights(n, {0, kept.begin}) || has_weights(n, {behind, length_ - behind});
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

/// Tokens of padding taken off, with their places, and said where these have weights. `start`: so many in
/// front belong to each sentence, as what a decoder is started with.
void take_padding_off(Words& words, WordSpan& span, Index start, const BatchAxis& axis, std::size_t n,
                      std::vector<std::string>& notes) {
    const auto last = std::find_if_not(words.rbegin(), words.rend(), is_padding);
    const Index behind = last - words.rbegin(), front = std::max<Index>(0, padding_in_front(words) - start);
    if (behind == size_of(words) || front + behind == 0) return; // none but padding, or none
    const std::string token = behind > 0 ? words.back() : words.front();
    const WordSpan before = span;
    words.erase(words.end() - behind, words.end());
    words.erase(words.begin(), words.begin() + front);
    span.begin += front;
    span.length = std::max<Index>(0, span.length - front - behind);
    const Index end = span.begin + span.length;
    if (axis.has_weights(n, {before.begin, front}) ||
        axis.has_weights(n, {end, before.begin + before.length - end}))
        notes.push_back(in_quotes(token, 40) +
                        " is taken for padding by its name: weights of it are left out");
}

/// How many tokens of padding each sentence begins with: one is the start of a decoder.
Index common_start(const std::vector<Words>& batch) {
    Index least = batch.empty() ? 0 : padding_in_front(batch.front());
    for (const Words& one : batch) least = std::min(least, padding_in_front(one));
    return least == 1 ? 1 : 0;
}

/// At which side of its padding a sentence stands, where no token of padding told; and what is lost of it.
void say_columns(const BatchAxis& columns, std::size_t n, const std::string& tokens, WordsInBatch& one) {
    if (one.columns.length == columns.length()) return;
    if (columns.side() == Side::Unknown) {
        one.assumed.push_back(tokens + " are taken to stand in front of the padding: no weights tell");
        return;
    }
    if (one.columns.begin > 0)
        one.assumed.push_back(tokens + " are taken to stand behind the padding: columns of 0 tell");
    if (columns.loses(n, one.columns))
        one.notes.emplace_back("weights beside its tokens, on padding, are left out");
}

/// The same of outputs. `masked`: the columns told.
void say_rows(const BatchAxis& rows, std::size_t n, bool masked, WordsInBatch& one) {
    if (one.rows.length == rows.length()) return;
    const bool last = one.rows.begin > 0;
    if (rows.loses(n, one.rows)) {
        const std::string said = "Its outputs are taken for the " + std::string(last ? "last " : "first ") +
                                 std::to_string(one.rows.length) + " of " + std::to_string(rows.length()) +
                                 " rows, the others for padding";
        (masked && !last ? one.notes : one.assumed).push_back(said);
    } else if (last)
        one.assumed.emplace_back("Outputs are taken to stand behind the padding: rows of 0 tell");
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
    const Index start = common_start(same                    ? seen
                                     : batch.targets.empty() ? std::vector<Words>{batch.target}
                                                             : batch.targets);
    const std::string tokens = batch.between == Between::Outputs ? "Output tokens" : "Source tokens";
    std::vector<WordsInBatch> all(maps.size());
    for (std::size_t n = 0; n < maps.size(); ++n) {
        WordsInBatch& one = all[n];
        one.source = batch.sources[n];
        one.target = n < batch.targets.size() ? batch.targets[n] : batch.target;
        one.columns = columns.span(n, Side::Back);
        one.rows = same ? one.columns : rows.span(n, Side::Back); // over themselves: a square
        say_columns(columns, n, tokens, one);
        if (same) {
            Words& words = themselves ? one.source : one.target;
            take_padding_off(words, one.columns, start, columns, n, one.notes);
            one.rows = one.columns;
            (themselves ? one.target : one.source) = words;
        } else {
            say_rows(rows, n, columns.side() == Side::Back, one);
            take_padding_off(one.source, one.columns, 0, columns, n, one.notes);
            take_padding_off(one.target, one.rows, start, rows, n, one.notes);
        }
    }
    return all;
}

} // namespace heed::io
