#include "app/export/export.h"

#include "core/base/error.h"
#include "core/text/strings.h"

namespace heed {
std::string trace_csv(const Trace& trace, Span outputs, Span sources) {
    if (!trace.has_weights())
        throw Error(trace.model.name,
                    "this model has no attention weights to write; a .json file holds its run");
    if (outputs.last < 0) outputs.last = trace.outputs() - 1;
    if (sources.last < 0) sources.last = trace.source_length() - 1;
    std::string out = "output";
    for (int j = sources.first; j <= sources.last; ++j)
        out += ',' + csv_field(trace.source[static_cast<std::size_t>(j)].text);
    out += '\n';
    for (int i = outputs.first; i <= outputs.last; ++i) {
        out += csv_field(trace.steps[static_cast<std::size_t>(i)].token.text);
        for (int j = sources.first; j <= sources.last; ++j) out += ',' + nine_digits(trace.weight(i, j));
        out += '\n';
    }
    return out;
}

} // namespace heed
