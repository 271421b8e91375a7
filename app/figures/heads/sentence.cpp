// The line below the atlas: what was measured of all heads, or of the one that is pointed at, in words.
#include "app/figures/base/format.h"
#include "app/figures/heads/seen.h"

#include <algorithm>
#include <iterator>

namespace heed {
namespace atlas {
namespace {

std::string kind_words(heads::Kind kind) {
    return kind == heads::Kind::Cross     ? "cross-attention heads"
           : kind == heads::Kind::Encoder ? "encoder heads"
                                          : "decoder heads";
}

std::string short_name(const heads::Head& head) {
    return "layer " + std::to_string(head.site.layer + 1) + " head " + std::to_string(head.site.head + 1);
}

std::string aligning_words(const Seen& s, int best) {
    const AtlasMeasure& hits = atlas_measure("in_gold");
    const auto predicts = s.value(best, hits, heads::Reading::Predicts),
               reads = s.value(best, hits, heads::Reading::Reads);
    std::string words = short_name(s.one(best).head) + " aligns best";
    if (const heads::Rank rank = ranks_of(s, atlas_measure("aer"))[static_cast<std::size_t>(best)];
        rank.shared() && rank.first == 1)
        words += ", as well as " + std::to_string(rank.last - 1) + (rank.last > 2 ? " others" : " other");
    const bool cross = s.kind == heads::Kind::Cross;
    if (predicts && reads)
        words += ": " + percent(*predicts) + " of its strongest weights are links where " +
                 (cross ? "the row predicts the word, " : "the target's words look at the source's, ") +
                 percent(*reads) +
                 (cross ? " where it reads it" : " where the source's look at the target's");
    return words + ".";
}

/// What a head has of a measure: "the smallest share on the end token".
struct Noun {
    std::string_view id, words;
};
constexpr Noun nouns[] = {
    {"aer", "AER"},
    {"in_gold", "share of strongest weights in the links"},
    {"end", "share on the end token"},
    {"first", "share on the first token"},
    {"monotonic", "share of rows that move forward"},
    {"diagonal", "share on the diagonal"},
    {"previous", "share on the word before"},
    {"agreement", "likeness to the mean of heads"},
};

/// The first and the last of the measure that is shown.
std::string measure_words(const Seen& s) {
    int first = -1, last = -1;
    for (const int h : s.all) {
        if (s.rank(h) == 0) continue;
        if (first < 0 || s.rank(h) < s.rank(first)) first = h;
        if (last < 0 || s.rank(h) > s.rank(last)) last = h;
    }
    if (first < 0) return "no row has any weight.";
    const auto number = [&](int h) { return cell_number(*s.value(h)); };
    const std::string best = short_name(s.one(first).head), worst = short_name(s.one(last).head);
    const bool low = heads::find_measure(s.measure->id)->better == heads::Better::Low;
    if (s.rank(first) == s.rank(last))
        return (s.all.size() > 1 ? "all have the same " : "it has ") + std::string(s.measure->brief) + ", " +
               number(first) + ".";
    if (s.measure->id == "evenness")
        return best + " looks at the fewest words at once, entropy " + number(first) +
               " on a scale of 0 to 1; " + worst + " at the most, " + number(last) + ".";
    const auto* noun = std::find_if(std::begin(nouns), std::end(nouns),
                                    [&](const Noun& n) { return n.id == s.measure->id; });
    return best + " has the " + (low ? "smallest " : "largest ") + std::string(noun->words) + ", " +
           number(first) + "; " + worst + " the " + (low ? "largest, " : "smallest, ") + number(last) + ".";
}

} // namespace
} // namespace atlas

std::string heads_sentence(const HeadReport& report, const HeadsLook& look) {
    const atlas::Seen s = atlas::seen(report, look);
    if (s.all.empty()) return "No head has a map of its own.";
    const bool links = s.measure->id == "aer"; // which heads align is what is looked for
    const int best = links ? atlas::first_by(s, "aer") : -1;
    std::string words = "Of " + std::to_string(s.all.size()) + " " + atlas::kind_words(s.kind) + ", " +
                        (best >= 0 ? atlas::aligning_words(s, best) : atlas::measure_words(s));
    const auto resting = std::count_if(s.all.begin(), s.all.end(), [&](int h) {
        const heads::Type* type = s.type(h);
        return type && type->id == "end";
    });
    if (resting > 0)
        words += " " + std::to_string(resting) + (resting == 1 ? " rests" : " rest") + " on the end token.";
    return words;
}

std::string head_sentence(const HeadReport& report, const HeadsLook& look, const HeadEdits& edits, int head) {
    const atlas::Seen s = atlas::seen(report, look);
    const heads::Head& which = s.one(head).head;
    std::string words = std::string(atlas_title(s.kind)) + ", " + atlas::long_name(which);
    if (const HeadEdit* edit = atlas::edit_of(edits, which)) words += ", " + head_edit_brief(*edit);
    if (const heads::Type* type = s.type(head)) words += ": " + std::string(type->title);
    if (const auto value = s.value(head))
        words += "; " + std::string(s.measure->brief) + " " + cell_number(*value);
    return words + (head == s.chosen ? ". Enter shows it in the network." : ". Enter chooses it.");
}

} // namespace heed
