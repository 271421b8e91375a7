#include "core/trace/places.h"

namespace heed {

std::string_view place_noun(const Trace& trace) {
    const Outline& outline = trace.outline;
    if (outline.over(Axis::Sentence)) return "sentence";
    if (outline.over(Axis::Point)) // of the plane where two coordinates were typed
        return !trace.source.empty() && trace.source.front().text.find(',') != std::string::npos ? "point"
                                                                                                 : "number";
    if (outline.over(Axis::Step)) return outline.over(Axis::Moment) ? "row" : "token"; // of a table
    return trace.source_vocabulary && !trace.source_vocabulary->empty() ? "word" : "moment";
}

} // namespace heed
