#include "app/views/gallery/story_view.h"

#include "app/figures/entity/entity.h"
#include "app/state/gallery/gallery.h"
#include "app/state/gallery/stories/story_draft.h"
#include "app/views/base/widgets.h"
#include "app/views/gallery/frame.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

StorySettings story_settings(const AppState& s, Box room) {
    return {room.w, room.h, s.gallery.writing.sentence, can_write_stories(s)};
}

/// Hover of slots and sentences; a slot that is pressed is followed.
void point_at_story(Ui& ui, const Scene& scene, Point origin) {
    point_at_place(ui, "story", scene, origin);
    if (const Pick* pick = ui.pick(scene, origin);
        pick && pick->id.kind == PickKind::Column && ui.mouse_pressed())
        ui.send({"select-column", "", 0, pick->id.i});
}

/// Tied to names or free: each is a model of its own.
void story_keys_switch(Ui& ui, Box box) {
    const AppState& s = ui.state;
    static const std::array<std::string, 2> labels = {"Tied to names", "Free"};
    constexpr std::array<const char*, 2> models = {"tied", "free"};
    const int now = entity_facts(s.facts).config.tied() ? 0 : 1;
    const std::string other = s.facts.task + "/" + models[static_cast<std::size_t>(1 - now)];
    if (!has_model(s, other)) return;
    ui.text({box.x, box.centre().y}, "Keys", Face::Regular, 13, ui.colors.t2);
    const int picked = segmented(ui, "story-keys", {box.x + 44, box.y, 200, box.h}, labels, now);
    if (picked >= 0 && picked != now) ui.send({"load", other});
}

// -------------------------------------------------------------------------------------------- writing

constexpr float word_row = 26, reason_left = 84; // px

/// Under the field: what can go on from what is typed, and what cannot, with the reason.
void offered_words(Ui& ui, Box field, const StoryOffer& offer, Box room) {
    const Palette& c = ui.colors;
    float w = 300;
    for (const StoryWord& word : offer.words)
        w = std::max(w, reason_left + ui.text_width(word.reason, Face::Regular, 11) + 70);
    w = std::min(w, room.right() - field.x - 8);
    const float rows = static_cast<float>(std::max<std::size_t>(1, offer.words.size()));
    const float high = word_row * rows + 34;
    const bool below = field.bottom() + 6 + high <= room.bottom();
    const Box box{field.x, below ? field.bottom() + 6 : field.y - 6 - high, w, high};
    ui.raise(box);
    popup_box(ui, box, 8);
    if (offer.words.empty())
        ui.text({box.x + 14, box.y + 6 + word_row / 2},
                ui.cut(offer.problem.empty() ? "The sentence is whole." : offer.problem, Face::Regular, 13,
                       w - 28),
                Face::Regular, 13, offer.problem.empty() ? c.t2 : c.error);
    for (std::size_t n = 0; n < offer.words.size(); ++n) {
        const StoryWord& word = offer.words[n];
        const Box row{box.x + 6, box.y + 6 + word_row * static_cast<float>(n), w - 12, word_row};
        const bool chosen = static_cast<int>(n) == offer.chosen, over = word.possible && ui.over(row);
        if (chosen || over) ui.fill(row, chosen ? c.bg3 : fade(c.bg3, 0.6f), 5);
        ui.text({row.x + 10, row.centre().y}, word.word, Face::Mono, 13, word.possible ? c.t1 : c.t3);
        const float room_for_reason = row.w - reason_left - (chosen ? 48.0f : 8.0f);
        ui.text({row.x + reason_left, row.centre().y},
                ui.cut(word.reason, Face::Regular, 11, room_for_reason), Face::Regular, 11,
                word.possible ? c.t2 : c.t3);
        if (chosen) key_chip(ui, {row.right() - 38, row.centre().y}, "Tab");
        if (over && ui.mouse_pressed()) ui.send({"story-take", "", 0, static_cast<int>(n)});
    }
    ui.text({box.x + 16, box.bottom() - 15},
            offer.whole ? "Enter reads the sentence · Esc leaves" : "Tab takes a word · Esc leaves",
            Face::Regular, 11, c.t3);
    ui.lower();
}

