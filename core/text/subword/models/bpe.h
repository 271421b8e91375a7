// Byte-pair encoding: the pair of neighbours that was learned first is joined first. Sennrich et al. 2016,
// section 3.2.
#pragma once

#include "core/text/subword/model.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heed::subword {

struct BpeConfig {
    std::unordered_map<std::string, int> vocabulary;
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
        std::uint32_t rank;
        int id; // of both together
    };
    struct Symbol {
        int id;
        std::size_t begin, end;
        std::ptrdiff_t before, behind; // neighbours; -1: none
    };
    int find(const std::string& token) const;
    std::vector<Symbol> characters(std::string_view part) const;
    void join(std::vector<Symbol>& symbols) const;
    const Merge* merge_of(int left, int right) const;

    BpeConfig config_; // without the merges, which are in:
    std::unordered_map<std::uint64_t, Merge> merges_;
};

} // namespace heed::subword
