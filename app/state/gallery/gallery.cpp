#include "app/state/gallery/gallery.h"

#include "app/state/gallery/board.h"
#include "app/state/update.h"
#include "core/base/random.h"
#include "core/models/model.h"
#include "core/models/registry.h"
#include "core/tasks/item.h"

#include <nlohmann/json.hpp>

namespace heed {
namespace {

using Kind = Effect::Kind;

constexpr std::uint64_t sample_seed = 11;
constexpr std::string_view card_task = "adding"; // of the card of attention pooling

/// How long the samples of a task are: alike, so that their maps stand in one frame.
int sample_length(const std::string& task) { return task == "adding" ? 30 : task == "recall" ? 10 : 14; }

bool has_board(const AppState& s) { return s.gallery.board && s.gallery.board->now.text == s.input; }

} // namespace

bool answers_at_once(const AppState& s) { return s.model && answers_at_once(s.facts.architecture); }
bool has_picture(const AppState& s) { return answers_at_once(s) && is_pooling(s.facts); }
std::string model_words(const AppState& s) {
    return s.model ? s.model->config.architecture()->in_words(s.model->config) + "." : std::string();
}
bool shows_mechanism(const AppState& s) {
    return answers_at_once(s) && (s.view != "gallery" || s.gallery.opened);
}
bool shows_cards(const AppState& s) { return s.view == "gallery" && !shows_mechanism(s); }

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
    if (shows_mechanism(s) && !has_picture(s)) return {}; // its run is all there is
    if (shows_mechanism(s) && !s.input.empty()) {
        const BoardOrder wanted{s.model, s.model_name, s.facts.task, s.input, s.edits.muted};
        if (wanted == g.asked) return {};
        g.asked = wanted;
        return {{Kind::Work, "gallery"}};
    }
    if (shows_cards(s) && !g.card && g.card_problem.empty() && (g.asked.model || g.asked.text.empty())) {
        g.asked = {nullptr, "", std::string(card_task), sample_text(std::string(card_task), 0), {}};
        return {{Kind::Work, "gallery"}};
    }
    return {};
}

WorkspaceJob board_job(const AppState& s) {
    const auto known = s.gallery.families.find(s.gallery.asked.task);
    return [order = s.gallery.asked, family = known == s.gallery.families.end() ? nullptr : known->second](
               const Engine& engine, const std::atomic<bool>&) -> std::any {
        return make_board(engine, order, family);
    };
}

void apply_board(AppState& s, const WorkDone& e) {
    GalleryState& g = s.gallery;
    const BoardMade* made = std::any_cast<BoardMade>(&e.result);
    if (!made) { // the run of the chosen model says why; the cards have none
        if (!g.asked.model) g.card_problem = as_sentence(e.problem);
        return;
    }
    g.families[made->order.task] = made->family;
    if (!made->order.model) {
        g.card = made->board;
        if (!g.asked.model) g.asked = {};
        return;
    }
    // While the mouse draws over moments, the ones on the way are shown as they come.
    if (made->order.model == g.asked.model && made->order.text == g.asked.text) g.board = made->board;
}

void reset_gallery(AppState& s, Fresh fresh) {
    if (fresh != Fresh::Input)
        s.gallery.board = nullptr; // else the last picture stays until the next is made
    s.gallery.asked = {};
    s.gallery.pressed_from = s.gallery.pressed_to = -1;
}

void place_model(AppState& s) {
    GalleryState& g = s.gallery;
    if (answers_at_once(s)) {
        s.view = "gallery";
        g.opened = true;
        g.going.clear();
        return;
    }
    if (!g.going.empty())
        s.view = g.going;
    else if (g.opened && s.view == "gallery")
        s.view = "step";
    g.opened = false;
    g.going.clear();
}

void close_mechanism(AppState& s) {
    s.view = "gallery";
    s.gallery.opened = false;
    s.menu = Menu::None;
    s.hover = {};
}

bool leave_mechanism(AppState& s) {
    if (!shows_mechanism(s)) return false;
    if (s.caret >= 0) return false; // the field is left first
    if (s.selection != Pointing{})
        s.selection = {};
    else
        close_mechanism(s);
    return true;
}

std::size_t gallery_bytes(const AppState& s) {
    std::set<const Trace*> runs;
    const auto add = [&](const PoolingBoard* board) {
        if (!board) return;
        for (const PoolingRuns* of : {&board->now, &board->heard})
            for (const auto& run : of->runs) runs.insert(run.get());
        for (const PoolingRuns& sample : board->samples)
            for (const auto& run : sample.runs) runs.insert(run.get());
    };
    add(s.gallery.board.get());
    add(s.gallery.card.get());
    for (const auto& [task, family] : s.gallery.families)
        if (family) add(&family->board);
    std::size_t total = 0;
    for (const Trace* run : runs) total += run ? run->bytes() : 0;
    return total;
}

std::string_view mechanism_figure(const AppState& s) {
    return has_picture(s) && s.gallery.board ? "pooling" : "";
}
void fill_mechanism(const AppState& s, FigureSource& source) {
    source.board = has_picture(s) ? s.gallery.board.get() : nullptr;
}

std::optional<EffectList> leave_for(AppState& s, std::string_view workspace) {
    if (!answers_at_once(s)) return std::nullopt;
    s.gallery.going = workspace;
    if (!s.gallery.back || s.gallery.back->model.empty()) {
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

nlohmann::ordered_json gallery_json(const AppState& s) {
    const GalleryState& g = s.gallery;
    nlohmann::ordered_json json = {{"opened", shows_mechanism(s)},
                                   {"scroll", g.scroll},
                                   {"focus", g.focus},
                                   {"card", g.card != nullptr},
                                   {"muted", s.edits.muted}};
    if (!shows_mechanism(s) || !has_board(s)) return json;
    const PoolingBoard& board = *g.board;
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
