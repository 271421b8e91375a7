// A batch of token sequences, padded to one length.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace heed::nn {

/// What a model that copies must know of its sources.
struct Copies {
    /// The id of the word at each place among those that can be written: the target's, and after them those
    /// that it lacks, an item's in order of appearance. As `ids` below; empty where nothing is copied.
    std::vector<int> ids;
    int beyond = 0;  // how many of those an item has, at most
    int unknown = 3; // what such a word is fed back as
};

/// Items b = 0..items-1, positions t = 0..length-1; ids[t · items + b]. Positions at and past lengths[b] are
/// padding. Recurrence passes over padding, alignment gives it no weight; nothing else sees it.
struct Sequences {
    int items = 1;
    int length = 0;
    std::vector<int> ids;
    std::vector<int> lengths;
    Copies copies;

    static Sequences single(std::vector<int> tokens) {
        const int n = static_cast<int>(tokens.size());
        return {1, n, std::move(tokens), {n}, {}};
    }
    std::span<const int> at(int t) const {
        return std::span<const int>(ids).subspan(
            static_cast<std::size_t>(t) * static_cast<std::size_t>(items), static_cast<std::size_t>(items));
    }
    /// The same items back to front, but for the last token of each, which is its end token.
    Sequences fed_backwards() const {
        Sequences result = *this;
        const auto B = static_cast<std::size_t>(items);
        for (std::size_t b = 0; b < B; ++b)
            for (int t = 0; t < lengths[b]; ++t)
                result.ids[static_cast<std::size_t>(fed_at(t, static_cast<int>(b))) * B + b] =
                    ids[static_cast<std::size_t>(t) * B + b];
        return result;
    }
    /// Where position t of item b stands in that, and the other way round. Padding stays.
    int fed_at(int t, int b) const {
        const int words = lengths[static_cast<std::size_t>(b)] - 1;
        return t < words ? words - 1 - t : t;
    }
    bool ragged() const {
        return std::any_of(lengths.begin(), lengths.end(), [&](int n) { return n != length; });
    }
    /// Which items still have a token at position t.
    std::vector<bool> present(int t) const {
        std::vector<bool> result(lengths.size());
        for (std::size_t b = 0; b < lengths.size(); ++b) result[b] = t < lengths[b];
        return result;
    }
};

} // namespace heed::nn
