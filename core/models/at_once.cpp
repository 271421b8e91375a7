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

} // namespace heed
