#include "core/text/subword/models/bpe.h"

#include "core/base/error.h"
#include "core/text/escape.h"
#include "core/text/subword/models/unigram.h"
#include "core/text/tokenizer.h"

#include <queue>
#include <tuple>

namespace heed::subword {

namespace {

std::uint64_t pair_key(int left, int right) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 |
           static_cast<std::uint32_t>(right);
}

} // namespace

Bpe::Merges::Merges(std::size_t count) {
    std::size_t room = 2;
    while (3 * room < 4 * count) room *= 2;
    places_.resize(room);
}

std::size_t Bpe::Merges::place_of(std::uint64_t pair) const {
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15; // 2^64 over the golden ratio, Knuth 6.4
    const std::size_t mask = places_.size() - 1;
    std::size_t at = static_cast<std::size_t>(pair * golden >> 32) & mask;
    while (places_[at].id >= 0 && places_[at].pair != pair) at = (at + 1) & mask;
    return at;
}

void Bpe::Merges::put(const Merge& merge) { places_[place_of(merge.pair)] = merge; }

const Bpe::Merge* Bpe::Merges::find(std::uint64_t pair) const {
    if (places_.empty()) return nullptr;
    const Merge& there = places_[place_of(pair)];
    return there.id < 0 ? nullptr : &there;
}

Bpe::Bpe(BpeConfig config, const std::string& subject)
    : config_(std::move(config)), merges_(config_.merges.size()) {
    const auto known = [&](std::size_t rank, const std::string& token) {
        const int id = find(token);
        if (id < 0)
            throw Error(subject, "merges[" + std::to_string(rank) + "]", "tokens of the vocabulary",
                        in_quotes(token, 60));
        return id;
    };
    for (std::size_t rank = 0; rank < config_.merges.size(); ++rank) {
        const auto& [left, right] = config_.merges[rank];
        const int left_id = known(rank, left), right_id = known(rank, right);
        const std::size_t prefix =
            right.starts_with(config_.continuing_prefix) ? config_.continuing_prefix.size() : 0;
        merges_.put({pair_key(left_id, right_id), static_cast<std::uint32_t>(rank),
                     known(rank, left + right.substr(prefix))});
    }
    config_.merges.clear();
    config_.merges.shrink_to_fit();
}

const Bpe::Merge* Bpe::merge_of(int left, int right) const { return merges_.find(pair_key(left, right)); }

std::vector<Bpe::Symbol> Bpe::characters(std::string_view part) const {
    std::vector<Symbol> symbols;
    bool unknown_before = false;
    const auto add = [&](int id, std::size_t begin, std::size_t end) {
        symbols.push_back({id, begin, end, static_cast<std::ptrdiff_t>(symbols.size()) - 1, -1});
    };
    for (std::size_t at = 0; at < part.size();) {
        const std::size_t end = at + decode_utf8(part, at).length;
        std::string token(part.substr(at, end - at));
        if (at > 0) token.insert(0, config_.continuing_prefix);
        if (end == part.size()) token += config_.end_suffix;
        const int id = find(token);
        bool bytes = id < 0 && config_.byte_fallback;
        for (std::size_t n = 0; bytes && n < token.size(); ++n)
            bytes = find(byte_token(static_cast<unsigned char>(token[n]))) >= 0;
        const int unknown = id >= 0 || bytes || config_.unknown.empty() ? -1 : find(config_.unknown);
        if (id >= 0) {
            add(id, at, end);
        } else if (bytes) {
            for (std::size_t n = 0; n < token.size(); ++n)
                add(find(byte_token(static_cast<unsigned char>(token[n]))), std::min(at + n, end - 1),
                    std::min(at + n + 1, end));
        } else if (unknown >= 0 && unknown_before && config_.fuse_unknown) {
            symbols.back().end = end;
        } else if (unknown >= 0) {
            add(unknown, at, end);
        } // a character that has no entry where there is none for unknown ones either: left out
        unknown_before = unknown >= 0;
        at = end;
    }
    for (std::size_t n = 0; n + 1 < symbols.size(); ++n)
        symbols[n].behind = static_cast<std::ptrdiff_t>(n) + 1;
    return symbols;
}

/// Joins in the order of the merges, from the left among equals: n log n.
void Bpe::join(std::vector<Symbol>& symbols) const {
    using Place = std::tuple<std::uint32_t, std::ptrdiff_t, int>; // rank, left symbol, id of both together
    std::priority_queue<Place, std::vector<Place>, std::greater<>> places;
    const auto at = [&](std::ptrdiff_t n) -> Symbol& { return symbols[static_cast<std::size_t>(n)]; };
    const auto consider = [&](std::ptrdiff_t left) {
        if (left < 0 || at(left).behind < 0) return;
        if (const Merge* const merge = merge_of(at(left).id, at(at(left).behind).id))
            places.emplace(merge->rank, left, merge->id);
    };
    for (std::size_t n = 0; n + 1 < symbols.size(); ++n) consider(static_cast<std::ptrdiff_t>(n));
    while (!places.empty()) {
        const auto [rank, left, id] = places.top();
        places.pop();
        Symbol& first = at(left);
        if (first.begin == first.end || first.behind < 0) continue; // joined to another meanwhile
        Symbol& second = at(first.behind);
        const Merge* const merge = merge_of(first.id, second.id);
        if (merge == nullptr || merge->id != id) continue;
        first.id = id;
        first.end = second.end;
        first.behind = second.behind;
        if (second.behind >= 0) at(second.behind).before = left;
        second.end = second.begin; // gone
        consider(first.before);
        consider(left);
    }
}

void Bpe::split(std::string_view part, std::vector<ModelPiece>& to) const {
    if (config_.whole_parts)
        if (const int id = find(part); id >= 0 && !part.empty()) {
            to.push_back({id, 0, part.size()});
            return;
        }
    std::vector<Symbol> symbols = characters(part);
    join(symbols);
    for (const Symbol& symbol : symbols)
        if (symbol.begin < symbol.end) to.push_back({symbol.id, symbol.begin, symbol.end});
}

} // namespace heed::subword
