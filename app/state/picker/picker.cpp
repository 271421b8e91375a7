// The list of models: opened at the current row, walked, searched; what each makes of the input is asked for
// one by one.
#include "app/state/picker/picker.h"

#include "app/figures/tokens.h"
#include "app/state/commands/row.h"
#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using Kind = Effect::Kind;

constexpr int most_columns = 56, most_rows = 40; // of a picture: px at scale 1

std::string family_of(const AppState& s, const std::string& model) {
    for (const ModelChoice& m : s.models)
        if (m.name == model) {
            const std::string& task = m.recent ? m.about.task : m.family;
            return task.empty() ? std::string(picker_own) : task;
        }
    return {};
}

/// The loaded model as the list names it.
std::string current_model(const AppState& s) { return own_name(s).empty() ? s.facts.name : s.settings.model; }

void begin_picker(AppState& s) {
    PickerState& p = s.picker;
    p.open = true;
    p.query.clear();
    p.card.clear();
    p.chosen = current_model(s);
    p.family = family_of(s, p.chosen);
    if (p.family.empty()) p.family = s.facts.task;
}

bool is_chosen(const PickerRow& row, const std::string& name) { return row.model->name == name; }

/// What is chosen is one of those that are listed.
void keep_choice(AppState& s) {
    PickerState& p = s.picker;
    const PickerLists lists = picker_lists(s);
    p.family = lists.family.empty() ? p.family : lists.family;
    const auto listed = std::any_of(lists.rows.begin(), lists.rows.end(),
                                    [&](const PickerRow& row) { return is_chosen(row, p.chosen); });
    if (!listed) p.chosen = lists.rows.empty() ? "" : lists.rows.front().model->name;
}

// ------------------------------------------------------------------------------------------------ commands

EffectList search(AppState& s, const Command& c) {
    s.picker.query = c.text;
    s.picker.card.clear();
    keep_choice(s);
    // A name that is typed whole is meant before those that only hold it.
    for (const PickerRow& row : picker_lists(s).rows)
        if (const std::string& name = row.model->name; name == c.text || name.ends_with("/" + c.text)) {
            s.picker.chosen = name;
            break;
        }
    return {};
}

EffectList show_family(AppState& s, const Command& c) {
    s.picker.family = c.text;
    s.picker.card.clear();
    keep_choice(s);
    return {};
}

/// Past the last of a family the next one begins, and past the last family the first.
EffectList move_choice(AppState& s, const Command& c) {
    PickerState& p = s.picker;
    const PickerLists lists = picker_lists(s);
    if (lists.rows.empty()) return {};
    const auto now = std::find_if(lists.rows.begin(), lists.rows.end(),
                                  [&](const PickerRow& row) { return is_chosen(row, p.chosen); });
    const std::ptrdiff_t to = now == lists.rows.end() ? 0 : now - lists.rows.begin() + (c.i < 0 ? -1 : 1);
    if (to >= 0 && to < std::ssize(lists.rows)) {
        p.chosen = lists.rows[static_cast<std::size_t>(to)].model->name;
    } else {
        const auto family = std::find_if(lists.families.begin(), lists.families.end(),
                                         [&](const PickerFamily& f) { return f.id == lists.family; });
        const std::ptrdiff_t count = std::ssize(lists.families);
        const std::ptrdiff_t next = (family - lists.families.begin() + (to < 0 ? count - 1 : 1)) % count;
        p.family = lists.families[static_cast<std::size_t>(next)].id;
        const PickerLists there = picker_lists(s);
        p.chosen = (to < 0 ? there.rows.back() : there.rows.front()).model->name;
    }
    if (!p.card.empty()) p.card = p.chosen;
    return {};
}

EffectList choose(AppState& s, const Command& c) {
    s.picker.chosen = c.text;
    return {};
}

EffectList open_chosen(AppState& s, const Command& c) {
    const std::string name = c.text.empty() ? s.picker.chosen : c.text;
    if (name.empty()) return {};
    s.menu = Menu::None;
    if (name == current_model(s)) return {{Kind::LeaveField}};
    EffectList effects = update(s, {"load", name});
    effects.push_back({Kind::LeaveField});
    return effects;
}

EffectList show_card(AppState& s, const Command& c) {
    s.picker.card = c.i == 0 ? "" : s.picker.chosen;
    return {};
}

bool has_wrong_output(const AppState& s) {
    const tasks::Truth* truth = truth_of(s);
    return truth && truth->output >= 0;
}

