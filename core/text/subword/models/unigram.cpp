#include "core/text/subword/models/unigram.h"

#include "core/base/error.h"
#include "core/text/escape.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <limits>

namespace heed::subword {

std::string byte_token(unsigned byte) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    return {'<', '0', 'x', digits[byte >> 4 & 15], digits[byte & 15], '>'};
}

Unigram::Unigram(const std::vector<std::pair<std::string, double>>& pieces, int unknown, bool byte_fallback)
    : unknown_(unknown) {
    std::vector<std::pair<std::string_view, int>> entries;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [text, score] : pieces) {
        entries.emplace_back(text, static_cast<int>(scores_.size()));
        scores_.push_back(score);
        least = std::min(least, score);
    }
    unknown_score_ = least - unknown_penalty;
    trie_ = Trie(std::move(entries));
    bytes_.fill(-1);
    for (unsigned byte = 0; byte_fallback && byte < 256; ++byte) {
        const std::string name = byte_token(byte);
        const Trie::Match match = trie_.longest(name, 0);
        bytes_[byte] = match.length == name.size() ? match.value : -1;
    }
}

void Unigram::split(std::string_view part, std::vector<ModelPiece>& to) const {
    // best(0) = 0,  best(j) = max over pieces p that end at j:  best(j − |p|) + score(p)
    struct Best {
        double score = 0;
        std::size_t begin = std::string_view::npos;
        int id = -1;
    };
    std::vector<Best> best(part.size() + 1);
    const auto offer = [&](std::size_t begin, std::size_t end, int id, double score) {
        Best& there = best[end];
        const double sum = best[begin].score + score;
        if (there.begin == std::string_view::npos || sum > there.score) there = {sum, begin, id};
    };
    for (std::size_t at = 0; at < part.size();) {
        const std::size_t character = decode_utf8(part, at).length;
        bool alone = false; // whether a piece is this character
        trie_.for_each_prefix(part, at, [&](std::size_t length, int id) {
            offer(at, at + length, id, scores_[static_cast<std::size_t>(id)]);
            alone = alone || length == character;
        });
        if (!alone) offer(at, at + character, -1, unknown_score_);
        at += character;
    }
    std::vector<ModelPiece> pieces; // from the end
    for (std::size_t end = part.size(); end > 0; end = best[end].begin) {
        const Best& last = best[end];
        const bool unknown = last.id < 0 || last.id == unknown_;
        if (unknown && !pieces.empty() && pieces.back().id < 0)
            pieces.back().begin = last.begin;
        else
            pieces.push_back({unknown ? -1 : last.id, last.begin, end});
    }
    for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece)
        piece->id >= 0 ? to.push_back(*piece) : append_unknown(part, *piece, to);
}

void Unigram::append_unknown(std::string_view part, ModelPiece piece, std::vector<ModelPiece>& to) const {
    const std::string_view text = part.substr(piece.begin, piece.end - piece.begin);
    const auto id_of = [&](char byte) { return bytes_[static_cast<unsigned char>(byte)]; };
    if (const Trie::Match whole = trie_.longest(text, 0); whole.length == text.size()) {
        to.push_back({whole.value, piece.begin, piece.end});
    } else if (std::all_of(text.begin(), text.end(), [&](char byte) { return id_of(byte) >= 0; })) {
        for (const char byte : text) to.push_back({id_of(byte), piece.begin, piece.end});
    } else if (unknown_ >= 0) {
        to.push_back({unknown_, piece.begin, piece.end});
    } else {
        throw Error(in_quotes(text, 40),
                    "no piece of the vocabulary, which has none for unknown text either");
    }
}

} // namespace heed::subword
