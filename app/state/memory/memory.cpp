#include "app/state/memory/memory.h"

#include "app/state/commands/row.h"
#include "app/state/fields.h"
#include "app/state/gallery/gallery.h"
#include "app/state/jobs/thread_pool.h"
#include "app/state/memory/orders.h"
#include "app/state/units.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/model.h"
#include "core/models/transformer/facts.h"
#include "core/tasks/task.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

namespace heed {
namespace {

using Kind = Effect::Kind;

bool can_remember(const AppState& s) {
    return s.model && !s.weights_only() && !answers_at_once(s) && !s.input.empty();
}

/// The board with the newest curves in it.
void take_curves(MemoryState& m) {
    if (!m.board) return;
    MemoryBoard next = *m.board;
    next.lines = m.curves ? m.curves->lines : std::vector<LengthLine>();
    next.no_lines = m.curves ? m.curves->problem : m.lengths_problem;
    name_apart(next);
    m.board = std::make_shared<const MemoryBoard>(std::move(next));
}

int words_shown(const AppState& s) {
    return s.memory.board ? static_cast<int>(s.memory.board->words.size()) : 0;
}

// ------------------------------------------------------------------------------------------------ commands
EffectList follow_word(AppState& s, const Command& c) {
    if (const int words = words_shown(s); words > 0) s.memory.follow = std::clamp(c.i, 0, words - 1);
    return {};
}
template <int by>
EffectList follow_next(AppState& s, const Command&) {
    if (const int words = words_shown(s); words > 0)
        s.memory.follow = std::clamp(std::min(s.memory.follow, words - 1) + by, 0, words - 1);
    return {};
}
EffectList take_memory_weights(AppState& s, const Command& c) {
    s.memory.random = c.i != 0;
    return {};
}
EffectList take_memory_scale(AppState& s, const Command& c) {
    s.memory.linear = c.i != 0;
    return {};
}
EffectList take_memory_tokens(AppState& s, const Command& c) {
    s.memory.tokens = c.i != 0;
    return {};
}
EffectList take_memory_readers(AppState& s, const Command& c) {
    s.memory.attentive = c.i != 0;
    return {};
}
EffectList turn_memory_model(AppState& s, const Command& c) {
    if (!s.memory.hidden.erase(c.text)) s.memory.hidden.insert(c.text);
    return {};
}
EffectList hover_memory(AppState& s, const Command& c) {
    s.memory.hover = std::max(-1, c.i);
    return {};
}
/// Other items for the accuracy by length.
EffectList draw_again(AppState& s) {
    ++s.memory.seed;
    return {};
}

} // namespace

bool shows_memory(const AppState& s) { return s.view == "memory"; }

MemorySettings memory_settings(const AppState& s, float width, float height) {
    const MemoryState& m = s.memory;
    return {width, height, m.follow, m.linear, m.hidden, m.hover, m.tokens, true};
}

std::string memory_problem(const AppState& s) {
    if (s.memory.problem.empty() || !is_transformer(s.facts)) return s.memory.problem;
    const std::string one(read_unit(s).one);
    return (s.facts.title.empty() ? s.facts.name : s.facts.title) + " is a Transformer: no state goes from " +
           one + " to " + one + ", every place is looked at directly. Step shows where.";
}

EffectList follow_memory(AppState& s) {
    MemoryState& m = s.memory;
    if (!shows_memory(s) || !can_remember(s)) return {};
    EffectList effects;
    const MemoryOrder wanted{s.model, s.model_name,
                             s.input.substr(0, s.too_long ? s.fitting : s.input.size()), m.random,
                             m.attentive};
    if (wanted != m.asked) {
        m.asked = wanted;
        effects.push_back({Kind::Work, "memory"});
    }
    const LengthsOrder curves{s.model_name, m.seed, m.attentive};
    // Models of a task share their curves; one of no task has its own reason to have none.
    const bool known = m.curves && !s.facts.task.empty() && m.curves_task == s.facts.task &&
                       m.asked_lengths.seed == m.seed && m.asked_lengths.attentive == m.attentive;
    if (!known && curves != m.asked_lengths) {
        m.asked_lengths = curves;
        m.curves = nullptr;
        m.lengths_problem.clear();
        take_curves(m);
        effects.push_back({Kind::Work, "memory-lengths"});
    }
    return effects;
}

WorkspaceJob memory_job(const AppState& s) {
    return [order = s.memory.asked](const Engine& engine, const std::atomic<bool>& cancelled) -> std::any {
        std::vector<MeasuredMemory> measured;
        ThreadPool pool(std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1));
        const MemoryModels beside = memory_models(engine, order.model, order.attentive);
        for (const auto& model : beside.models) {
            if (cancelled) break;
            try {
                measured.push_back(
                    measure_memory(model, order.text, order.random, pool.executor(), &cancelled));
            } catch (const Error&) { // another model of the task need not be able to read it
                if (model->name == order.model->name) throw;
            } catch (const decode::Cancelled&) {
                break;
            }
        }
        auto board = std::make_shared<MemoryBoard>(memory_board(measured));
        board->random = order.random;
        board->choice = beside.both_kinds;
        board->absent = beside.absent;
        return MemoryMade{order, std::move(board)};
    };
}

void apply_memory(AppState& s, const WorkDone& done) {
    MemoryState& m = s.memory;
    const auto* made = std::any_cast<MemoryMade>(&done.result);
    m.problem = made ? std::string() : done.problem;
    if (!made) {
        m.board = nullptr;
        return;
    }
    if (made->order != m.asked) return;
    m.board = made->board;
    take_curves(m);
    if (m.follow >= words_shown(s)) m.follow = 0;
}

