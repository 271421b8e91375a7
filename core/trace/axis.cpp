#include "core/trace/axis.h"

#include <array>

namespace heed {
namespace {

constexpr std::array<std::string_view, 32> axis_names = {
    "source", "output",    "past",       "slot",       "step",   "moment",   "sentence",     "driver",
    "lag",    "point",     "layer",      "head",       "answer", "question", "source_query", "embedding",
    "gate",   "hidden",    "annotation", "attention",  "state",  "input",    "projection",   "feature",
    "unit",   "head_unit", "feed",       "vocabulary", "word",   "class",    "value",        "one"};
static_assert(axis_names.size() == static_cast<std::size_t>(Axis::One) + 1);

} // namespace

std::string_view to_string(Axis axis) { return axis_names[static_cast<std::size_t>(axis)]; }

} // namespace heed
