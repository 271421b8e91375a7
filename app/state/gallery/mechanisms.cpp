#include "app/state/gallery/mechanisms.h"

#include "app/figures/entity/entity.h"
#include "app/figures/forecast/forecast.h"
#include "app/figures/one_rnn/one_rnn.h"
#include "app/figures/pointer/pointer.h"
#include "app/figures/transformer/card/card.h"
#include "app/state/gallery/board.h"
#include "app/state/gallery/forecast/forecast_board.h"
#include "app/state/gallery/forecast/series_window.h"
#include "app/state/gallery/past_board.h"
#include "app/state/gallery/pointer/pointer_board.h"
#include "app/state/gallery/stories/story_board.h"
#include "app/state/gallery/transformer/card_board.h"
#include "app/state/gallery/transformer/card_look.h"
#include "core/base/error.h"
#include "core/models/model.h"

#include <algorithm>
#include <iterator>

namespace heed {
namespace {

constexpr Mechanism mechanism_rows[] = {
    {.id = "pooling", .shows = is_pooling, .make = make_board, .each_input = true, .bytes = board_bytes},
    {.id = "own-past", .shows = is_one_rnn, .make = make_past_board, .token_of = one_rnn_token},
    {.id = "forecast",
     .shows = is_forecast,
     .make = make_forecast_board,
     .each_input = true,
     .around = whole_series},
    {.id = "stories", .shows = is_entity, .make = make_story_board, .each_input = true, .bytes = story_bytes},
    {.id = "pointer", .shows = is_pointer, .make = make_pointer_board},
    {.id = "transformer",
     .shows = has_transformer_card,
     .make = make_transformer_board,
     .each_input = true,
     .by_card = true,
     .looked_at = transformer_card_board},
};

} // namespace

std::span<const Mechanism> mechanisms() { return mechanism_rows; }

const Mechanism* mechanism_of(const ModelFacts& model) {
    const auto found = std::find_if(std::begin(mechanism_rows), std::end(mechanism_rows),
                                    [&](const Mechanism& row) { return row.shows(model); });
    return found == std::end(mechanism_rows) ? nullptr : &*found;
}

const Mechanism* find_mechanism(std::string_view id) {
    const auto found = std::find_if(std::begin(mechanism_rows), std::end(mechanism_rows),
                                    [&](const Mechanism& row) { return row.id == id; });
    return found == std::end(mechanism_rows) ? nullptr : &*found;
}

std::shared_ptr<const Board> board_of(const std::string& model, const std::string& text) {
    const Engine engine = heed_engine();
    const LoadedModel loaded = engine.load(model, {});
    const Mechanism* row = loaded.model ? mechanism_of(loaded.model->facts) : nullptr;
    if (!row || !row->make)
        throw Error(model, "no picture of a mechanism", "a model that has one",
                    loaded.model ? loaded.model->facts.architecture : "none");
    BoardOrder order;
    order.mechanism = std::string(row->id);
    order.model = loaded.model;
    order.model_name = model;
    order.task = loaded.model->task;
    order.text = text;
    return row->make(engine, order, nullptr).board;
}

} // namespace heed
