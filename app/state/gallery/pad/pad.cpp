#include "app/state/gallery/pad/pad.h"

#include "app/state/commands/row.h"
#include "app/state/gallery/gallery.h"
#include "core/attention/query_pad.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

constexpr float pad_nudge = 0.05f; // units an arrow key moves the query

Matrix<float> pad_columns_of(const std::vector<Point>& points) {
    Matrix<float> columns(2, static_cast<Eigen::Index>(points.size()));
    for (std::size_t n = 0; n < points.size(); ++n)
        columns.col(static_cast<Eigen::Index>(n)) << points[n].x, points[n].y;
    return columns;
}

/// The middles of the field's cells, row by row from the top.
std::vector<Point> field_places() {
    std::vector<Point> places;
    const float cell = 2 * pad_reach / pad_field_size;
    for (int row = 0; row < pad_field_size; ++row)
        for (int column = 0; column < pad_field_size; ++column)
            places.push_back({-pad_reach + (static_cast<float>(column) + 0.5f) * cell,
                              pad_reach - (static_cast<float>(row) + 0.5f) * cell});
    return places;
}

/// The largest weight of each place.
std::shared_ptr<const std::vector<float>> pad_field_of(nn::Graph<float>& graph, std::string_view score,
                                                       const Matrix<float>& keys, float temperature) {
    static const Matrix<float> places = pad_columns_of(field_places());
    const auto answer = attention::ask_pad(graph, score, keys, places, temperature);
    auto field = std::make_shared<std::vector<float>>();
    for (Eigen::Index q = 0; q < places.cols(); ++q)
        field->push_back(answer.weights.value().row(q).maxCoeff());
    return field;
}

PadAnswers answers_of(const attention::PadScore& row, const QueryPad& pad, bool fields,
                      std::shared_ptr<const std::vector<float>> known) {
    const ScoreInfo& info = *find_score(row.id);
    const nn::ParameterSet<float> set = attention::pad_parameters<float>(row.id);
    Tape<float> tape(false);
    nn::Graph<float> graph(tape, set);
    const Matrix<float> keys = pad_columns_of(pad.keys);
    const auto answer = attention::ask_pad(graph, row.id, keys, pad_columns_of({pad.query}), pad.temperature);
    PadAnswers answers;
    answers.id = row.id;
    answers.name = info.name;
    answers.formula = row.formula;
    answers.says = row.says;
    for (Eigen::Index n = 0; n < keys.cols(); ++n) {
        answers.energies.push_back(answer.energies.value()(0, n));
        answers.weights.push_back(answer.weights.value()(0, n));
    }
    answers.context = {answer.context.value()(0, 0), answer.context.value()(1, 0)};
    answers.ceiling = static_cast<float>(
        attention::pad_ceiling(row.id, static_cast<int>(keys.cols()), static_cast<double>(pad.temperature)));
    answers.field = fields || !known ? pad_field_of(graph, row.id, keys, pad.temperature) : std::move(known);
    return answers;
}

/// A changed_pad copy takes the place of what is there: pictures may still be drawn from the old one.
template <class Change>
EffectList changed_pad(AppState& s, bool fields, Change change) {
    PadState& state = s.gallery.pad;
    if (!state.pad) return {};
    auto next = std::make_shared<QueryPad>(*state.pad);
    change(*next);
    ask_again(*next, fields);
    state.pad = next;
    return {};
}

// -------------------------------------------------------------------------------------------- commands

