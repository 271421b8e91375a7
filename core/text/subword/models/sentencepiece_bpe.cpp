// SentencePiece's byte-pair encoding: of all neighbours that make a piece together, those of the highest
// score are joined first, from the left among equals.
#include "core/text/subword/models/sentencepiece.h"
#include "core/text/tokenizer.h"

#include <queue>
#include <unordered_map>

namespace heed::subword {

namespace {

struct Letters { // of the normalised text, joined so far; none where begin == end
    std::size_t begin, end;
    std::ptrdiff_t before, behind;
    bool whole; // a user-defined symbol, which is never joined
};

struct Joint {
    float score;
    std::ptrdiff_t left, right;
    std::size_t size; // of both
    bool operator<(const Joint& other) const {
        return score < other.score || (score == other.score && left > other.left);
    }
};

} // namespace

std::vector<SentencePiece::Part> SentencePiece::bpe(std::string_view text) const {
    std::vector<Letters> letters;
    for (std::size_t at = 0; at < text.size();) {
        const Trie::Match symbol = user_defined_.longest(text, at);
        const std::size_t end = at + (symbol.length > 0 ? symbol.length : decode_utf8(text, at).length);
        const auto place = static_cast<std::ptrdiff_t>(letters.size());
        letters.push_back({at, end, place - 1, end < text.size() ? place + 1 : -1, symbol.length > 0});
        at = end;
    }
    std::priority_queue<Joint> joints;
    std::unordered_map<std::string_view, std::size_t> unused; // where pieces that are not used were joined
    const auto at = [&](std::ptrdiff_t n) -> Letters& { return letters[static_cast<std::size_t>(n)]; };
    const auto consider = [&](std::ptrdiff_t left, std::ptrdiff_t right) {
        if (left < 0 || right < 0 || at(left).whole || at(right).whole) return;
        const std::string_view both = text.substr(at(left).begin, at(right).end - at(left).begin);
        if (both.size() > longest_) return;
        const int piece = place_of(both);
        if (piece < 0) return;
        const auto& [name, score, kind] = spec_.pieces[static_cast<std::size_t>(piece)];
        if (kind != PieceKind::Normal && kind != PieceKind::UserDefined && kind != PieceKind::Unused) return;
        joints.push({score, left, right, both.size()});
        if (kind == PieceKind::Unused) unused[name] = at(left).end - at(left).begin;
    };
    for (std::size_t n = 0; n + 1 < letters.size(); ++n)
        consider(static_cast<std::ptrdiff_t>(n), static_cast<std::ptrdiff_t>(n) + 1);
    while (!joints.empty()) {
        const Joint top = joints.top();
        joints.pop();
        Letters &left = at(top.left), &right = at(top.right);
        if (left.begin == left.end || right.begin == right.end || right.end - left.begin != top.size)
            continue;
        left.end = right.end;
        left.behind = right.behind;
        if (right.behind >= 0) at(right.behind).before = top.left;
        right.begin = right.end;
        consider(left.before, top.left);
        consider(top.left, left.behind);
    }
    std::vector<Part> parts;
    for (std::ptrdiff_t n = letters.empty() ? -1 : 0; n >= 0; n = at(n).behind)
        append_unused(text, {find(text.substr(at(n).begin, at(n).end - at(n).begin)), at(n).begin, at(n).end},
                      unused, parts);
    return parts;
}

/// A piece that is not used is what it was joined from.
void SentencePiece::append_unused(std::string_view text, Part part,
                                  const std::unordered_map<std::string_view, std::size_t>& joints,
                                  std::vector<Part>& to) const {
    std::vector<Part> left{part};
    while (!left.empty()) {
        const Part now = left.back();
        left.pop_back();
        const auto joint = joints.find(text.substr(now.begin, now.end - now.begin));
        if (spec_.pieces[static_cast<std::size_t>(now.piece)].kind != PieceKind::Unused ||
            joint == joints.end()) {
            to.push_back(now);
            continue;
        }
        const std::size_t middle = now.begin + joint->second;
        left.push_back({find(text.substr(middle, now.end - middle)), middle, now.end});
        left.push_back({find(text.substr(now.begin, middle - now.begin)), now.begin, middle});
    }
}

} // namespace heed::subword
