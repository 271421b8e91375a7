#include "app/state/gallery/gallery.h"

#include "app/figures/transformer/card/card.h"
#include "app/state/commands/row.h"
#include "app/state/fields.h"
#include "app/state/gallery/board.h"
#include "app/state/gallery/cards.h"
#include "app/state/gallery/forecast/series_window.h"
#include "app/state/gallery/transformer/card_look.h"
#include "app/state/update.h"
#include "app/state/workspaces.h"
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/models/forecast/facts.h"
#include "core/models/model.h"
#include "core/models/registry.h"
#include "core/models/transformer/facts.h"
#include "core/tasks/item.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using Kind = Effect::Kind;

constexpr std::uint64_t sample_seed = 11;

/// How long the samples of a task are: alike, so that their maps stand in one frame.
int sample_length(const std::string& task) {
    return task == "adding"                     ? 30
           : task == "lagged"                   ? 52
           : task == "recall" || task == "hull" ? 10
           : task == "stories"                  ? 9
           : task == "sort"                     ? 8
                                                : 14;
}

std::shared_ptr<const PoolingBoard> pooling_board(const AppState& s) {
    auto board = s.gallery.board_of<PoolingBoard>();
    return board && board->now.text == s.input ? board : nullptr;
}

std::string family_of(const BoardOrder& order) { return order.mechanism + " " + order.task; }

/// The board that belongs on the screen; none where there is nothing to ask for.
std::optional<BoardOrder> board_wanted(const AppState& s) {
    const Mechanism* row = mechanism_now(s);
    if (!row || !row->make || s.input.empty()) return std::nullopt;
    BoardOrder order{"", std::string(row->id), s.model, s.model_name, s.facts.task, "", {}};
    if (row->each_input) {
        order.text = s.input;
        order.muted = s.edits.muted;
        if (row->around) order.series = row->around(s);
    }
    return order;
}

/// The first card that has neither a picture nor a reason for having none.
std::optional<BoardOrder> card_wanted(const AppState& s) {
    for (const CardRow& row : card_rows()) {
        const std::string id(row.id);
        if (s.gallery.cards.contains(id) || s.gallery.card_problems.contains(id)) continue;
        BoardOrder order;
        order.card = id;
        return order;
    }
    return std::nullopt;
}

/// The workspace shows another model than the one that was looked at: which, and why.
void say_another_model(AppState& s, std::string_view workspace, const std::string& model) {
    const auto at = std::find_if(s.models.begin(), s.models.end(), [&](const ModelChoice& m) {
        return m.name == model || (m.family == model && !m.recent);
    });
    std::string name = std::filesystem::path(model).filename().string();
    if (at != s.models.end())
        name = at->title + (at->name != model || at->detail.empty() ? "" : ", " + at->detail);
    const std::string title(workspace_named(workspace).title);
    say(s, (title.empty() ? std::string("This") : title) + " shows another model: " + name,
        s.facts.title + " answers a whole input at once; the Gallery shows it.", 8);
}

} // namespace

bool answers_at_once(const AppState& s) {
    return s.model && answers_at_once(s.facts.architecture) && !is_transformer(s.facts);
}
const Mechanism* mechanism_now(const AppState& s) {
    if (answers_at_once(s)) return mechanism_of(s.facts);
    return s.view == "gallery" && s.gallery.opened ? mechanism_by_card(s) : nullptr;
}
const Mechanism* mechanism_by_card(const AppState& s) {
    const Mechanism* row = s.model && !answers_at_once(s) ? mechanism_of(s.facts) : nullptr;
    return row && row->by_card ? row : nullptr;
}
bool has_picture(const AppState& s) { return mechanism_now(s) != nullptr; }
std::string model_words(const AppState& s) {
    return s.model ? s.model->config.architecture()->in_words(s.model->config) + "." : std::string();
}
bool shows_mechanism(const AppState& s) {
    if (answers_at_once(s)) return s.view != "gallery" || s.gallery.opened;
    return mechanism_now(s) != nullptr;
}
bool shows_cards(const AppState& s) {
    return s.view == "gallery" && !shows_mechanism(s) && !s.gallery.pad.opened;
}