/// The row that is being written, and its list.
void writing_row(Ui& ui, Box row, Box room) {
    const AppState& s = ui.state;
    const StoryOffer offer = story_offer(s);
    const Box field{row.x, row.centre().y - 14, row.w, 28};
    const Color border = !offer.problem.empty() ? ui.colors.error : Color{0, 0, 0, 0};
    const FieldLook look{
        .hint = "mary went to the …", .left = 10, .right = 10, .border = border, .keeps_caret = true};
    const FieldResult typed =
        text_field(ui, "field:story", field, s.gallery.writing.text, look, "story-write");
    if (typed.active && !offer.ghost.empty() &&
        typed.caret == static_cast<int>(s.gallery.writing.text.size())) {
        const float x =
            field.x + 11 - typed.scroll + ui.text_width(s.gallery.writing.text, Face::Regular, 13);
        ui.text({x, field.centre().y}, ui.cut(offer.ghost, Face::Regular, 13, field.right() - x - 6),
                Face::Regular, 13, ui.colors.t3);
    }
    offered_words(ui, field, offer, room);
}

/// A press on a sentence begins to edit it; the cross at its end deletes it.
void story_rows(Ui& ui, const StoryLayout& layout, Point origin, Box room) {
    const AppState& s = ui.state;
    if (!can_write_stories(s)) return;
    const int count = static_cast<int>(story_texts(s.input).sentences.size());
    for (std::size_t n = 0; n < layout.rows.size(); ++n) {
        const int t = layout.first + static_cast<int>(n);
        const Box row = moved(layout.rows[n], origin);
        if (t == s.gallery.writing.sentence || t > count) continue;
        const Ui::Hit hit = ui.press("story:" + std::to_string(t), row, 5);
        if (hit.hovered || hit.focused) ui.fill(row, fade(ui.colors.t1, 0.05f), 5);
        const Box cross{row.right() - 26, row.centre().y - 11, 22, 22};
        const bool can_delete = t < count && count > 1 && (hit.hovered || hit.focused);
        if (can_delete && ui.over(cross)) {
            ui.draw(icon(Icon::Close, ui.colors.t1), cross.centre());
            if (ui.mouse_pressed()) return ui.send({"story-delete", "", 0, t});
            continue;
        }
        if (can_delete) ui.draw(icon(Icon::Close, ui.colors.t3), cross.centre());
        if (!hit.clicked) continue;
        ui.send({"story-edit", "", 0, t});
        ui.memory.wanted_field = "field:story";
    }
    bool drawn = s.gallery.writing.sentence < 0;
    for (std::size_t n = 0; n < layout.rows.size(); ++n) {
        if (layout.first + static_cast<int>(n) != s.gallery.writing.sentence) continue;
        writing_row(ui, moved(layout.rows[n], origin), room);
        drawn = true;
    }
    if (!drawn) ui.memory.wanted_field = "field:story"; // its row comes with the run that is on its way
}

} // namespace

void story_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Trace* run = run_if(s, is_entity);
    if (!run) return;
    const auto& board = board_or_none<StoryBoard>(s);
    const StorySettings settings = story_settings(s, room);
    const Scene& scene = canvas_scene(ui, settings, [&](const Playhead& head) {
        return story_figure(*run, board, head, settings, figure_style(ui));
    });
    const StoryLayout layout = story_layout(*run, settings, playhead_of(s));
    const Point origin{room.x, room.y};
    ui.clip(room);
    ui.draw(scene, origin);
    if (ui.over(room)) point_at_story(ui, scene, origin);
    if (layout.controls.w > 0) story_keys_switch(ui, moved(layout.controls, origin));
    story_rows(ui, layout, origin, room);
    veil_earlier(ui, room, ui.colors.bg0);
    ui.end_clip();
}

void story_panel(Ui& ui, Box room) {
    const Trace* run = run_if(ui.state, is_entity);
    if (!run) return;
    const auto& board = board_or_none<StoryBoard>(ui.state);
    side_frame(ui, room, light_place, [&](const Playhead& head, float width, float height) {
        return story_inspector(*run, board, head, width, height, figure_style(ui));
    });
}

ResultLine story_hall(Ui& ui, Box room, float scale) {
    const Trace* run = run_if(ui.state, is_entity);
    if (!run) return {};
    const auto& board = board_or_none<StoryBoard>(ui.state);
    const Scene& scene = hall_frame(
        ui, room, scale, [&](const Playhead& head, float width, float height, const FigureStyle& style) {
            return story_lecture(*run, board, head, width, height, style);
        });
    if (ui.over(room)) point_at_story(ui, scene, {room.x, room.y});
    return story_result_line(*run, board, playhead_of(ui.state), figure_style(ui));
}

Narration story_words(Ui& ui, const Playhead& head) {
    const Trace* run = run_if(ui.state, is_entity);
    if (auto none = nothing_to_tell(ui, run, "story")) return *none;
    return story_narration(*run, board_or_none<StoryBoard>(ui.state), head, ui.colors);
}

std::string story_choice(const AppState& s) { return entity_facts(s.facts).config.tied() ? "tied" : "free"; }

} // namespace heed
