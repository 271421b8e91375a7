// The immutable record of one run. Raw values only: what can be derived (entropy, links) is in core/analysis.
#pragma once

#include "core/trace/lattice.h"
#include "core/trace/outline.h"
#include "core/trace/quantity.h"
#include "core/trace/request.h"

#include <Eigen/Core>
#include <any>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heed {

using MatrixXf = Eigen::MatrixXf;

struct TraceToken {
    std::string text; // as the model reads it; the end token is "</s>"
    int id = 0;
    std::size_t begin = 0, end = 0; // bytes of the user's own text; empty for the end token
    bool unknown = false;
    bool is_end = false;
    bool is_start = false; // a token that the model puts before what the user typed
    bool framing() const { return is_end || is_start; }
};

struct Candidate {
    std::string text;
    int id = 0;
    float log_prob = 0;
};

struct TraceStep {
    TraceToken token; // chosen (or forced)
    float log_prob = 0;
    bool forced = false;        // the token was given, not chosen
    bool weights_given = false; // the weights were given, not computed
    std::vector<Candidate> top; // best first, up to 5
};

/// What the figures, the exports and a reader of the JSON must know of any model.
struct ModelFacts {
    std::string name;         // "dates/additive"
    std::string title;        // "Dates"
    std::string task;         // "dates"
    std::string architecture; // its id in the registry: "seq2seq"; "weights" where there is no model
    std::string score;        // "additive", "none", …
    std::string alignment;    // "global"
    bool character_level = true;
    std::int64_t parameters = 0; // how many numbers
    /// Why what is shown may not be what the model does, a sentence; empty: nothing is known.
    std::string doubt;
    std::any own; // what belongs to the architecture: of<Seq2SeqFacts>()

    /// What distinguishes it among its family: "general", "local-m", "none".
    const std::string& function() const {
        return alignment == "local-m" || alignment == "local-p" ? alignment : score;
    }
    /// The part of that architecture; as it is without one where the model is of another.
    template <class Facts>
    const Facts& of() const {
        static const Facts none;
        const Facts* part = std::any_cast<Facts>(&own);
        return part ? *part : none;
    }
    /// The same, to be filled in.
    template <class Facts>
    Facts& edit() {
        if (!std::any_cast<Facts>(&own)) own = Facts{};
        return *std::any_cast<Facts>(&own);
    }
};

/// Named constants of the model, row-major shapes as on disk ([out, in]); vectors are one column. Views:
/// whoever makes the map sees to it that the numbers live as long.
using TensorMap = std::map<std::string, Eigen::Map<const MatrixXf>>;
/// A map with the numbers it shows.
std::shared_ptr<const TensorMap> kept(std::map<std::string, MatrixXf> matrices);

/// A map of attention in a trace: what asks, one below the other, and what it looks at, side by side.
struct AttentionMap {
    std::string name; // "decoder.attention"
    Site site;
    bool layered = false, headed = false; // several of that name, or not the first
    /// Which one it is, counted from 1: "layer 2, head 1", "head 3"; empty where there is one.
    std::string place() const;
    Axis rows, columns;
    std::vector<std::string> row_labels, column_labels;
    const MatrixXf* weights = nullptr; // (columns, rows): a column a row of the map; of the trace
    bool rows_sum_to_one = true;       // as they were used
};

class Trace {
public:
    Request request;
    ModelFacts model;
    Outline outline;
    std::string source_text; // as typed
    std::vector<TraceToken> source;
    std::vector<TraceStep> steps;
    std::string target_text;                // without the end token
    bool finished = false;                  // the end token was reached
    double log_prob = 0;                    // sum over the steps
    std::shared_ptr<const Lattice> lattice; // of a search, whose best sentence this run writes; else none

    /// Shared with the model and with other traces, never changed.
    std::shared_ptr<const TensorMap> parameters;
    std::shared_ptr<const std::vector<std::string>> source_vocabulary, target_vocabulary; // in id order

    /// One column per source position or output. Throws std::out_of_range if the run did not record it.
    const MatrixXf& at(Quantity q, int layer = 0, int head = 0) const {
        return *values_.at({q, layer, head});
    }
    const MatrixXf& at(const Site& site) const { return *values_.at(site); }
    bool has(Quantity q, int layer = 0, int head = 0) const { return values_.count({q, layer, head}) != 0; }
    void set(Quantity q, int layer, MatrixXf value) { set({q, layer, 0}, std::move(value)); }
    void set(const Site& site, MatrixXf value) {
        values_[site] = std::make_shared<const MatrixXf>(std::move(value));
        find_weights();
    }

    /// Everything that the run recorded.
    const std::map<Site, std::shared_ptr<const MatrixXf>>& values() const { return values_; }

    void erase(Quantity q, int layer = 0, int head = 0) {
        values_.erase({q, layer, head});
        find_weights();
    }

    /// Every map of attention, by layer and head; the main one first.
    std::vector<AttentionMap> maps() const;
    /// The same words with what was recorded there and nothing else: one map of several, for what shows one.
    /// Weights that stand for a run do so as layer 0 and head 0; other maps keep their names. The numbers are
    /// shared.
    Trace narrowed(const Site& site) const;
    /// What stands at the places of an axis: the source's tokens, the outputs', or what `labels` says.
    std::vector<std::string> labels_of(Axis axis) const;
    std::map<Axis, std::vector<std::string>> labels; // of axes other than source, output and past

    /// What its own values take in memory; what it shares is not counted.
    std::size_t bytes() const;

    int source_length() const { return static_cast<int>(source.size()); }
    int outputs() const { return static_cast<int>(steps.size()); }
    /// Whether several heads made each output, so that its row of weights is their mean and no head's own.
    bool several_heads() const { return has(Quantity::HeadWeights, 0, 1); }
    bool has_weights() const { return weights_ != nullptr; }
    /// alpha_ij: output i, source j.
    float weight(int i, int j) const { return weights_ ? (*weights_)(j, i) : at(Quantity::Weights)(j, i); }

private:
    void find_weights();

    std::map<Site, std::shared_ptr<const MatrixXf>> values_; // copies of a trace share them
    const MatrixXf* weights_ = nullptr;                      // among them: figures ask for every cell
};

} // namespace heed
