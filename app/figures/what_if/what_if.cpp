#include "app/figures/what_if/what_if.h"

#include "app/figures/tokens.h"
#include "app/figures/what_if/parts.h"

#include <algorithm>
#include <cmath>

namespace heed {

// ---------------------------------------------------------------------------------------------- the pair

namespace {

/// Whether output i was written with other weights than the model's run used there, at the user's word.
bool reweighed(const Trace& model, const Trace& changed, int i) {
    const auto at = static_cast<std::size_t>(i);
    if (!changed.steps[at].weights_given) return false;
    if (i >= model.outputs() || !model.steps[at].weights_given || !model.has_weights()) return true;
    return model.source_length() != changed.source_length() ||
           model.at(Quantity::Weights).col(i) != changed.at(Quantity::Weights).col(i);
}

bool forced(const Trace& model, const Trace& changed, int i) {
    const auto at = static_cast<std::size_t>(i);
    if (!changed.steps[at].forced) return false;
    return i >= model.outputs() || !model.steps[at].forced || !analysis::same_output(model, i, changed, i);
}

bool holds(const std::vector<int>& sorted, int value) {
    return std::binary_search(sorted.begin(), sorted.end(), value);
}

} // namespace

WhatIf what_if(std::shared_ptr<const Trace> model, std::shared_ptr<const Trace> changed) {
    WhatIf w;
    w.rows = analysis::align_outputs(*model, *changed);
    for (int i = 0; i < changed->outputs(); ++i) {
        if (forced(*model, *changed, i)) w.forced.push_back(i);
        if (reweighed(*model, *changed, i)) w.reweighed.push_back(i);
    }
    w.model = std::move(model);
    w.changed = std::move(changed);
    if (w.kept_changes()) w.model_name = "Kept, changed";
    return w;
}

int WhatIf::row_of_changed(int output) const {
    if (output < 0) return -1;
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.b == output; });
    return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
}

int WhatIf::row_of_model(int output) const {
    if (output < 0) return -1;
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.a == output; });
    return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
}

bool WhatIf::edited(int output) const {
    return holds(forced, output) || (!all_reweighed() && holds(reweighed, output));
}

int WhatIf::first_edited() const {
    const int token = forced.empty() ? -1 : forced.front();
    const int row = reweighed.empty() || all_reweighed() ? -1 : reweighed.front();
    return token < 0 || row < 0 ? std::max(token, row) : std::min(token, row);
}

int WhatIf::changed_tokens() const { return analysis::differing(rows); }

namespace whatif {

const TraceStep* model_step(const WhatIf& w, int row) {
    const int i = w.rows[static_cast<std::size_t>(row)].a;
    return i < 0 ? nullptr : &w.model->steps[static_cast<std::size_t>(i)];
}

const TraceStep* changed_step(const WhatIf& w, int row) {
    const int i = w.rows[static_cast<std::size_t>(row)].b;
    return i < 0 ? nullptr : &w.changed->steps[static_cast<std::size_t>(i)];
}

} // namespace whatif

// ---------------------------------------------------------------------------------------------- words

std::optional<double> log_prob_of(const Trace& trace, int i, const TraceToken& token) {
    if (i < 0 || i >= trace.outputs()) return std::nullopt;
    const TraceStep& step = trace.steps[static_cast<std::size_t>(i)];
    if (step.token.id == token.id) return step.log_prob;
    if (trace.has(Quantity::LogProbs)) {
        const MatrixXf& all = trace.at(Quantity::LogProbs);
        if (token.id >= 0 && token.id < all.rows() && i < all.cols()) return all(token.id, i);
    }
    for (const Candidate& candidate : step.top)
        if (candidate.id == token.id) return candidate.log_prob;
    return std::nullopt;
}

