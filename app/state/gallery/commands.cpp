// What the Gallery does: cards are opened and left, samples taken, moments muted.
#include "app/state/commands/row.h"
#include "app/state/gallery/cards.h"
#include "app/state/gallery/forecast/series_window.h"
#include "app/state/gallery/gallery.h"
#include "app/state/gallery/pointer/points.h"
#include "app/state/gallery/stories/story_draft.h"
#include "app/state/gallery/transformer/card_look.h"
#include "app/state/open/opening.h"

#include <algorithm>

namespace heed {
namespace {

/// The model of that name on that input; what Step had is remembered.
EffectList open_model(AppState& s, const std::string& model, const std::string& input) {
    if (s.model && !answers_at_once(s)) s.gallery.back = version_of(s);
    Version version = version_of(s);
    version.model = model;
    version.answers = {};
    version.input = input;
    version.edits = {};
    version.kept.reset();
    s.gallery.opened = true;
    return put_version(s, version);
}

EffectList open_card(AppState& s, const Command& c) {
    const CardRow* card = find_card(c.text);
    if (!card) return {};
    if (card->open) return card->open(s);
    const std::string_view task = card->model.substr(0, card->model.find('/'));
    const Mechanism* row = mechanism_by_card(s) ? mechanism_by_card(s) : mechanism_now(s);
    if (row && row->by_card && (row->id != card->id || s.facts.task != task)) row = nullptr;
    if (row && (row->id == card->id || s.facts.task == task)) { // as it was left
        s.view = "gallery";
        s.gallery.opened = true;
        return {};
    }
    s.view = "gallery";
    return open_model(s, std::string(card->model), card_text(*card));
}

EffectList take_kind(AppState& s, const Command& c) {
    s.gallery.kind = c.text;
    s.gallery.scroll = 0;
    s.gallery.focus = -1;
    return {};
}

EffectList take_task(AppState& s, const Command& c) {
    if (c.text == s.facts.task || sample_text(c.text, 0).empty()) return {};
    const std::size_t slash = s.facts.name.find('/');
    std::string kind = slash == std::string::npos ? "linear" : s.facts.name.substr(slash + 1);
    const bool there = std::any_of(s.models.begin(), s.models.end(),
                                   [&](const ModelChoice& m) { return m.name == c.text + "/" + kind; });
    return open_model(s, c.text + "/" + (there ? kind : "linear"), sample_text(c.text, 0));
}

EffectList take_sample(AppState& s, const Command& c) {
    const std::string text = sample_text(s.facts.task, c.i);
    if (!text.empty() && shows_mechanism(s)) return update(s, {"type", text});
    return {};
}

bool can_mute(const AppState& s) { return shows_mechanism(s) && answers_at_once(s) && s.trace; }

/// Moments from i to j, or the chosen one: muted, or heard again where all of them are muted.
EffectList mute(AppState& s, const Command& c) {
    s.gallery.pressed_from = s.gallery.pressed_to = -1;
    if (!can_mute(s)) return {};
    const Mechanism* row = mechanism_now(s);
    int from = c.i >= 0 ? c.i : s.hover.column >= 0 ? s.hover.column : s.selection.column;
    if (c.i < 0 && from >= 0 && row && row->token_of) from = row->token_of(*s.trace, from);
    const int to = c.i >= 0 && c.j >= 0 ? c.j : from;
    const int first = std::min(from, to), last = std::min(std::max(from, to), s.trace->source_length() - 1);
    if (first < 0 || first > last) return {};
    std::set<int> muted = s.edits.muted;
    bool all = true;
    for (int t = first; t <= last; ++t) all = all && muted.count(t) != 0;
    for (int t = first; t <= last; ++t) all ? (void)muted.erase(t) : (void)muted.insert(t);
    if (static_cast<int>(muted.size()) >= s.trace->source_length()) {
        refuse(s, "One moment is heard at least", "With all of them muted there is nothing to answer from.");
        return {};
    }
    s.edits.muted = std::move(muted);
    return {};
}

EffectList draw_over(AppState& s, const Command& c) {
    s.gallery.pressed_from = c.i;
    s.gallery.pressed_to = c.j;
    return {};
}

void hear_all(AppState& s) { s.edits.muted.clear(); }
/// The keyboard goes from card to card; Enter opens the one that has it.
template <int by>
EffectList move_card(AppState& s, const Command&) {
    const int count = static_cast<int>(gallery_cards(s).size());
    if (count == 0) return {};
    int& at = s.gallery.focus;
    at = at < 0 ? (by > 0 ? 0 : count - 1) : std::clamp(at + by, 0, count - 1);
    return {{Effect::Kind::Focus, "card:" + gallery_cards(s)[static_cast<std::size_t>(at)].id}};
}

bool is_muted(const AppState& s) { return can_mute(s) && !s.edits.muted.empty(); }
EffectList scroll_cards(AppState& s, const Command& c) {
    s.gallery.scroll = static_cast<float>(std::max(0.0, c.value));
    return {};
}

} // namespace

Rows gallery_commands() {
    constexpr std::string_view gallery = "Gallery";
    Rows rows = {
        recorded<Records::Nothing>({"next-card", "Next card of the Gallery", keys("Right", "Down"), gallery,
                                    false, shows_cards, move_card<+1>, "mechanism", true}),
        recorded<Records::Nothing>({"previous-card", "Previous card of the Gallery", keys("Left", "Up"),
                                    gallery, false, shows_cards, move_card<-1>, "mechanism", true}),
        {"mute",
         "Mute the chosen moment, or hear it again",
         keys("M"),
         gallery,
         false,
         can_mute,
         mute,
         "moment silence what-if",
         false,
         {optional(whole("from", &Command::i)), optional(whole("to", &Command::j))}},
        {"hear-all", "Hear every moment again", keys(), gallery, false, is_muted, plain<hear_all>,
         "mute reset"},
        hidden("gallery-open", open_card, {text("card")}),
        recorded<Records::Nothing>(hidden("gallery-kind", take_kind, {text("kind")})),
        hidden("gallery-task", take_task, {text("task")}),
        hidden("gallery-sample", take_sample, {whole("sample", &Command::i)}),
        recorded<Records::Passing>(hidden("gallery-scroll", scroll_cards, {number("to")})),
        recorded<Records::Passing>(
            hidden("mute-drag", draw_over,
                   {optional(whole("from", &Command::i)), optional(whole("to", &Command::j))})),
    };
    for (CommandInfo& row : story_commands()) rows.push_back(std::move(row));
    for (CommandInfo& row : point_commands()) rows.push_back(std::move(row));
    for (CommandInfo& row : series_commands()) rows.push_back(std::move(row));
    for (CommandInfo& row : transformer_card_commands()) rows.push_back(std::move(row));
    return rows;
}

} // namespace heed
