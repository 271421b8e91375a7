// An opened mechanism: whoever draws it, and the menus beside its input.
#include "app/state/gallery/gallery.h"
#include "app/views/gallery/forecast_view.h"
#include "app/views/gallery/frame.h"
#include "app/views/gallery/gallery.h"
#include "app/views/gallery/past_view.h"
#include "app/views/gallery/pictures.h"
#include "app/views/gallery/plain.h"
#include "app/views/gallery/pointer_view.h"
#include "app/views/gallery/pooling_view.h"
#include "app/views/gallery/story_view.h"
#include "app/views/gallery/transformer_view.h"
#include "app/views/input/beside.h"
#include "core/text/strings.h"

#include <algorithm>
#include <iterator>

namespace heed {
namespace {

constexpr MechanismPicture pictures[] = {
    {"pooling", pooling_canvas, pooling_panel, pooling_hall, pooling_words, pooling_answer, "Energy"},
    {"own-past", past_canvas, past_panel, past_lecture, past_narration, plain_answer, "Score", past_choice},
    {"pointer", pointer_canvas, pointer_panel, pointer_hall, pointer_words, pointer_output, "Network"},
    {"forecast", forecast_canvas, forecast_panel, forecast_hall, forecast_words, forecast_output},
    {"stories", story_canvas, story_panel, story_hall, story_words, plain_answer, "Keys", story_choice},
    {"transformer", card_canvas, card_panel, card_hall, card_words, card_answer, "Norm", norm_choice,
     norm_choices},
    // Last: what has no picture of its own.
    {"", plain_canvas, plain_panel, plain_lecture, plain_narration, plain_answer},
};

} // namespace

const MechanismPicture& picture_of(const AppState& s) {
    const Mechanism* row = mechanism_now(s);
    const std::string_view id = row ? row->id : "";
    const auto found = std::find_if(std::begin(pictures), std::end(pictures),
                                    [&](const MechanismPicture& picture) { return picture.id == id; });
    return found == std::end(pictures) ? *(std::end(pictures) - 1) : *found;
}

bool of_earlier_input(const AppState& s) { return !s.input_problem.empty() && !s.input.empty(); }

void mechanism_canvas(Ui& ui, Box room) {
    ui.fill(room, ui.colors.bg0);
    if (ui.state.input.empty()) return empty_input(ui, room);
    picture_of(ui.state).canvas(ui, room);
}

void mechanism_panel(Ui& ui, Box room) {
    side_ground(ui, room);
    picture_of(ui.state).panel(ui, room);
}

ResultLine mechanism_lecture(Ui& ui, Box room, float scale) {
    return picture_of(ui.state).lecture(ui, room, scale);
}

Narration mechanism_narration(Ui& ui, const Playhead& head) {
    return picture_of(ui.state).narration(ui, head);
}

void mechanism_answer(Ui& ui, Box box) { picture_of(ui.state).answer(ui, box); }

float mechanism_beside(const Ui& ui, float room) {
    constexpr float usual = 330, least_typed = 520;
    if (!mechanism_by_card(ui.state)) return usual;
    // What is written token by token gets what the input leaves.
    const float typed = ui.text_width(ui.state.input, Face::Mono, 13) + 140;
    return std::clamp(output_width(ui), usual, std::max(usual, room - std::max(least_typed, typed)));
}

namespace {

/// The beginning of an input, for a line of a menu.
std::string cut_words(const std::string& text) {
    constexpr std::size_t most = 44;
    if (text.size() <= most) return text;
    return text.substr(0, text.find_last_of(' ', most)) + " …";
}

} // namespace

std::string_view mechanism_choice_word(const AppState& s) { return picture_of(s).differs_in; }

std::string mechanism_choice(const AppState& s) {
    if (const auto own = picture_of(s).choice) return own(s);
    const std::size_t slash = s.facts.name.rfind('/');
    const std::string name = slash == std::string::npos ? s.facts.score : s.facts.name.substr(slash + 1);
    return name == "keras" || name == "dense" ? capitalized(name) : name;
}

std::vector<MenuItem> mechanism_choices(const AppState& s) {
    if (const auto own = picture_of(s).choices) return own(s);
    std::vector<MenuItem> items;
    for (const ModelChoice& m : s.models)
        if (m.at_once && !m.recent && m.family == s.facts.task)
            items.push_back({m.detail,
                             "",
                             items.empty() ? "Each trained alone" : "",
                             false,
                             m.name == s.facts.name,
                             {"load", m.name}});
    if (items.empty()) items.push_back({"This model alone", "", "", false, true, {"close-menu"}});
    return items;
}

std::vector<MenuItem> mechanism_examples(const AppState& s) {
    std::vector<MenuItem> items;
    for (int n = 0; n < gallery_samples; ++n)
        if (const std::string text = sample_text(s.facts.task, n); !text.empty())
            items.push_back({"Sample " + std::to_string(n + 1),
                             cut_words(text),
                             "",
                             false,
                             text == s.input,
                             {"gallery-sample", "", 0, n}});
    return items;
}

} // namespace heed
