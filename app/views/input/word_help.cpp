// Under the input of a model with a closed vocabulary: words that go on where the typed one ends; and, of a
// word that it lacks, the nearest ones it has.
#include "app/views/base/widgets.h"
#include "app/views/views.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float word_height = 26, field_left = 12;

/// Where that byte of the input stands on the screen.
float x_of(const Ui& ui, std::size_t byte) {
    const UiMemory& m = ui.memory;
    const float x =
        m.input_box.x + field_left - m.input_scroll + ui.places(ui.state.input, Face::Mono, 13).x_of(byte);
    return std::clamp(x, m.input_box.x + field_left, m.input_box.right() - 40);
}

void completions(Ui& ui) {
    const Completion& offered = ui.state.completion;
    const Palette& c = ui.colors;
    float w = 120;
    for (const std::string& word : offered.words) w = std::max(w, ui.text_width(word, Face::Mono, 13) + 76);
    const Box field = ui.memory.input_box;
    const Box box{std::min(x_of(ui, offered.begin) - 12, ui.width - w - 8), field.bottom() + 4, w,
                  word_height * static_cast<float>(offered.words.size()) + 12};
    ui.raise(box);
    popup_box(ui, box, 8);
    for (std::size_t n = 0; n < offered.words.size(); ++n) {
        const Box row{box.x + 6, box.y + 6 + word_height * static_cast<float>(n), w - 12, word_height};
        const bool chosen = static_cast<int>(n) == offered.chosen, over = ui.over(row);
        if (chosen || over) ui.fill(row, chosen ? c.bg3 : fade(c.bg3, 0.6f), 5);
        ui.text({row.x + 6, row.centre().y}, offered.words[n], Face::Mono, 13, c.t1);
        if (chosen) key_chip(ui, {row.right() - 38, row.centre().y}, "Tab");
        if (over && ui.mouse_pressed()) ui.send({"completion-accept", "", 0, static_cast<int>(n)});
    }
    ui.lower();
}

/// One line a word: what is wrong, and the nearest words, each of which a click puts in its place.
void nearest_words(Ui& ui) {
    const auto& unknown = ui.state.unknown;
    const Palette& c = ui.colors;
    const auto words = [](const UnknownWord& u) {
        return "“" + u.word + "” is not in this model's vocabulary." +
               (u.nearest.empty() ? " It is read as ‹unknown›." : "");
    };
    const auto chip = [&](const std::string& word) { return ui.text_width(word, Face::Mono, 13) + 20; };
    float w = 0;
    for (const UnknownWord& u : unknown) {
        float line = ui.text_width(words(u), Face::Regular, 13) + 28 +
                     (u.nearest.empty() ? 0 : ui.text_width("Nearest:", Face::Regular, 13) + 20);
        for (const std::string& word : u.nearest) line += chip(word) + 6;
        w = std::max(w, line);
    }
    const Box field = ui.memory.input_box;
    const Box box{std::clamp(field.x, 8.0f, std::max(8.0f, ui.width - w - 8)), field.bottom() + 4,
                  std::min(w, ui.width - 16), 34 * static_cast<float>(unknown.size()) + 4};
    if (!(ui.memory.active_field == "field:input" || ui.over(field) || ui.memory.shield.contains(ui.mouse())))
        return;
    ui.raise({box.x, field.bottom(), box.w, box.bottom() - field.bottom()}); // the gap between as well
    popup_box(ui, box, 8);
    float y = box.y + 19;
    for (const UnknownWord& u : unknown) {
        float x = box.x + 14;
        ui.text({x, y}, words(u), Face::Regular, 13, c.t1);
        x += ui.text_width(words(u), Face::Regular, 13) + 12;
        if (!u.nearest.empty()) {
            ui.text({x, y}, "Nearest:", Face::Regular, 13, c.t3);
            x += ui.text_width("Nearest:", Face::Regular, 13) + 8;
        }
        for (const std::string& word : u.nearest) {
            const Box place{x, y - 12, chip(word), 24};
            const bool over = ui.over(place);
            ui.frame(place, over ? c.bg3 : c.bg2, c.line2, 12);
            ui.text(place.centre(), word, Face::Mono, 13, c.t1, Align::Centre);
            if (over && ui.mouse_pressed())
                ui.send({"replace-word", word, 0, static_cast<int>(u.begin), static_cast<int>(u.end)});
            x += place.w + 6;
        }
        y += 34;
    }
    ui.lower();
}

} // namespace

void word_help(Ui& ui) {
    const AppState& s = ui.state;
    if (s.facts.character_level || s.menu != Menu::None || s.dialog != Dialog::None || s.input.empty())
        return;
    if (s.completion.open() && (s.caret >= 0 || ui.memory.shield.contains(ui.mouse())))
        return completions(ui);
    if (!s.unknown.empty() && s.trace && s.trace->source_text == s.input) nearest_words(ui);
}

} // namespace heed
