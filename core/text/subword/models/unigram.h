// The unigram model of tokenizer.json: of all ways to put a text together from pieces, the one whose scores
// add up to most. Kudo 2018, section 3.2.
#pragma once

#include "core/text/subword/model.h"
#include "core/text/subword/trie.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heed::subword {

/// Below the worst score by so much: what an unknown character costs.
inline constexpr double unknown_penalty = 10;

class Unigram : public Model {
public:
    /// A piece's id is its place; of equal ones the last counts. `unknown`: -1 for none.
    Unigram(const std::vector<std::pair<std::string, double>>& pieces, int unknown, bool byte_fallback);
    void split(std::string_view part, std::vector<ModelPiece>& to) const override;
    bool writes_unknown() const override { return true; }

private:
    void append_unknown(std::string_view part, ModelPiece piece, std::vector<ModelPiece>& to) const;

    Trie trie_;
    std::vector<double> scores_;
    double unknown_score_ = 0;
    int unknown_ = -1;
    std::array<std::int32_t, 256>
        bytes_; // ids of <0x00> … <0xFF>; the first -1 where there is no falling back
};

/// "<0x0A>"
std::string byte_token(unsigned byte);

} // namespace heed::subword
