// Words that depend on the model and its task.
#include "app/state/app_state.h"
#include "core/models/seq2seq/facts.h"
#include "core/tasks/task.h"

#include <algorithm>
#include <cctype>

namespace heed {
namespace {

std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

} // namespace

TaskWords task_words(const std::string& name, bool character_level) {
    if (const tasks::Task* task = tasks::find(name))
        return {task->name, task->title, task->placeholder, task->examples,
                task->unit, task->units, task->holds};
    if (character_level) return {"", "", "Type an input", {}, "character", "characters", ""};
    return {"", "", "Type an input", {}, "word", "words", ""};
}

const std::string& model_reference(const AppState& s) {
    return s.settings.model.empty() ? s.model_name : s.settings.model;
}

std::string model_detail(const ModelFacts& facts) {
    const std::string cell = seq2seq_facts(facts).cell == "rnn" ? "RNN" : upper(seq2seq_facts(facts).cell);
    return cell + " " + std::to_string(seq2seq_facts(facts).hidden) + ", " + facts.score;
}

std::string output_note(const AppState& state) {
    const tasks::Task* task = tasks::find(state.facts.task);
    return task && state.trace ? std::string(task->reading_note(state.trace->source_text)) : "";
}

} // namespace heed