namespace {

std::string p_number(double log_prob) { return probability(std::exp(log_prob)); }

/// “la”, ‹unknown›, or the end of the sentence.
std::string named(const Trace& trace, int i) {
    return trace.steps[static_cast<std::size_t>(i)].token.is_end ? "the end" : quoted_output(trace, i);
}

std::string in_words(int more_or_less) {
    return more_or_less == 0   ? "Nothing else it writes changed."
           : more_or_less == 1 ? "One other output changed."
                               : thousands(more_or_less) + " other outputs changed.";
}

std::string everywhere(const WhatIf& w) {
    const int differ = w.changed_tokens();
    if (!w.edit)
        return differ == 0 ? "Both write the same." : "They differ in " + counted(differ, "output") + ".";
    if (differ == 0) return "It writes the same.";
    return differ == 1 ? "One output changed." : thousands(differ) + " outputs changed.";
}

} // namespace

std::string what_if_question(const WhatIf& w) {
    const int i = w.first_edited();
    if (i < 0) return w.reweighed.empty() ? "Nothing is changed" : "What if every output looked elsewhere?";
    const std::string output = "What if output " + std::to_string(i + 1);
    const std::size_t more = w.forced.size() + (w.all_reweighed() ? 0 : w.reweighed.size());
    const std::string others = more > 1 ? ", and " + std::to_string(more - 1) + " more" : "";
    if (!holds(w.forced, i)) return output + " looked elsewhere" + others + "?";
    std::string question = output + " were " + named(*w.changed, i);
    if (i < w.model->outputs() && !analysis::same_output(*w.model, i, *w.changed, i))
        question += " instead of " + named(*w.model, i);
    return question + others + "?";
}

namespace {

/// The model's output that an output of the changed run stands for. Up to the first one that was edited both
/// had written the same before; from there on their tokens say which belong together. -1: none.
int own_output(const WhatIf& w, int output) {
    if (output <= w.first_edited()) return output < w.model->outputs() ? output : -1;
    const int row = w.row_of_changed(output);
    return row < 0 ? -1 : w.rows[static_cast<std::size_t>(row)].a;
}

} // namespace

std::string what_became(const WhatIf& w, int output) {
    if (output < 0 || output >= w.changed->outputs()) return {};
    const std::string name = "Output " + std::to_string(output + 1) + ": ";
    const auto now = static_cast<double>(w.changed->steps[static_cast<std::size_t>(output)].log_prob);
    const std::string written = named(*w.changed, output);
    const int at = own_output(w, output);
    if (at < 0) return name + written + ", p " + p_number(now) + ".";
    const TraceToken& own = w.model->steps[static_cast<std::size_t>(at)].token;
    const auto before = static_cast<double>(w.model->steps[static_cast<std::size_t>(at)].log_prob);
    if (analysis::same_output(*w.model, at, *w.changed, output))
        return name + written + " as before, p " + p_number(before) + " → " + p_number(now) + ".";
    const auto own_now = log_prob_of(*w.changed, output, own);
    const std::string was = named(*w.model, at);
    if (holds(w.forced, output) && !holds(w.reweighed, output))
        return name + written + " has p " + p_number(now) + ", " + w.first_own() + " " + was + " had " +
               p_number(before) + ".";
    std::string text = name + written + " instead of " + was + ", p " + p_number(now) + ".";
    if (own_now) text += " P of " + was + " " + p_number(before) + " → " + p_number(*own_now) + ".";
    return text;
}

std::string what_it_did(const WhatIf& w) {
    const int i = w.first_edited();
    if (i < 0) return everywhere(w);
    const int row = w.row_of_changed(i);
    const bool own = row >= 0 && !w.rows[static_cast<std::size_t>(row)].same;
    return what_became(w, i) + " " + in_words(w.changed_tokens() - (own ? 1 : 0));
}

// ---------------------------------------------------------------------------------------------- the whole

Scene what_if_figure(const WhatIf& w, const WhatIfOptions& options, float width, float height,
                     const FigureStyle& style) {
    Scene scene{.width = width, .height = height};
    const float top = options.sentences ? whatif::add_sentences(scene, w, options, width, style) : 0;
    whatif::add_maps(scene, w, options, {0, top, width, height - top}, style);
    return scene;
}

} // namespace heed