std::string sample_text(const std::string& task, int n) {
    const tasks::ItemTask* known = tasks::find_item_task(task);
    if (!known || n < 0 || n >= gallery_samples) return {};
    Random random(sample_seed);
    tasks::Item item;
    for (int k = 0; k <= n; ++k) item = known->of_length(random, sample_length(task));
    return item.input;
}

EffectList follow_gallery(AppState& s) {
    GalleryState& g = s.gallery;
    const auto wanted = shows_mechanism(s) ? board_wanted(s) : shows_cards(s) ? card_wanted(s) : std::nullopt;
    if (!wanted || *wanted == g.asked) return {};
    g.asked = *wanted;
    return {{Kind::Work, "gallery"}};
}

WorkspaceJob board_job(const AppState& s) {
    const auto known = s.gallery.families.find(family_of(s.gallery.asked));
    return [order = s.gallery.asked, family = known == s.gallery.families.end() ? nullptr : known->second](
               const Engine& engine, const std::atomic<bool>&) -> std::any {
        if (!order.card.empty()) return make_card(engine, order);
        const Mechanism* row = find_mechanism(order.mechanism);
        if (!row || !row->make) throw Error(order.mechanism, "no such mechanism");
        return row->make(engine, order, family);
    };
}

void apply_board(AppState& s, const WorkDone& e) {
    GalleryState& g = s.gallery;
    const BoardMade* made = std::any_cast<BoardMade>(&e.result);
    if (!made) { // the run of the chosen model says why; the cards have none
        if (!g.asked.card.empty()) g.card_problems[g.asked.card] = as_sentence(e.problem);
        return;
    }
    if (!made->order.card.empty()) {
        g.cards[made->order.card] = made->card;
        return;
    }
    if (made->family) g.families[family_of(made->order)] = made->family;
    // While the mouse draws over moments, the ones on the way are shown as they come.
    if (made->order.model == g.asked.model && made->order.text == g.asked.text) g.board = made->board;
}

void reset_gallery(AppState& s, Fresh fresh) {
    if (fresh != Fresh::Input)
        s.gallery.board = nullptr; // else the last picture stays until the next is made
    s.gallery.asked = {};
    s.gallery.pressed_from = s.gallery.pressed_to = -1;
    if (fresh != Fresh::Input) {
        s.gallery.writing = {};
        s.gallery.chart = {};
    }
}

void place_model(AppState& s) {
    GalleryState& g = s.gallery;
    if (answers_at_once(s)) {
        s.view = "gallery";
        g.opened = true;
        g.pad.opened = false;
        g.going.clear();
        return;
    }
    const bool by_card = g.going.empty() && s.view == "gallery" && g.opened && mechanism_by_card(s);
    if (!g.going.empty())
        s.view = g.going;
    else if (g.opened && s.view == "gallery" && !by_card)
        s.view = "step";
    g.opened = by_card;
    g.going.clear();
}

void close_mechanism(AppState& s) {
    s.view = "gallery";
    s.gallery.opened = s.gallery.pad.opened = false;
    s.menu = Menu::None;
    s.hover = {};
}

bool leave_mechanism(AppState& s) {
    if (!shows_mechanism(s)) return false;
    if (s.caret >= 0) return false; // the field is left first
    if (s.gallery.writing != StoryDraft{})
        s.gallery.writing = {};
    else if (s.selection != Pointing{})
        s.selection = {};
    else
        close_mechanism(s);
    return true;
}

std::size_t gallery_bytes(const AppState& s) {
    const Mechanism* row = mechanism_now(s);
    return row && row->bytes && s.gallery.board ? row->bytes(*s.gallery.board) : 0;
}

std::string_view mechanism_figure(const AppState& s) {
    const Mechanism* row = mechanism_now(s);
    return row && (s.gallery.board || !row->each_input) ? row->id : std::string_view();
}
std::shared_ptr<const Board> board_shown(const AppState& s) {
    const Mechanism* row = mechanism_now(s);
    return !row ? nullptr : row->looked_at ? row->looked_at(s) : s.gallery.board;
}