/// Where its row of weights is there, which shows what it looked at.
EffectList go_to_wrong_output(AppState& s) {
    const tasks::Truth* truth = truth_of(s);
    if (!truth || truth->output < 0) return {};
    EffectList effects;
    if (s.view != "step") effects = update(s, {"view-step"});
    const Stage* stage = s.trace->outline.over(Axis::Output);
    if (!stage || stage->phases.empty()) return effects;
    Phase wanted = stage->phases.back();
    for (const Phase& phase : stage->phases)
        if (phase.info && phase.info->id == "softmax") wanted = phase;
    const int at = at_of(s.trace->outline, wanted, truth->output);
    if (at <= s.total()) go(s, at, false);
    s.canvas_scroll = -1;
    return effects;
}

// ------------------------------------------------------------------------------------------------ the shots

bool is_known(const AppState& s, const std::string& model, const std::string& text) {
    return text.empty() || model.empty() || find_shot(s, model, text) != nullptr;
}

PickerOrder order_for(const AppState& s, const std::string& model, const std::string& text) {
    PickerOrder order{model, text, nullptr, nullptr};
    if (model != current_model(s)) return order;
    order.loaded = s.model;
    const bool shown = s.trace && !s.running && s.trace->source_text == text && s.trace_model == s.model_name;
    if (shown && !s.trace->request.edits.any() && !s.trace->request.target) order.run = s.trace;
    return order;
}

/// The next that is missing: the list's, the chosen one first, then those that stand for a family.
std::optional<PickerOrder> next_order(const AppState& s) {
    const PickerLists lists = picker_lists(s);
    const std::string text = picker_text(s, lists.family);
    const auto can_run = [&](const ModelChoice& m) {
        return !m.recent || m.about.runs || m.name == current_model(s);
    };
    for (const bool only_chosen : {true, false})
        for (const PickerRow& row : lists.rows) {
            const ModelChoice& m = *row.model;
            if (only_chosen && m.name != s.picker.chosen) continue;
            if (can_run(m) && !is_known(s, m.name, text)) return order_for(s, m.name, text);
        }
    for (const PickerFamily& family : lists.families)
        if (const std::string sample = picker_text(s, family.id); !is_known(s, family.model, sample))
            return order_for(s, family.model, sample);
    return std::nullopt;
}

void judge(PickerShot& shot, const Trace& run, const std::string& task) {
    const auto answer = tasks::right_answer(task, run.source_text);
    if (!answer) return;
    std::vector<std::string> written;
    for (const TraceStep& step : run.steps)
        if (!step.token.is_end) written.push_back(step.token.text);
    shot.right = tasks::held_against(*answer, task, written, run.target_text, run.finished).right;
}

} // namespace

PickerShot shot_of(const Trace& run) {
    PickerShot shot;
    shot.text = run.source_text;
    shot.written = run.steps.empty() ? run.target_text : written_text(run);
    judge(shot, run, run.model.task);
    const auto maps = run.maps();
    if (maps.empty() || !maps.front().weights || maps.front().weights->size() == 0) return shot;
    const MatrixXf& weights = *maps.front().weights; // (columns, rows)
    const auto columns = static_cast<int>(weights.rows()), rows = static_cast<int>(weights.cols());
    shot.columns = std::min(columns, most_columns);
    shot.rows = std::min(rows, most_rows);
    std::vector<float> values(static_cast<std::size_t>(shot.rows * shot.columns), 0.0f);
    for (int i = 0; i < rows; ++i) // the largest of what falls together
        for (int j = 0; j < columns; ++j) {
            const int y = static_cast<int>(static_cast<long>(i) * shot.rows / rows),
                      x = static_cast<int>(static_cast<long>(j) * shot.columns / columns);
            float& value = values[static_cast<std::size_t>(y * shot.columns + x)];
            value = std::max(value, std::isfinite(weights(j, i)) ? weights(j, i) : 0.0f);
        }
    shot.weights = std::make_shared<const std::vector<float>>(std::move(values));
    return shot;
}

const PickerShot* find_shot(const AppState& s, const std::string& model, const std::string& text) {
    const auto found =
        std::find_if(s.picker.shots.begin(), s.picker.shots.end(),
                     [&](const PickerShot& shot) { return shot.model == model && shot.text == text; });
    return found == s.picker.shots.end() ? nullptr : &*found;
}

bool leave_card(AppState& s) {
    if (s.menu != Menu::Models || s.picker.card.empty()) return false;
    s.picker.card.clear();
    return true;
}

EffectList follow_picker(AppState& s) {
    follow_truth(s);
    PickerState& p = s.picker;
    if (s.menu != Menu::Models) {
        p.open = false;
        p.asked.reset();
        return {};
    }
    if (!p.open) begin_picker(s);
    if (!s.models_listed || p.asked) return {};
    p.asked = next_order(s);
    return p.asked ? EffectList{{Kind::Work, "picker"}} : EffectList{};
}