WorkspaceJob lengths_job(const AppState& s) {
    return [order = s.memory.asked_lengths, model = s.model](const Engine& engine,
                                                             const std::atomic<bool>& cancelled) -> std::any {
        auto curves = std::make_shared<LengthCurves>();
        curves->task = model->task;
        try {
            train::LengthPlan plan;
            plan.items = 100;
            plan.seed = static_cast<std::uint64_t>(order.seed);
            const train::ItemsOfLength items = train::fresh_items(*model, plan);
            for (const auto& one : memory_models(engine, model, order.attentive).models)
                curves->lines.push_back(
                    length_line(*one, train::accuracy_by_length(*one, items, in_turn, {}, &cancelled)));
        } catch (const Error& error) {
            curves->problem = model->task.empty()
                                  ? "Of this model's task nothing is known, so no inputs can be made whose "
                                    "right output is. "
                                    "Your own pairs can: heed evaluate measures a model on them."
                                  : error.what();
        } catch (const decode::Cancelled&) {
            curves->lines.clear();
        }
        return LengthsMade{order, std::move(curves)};
    };
}

void apply_lengths(AppState& s, const WorkDone& done) {
    MemoryState& m = s.memory;
    const auto* made = std::any_cast<LengthsMade>(&done.result);
    if (made && made->order != m.asked_lengths) return;
    m.lengths_problem = done.problem;
    m.curves = made ? made->curves : nullptr;
    m.curves_task = made ? made->curves->task : std::string();
    take_curves(m);
}

void reset_memory(AppState& s, Fresh) { s.memory.hover = -1; }

bool leave_memory(AppState& s) {
    if (!shows_memory(s) || s.memory.hover < 0) return false;
    s.memory.hover = -1;
    return true;
}

std::string_view memory_figure_id(const AppState& s) { return s.memory.board ? "memory" : ""; }

std::shared_ptr<const Board> memory_board_shown(const AppState& s) {
    if (!s.memory.board) return nullptr;
    auto board = std::make_shared<MemoryBoard>(*s.memory.board);
    board->follow = s.memory.follow;
    board->linear = s.memory.linear;
    board->tokens = s.memory.tokens;
    board->hidden = s.memory.hidden;
    return board;
}

Rows memory_commands() {
    constexpr std::string_view memory = "Memory";
    const auto moves = [&](std::string_view id, std::string_view title, std::string_view key,
                           EffectList (*run)(AppState&, const Command&)) {
        return recorded<Records::Nothing>(
            {id, title, keys(key), memory, false, shows_memory, run, "follow token", true});
    };
    Rows rows = {
        moves("memory-next", "Follow the next token", "Right", follow_next<+1>),
        moves("memory-previous", "Follow the token before", "Left", follow_next<-1>),
        {"memory-again", "Measure accuracy by length again, on other items", keys(), memory, false,
         shows_memory, plain<draw_again>, "interval seed fresh"},
        hidden("memory-follow", follow_word, {whole("word", &Command::i)}),
        hidden("memory-weights", take_memory_weights, {flag("random")}),
        hidden("memory-scale", take_memory_scale, {flag("linear")}),
        hidden("memory-tokens", take_memory_tokens, {flag("tokens")}),
        hidden("memory-readers", take_memory_readers, {flag("attention")}),
        hidden("memory-words", plain<show_menu<Menu::Follow>>),
        hidden("memory-model", turn_memory_model, {text("model")}),
        recorded<Records::Passing>(
            hidden("memory-hover", hover_memory, {optional(whole("state", &Command::i))})),
    };
    for (CommandInfo& row : rows)
        if (row.records != Records::Passing) row.records = Records::Nothing;
    return rows;
}

nlohmann::ordered_json memory_choices(const AppState& s) {
    const MemoryState& m = s.memory;
    return {{"follow", m.follow},       {"random", m.random}, {"linear", m.linear}, {"tokens", m.tokens},
            {"attention", m.attentive}, {"hidden", m.hidden}, {"seed", m.seed}};
}

void memory_from_json(const nlohmann::json& json, AppState& s) {
    MemoryState& m = s.memory;
    m.follow = 0;
    m.random = m.linear = m.tokens = m.attentive = false;
    m.hidden.clear();
    m.hover = -1;
    if (!json.is_object()) return;
    FieldReader<nlohmann::json> fields{json};
    fields.number("follow", 0, 100000, m.follow);
    fields.flag("random", m.random);
    fields.flag("linear", m.linear);
    fields.flag("tokens", m.tokens);
    fields.flag("attention", m.attentive);
    fields.number("seed", 1, 1000000, m.seed);
    if (const auto hidden = json.find("hidden"); hidden != json.end() && hidden->is_array())
        for (const nlohmann::json& key : *hidden)
            if (key.is_string()) m.hidden.insert(key.get<std::string>());
}

nlohmann::ordered_json memory_json(const AppState& s) {
    const MemoryState& m = s.memory;
    nlohmann::ordered_json json = memory_choices(s);
    json["hover"] = m.hover;
    json["problem"] = m.problem;
    json["models"] = nlohmann::ordered_json::array();
    if (!m.board) return json;
    json["words"] = m.board->words;
    for (const MemoryModel& model : m.board->models) {
        nlohmann::ordered_json one = {
            {"name", model.key}, {"title", model.title}, {"attention", model.attention}};
        one["outputs"] = model.outputs;
        json["models"].push_back(std::move(one));
    }
    json["random"] = m.board->random;
    json["lengths"] = m.board->lines.size();
    json["no_lengths"] = m.board->no_lines;
    return json;
}

} // namespace heed
