// The line below the atlas: what was measured, in words.
#include "app/figures/base/format.h"
#include "app/figures/heads/seen.h"

#include <algorithm>

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

/// Nothing where no head has a number of that kind.
int first_by(const Seen& s, std::string_view measure) {
    const std::vector<int> ranks = ranks_of(s, atlas_measure(measure));
    const auto found = std::find(ranks.begin(), ranks.end(), 1);
    return found == ranks.end() ? -1 : static_cast<int>(found - ranks.begin());
}

std::string aligning_words(const Seen& s, int best) {
    const AtlasMeasure& hits = atlas_measure("in_gold");
    const auto predicts = s.value(best, hits, heads::Reading::Predicts),
               reads = s.value(best, hits, heads::Reading::Reads);
    std::string words = short_name(s.one(best).head) + " aligns best";
    if (predicts && reads)
        words += ": " + percent(*predicts) +
                 " of its strongest weights are links where the row predicts the "
                 "word, " +
                 percent(*reads) + " where it reads it";
    return words + ".";
}

/// Without links: the ends of the entropies.
std::string entropy_words(const Seen& s) {
    const AtlasMeasure& entropy = atlas_measure("evenness");
    int least = -1, most = -1;
    for (const int h : s.all) {
        const auto value = s.value(h, entropy, s.reading);
        if (!value) continue;
        if (least < 0 || *value < *s.value(least, entropy, s.reading)) least = h;
        if (most < 0 || *value > *s.value(most, entropy, s.reading)) most = h;
    }
    if (least < 0) return "no row has any weight.";
    return short_name(s.one(least).head) + " looks at the fewest words at once, entropy " +
           cell_number(*s.value(least, entropy, s.reading)) + " of 0…1; " + short_name(s.one(most).head) +
           " at the most, " + cell_number(*s.value(most, entropy, s.reading)) + ".";
}

} // namespace
} // namespace atlas

std::string heads_sentence(const HeadReport& report, const HeadsLook& look) {
    const atlas::Seen s = atlas::seen(report, look);
    if (s.all.empty()) return "No head has a map of its own.";
    const int best = s.aligned() ? s.best : report.judged > 0 ? atlas::first_by(s, "aer") : -1;
    std::string words = "Of " + std::to_string(s.all.size()) + " " + atlas::kind_words(s.kind) + ", " +
                        (best >= 0 ? atlas::aligning_words(s, best) : atlas::entropy_words(s));
    const auto resting = std::count_if(s.all.begin(), s.all.end(), [&](int h) {
        const heads::Type* type = s.type(h);
        return type && type->id == "end";
    });
    if (resting > 0)
        words += " " + std::to_string(resting) + (resting == 1 ? " rests" : " rest") + " on the end token.";
    return words;
}

std::string head_edit_brief(const HeadEdit& edit) {
    switch (edit.kind) {
    case HeadEdit::Kind::Off:
        return "off";
    case HeadEdit::Kind::Uniform:
        return "even";
    case HeadEdit::Kind::Strongest:
        return "strongest alone";
    case HeadEdit::Kind::Input:
        return "of another input";
    case HeadEdit::Kind::Mean:
        return "at its mean";
    case HeadEdit::Kind::Other:
        break;
    }
    return "as head " + std::to_string(edit.from + 1);
}

} // namespace heed