EffectList move_query(AppState& s, const Command& c) {
    return changed_pad(s, false, [&](QueryPad& pad) { pad.query = on_pad(c.x, c.y); });
}
template <int dx, int dy>
EffectList nudge_query(AppState& s, const Command&) {
    s.gallery.pad.pinned = true;
    return changed_pad(s, false, [](QueryPad& pad) {
        pad.query = on_pad(static_cast<double>(pad.query.x + pad_nudge * dx),
                           static_cast<double>(pad.query.y + pad_nudge * dy));
    });
}
EffectList move_pad_key(AppState& s, const Command& c) {
    return changed_pad(s, true, [&](QueryPad& pad) {
        if (c.i < 0 || c.i >= static_cast<int>(pad.keys.size())) return;
        pad.keys[static_cast<std::size_t>(c.i)] = on_pad(c.x, c.y);
        pad.selected = c.i;
    });
}
EffectList add_pad_key(AppState& s, const Command& c) {
    const auto& pad = s.gallery.pad.pad;
    if (pad && static_cast<int>(pad->keys.size()) >= attention::pad_most_keys) {
        say(s, "Eight keys are all there is room for", "Press Delete on one of them first.", 4);
        return {};
    }
    return changed_pad(s, true, [&](QueryPad& next) {
        next.keys.push_back(on_pad(c.x, c.y));
        next.selected = static_cast<int>(next.keys.size()) - 1;
    });
}
EffectList remove_pad_key(AppState& s, const Command&) {
    const auto& pad = s.gallery.pad.pad;
    if (!pad || pad->selected < 0) return {};
    if (static_cast<int>(pad->keys.size()) <= pad_fewest_keys) {
        refuse(s, "Two keys stay", "With one there is nothing to choose between.");
        return {};
    }
    return changed_pad(s, true, [](QueryPad& next) {
        next.keys.erase(next.keys.begin() + next.selected);
        next.selected = -1;
    });
}
EffectList choose_pad_key(AppState& s, const Command& c) {
    return changed_pad(s, false, [&](QueryPad& pad) {
        pad.selected = c.i >= 0 && c.i < static_cast<int>(pad.keys.size()) ? c.i : -1;
    });
}
EffectList take_pad_temperature(AppState& s, const Command& c) {
    return changed_pad(s, true, [&](QueryPad& pad) {
        pad.temperature =
            std::isfinite(c.value) ? std::clamp(static_cast<float>(c.value), 0.1f, 10.0f) : 1.0f;
    });
}
/// By its place, by the key that counts them, or the next one.
EffectList take_pad_score(AppState& s, const Command& c) {
    const bool key = c.text.size() == 1 && std::isdigit(static_cast<unsigned char>(c.text[0]));
    return changed_pad(s, false, [&](QueryPad& pad) {
        const int count = static_cast<int>(pad.scores.size());
        const int wanted = key ? c.text[0] - '1' : c.i >= 0 ? c.i : (pad.score + 1) % count;
        if (wanted >= 0 && wanted < count) pad.score = wanted;
    });
}
EffectList take_pad_phase(AppState& s, const Command& c) {
    s.gallery.pad.phase = std::clamp(c.i, 0, pad_phases - 1);
    return {};
}
EffectList pin_query(AppState& s, const Command& c) {
    s.gallery.pad.pinned = c.i != 0;
    s.gallery.pad.turning = false;
    return {};
}
void go_round(AppState& s) {
    s.gallery.pad.turning = !s.gallery.pad.turning;
    s.gallery.pad.pinned = true;
}
void as_at_first(AppState& s) {
    s.gallery.pad = {};
    open_pad(s);
}
bool has_chosen_key(const AppState& s) {
    return shows_pad(s) && s.gallery.pad.pad && s.gallery.pad.pad->selected >= 0;
}

} // namespace

Point on_pad(double x, double y) {
    const auto kept = [](double v) {
        return std::isfinite(v) ? std::clamp(static_cast<float>(v), -pad_reach, pad_reach) : 0.0f;
    };
    return {kept(x), kept(y)};
}

QueryPad first_pad() {
    QueryPad pad;
    pad.keys = {{1.35f, 1}, {-1, 1.35f}, {-1.5f, -0.6f}, {0.3f, -1.45f}, {1.75f, -0.5f}};
    pad.query = {0.95f, 0.85f};
    ask_again(pad, true);
    return pad;
}

void ask_again(QueryPad& pad, bool fields) {
    std::vector<PadAnswers> scores;
    for (const attention::PadScore& row : attention::pad_scores()) {
        const std::size_t n = scores.size();
        scores.push_back(answers_of(row, pad, fields, n < pad.scores.size() ? pad.scores[n].field : nullptr));
    }
    pad.scores = std::move(scores);
}

bool shows_pad(const AppState& s) {
    return s.view == "gallery" && s.gallery.pad.opened && !shows_mechanism(s);
}

std::string_view pad_figure_id(const AppState& s) { return s.gallery.pad.pad ? "query-pad" : ""; }
std::shared_ptr<const Board> pad_board(const AppState& s) { return s.gallery.pad.pad; }

EffectList open_pad(AppState& s) {
    GalleryState& g = s.gallery;
    g.opened = false;
    g.pad.opened = true;
    s.view = "gallery";
    s.menu = Menu::None;
    if (!g.pad.pad) g.pad.pad = std::make_shared<const QueryPad>(first_pad());
    return {};
}

