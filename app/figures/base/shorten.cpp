#include "app/figures/base/shorten.h"

#include "app/figures/base/format.h"

#include <algorithm>
#include <map>

namespace heed {
namespace {

using Parts = std::vector<std::string>; // code points

Parts parts_of(const std::string& text) {
    Parts parts;
    for (const char c : text) {
        const bool goes_on = (static_cast<unsigned char>(c) & 0xC0) == 0x80;
        if (goes_on && !parts.empty())
            parts.back() += c;
        else
            parts.emplace_back(1, c);
    }
    return parts;
}

std::string joined(const Parts& parts, std::size_t from, std::size_t to) {
    std::string text;
    for (std::size_t n = from; n < to && n < parts.size(); ++n) text += parts[n];
    return text;
}

using Fits = std::function<bool(const std::string&)>;

/// The longest beginning with that many code points of the end behind an ellipsis; empty: not even that fits.
std::string with_end(const Parts& parts, std::size_t kept, const Fits& fits) {
    if (kept >= parts.size()) return {};
    const std::string end = std::string(ellipsis) + joined(parts, parts.size() - kept, parts.size());
    std::string best;
    for (std::size_t begin = 0; begin + kept < parts.size(); ++begin) {
        std::string text = joined(parts, 0, begin) + end;
        if (!fits(text)) break;
        best = std::move(text);
    }
    return best;
}

/// What stands around a place, between two ellipses.
std::string around(const Parts& parts, std::size_t place, const Fits& fits) {
    std::string best;
    for (std::size_t from = place + 1, to = std::min(place + 1, parts.size()); from-- > 0;) {
        if (place - from > 1) break;
        for (to = place + 1; to <= parts.size(); ++to) {
            const std::string text = (from > 0 ? std::string(ellipsis) : "") + joined(parts, from, to) +
                                     (to < parts.size() ? std::string(ellipsis) : "");
            if (!fits(text)) break;
            if (text.size() > best.size()) best = text;
        }
    }
    return best;
}

/// The first place at which not all are the same.
std::size_t first_difference(const std::vector<Parts>& all) {
    std::size_t place = 0;
    for (;; ++place)
        for (const Parts& parts : all)
            if (place >= parts.size() || place >= all.front().size() || parts[place] != all.front()[place])
                return place;
}

bool all_differ(const std::vector<std::string>& shortened) {
    for (std::size_t a = 0; a < shortened.size(); ++a)
        for (std::size_t b = 0; b <= a; ++b)
            if (shortened[a].empty() || (a != b && shortened[a] == shortened[b])) return false;
    return true;
}

/// One way for all of them that tells them apart; empty: there is none.
std::vector<std::string> apart(const std::vector<Parts>& all, const std::vector<Fits>& fits) {
    std::vector<std::string> made(all.size());
    const auto try_all = [&](auto form) {
        for (std::size_t n = 0; n < all.size(); ++n) made[n] = form(n);
        return all_differ(made);
    };
    std::size_t longest = 0;
    for (const Parts& parts : all) longest = std::max(longest, parts.size());
    for (std::size_t kept = 0; kept < longest; ++kept)
        if (try_all([&](std::size_t n) {
                const std::string whole = joined(all[n], 0, all[n].size());
                return fits[n](whole) ? whole : with_end(all[n], kept, fits[n]);
            }))
            return made;
    const std::size_t place = first_difference(all);
    if (try_all([&](std::size_t n) { return around(all[n], std::min(place, all[n].size() - 1), fits[n]); }))
        return made;
    return {};
}

} // namespace

std::vector<std::string> told_apart(std::span<const std::string> texts,
                                    const std::function<bool(std::size_t, const std::string&)>& fits) {
    std::vector<std::string> shortened(texts.begin(), texts.end());
    std::map<std::string, std::vector<std::size_t>> alike; // by what is left where the end is cut
    for (std::size_t n = 0; n < texts.size(); ++n) {
        if (!texts[n].empty() && !fits(n, texts[n]))
            shortened[n] = with_end(parts_of(texts[n]), 0, [&](const std::string& t) { return fits(n, t); });
        if (shortened[n].empty() && !texts[n].empty()) shortened[n] = std::string(ellipsis);
        alike[shortened[n]].push_back(n);
    }
    // The narrowest room speaks for all that say the same.
    for (const auto& [ignored, places] : alike) {
        std::map<std::string, std::vector<std::size_t>> different;
        for (const std::size_t n : places) different[texts[n]].push_back(n);
        if (different.size() < 2) continue;
        std::vector<Parts> all;
        std::vector<Fits> rooms;
        for (const auto& [text, same] : different) {
            all.push_back(parts_of(text));
            rooms.push_back([&fits, same = same](const std::string& t) {
                return std::all_of(same.begin(), same.end(), [&](std::size_t n) { return fits(n, t); });
            });
        }
        const std::vector<std::string> made = apart(all, rooms);
        std::size_t k = 0;
        for (const auto& [text, same] : different) {
            for (const std::size_t n : same)
                if (!made.empty()) shortened[n] = made[k];
            ++k;
        }
    }
    return shortened;
}

std::string whole_words(const std::string& words, const std::function<bool(const std::string&)>& fits) {
    if (fits(words)) return words;
    for (std::size_t at = words.rfind(' '); at != std::string::npos && at > 0;
         at = words.rfind(' ', at - 1)) {
        std::string kept = words.substr(0, at);
        if (kept.ends_with('=') || kept.ends_with('+')) continue; // it wants what follows
        if (kept.ends_with(';') || kept.ends_with(',')) kept.pop_back();
        if (fits(kept + " …")) return kept + " …";
    }
    return "…";
}

} // namespace heed
