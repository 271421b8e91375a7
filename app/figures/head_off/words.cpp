// A changed head in words.
#include "app/figures/base/digits.h"
#include "app/figures/base/format.h"
#include "app/figures/head_off/head_off.h"
#include "app/figures/heads/heads.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

/// "head 3 of layer 5"; of another kind than cross attention "encoder head 3 of layer 5".
std::string told(const HeadPlace& place) {
    const std::string kind = place.kind == HeadKind::Cross ? "" : std::string(to_string(place.kind)) + " ";
    return kind + "head " + std::to_string(place.head + 1) + " of layer " + std::to_string(place.layer + 1);
}

std::string when_words(const HeadEdit& edit, bool places) {
    if (places) return "at every place";
    if (edit.outputs.empty()) return "for every output";
    return (edit.outputs.size() == 1 ? "for output " : "for outputs ") + head_edit_outputs(edit);
}

std::string done_words(const HeadEdits& edits) {
    const auto& [place, edit] = *edits.begin();
    if (edits.size() > 1)
        return "You changed " + std::to_string(edits.size()) + " heads: " + head_edits_brief(edits);
    switch (edit.kind) {
    case HeadEdit::Kind::Off:
        return "You switched off " + told(place);
    case HeadEdit::Kind::Uniform:
        return "You made " + told(place) + " even";
    case HeadEdit::Kind::Strongest:
        return "You left " + told(place) + " its strongest weight alone";
    case HeadEdit::Kind::Input:
        return "You gave " + told(place) + " the weights it has on another input";
    case HeadEdit::Kind::Mean:
        return "You held " + told(place) + " at its mean";
    case HeadEdit::Kind::Other:
        break;
    }
    return "You gave " + told(place) + " the weights of head " + std::to_string(edit.from + 1);
}

/// Words in place of others: one for one, or all between two that stayed.
struct Stretch {
    std::string was, is; // "“la”, “zone”"; empty: nothing
    int gone = 0, come = 0;
    int differ() const { return std::max(gone, come); }
};

std::vector<Stretch> stretches_of(const HeadOffWork& work) {
    constexpr int most_named = 3;
    const auto name = [](std::string& names, int& count, const std::string& text, bool quiet) {
        if (text.empty()) return;
        if (++count <= most_named) names += (names.empty() ? "" : " ") + head_off_name(text, quiet);
        if (count == most_named + 1) names += " …";
    };
    std::vector<Stretch> found;
    bool goes_on = false;
    for (const HeadOffColumn& column : work.columns) {
        const bool both = !column.model.empty() && !column.changed.empty();
        if (!column.same && (both || !goes_on)) found.emplace_back();
        goes_on = !column.same && !both;
        if (column.same) continue;
        name(found.back().was, found.back().gone, column.model, column.model_quiet);
        name(found.back().is, found.back().come, column.changed, column.changed_quiet);
    }
    return found;
}

/// The first words that are others now.
std::string changed_words(const HeadOffWork& work) {
    std::string words;
    int said = 0, more = work.differ;
    for (const Stretch& one : stretches_of(work)) {
        if (said == 2) break;
        words += said++ == 0 ? " " : ", ";
        more -= one.differ();
        if (one.was.empty())
            words += one.is + (one.come == 1 ? " is new" : " are new");
        else if (one.is.empty())
            words += one.was + (one.gone == 1 ? " is gone" : " are gone");
        else
            words += one.was + " became " + one.is;
    }
    if (said == 0)
        return work.places ? " No place has another likeliest word." : " It writes the same words.";
    if (more > 0) words += ", " + std::to_string(more) + " more differ" + (more == 1 ? "s" : "");
    return words + ".";
}

} // namespace

std::string head_off_name(const std::string& text, bool quiet) {
    return !quiet ? quoted(text) : text == "end" ? "the end" : text;
}

