// Byte-pair encoding: the pair of neighbours that was learned first is joined first. Sennrich et al. 2016,
// section 3.2.
#pragma once

#include "core/text/subword/model.h"
#include "core/text/subword/models/token_table.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::subword {

struct BpeConfig {
    TokenTable vocabulary;
    std::vector<std::pair<std::string, std::string>> merges; // the first is joined first
    std::string unknown;                                     // empty: none
    std::string continuing_prefix, end_suffix;
    bool fuse_unknown = false, byte_fallback = false;
    bool whole_parts = false; // a part that is in the vocabulary is one piece, whatever the merges say
};

class Bpe : public Model {
public:
    /// Throws heed::Error naming `subject` and the merge whose tokens are not in the vocabulary.
    Bpe(BpeConfig config, const std::string& subject);
    void split(std::string_view part, std::vector<ModelPiece>& to) const override;

private:
    struct Merge {
        std::uint64_t pair = 0; // the ids of left and right
        std::uint32_t rank = 0;
        int id = -1; // of both together; -1: a free place
    };
    /// The merges in one block: a pair stands at the place that its hash names, or at the next free one.
    class Merges {
    public:
        Merges() = default; // none
        explicit Merges(std::size_t count);
        /// Of two equal pairs the last one stays.
        void put(const Merge& merge);
        const Merge* find(std::uint64_t pair) const;

    private:
        std::size_t place_of(std::uint64_t pair) const;
        std::vector<Merge> places_; // a power of two, of which at most three quarters are taken
    };
    struct Symbol {
        int id;
        std::size_t begin, end;
        std::ptrdiff_t before, behind; // neighbours; -1: none
    };
    int find(std::string_view token) const { return config_.vocabulary.find(token); }
    std::vector<Symbol> characters(std::string_view part) const;
    void join(std::vector<Symbol>& symbols) const;
    const Merge* merge_of(int left, int right) const;

    BpeConfig config_; // without the merges, which are in:
    Merges merges_;
};

} // namespace heed::subword
