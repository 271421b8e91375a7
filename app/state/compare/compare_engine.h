// What the task of a model says of a run, for a panel of Compare.
#pragma once

#include "app/figures/compare/compare.h"
#include "app/state/cache.h"
#include "core/models/model.h"
#include "core/tasks/sample.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <string>

namespace heed {

/// What tasks answer to texts. The last answer is kept: all panels of Compare ask for the same one.
class Answers {
public:
    /// The task's own answer to the text; nothing where it knows none.
    std::optional<tasks::Sample> of(const std::string& task, const std::string& text);

private:
    std::mutex lock_; // held while an answer is worked out: who asks meanwhile wants the same
    std::string task_, text_;
    std::optional<tasks::Sample> last_;
};

/// Where the model's task knows the right answer to the request's text: the gold links of the outputs that
/// are the answer's, the alignment error of the run's own map, and that of the answer itself, which the model
/// is made to write under the same score and temperature. Throws what decode::run throws.
Judgement judge(Answers& answers, const Model& model, const Request& request, const Trace& run,
                const std::atomic<bool>& cancelled);

/// How far the run's weights rank the source as other measures do; why not, where they are not measured.
/// Throws decode::Cancelled.
PanelMeaning meaning_of_panel(const Model& model, const Trace& run, const std::atomic<bool>& cancelled);

/// The right answer of a task to a text, as text; none where the task does not know it.
std::optional<std::string> right_answer(const std::string& task, const std::string& text);

/// Scoring functions that the model's states can be scored with and that need no weights of their own.
std::vector<std::string> shared_functions_of(const Model& model);

} // namespace heed
