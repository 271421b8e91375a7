// A line of a survey measured by a run of its own: of a model that reads pieces, whose measures are of words,
// or by the map of one head.
#pragma once

#include "core/analysis/survey/line_record.h"
#include "core/base/link.h"
#include "core/trace/head_edit.h"
#include "core/trace/request.h"

#include <Eigen/Core>
#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace heed {
struct Model;
}

namespace heed::survey {

/// Whether lines are measured so: the model reads pieces, or has that head over its source.
bool measures_by_run(const Model& model, const std::optional<HeadPlace>& head);

struct LineRun {
    ModelMeasures measures;
    std::vector<std::string> written; // by the model alone, without the end token
    Eigen::MatrixXf weights;          // (words + 1, rows): what is no word last; empty: no attention
    std::vector<Link> sure, possible; // of the line's words
};
/// `told`: languages and a task. Throws heed::Error where the line cannot be read or the model cannot take
/// it, decode::Cancelled.
LineRun run_line(const Model& model, const std::string& text, const std::string& file, long long line,
                 const std::optional<HeadPlace>& head, const std::atomic<bool>* cancelled,
                 const Request& told = {});

} // namespace heed::survey
