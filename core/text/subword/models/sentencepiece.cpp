#include "core/text/subword/models/sentencepiece.h"

#include "core/text/subword/decoders.h"
#include "core/text/subword/models/unigram.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <limits>

namespace heed::subword {

int SentencePieceSpec::unknown() const {
    for (std::size_t n = 0; n < pieces.size(); ++n)
        if (pieces[n].kind == PieceKind::Unknown) return static_cast<int>(n);
    return -1;
}

SentencePiece::SentencePiece(SentencePieceSpec spec, std::vector<int> ids,
                             std::function<int(std::string_view)> lookup)
    : spec_(std::move(spec)), normalizer_(spec_), ids_(std::move(ids)), lookup_(std::move(lookup)),
      unknown_(spec_.unknown()) {
    std::vector<std::pair<std::string_view, int>> matched, user_defined;
    least_ = std::numeric_limits<float>::max();
    most_ = std::numeric_limits<float>::min(); // above 0, as SentencePiece has it
    bytes_.fill(-1);
    pieces_ =
        TextIndex(spec_.pieces.size(), [&](std::size_t n) { return std::string_view(spec_.pieces[n].text); });
    for (std::size_t n = 0; n < spec_.pieces.size(); ++n) {
        const auto& [text, score, kind] = spec_.pieces[n];
        const int place = static_cast<int>(n);
        const bool is_matched = kind == PieceKind::Normal || kind == PieceKind::UserDefined;
        if (is_matched) matched.emplace_back(text, place);
        if (kind == PieceKind::UserDefined) user_defined.emplace_back(text, place);
        if (is_matched || kind == PieceKind::Unused) longest_ = std::max(longest_, text.size());
        if (kind != PieceKind::Normal) continue;
        least_ = std::min(least_, score);
        most_ = std::max(most_, score);
    }
    for (unsigned byte = 0; spec_.byte_fallback && byte < 256; ++byte) bytes_[byte] = find(byte_token(byte));
    if (spec_.kind == SentencePieceKind::Unigram)
        trie_ = Trie(std::move(matched));
    else
        user_defined_ = Trie(std::move(user_defined));
}

int SentencePiece::place_of(std::string_view text) const {
    return pieces_.find(text, [&](std::size_t n) { return std::string_view(spec_.pieces[n].text); });
}

int SentencePiece::find(std::string_view text) const {
    const int place = place_of(text);
    return place < 0 ? unknown_ : place;
}

void SentencePiece::split(std::string_view part, std::vector<ModelPiece>& to) const {
    const NormalText normal = normalizer_.normalize(part);
    const std::vector<Part> parts =
        spec_.kind == SentencePieceKind::Unigram ? unigram(normal.text) : bpe(normal.text);
    const auto id_of = [&](int piece) {
        return ids_.empty() ? piece : ids_[static_cast<std::size_t>(piece)];
    };
    for (std::size_t n = 0; n < parts.size(); ++n) {
        Part now = parts[n];
        const std::size_t begin = normal.from[now.begin];
        if (now.piece != unknown_) {
            to.push_back({id_of(now.piece), begin, normal.from[now.end]});
        } else if (spec_.byte_fallback) { // the last byte stands for the text, the others for nothing
            for (std::size_t at = now.begin; at < now.end; ++at) {
                const int byte = bytes_[static_cast<unsigned char>(normal.text[at])];
                to.push_back({id_of(byte), begin, at + 1 < now.end ? begin : normal.from[now.end]});
            }
        } else { // neighbours are unknown together
            while (n + 1 < parts.size() && parts[n + 1].piece == unknown_) now.end = parts[++n].end;
            const std::string_view text =
                std::string_view(normal.text).substr(now.begin, now.end - now.begin);
            const int known = lookup_ ? lookup_(text) : -1;
            to.push_back({known >= 0 ? known : id_of(unknown_), begin, normal.from[now.end]});
        }
    }
}

// best(0) = 0,  best(j) = max over pieces p that end at j:  best(j − |p|) + score(p)
// Sums are kept in single precision and compared in double, as the original does; ties fall alike then.
std::vector<SentencePiece::Part> SentencePiece::unigram(std::string_view text) const {
    struct Best {
        float score = 0;
        int piece = -1;
        std::size_t begin = std::string_view::npos;
    };
    std::vector<Best> best(text.size() + 1);
    const auto offer = [&](std::size_t begin, std::size_t end, int piece, double sum) {
        Best& there = best[end];
        if (there.begin == std::string_view::npos || sum > static_cast<double>(there.score))
            there = {static_cast<float>(sum), piece, begin};
    };
    const float unknown_score = least_ - static_cast<float>(unknown_penalty);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t character = decode_utf8(text, at).length;
        const float so_far = best[at].score;
        bool alone = false;
        trie_.for_each_prefix(text, at, [&](std::size_t length, int piece) {
            const auto& [name, score, kind] = spec_.pieces[static_cast<std::size_t>(piece)];
            const double gain = kind == PieceKind::UserDefined
                                    ? static_cast<double>(static_cast<float>(length) * most_) - 0.1
                                    : static_cast<double>(score);
            offer(at, at + length, piece, gain + static_cast<double>(so_far));
            alone = alone || length == character;
        });
        if (!alone) offer(at, at + character, unknown_, static_cast<double>(unknown_score + so_far));
        at += character;
    }
    std::vector<Part> parts;
    for (std::size_t end = text.size(); end > 0; end = best[end].begin)
        parts.push_back({best[end].piece, best[end].begin, end});
    std::reverse(parts.begin(), parts.end());
    return parts;
}

std::string SentencePiece::decode(const std::vector<int>& places) const {
    std::string text, bytes;
    // The space that was put in front is taken off; where extra ones are removed, all that lead.
    bool first = spec_.add_dummy_prefix || spec_.remove_extra_whitespaces;
    const auto settle = [&] {
        text += repaired(bytes);
        bytes.clear();
    };
    for (const int place : places) {
        const auto& [name, score, kind] = spec_.pieces[static_cast<std::size_t>(place)];
        if (kind == PieceKind::Control) continue;
        if (kind == PieceKind::Byte) {
            bytes += static_cast<char>(std::stoi(name.substr(3, 2), nullptr, 16));
            first = false;
            continue;
        }
        settle();
        std::string written = kind == PieceKind::Unknown ? spec_.unknown_surface : name;
        if (kind != PieceKind::Unknown) { // what stands for it is shown as it is
            if (first && written.starts_with("\u2581")) written.erase(0, 3);
            for (std::size_t at = 0; (at = written.find("\u2581", at)) != std::string::npos;)
                written.replace(at, 3, " ");
        }
        text += written;
        first = first && spec_.remove_extra_whitespaces && text.empty();
    }
    settle();
    return text;
}

} // namespace heed::subword
