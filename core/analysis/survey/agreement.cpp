#include "core/analysis/survey/agreement.h"

#include "core/analysis/meaning/gradient.h"
#include "core/analysis/meaning/sentence.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/model.h"

#include <cmath>
#include <cstdlib>

namespace heed::survey {
namespace {

/// The mean over outputs; none where no row has an order, or the model has no weights of that shape.
std::optional<double> mean_agreement(const Model& model, const std::string& text, const std::string& file,
                                     int number, const std::atomic<bool>* cancelled) {
    Request request;
    request.model = model.name;
    if (!analysis::meaning::not_measured(model.facts, request).empty()) return std::nullopt;
    const ReadLine line = read_line(text, model.tokenizer, file, number);
    request.text = model.tokenizer.join(line.sample.source);
    if (line.answered) request.target = model.tokenizer.join(line.sample.target);
    const Trace run = decode::run(model, request, cancelled);
    if (!run.has_weights()) return std::nullopt;
    const auto& weights = run.at(Quantity::Weights); // (T, N)
    const Eigen::MatrixXf gradient = analysis::meaning::gradient_times_input(
        analysis::meaning::forced_by(model, run), analysis::meaning::Alpha::Held, {.cancelled = cancelled});
    if (gradient.rows() != weights.rows() || gradient.cols() != weights.cols()) return std::nullopt;
    double sum = 0;
    int rows = 0;
    for (const auto& tau :
         analysis::meaning::kendall_columns(weights.cast<double>(), gradient.cast<double>()))
        if (tau) sum += *tau, ++rows;
    return rows > 0 ? std::optional(sum / rows) : std::nullopt;
}

} // namespace

std::vector<LineAgreement> agreement_of_lines(const SentenceFile& file, std::span<const AskedLine> lines,
                                              const Models& models, const Executor& executor,
                                              const std::atomic<bool>* cancelled) {
    std::vector<LineAgreement> found(lines.size());
    executor(static_cast<int>(lines.size()), [&](int n) {
        const AskedLine& asked = lines[static_cast<std::size_t>(n)];
        LineAgreement& of_line = found[static_cast<std::size_t>(n)];
        of_line.index = asked.index;
        of_line.tau.fill(ModelMeasures::tau_none);
        const std::string text = file.text(asked.record);
        for (std::size_t k = 0; k < models.size(); ++k) {
            const ModelMeasures& known = asked.record.of[k];
            if (!models[k] || known.state != ModelMeasures::State::Measured || !known.attends) continue;
            try {
                if (const auto tau = mean_agreement(*models[k], text, file.name(),
                                                    static_cast<int>(asked.record.line), cancelled))
                    of_line.tau[k] = static_cast<std::int16_t>(std::lround(*tau * 32000));
            } catch (const Error&) { // it was measured, but cannot be run so
            }
        }
    });
    return found;
}

} // namespace heed::survey