std::optional<EffectList> leave_for(AppState& s, std::string_view workspace) {
    if (!answers_at_once(s)) return std::nullopt;
    s.gallery.going = workspace;
    const bool known = s.gallery.back && !s.gallery.back->model.empty();
    say_another_model(s, workspace, known ? s.gallery.back->model : "dates");
    if (!known) {
        s.restoring.reset();
        return update(s, {"load", "dates"});
    }
    Version back = *s.gallery.back; // what was run; it is looked at as the mechanism was
    const Version now = version_of(s);
    back.search = now.search;
    back.compare = now.compare;
    back.states = now.states;
    back.looks = now.looks;
    return put_version(s, back);
}

nlohmann::ordered_json gallery_choices(const AppState& s) {
    nlohmann::ordered_json json = {{"kind", s.gallery.kind}};
    const bool awaited = !s.model && s.gallery.opened; // of a session that is being opened
    if (shows_transformer_card(s) || awaited) json["transformer"] = transformer_card_json(s);
    if (shows_mechanism(s) && is_forecast(s.facts))
        if (const std::string series = whole_series(s); !series.empty()) json["series"] = series;
    return json;
}

void gallery_from_json(const nlohmann::json& json, AppState& s) {
    s.gallery.series.clear();
    s.gallery.chart = {};
    s.gallery.transformer = {};
    s.gallery.kind.clear();
    if (!json.is_object()) return;
    FieldReader<nlohmann::json> fields{json};
    fields.text("series", s.gallery.series);
    fields.text("kind", s.gallery.kind);
    const auto look = json.find("transformer");
    transformer_card_from_json(look == json.end() ? nlohmann::json() : *look, s);
    // Of a model that Step shows too; the others are opened by being loaded.
    if (look != json.end()) s.gallery.opened = true;
    const auto kinds = card_kinds(all_cards(s));
    if (std::find(kinds.begin(), kinds.end(), s.gallery.kind) == kinds.end()) s.gallery.kind.clear();
}

nlohmann::ordered_json gallery_json(const AppState& s) {
    const GalleryState& g = s.gallery;
    nlohmann::ordered_json json = {
        {"opened", shows_mechanism(s)}, {"scroll", g.scroll}, {"focus", g.focus},
        {"card", !g.cards.empty()},     {"kind", g.kind},     {"muted", s.edits.muted}};
    for (const auto& [id, picture] : g.cards) json["cards"].push_back(id);
    if (shows_mechanism(s) && is_forecast(s.facts))
        json["window"] = {
            {"read", rows_read(s)}, {"rows", rows_of_series(s)}, {"view", {g.chart.first, g.chart.rows}}};
    if (shows_transformer_card(s)) {
        json["transformer"] = transformer_card_json(s);
        const CardHead head = card_head(s);
        json["transformer"]["shown"] = {{"layer", head.layer}, {"head", head.head}};
        if (const auto board = g.board_of<TransformerBoard>()) {
            json["transformer"]["beside"] = board->beside ? nlohmann::ordered_json(board->beside->target_text)
                                                          : nlohmann::ordered_json(nullptr);
            for (const TransformerCardMember& m : board->members)
                json["transformer"]["members"].push_back(m.name);
        }
    }
    const auto shown = shows_mechanism(s) ? pooling_board(s) : nullptr;
    if (!shown) return json;
    const PoolingBoard& board = *shown;
    json["task"] = board.task;
    json["sample"] = board.sample;
    json["answer"] = board.now.answer;
    for (std::size_t n = 0; n < board.members.size(); ++n) {
        const auto said = [](const SharedTrace& run) {
            return run ? nlohmann::ordered_json(run->target_text) : nlohmann::ordered_json(nullptr);
        };
        json["answers"][board.members[n].name] = {{"now", said(board.now.runs[n])},
                                                  {"heard", said(board.heard.runs[n])}};
    }
    return json;
}

} // namespace heed
