// Words that depend on the model and its task.
#include "app/state/step/layers/words.h"
#include "app/state/app_state.h"
#include "app/state/units.h"
#include "core/models/architecture.h"
#include "core/models/model.h"
#include "core/tasks/item.h"
#include "core/tasks/task.h"

namespace heed {

TaskWords task_words(const std::string& name, bool character_level) {
    if (const tasks::ItemTask* task = tasks::find_item_task(name))
        return {task->name, task->title, task->hint, task->examples, task->unit, task->units, task->holds};
    if (const tasks::Task* task = tasks::find(name))
        return {task->name, task->title, task->placeholder, task->examples,
                task->unit, task->units, task->holds};
    if (character_level) return {"", "", "Type an input", {}, "character", "characters", ""};
    return {"", "", "Type an input", {}, "word", "words", ""};
}

Unit read_unit(const AppState& s) {
    if (const tasks::ItemTask* task = tasks::find_item_task(s.facts.task)) return {task->unit, task->units};
    if (s.pieces) return {"piece", "pieces"};
    if (s.trace) return unit_of(*s.trace);
    const TaskWords words = task_words(s.facts.task, s.facts.character_level);
    return {words.unit, words.units};
}

Unit shown_unit(const AppState& s) { return shows_words(s) ? Unit{} : read_unit(s); }

const std::string& model_reference(const AppState& s) {
    return s.settings.model.empty() ? s.model_name : s.settings.model;
}

std::string model_detail(const Model& model) {
    const Architecture* architecture = model.config.architecture();
    return architecture ? architecture->made_of(model.config) : "";
}

std::string output_note(const AppState& state) {
    const tasks::Task* task = tasks::find(state.facts.task);
    return task && state.trace ? std::string(task->reading_note(state.trace->source_text)) : "";
}

} // namespace heed
