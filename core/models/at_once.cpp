#include "core/models/at_once.h"

#include "core/base/error.h"
#include "core/text/escape.h"

namespace heed {

void refuse_edits_of_writing(const Model& model, const Request& request, const std::string& instead) {
    const Edits& edits = request.edits;
    const char* asked = request.target                           ? "a target"
                        : !edits.forced.empty()                  ? "a forced token"
                        : !edits.rows.empty() || edits.every_row ? "given weights"
                        : edits.temperature != 1                 ? "a temperature"
                        : !request.score.empty()                 ? "another score"
                        : request.beam.width > 0                 ? "a beam"
                                                                 : nullptr;
    if (asked)
        throw Error(model.name, "what is changed",
                    instead + ", for this model answers at once and writes nothing token by token", asked);
}

std::vector<Quantity> quantities_of(std::span<const QuantityInfo> table,
                                    std::initializer_list<Quantity> made) {
    std::vector<Quantity> all;
    for (const QuantityInfo& row : table) all.emplace_back(row);
    all.insert(all.end(), made);
    return all;
}

int read_answer_word(const Vocabulary& words, const Tokenizer& tokenizer, std::string_view text,
                     const std::string& subject) {
    const auto pieces = tokenizer.split(text);
    if (pieces.size() != 1) throw Error(subject, "answer", "one word", in_quotes(text, 60));
    const auto id = words.find(pieces.front().text);
    if (!id)
        throw Error(subject, "answer", "a word of the source vocabulary", in_quotes(pieces.front().text, 60));
    return *id;
}

void answer_with_likeliest(const Model& model, const Eigen::Ref<const Eigen::VectorXf>& log_probs,
                           Trace& trace) {
    if (log_probs.hasNaN())
        throw Error(model.name, "the answer", "probabilities",
                    "NaN: the model's weights are too large for float32");
    Eigen::Index best = 0;
    trace.log_prob = static_cast<double>(log_probs.maxCoeff(&best));
    trace.target_text = model.source.token(static_cast<int>(best));
}

Trace begin_trace(const Model& model, const Request& request) {
    Trace trace;
    trace.request = request;
    trace.model = model.facts;
    trace.source_text = request.text;
    trace.parameters = model.tensors;
    if (model.source.size() > 0) trace.source_vocabulary = model.source.tokens();
    if (model.target.size() > 0) trace.target_vocabulary = model.target.tokens();
    trace.finished = true;
    return trace;
}

} // namespace heed
