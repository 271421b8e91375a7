#include "core/io/base/doubt.h"

#include "core/text/strings.h"

#include <cmath>
#include <iterator>

namespace heed::io {

namespace {

/// "75 kB": whole numbers are enough here.
std::string size_words(std::uint64_t bytes) {
    if (bytes < 1000) return std::to_string(bytes) + " bytes";
    const char* const units[] = {"kB", "MB", "GB", "TB"};
    auto size = static_cast<double>(bytes) / 1000;
    std::size_t unit = 0;
    for (; size >= 999.5 && unit + 1 < std::size(units); size /= 1000) ++unit;
    return std::to_string(std::lround(size)) + " " + units[unit];
}

} // namespace

std::string doubt_because(std::string_view reason) {
    return std::string(reason) + ", so what you see may not be what the model does";
}

std::string unread_doubt(std::size_t tensors, std::uint64_t bytes, std::size_t assumed) {
    std::string reason = plural(tensors, "tensor", "tensors") + " (" + size_words(bytes) +
                         (tensors == 1 ? ") was" : ") were") + " not understood";
    if (assumed > 0)
        reason += ", and " +
                  plural(assumed, "thing that the file does not tell is",
                         "things that the file does not tell are") +
                  " assumed";
    return doubt_because(reason);
}

std::string assumed_doubt(const std::vector<std::string>& unsettled) {
    if (unsettled.size() < 2) return unsettled.empty() ? "" : doubt_because(unsettled.front());
    return doubt_because(unsettled.front() + " (and " +
                         plural(unsettled.size() - 1, "other thing that the file does not tell is",
                                "other things that the file does not tell are") +
                         " assumed)");
}

} // namespace heed::io