std::string head_off_log_p(double value, int decimals) {
    const double size = std::abs(value);
    if (size == 0) return "0";
    if (size < 0.0005) return "≈0";
    return fixed(value, size < 0.005 ? std::max(3, decimals) : decimals); // one digit that counts
}

int head_off_decimals(std::span<const double> together) {
    const bool small = std::any_of(together.begin(), together.end(), [](double value) {
        return std::abs(value) >= 0.0005 && std::abs(value) < 0.005;
    });
    return small ? 3 : 2;
}

HeadOffSums head_off_sums(double before, double now) {
    constexpr int most = 6; // decimals
    const double change = now - before;
    int first = 2;
    for (const double value : {before, now, change}) {
        const double size = std::abs(value);
        if (size > 0 && size < 0.0005) // one of them is said to be near 0
            return {head_off_log_p(before), head_off_log_p(now), head_off_log_p(change)};
        if (size > 0 && size < 0.005) first = 3;
    }
    int decimals = first;
    const auto adds_up = [&](int d) {
        return fixed(as_fixed(now, d) - as_fixed(before, d), d) == fixed(change, d);
    };
    while (decimals < most && !adds_up(decimals)) ++decimals;
    if (!adds_up(decimals)) decimals = first;
    const auto text = [&](double value) { return value == 0 ? "0" : fixed(value, decimals); };
    return {text(before), text(now), text(change)};
}

std::string head_off_title(const HeadEdits& edits) {
    if (edits.empty()) return "As the model is";
    const auto& [place, edit] = *edits.begin();
    const bool off = std::all_of(edits.begin(), edits.end(),
                                 [](const auto& one) { return one.second.kind == HeadEdit::Kind::Off; });
    if (edits.size() > 1)
        return (off ? "Without " : "With ") + std::to_string(edits.size()) +
               (off ? " heads" : " heads changed");
    const std::string kind = place.kind == HeadKind::Cross ? "" : std::string(to_string(place.kind)) + " ";
    const std::string name =
        kind + "layer " + std::to_string(place.layer + 1) + ", head " + std::to_string(place.head + 1);
    return off ? "Without " + name : "With " + name + " " + head_edit_brief(edit);
}

std::string head_edit_sentence(const HeadPlace& place, const HeadEdit& edit, bool places) {
    std::string name = told(place);
    name.front() = static_cast<char>(name.front() - 32);
    const std::string when = when_words(edit, places);
    const std::string anew =
        places ? " Every layer above is computed anew." : " The model writes the sentence anew.";
    switch (edit.kind) {
    case HeadEdit::Kind::Off:
        return name + " adds nothing to the stream, " + when + "." + anew;
    case HeadEdit::Kind::Uniform:
        return name + " looks equally at all that it may see, " + when + "." + anew;
    case HeadEdit::Kind::Strongest:
        return name + " looks at its strongest alone, " + when + "." + anew;
    case HeadEdit::Kind::Input:
        return name + " looks where it looks when the model reads " + quoted(edit.input) + ", " + when + "." +
               anew;
    case HeadEdit::Kind::Mean:
        return name + " adds the same everywhere, the mean of what it finds, " + when + "." + anew;
    case HeadEdit::Kind::Other:
        break;
    }
    return name + " looks where head " + std::to_string(edit.from + 1) + " of its layer does, " + when + "." +
           anew;
}

std::string head_off_narration(const HeadOffWork& work) {
    if (work.edits.empty()) return "Nothing is changed.";
    std::string words = done_words(work.edits) + "." + changed_words(work);
    for (const HeadOffColumn& column : work.columns)
        if (const auto delta = column.delta(); delta && column.word == work.hit() && *delta < -0.005) {
            const HeadOffSums sums = head_off_sums(column.before, *column.now);
            words += " " + capitalized(head_off_name(column.model, column.model_quiet)) +
                     " lost most: log p " + sums.before + " → " + sums.now + ".";
        }
    return words;
}

} // namespace heed
