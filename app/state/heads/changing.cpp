// Heads of the run that are switched off or made even.
#include "app/figures/base/format.h"
#include "app/figures/head_off/head_off.h"
#include "app/figures/heads/seen.h"
#include "app/state/commands/row.h"
#include "app/state/heads/head_off.h"
#include "core/models/registry.h"

namespace heed {
namespace {

/// The one that the panel shows: in the atlas what the pointer is at, else what is chosen; of the run, where
/// there is none.
std::optional<HeadPlace> chosen_place(const AppState& s) {
    if (shows_head_off(s)) return head_in_question(s);
    const auto report = heads_shown(s);
    if (!report || report->all.empty()) return std::nullopt;
    const int pointed = pointed_head(s),
              shown = pointed >= 0 ? pointed : atlas::seen(*report, s.heads.look).chosen;
    if (shown < 0) return std::nullopt;
    const heads::Head& head = report->all[static_cast<std::size_t>(shown)].head;
    return HeadPlace{head.kind, head.site.layer, head.site.head};
}

/// Once more: as it was.
template <HeadEdit::Kind kind>
void change_head(AppState& s) {
    const auto place = chosen_place(s);
    if (!place) return;
    const HeadEdit asked = scoped(s, {kind}, place->kind);
    if (const HeadEdit* now = chosen_head_edit(s); now && *now == asked)
        s.edits.heads.erase(*place);
    else
        s.edits.heads[*place] = asked;
    // What is chosen stays so when the run that comes has another best.
    s.heads.look.kind = place->kind;
    s.heads.look.layer = place->layer;
    s.heads.look.head = place->head;
    s.head_off.atlas = s.head_off.asks_input = false;
}

std::string edited_words(const HeadPlace& place, const HeadEdit& edit) {
    const std::string name = std::string(atlas_title(place.kind)) + " layer " +
                             std::to_string(place.layer + 1) + ", head " + std::to_string(place.head + 1);
    switch (edit.kind) {
    case HeadEdit::Kind::Off:
        return name + " is off";
    case HeadEdit::Kind::Uniform:
        return name + " is even";
    case HeadEdit::Kind::Strongest:
        return name + " has its strongest weight alone";
    case HeadEdit::Kind::Input:
        return name + " has the weights that it has on another input";
    case HeadEdit::Kind::Mean:
        return name + " is held at its mean";
    case HeadEdit::Kind::Other:
        break;
    }
    return name + " has the weights of head " + std::to_string(edit.from + 1);
}

} // namespace

bool can_change_heads(const AppState& s) {
    const bool known = shows_head_off(s) || heads_shown(s);
    return s.model && shows_heads(s) && known && s.model->config.architecture()->heads;
}

const HeadEdit* chosen_head_edit(const AppState& s) {
    const auto place = chosen_place(s);
    const auto found = place ? s.edits.heads.find(*place) : s.edits.heads.end();
    return found == s.edits.heads.end() ? nullptr : &found->second;
}

std::string head_change_words(const AppState& s) {
    const HeadEdits& edits = s.edits.heads;
    if (edits.empty() || s.running || !s.trace || s.trace->request.edits.heads != edits) return "";
    std::string words = edits.size() == 1 ? edited_words(edits.begin()->first, edits.begin()->second)
                                          : std::to_string(edits.size()) + " heads are changed";
    if (!s.baseline) return words + ".";
    words += ": ";
    words += s.baseline->target_text == s.trace->target_text
                 ? "the same words"
                 : "“" + s.trace->target_text + "”, where " +
                       (s.baseline->request.edits.any() ? "the kept, changed run" : "the model") +
                       " wrote “" + s.baseline->target_text + "”";
    const HeadOffSums sums = head_off_sums(s.baseline->log_prob, s.trace->log_prob);
    return words + "; log p " + sums.now + ", was " + sums.before + ". R takes it back.";
}

namespace {

std::string why_no_head_change(const AppState& s) {
    if (s.weights_only()) return without_model(s, "no head of theirs can be switched off");
    if (std::string why = why_no_heads(s); !why.empty()) return why;
    if (!s.model || !s.trace) return {};
    const Architecture* architecture = s.model->config.architecture();
    if (!architecture || !architecture->heads) return "The heads of this kind of model are not switched off.";
    return shows_heads(s) ? "" : "No head is chosen here. Press A to see every head, choose one, then O.";
}

} // namespace

Rows head_change_commands() {
    constexpr auto group = "Heads and layers";
    constexpr const char* words = "heads attention ablate prune what-if";
    return {explained<why_no_head_change>({"head-off", "Heads: switch the chosen one off, or on again",
                                           keys("O"), group, false, can_change_heads,
                                           plain<change_head<HeadEdit::Kind::Off>>, words}),
            {"head-mean", "Heads: hold the chosen one at its mean, or let it go", keys(), group, false,
             can_change_heads, plain<change_head<HeadEdit::Kind::Mean>>, words},
            {"head-even", "Heads: even weights for the chosen one, or its own", keys(), group, false,
             can_change_heads, plain<change_head<HeadEdit::Kind::Uniform>>, words},
            {"head-strongest", "Heads: the strongest weight alone for the chosen one, or its own", keys(),
             group, false, can_change_heads, plain<change_head<HeadEdit::Kind::Strongest>>, words}};
}

} // namespace heed