WorkspaceJob picker_job(const AppState& s) {
    OpenAnswers answers;
    if (!s.picker.asked) // the list was closed meanwhile
        return [](const Engine&, const std::atomic<bool>&) -> std::any { return PickerShot{}; };
    if (const auto found = s.settings.answers.find(s.picker.asked->model); found != s.settings.answers.end())
        answers = found->second;
    return [order = *s.picker.asked, answers](const Engine& engine,
                                              const std::atomic<bool>& cancelled) -> std::any {
        PickerShot shot;
        try {
            std::shared_ptr<const Trace> run = order.run;
            if (!run) {
                const auto model = order.loaded ? order.loaded : engine.load(order.model, answers).model;
                Request request;
                request.text = order.text;
                if (model) run = engine.run(*model, request, cancelled);
            }
            if (run) shot = shot_of(*run);
        } catch (const Error& error) {
            shot.problem = error.what();
        }
        shot.model = order.model;
        shot.text = order.text;
        return shot;
    };
}

void apply_picker(AppState& s, const WorkDone& e) {
    PickerState& p = s.picker;
    PickerShot shot;
    if (const auto* made = std::any_cast<PickerShot>(&e.result)) {
        shot = *made;
    } else if (p.asked) { // no memory: it is not asked for again
        shot.model = p.asked->model;
        shot.text = p.asked->text;
        shot.problem = e.problem;
    }
    p.asked.reset();
    if (shot.model.empty() || find_shot(s, shot.model, shot.text)) return;
    p.shots.push_front(std::move(shot));
    if (p.shots.size() > PickerState::most_shots) p.shots.pop_back();
}

void forget_shots(AppState& s) {
    std::erase_if(s.picker.shots, [&](const PickerShot& shot) { return shot.model == s.model_name; });
}

Rows picker_commands() {
    constexpr std::string_view looking = "Looking";
    return {
        recorded<Records::Nothing>({"models", "Choose a model", keys("Ctrl+M"), looking, true, nullptr,
                                    plain<show_menu<Menu::Models>>, "list family picker bundled own recent"}),
        recorded<Records::Nothing>({"first-wrong-output", "Go to the first output that is wrong", keys(),
                                    looking, false, has_wrong_output, plain<go_to_wrong_output>,
                                    "truth right answer should be error"}),
        recorded<Records::Nothing>(hidden("picker-search", search, {text("text")})),
        recorded<Records::Nothing>(hidden("picker-family", show_family, {text("family")})),
        recorded<Records::Passing>(hidden("picker-move", move_choice, {whole("by", &Command::i)})),
        recorded<Records::Passing>(hidden("picker-choose", choose, {text("model")})),
        recorded<Records::ByName>(hidden("picker-open", open_chosen, {optional(text("model"))})),
        recorded<Records::Nothing>(hidden("picker-card", show_card, {optional(whole("shown", &Command::i))})),
    };
}

nlohmann::ordered_json picker_json(const AppState& s) {
    const PickerState& p = s.picker;
    nlohmann::ordered_json json = {{"open", p.open},
                                   {"query", p.query},
                                   {"family", p.family},
                                   {"chosen", p.chosen},
                                   {"card", p.card},
                                   {"shots", p.shots.size()},
                                   {"beyond_training", beyond_training(s)},
                                   {"unlike_training", unlike_training(s)}};
    json["truth"] = nullptr;
    if (const tasks::Truth* truth = truth_of(s))
        json["truth"] = {{"right", truth->right}, {"answer", truth->answer}, {"output", truth->output},
                         {"wrote", truth->wrote}, {"wanted", truth->wanted}, {"changed", s.truth.changed}};
    if (!p.open) return json;
    const PickerLists lists = picker_lists(s);
    json["families"] = nlohmann::ordered_json::array();
    for (const PickerFamily& family : lists.families)
        json["families"].push_back({{"id", family.id}, {"count", family.count}, {"range", family.range}});
    json["rows"] = nlohmann::ordered_json::array();
    const std::string text = picker_text(s, lists.family);
    for (const PickerRow& row : lists.rows) {
        const PickerShot* shot = find_shot(s, row.model->name, text);
        json["rows"].push_back(
            {{"model", row.model->name},
             {"name", row.name},
             {"badge", row.badge},
             {"fails", row.fails},
             {"own", row.own},
             {"here", row.here},
             {"written", shot ? nlohmann::ordered_json(shot->written) : nullptr},
             {"right", shot && shot->right ? nlohmann::ordered_json(*shot->right) : nullptr}});
    }
    json["recent"] = nlohmann::ordered_json::array();
    for (const PickerRecent& recent : lists.recent)
        json["recent"].push_back({{"name", recent.name}, {"when", recent.when}});
    json["meant"] = lists.meant;
    return json;
}

} // namespace heed