bool leave_pad(AppState& s) {
    if (!shows_pad(s)) return false;
    if (has_chosen_key(s))
        choose_pad_key(s, {});
    else
        s.gallery.pad.opened = false;
    return true;
}

Rows pad_commands() {
    constexpr std::string_view gallery = "Gallery";
    const auto moves = [&](std::string_view id, std::string_view title, std::string_view key,
                           EffectList (*run)(AppState&, const Command&)) {
        return recorded<Records::Nothing>(
            {id, title, keys(key), gallery, false, shows_pad, run, "plane pad", true});
    };
    const Argument x{"x", Argument::Kind::Number, &Command::x}, y{"y", Argument::Kind::Number, &Command::y};
    Rows rows = {
        moves("query-right", "Move the query right", "Right", nudge_query<+1, 0>),
        moves("query-left", "Move the query left", "Left", nudge_query<-1, 0>),
        moves("query-up", "Move the query up", "Up", nudge_query<0, +1>),
        moves("query-down", "Move the query down", "Down", nudge_query<0, -1>),
        {"open-pad", "Open the query pad", keys(), gallery, false, nullptr, plain<open_pad>,
         "plane keys query gallery lesson"},
        {"key-remove", "Remove the chosen key", keys("Delete"), gallery, false, has_chosen_key,
         remove_pad_key, "pad plane"},
        {"query-turn", "Turn the query round the origin", keys(), gallery, false, shows_pad, plain<go_round>,
         "pad loop play circle"},
        {"pad-score",
         "Show the next score large, or the one of that number",
         keys("1", "2", "3", "4", "5", "6", "7", "8", "9"),
         gallery,
         false,
         shows_pad,
         take_pad_score,
         "pad tile scoring function enlarge",
         true,
         {optional(whole("score", &Command::i)), optional(text("key"))}},
        {"pad-reset", "The query pad as it was at first", keys(), gallery, false, shows_pad,
         plain<as_at_first>, "keys"},
        hidden("query-move", move_query, {x, y}),
        hidden("query-pin", pin_query, {flag("on")}),
        hidden("key-move", move_pad_key, {whole("key", &Command::i), x, y}),
        hidden("key-add", add_pad_key, {x, y}),
        hidden("key-choose", choose_pad_key, {whole("key", &Command::i)}),
        hidden("pad-temperature", take_pad_temperature, {number("to")}),
        hidden("pad-phase", take_pad_phase, {whole("phase", &Command::i)}),
    };
    return recorded_all<Records::Nothing>(std::move(rows));
}

nlohmann::ordered_json pad_json(const AppState& s) {
    const PadState& state = s.gallery.pad;
    nlohmann::ordered_json json = {
        {"opened", shows_pad(s)}, {"pinned", state.pinned}, {"phase", state.phase}};
    if (!state.pad) return json;
    const QueryPad& pad = *state.pad;
    for (const Point& key : pad.keys) json["keys"].push_back({key.x, key.y});
    json["query"] = {pad.query.x, pad.query.y};
    json["temperature"] = pad.temperature;
    json["selected"] = pad.selected;
    json["score"] = pad.now().id;
    json["weights"] = pad.now().weights;
    json["context"] = {pad.now().context.x, pad.now().context.y};
    return json;
}

CardPicture pad_card(const Engine&) {
    const auto pad = std::make_shared<const QueryPad>(first_pad());
    const Point best = pad->keys[static_cast<std::size_t>(pad->strongest())];
    const auto distance = [&](Point a) {
        return static_cast<double>(std::hypot(a.x - best.x, a.y - best.y));
    };
    const double with = distance(pad->now().context), without = distance(pad->average()),
                 most = std::max({with, without, 1e-6});
    const auto bar = [&](const char* label, double value, bool attention) {
        std::array<char, 16> words{};
        std::snprintf(words.data(), words.size(), "%.2f", value);
        return CardBar{label, value / most, words.data(), attention};
    };
    CardPicture card;
    card.bars = {bar("with attention", with, true), bar("plain average", without, false)};
    card.measure = "c to the best key, lower is better";
    card.draw = [pad](float width, float height, float loop, const FigureStyle& style) {
        QueryPad turned = *pad;
        if (loop > 0) {
            constexpr float turn_around = 6.2831853f;
            turned.query = {1.3f * std::cos(turn_around * loop), 1.3f * std::sin(turn_around * loop)};
            ask_again(turned, false);
        }
        return Miniature{pad_miniature(turned, width, height, style)};
    };
    return card;
}

} // namespace heed
