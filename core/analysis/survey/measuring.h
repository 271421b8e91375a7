// Measuring lines of a file with one model or two: the part of a survey that runs models.
#pragma once

#include "core/analysis/survey/sentence_file.h"
#include "core/base/executor.h"
#include "core/trace/head_edit.h"
#include "core/trace/request.h"

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heed {
struct Model;
}

namespace heed::survey {

/// The models a file is surveyed with; the second may be null.
using Models = std::array<std::shared_ptr<const Model>, most_models>;

/// Throws heed::Error where a survey cannot be made with it: it answers a whole input at once.
void check_can_survey(const Model& model);

struct MeasuredLine {
    std::size_t index = 0; // of the line in the table
    std::array<ModelMeasures, most_models> of;
    std::int32_t parting = LineRecord::not_compared;
    std::array<std::string, most_models> words; // where they part; empty: nothing more is written
    std::string problem;                        // of the first model that could not take it; empty: none
};

/// A line to be measured, and where it stands in the table.
struct AskedLine {
    std::size_t index = 0;
    LineRecord record;
};

/// Measures lines, the first model told its languages and its task, of a model that has that head by its map,
/// else by the one that stands for it, in their order; fewer where `cancelled` becomes true. A line that
/// cannot be read, or that a model cannot take, is a bad one with its sentence: "FILE: line 3: …". Throws
/// heed::Error where the file has shrunk.
std::vector<MeasuredLine> measure_lines(const SentenceFile& file, std::span<const AskedLine> lines,
                                        const Models& models, const Executor& executor = in_turn,
                                        const std::atomic<bool>* cancelled = nullptr,
                                        const std::optional<HeadPlace>& head = {}, const Request& told = {});

} // namespace heed::survey
