#include "core/models/at_once.h"

#include "core/base/error.h"

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
