// One builder a phase: what the inspector says of a sub-step. inspector.cpp holds the table of them.
#pragma once

#include "app/figures/inspector/card.h"
#include "app/figures/inspector/strips.h"
#include "app/figures/inspector/tables.h"
#include "core/models/seq2seq/facts.h"
#include "core/trace/trace.h"

#include <string>
#include <vector>

namespace heed::inspector {

/// What is looked at: the newest sub-step, or another position of its phase that the user chose.
struct Subject {
    const Trace& trace;
    const Playhead& playhead;
    Moment moment;
    int i = 0;              // output
    int j = 0;              // source position
    bool luong = false;     // the query is the new state, not the one before
    bool two_cells = false; // the query is the state between a decoder's two cells
    const std::vector<float>* preview =
        nullptr; // another row of weights for that output, to look at beside it

    const TraceStep& step() const { return trace.steps[static_cast<std::size_t>(i)]; }
    /// On screen the state that asks is s_{i-1}, s_i in Luong's order, q_i between two cells; or [y_{i-1};
    /// s_{i-1}].
    int query_number() const { return luong || two_cells ? i + 1 : i; }
    const char* query_index() const { return luong || two_cells ? "i" : "i−1"; }
    const char* query_letter() const { return two_cells ? "q" : "s"; }
    /// "s_{i−1}" and "s_3", in the decoder's colour.
    std::string query_symbol() const {
        const std::string state = std::string("{d:") + query_letter() + "}_{" + query_index() + "}";
        return seq2seq_facts(trace).asks_with_token ? "[ {o:y}_{i−1} ; " + state + " ]" : state;
    }
    std::string query_numbered() const {
        if (seq2seq_facts(trace).asks_with_token) return "{d:[y;s]_{" + std::to_string(query_number()) + "}}";
        return std::string("{d:") + query_letter() + "_{" + std::to_string(query_number()) + "}}";
    }
    /// Whether a unit was chosen that the vector has; else the phase's own default.
    int unit_or(int fallback, Eigen::Index units) const {
        return playhead.unit >= 0 && playhead.unit < units ? playhead.unit : fallback;
    }
};

/// "3,2": an output and a source position, as they are counted on the screen.
inline std::string both(int i, int j) { return std::to_string(i + 1) + "," + std::to_string(j + 1); }
inline PickId source_row(int j) { return {.kind = PickKind::TableRow, .j = j}; }
inline PickId unit_pick(int k) { return {.kind = PickKind::Unit, .k = k}; }

/// Of a trace that has revealed at least one sub-step.
Subject subject_of(const Trace& trace, const Playhead& playhead);

/// All of the inspector's words on that phase, without its head and its tensors.
void build_phase(Column& column, const Subject& subject);

void build_embed(Column& column, const Subject& subject);
void build_annotate(Column& column, const Subject& subject);
void build_forward(Column& column, const Subject& subject);
void build_backward(Column& column, const Subject& subject);
void build_state(Column& column, const Subject& subject);
void build_score(Column& column, const Subject& subject);
void build_window(Column& column, const Subject& subject);
void build_softmax(Column& column, const Subject& subject);
void build_context(Column& column, const Subject& subject);
void build_distribution(Column& column, const Subject& subject);
void build_choose(Column& column, const Subject& subject);

std::vector<Tensor> embed_tensors(const Subject& subject, const Palette& colors);
std::vector<Tensor> annotate_tensors(const Subject& subject, const Palette& colors);
std::vector<Tensor> forward_tensors(const Subject& subject, const Palette& colors);
std::vector<Tensor> backward_tensors(const Subject& subject, const Palette& colors);
std::vector<Tensor> state_tensors(const Subject& subject, const Palette& colors);
std::vector<Tensor> score_tensors(const Subject& subject, const Palette& colors);
std::vector<Tensor> window_tensors(const Subject& subject, const Palette& colors);
std::vector<Tensor> softmax_tensors(const Subject& subject, const Palette& colors);
std::vector<Tensor> context_tensors(const Subject& subject, const Palette& colors);
std::vector<Tensor> distribution_tensors(const Subject& subject, const Palette& colors);
std::vector<Tensor> choose_tensors(const Subject& subject, const Palette& colors);

/// A word of the target's vocabulary; one that it has no word for: "‹12›".
std::string target_word(const Trace& trace, int id);
/// The `count` most probable ids, best first (equal ones: the lower id first).
std::vector<int> best_ids(const Eigen::Ref<const Eigen::VectorXf>& log_probs, Eigen::Index count);

/// The four largest of terms that add up to `sum`, unit k always among them, and what is left.
void largest_rows(Column& column, const std::string& title, const std::string& note,
                  const Eigen::VectorXf& terms, float sum, int k);

/// A sentence below the tensors, or "".
std::string embed_closing(const Subject& subject);
std::string annotate_closing(const Subject& subject);

/// The name of one column of a quantity: "encoder.forward[3]" (position from 1, as on screen).
std::string column_name(Quantity quantity, int position, int layer = 0, int head = 0);
/// A column of a quantity as a tensor row; empty if the run did not record it.
std::vector<Tensor> vector_tensor(const Subject& subject, Quantity quantity, int position,
                                  const std::string& symbol, Color color, int layer = 0, int head = 0);
/// The same for an annotation or a context mixed of annotations: forward half, backward half.
std::vector<Tensor> annotation_tensor(const Subject& subject, int j, const Palette& colors);
/// A row for parameters that the model has; empty if the first of them is missing.
std::vector<Tensor> parameter_tensor(const Subject& subject, const std::string& symbol,
                                     std::vector<std::string> names, const std::string& caption);
/// All rows of the lists, in order.
std::vector<Tensor> joined(std::initializer_list<std::vector<Tensor>> lists);
/// "96×16".
std::string parameter_shape(const Trace& trace, const std::string& name);

} // namespace heed::inspector
