// The pinned cell, where words take the place of the pieces that it was pinned in, or the other way round.
#include "app/state/compare/compare.h"

#include "core/trace/words/words.h"

#include <algorithm>

namespace heed {
namespace {

/// The token of `to` that has the place of that one of `from`, which is of the same text; -1: none.
int source_carried(const Trace& from, int column, const Trace& to) {
    if (column < 0 || column >= from.source_length()) return -1;
    const auto typed = [](const TraceToken& token) { return token.begin < token.end; };
    const auto at = from.source.begin() + column;
    const auto found = typed(*at) ? std::find_if(to.source.begin(), to.source.end(),
                                                 [&](const TraceToken& token) {
                                                     return token.begin < at->end && at->begin < token.end;
                                                 })
                                  : to.source.end();
    if (found != to.source.end()) return static_cast<int>(found - to.source.begin());
    auto left = std::count_if(from.source.begin(), at, [&](const TraceToken& t) { return !typed(t); });
    for (int j = 0; j < to.source_length() && !typed(*at); ++j)
        if (const TraceToken& token = to.source[static_cast<std::size_t>(j)]; !typed(token) && left-- == 0)
            return token.text == at->text ? j : -1;
    return -1;
}

/// The same of what `run`, of which both are, wrote.
int output_carried(const Trace& run, const Trace& from, int row, const Trace& to) {
    if (row < 0 || row >= from.outputs()) return -1;
    if (from.outputs() == to.outputs()) return row; // neither of them folds any
    const std::vector<Word> words = words_of(run).outputs;
    const auto folded = [&](const Trace& one) { return one.outputs() == std::ssize(words); };
    if (folded(from) && to.outputs() == run.outputs()) return words[static_cast<std::size_t>(row)].first;
    if (from.outputs() != run.outputs() || !folded(to)) return -1;
    const auto found = std::find_if(words.begin(), words.end(),
                                    [&](const Word& w) { return w.first <= row && row < w.last; });
    return found == words.end() ? -1 : static_cast<int>(found - words.begin());
}

/// The cell where it lies now; none: it lies nowhere.
CompareCell cell_carried(const CompareCell& cell, const Trace& run, const Trace& from, const Trace& to) {
    const CompareCell now{cell.panel, output_carried(run, from, cell.row, to),
                          source_carried(from, cell.column, to)};
    const bool lost = (cell.row >= 0 && now.row < 0) || (cell.column >= 0 && now.column < 0);
    return lost ? CompareCell{} : now;
}

} // namespace

void follow_pin(CompareState& c, const std::shared_ptr<const Trace>& before, bool words) {
    if (c.pinned == CompareCell{}) return;
    const bool turned = c.pinned_in_words != words;
    const bool there = c.pinned.panel >= 0 && c.pinned.panel < std::ssize(c.panels);
    const PanelState* panel = there ? &c.panels[static_cast<std::size_t>(c.pinned.panel)] : nullptr;
    c.pinned_in_words = words;
    const bool known = panel && !panel->waiting && !panel->order.given && panel->run && panel->figure.trace &&
                       before && before->source_text == panel->figure.trace->source_text;
    // A run that has just come is in pieces: of the words that were pinned in it nothing is known.
    const bool in_words = turned ? !words : words;
    const bool came = known && in_words && before == panel->run && has_pieces(*before);
    if (known && !turned && before == panel->figure.trace) return;
    if (known && !came)
        c.pinned = cell_carried(c.pinned, *panel->run, *before, *panel->figure.trace);
    else if (turned)
        c.pinned = {};
}

std::shared_ptr<const Trace> pinned_trace(const CompareState& c) {
    const bool there = c.pinned.panel >= 0 && c.pinned.panel < std::ssize(c.panels);
    return there ? c.panels[static_cast<std::size_t>(c.pinned.panel)].figure.trace : nullptr;
}

} // namespace heed
