// The commands of the atlas of heads.
#include "app/figures/heads/seen.h"
#include "app/figures/transformer/transformer.h"
#include "app/state/commands/row.h"
#include "app/state/heads/heads.h"
#include "app/state/open/opening.h"
#include "core/models/transformer/facts.h"

#include <algorithm>
#include <filesystem>

namespace heed {
namespace {

using atlas::Seen;

bool shows_known_heads(const AppState& s) { return shows_heads(s) && heads_shown(s); }
bool shows_linked(const AppState& s) {
    return shows_known_heads(s) && atlas::seen(*heads_shown(s), s.heads.look).linked();
}
bool is_over_file(const AppState& s) { return shows_heads(s) && s.heads.over_file; }
int chosen_number(const AppState& s) { return atlas::seen(*heads_shown(s), s.heads.look).chosen; }
/// At another than the one that is chosen.
bool points_at_head(const AppState& s) {
    return shows_known_heads(s) && pointed_head(s) >= 0 && pointed_head(s) != chosen_number(s);
}
bool has_chosen_head(const AppState& s) { return shows_known_heads(s) && chosen_number(s) >= 0; }

void choose_numbered(AppState& s, const HeadReport& report, int number) {
    if (number < 0 || number >= std::ssize(report.all)) return;
    const heads::Head& head = report.all[static_cast<std::size_t>(number)].head;
    s.heads.look.kind = head.kind;
    s.heads.look.layer = head.site.layer;
    s.heads.look.head = head.site.head;
}

void keep_pointed(AppState& s) {
    if (points_at_head(s)) choose_numbered(s, *heads_shown(s), s.hover.unit);
}

/// Of a file of maps, the number of that one's.
int map_of_head(const AppState& s, const Site& site) {
    const auto run = run_of_heads(s);
    const auto found = std::find_if(s.maps.begin(), s.maps.end(),
                                    [&](const RunMap& map) { return map.run == run && map.site == site; });
    return found == s.maps.end() ? s.map : static_cast<int>(found - s.maps.begin());
}

/// The chosen head stands in front of the network, where its weights are made.
EffectList show_head_in_network(AppState& s) {
    if (!has_chosen_head(s)) return {};
    const auto report = heads_shown(s);
    const heads::Head head = report->all[static_cast<std::size_t>(chosen_number(s))].head;
    choose_numbered(s, *report, chosen_number(s));
    s.heads.shown = false;
    s.hover = {};
    if (s.weights_only()) return choose_map(s, map_of_head(s, head.site));
    HeadsInFront& front = s.layers.front;
    (head.kind == heads::Kind::Cross ? front.cross : front.self) = head.site.head;
    if (!is_transformer(s.facts)) return {};
    front.layer = -1;
    if (front.read == MapReading::Mean || front.read == MapReading::Rollout) front.read = MapReading::Head;
    const HeadPlace place{head.kind, head.site.layer, head.site.head};
    return update(s, {"go-to", "", static_cast<double>(at_of_head(*s.trace, playhead_of(s), place))});
}

template <int across, int down>
void move_over_heads(AppState& s) {
    const auto report = heads_shown(s);
    if (!report) return;
    const Seen seen = atlas::seen(*report, s.heads.look);
    const atlas::Grid grid = atlas::grid_of(seen, s.heads.look.order, heads_side_by_side(s));
    choose_numbered(s, *report, atlas::beside(grid, seen.chosen, across, down));
    s.heads.follow = true;
}

/// -1, -1: the best again.
EffectList choose_head(AppState& s, const Command& c) {
    s.heads.look.layer = std::clamp(c.i, -1, 1000);
    s.heads.look.head = std::clamp(c.j, -1, 1000);
    return {};
}

EffectList take_head_kind(AppState& s, const Command& c) {
    if (c.i < 0 || c.i >= static_cast<int>(head_kind_names.size())) return {};
    s.heads.look.kind = static_cast<heads::Kind>(c.i);
    s.heads.look.layer = s.heads.look.head = -1;
    return {};
}

EffectList take_head_reading(AppState& s, const Command& c) {
    if (c.i == 0 || c.i == 1) s.heads.look.reading = static_cast<heads::Reading>(c.i);
    return {};
}

EffectList take_head_measure(AppState& s, const Command& c) {
    if (c.text.empty() || is_atlas_measure(c.text)) s.heads.look.measure = c.text;
    return {};
}

EffectList take_head_order(AppState& s, const Command& c) {
    if (c.i < 0 || c.i >= static_cast<int>(head_order_names.size())) return {};
    s.heads.look.order = static_cast<AtlasOrder>(c.i);
    s.heads.follow = true;
    return {};
}

/// The one after it, past the last the first.
template <class Range, class Value>
Value next_after(const Range& all, const Value& now) {
    const auto at = std::find(std::begin(all), std::end(all), now);
    return at == std::end(all) || std::next(at) == std::end(all) ? *std::begin(all) : *std::next(at);
}

void next_head_kind(AppState& s) {
    const auto report = heads_shown(s);
    if (!report || report->all.empty()) return;
    const auto kinds = atlas::kinds_of(*report);
    s.heads.look.kind = next_after(kinds, atlas::seen(*report, s.heads.look).kind);
    s.heads.look.layer = s.heads.look.head = -1;
}

void other_head_reading(AppState& s) {
    const auto report = heads_shown(s);
    if (report)
        s.heads.look.reading = next_after(heads::readings, atlas::seen(*report, s.heads.look).reading);
}

void next_head_measure(AppState& s) {
    const auto report = heads_shown(s);
    if (!report || report->all.empty()) return;
    const Seen seen = atlas::seen(*report, s.heads.look);
    s.heads.look.measure = next_after(atlas::measures_of(*report, seen.kind), seen.measure)->id;
}

void next_head_order(AppState& s) {
    constexpr AtlasOrder all[] = {AtlasOrder::Layer, AtlasOrder::Best, AtlasOrder::Type};
    s.heads.look.order = next_after(all, s.heads.look.order);
    s.heads.follow = true;
}

EffectList choose_pairs(AppState& s) { return open_dialog(s, OpenFor::Heads); }

EffectList take_pairs(AppState& s, const Command& c) {
    if (c.text.empty()) return {};
    std::error_code ignored;
    HeadsState& h = s.heads;
    h.file = std::filesystem::absolute(c.text, ignored).lexically_normal().string();
    h.over_file = true;
    ++h.file_turn;
    s.dialog = Dialog::None;
    if (!shows_heads(s) && can_show_heads(s)) show_heads(s);
    return {};
}

EffectList take_extent(AppState& s, const Command& c) {
    const bool over_file = c.i > 0;
    if (over_file && s.heads.file.empty()) return choose_pairs(s); // which one?
    if (!over_file) stop_measuring_heads(s);
    s.heads.over_file = over_file;
    return {};
}

void over_this_sentence(AppState& s) {
    stop_measuring_heads(s);
    s.heads.over_file = false;
}

EffectList scroll_heads(AppState& s, const Command& c) {
    s.heads.scroll_x = static_cast<float>(std::max(0, c.i));
    s.heads.scroll_y = static_cast<float>(std::max(0, c.j));
    s.heads.follow = false;
    return {};
}

} // namespace

Rows heads_commands() {
    constexpr auto group = "Heads and layers";
    constexpr const char* words = "attention heads atlas layers measure align";
    const auto moves = [&](std::string_view id, std::string_view title, std::string_view key,
                           EffectList (*run)(AppState&, const Command&)) {
        return CommandInfo{id, title, {key}, group, false, shows_known_heads, run, words, true};
    };
    Rows rows = recorded_all<Records::Nothing>({
        explained<why_no_heads>({"heads", "Show every head, or the network", keys("A"), group, false,
                                 can_show_heads, plain<show_heads>,
                                 "attention heads atlas all layers thumbnails types align measure"}),
        moves("heads-left", "Heads: the one to the left", "Left", plain<move_over_heads<-1, 0>>),
        moves("heads-right", "Heads: the one to the right", "Right", plain<move_over_heads<+1, 0>>),
        moves("heads-up", "Heads: the one above", "Up", plain<move_over_heads<0, -1>>),
        moves("heads-down", "Heads: the one below", "Down", plain<move_over_heads<0, +1>>),
        {"heads-keep", "Heads: keep the one that is pointed at", keys("Enter"), group, false, points_at_head,
         plain<keep_pointed>, words, true},
        {"heads-forward", "Heads: show the chosen one in the network", keys("Enter"), group, false,
         has_chosen_head, plain<show_head_in_network>, words, true},
        {"heads-next-kind", "Heads: encoder, decoder or cross attention", keys(), group, false,
         shows_known_heads, plain<next_head_kind>, words},
        {"heads-other-reading", "Heads: read by the row that predicts a word, or that reads it", keys(),
         group, false, shows_linked, plain<other_head_reading>, words},
        {"heads-next-measure", "Heads: the next measure", keys(), group, false, shows_known_heads,
         plain<next_head_measure>, words},
        {"heads-next-order", "Heads: by layer, best first, or by type", keys(), group, false,
         shows_known_heads, plain<next_head_order>, words},
        {"heads-measure-file", "Heads: measure over a file of pairs", keys(), group, true,
         can_measure_over_file, plain<choose_pairs>, words},
        {"heads-this-sentence", "Heads: measured over this sentence alone", keys(), group, false,
         is_over_file, plain<over_this_sentence>, words},
        hidden("heads-kind", take_head_kind, {one_of("kind", head_kind_names)}),
        hidden("heads-reading", take_head_reading, {one_of("reading", head_reading_names)}),
        hidden("heads-measure", take_head_measure, {text("measure")}),
        hidden("heads-order", take_head_order, {one_of("order", head_order_names)}),
        hidden("heads-choose", choose_head, {whole("layer", &Command::i), whole("head", &Command::j)}),
        hidden("heads-file", take_pairs, {text("file")}),
        hidden("heads-over", take_extent, {flag("file")}),
    });
    for (CommandInfo& row : head_change_commands()) rows.push_back(std::move(row));
    rows.push_back(recorded<Records::Passing>(
        hidden("heads-scroll", scroll_heads, {whole("x", &Command::i), whole("y", &Command::j)})));
    return rows;
}

} // namespace heed
