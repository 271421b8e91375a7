// The axes of weights as letters and as words.
#include "core/io/attention/file.h"
#include "core/text/strings.h"

namespace heed::io {

std::string axis_order(std::string_view said) {
    std::string order;
    for (const char c : ascii_upper(std::string(said))) {
        if (c == ',' || c == ' ') continue;
        if (std::string_view("LHBTSO").find(c) == std::string_view::npos || order.find(c) != order.npos)
            return {};
        order += c;
    }
    return order.find('T') != order.npos && order.find('S') != order.npos ? order : std::string();
}

std::string order_words(std::string_view order) {
    std::string words;
    for (const char axis : order)
        words += (words.empty() ? "" : " × ") + std::string(axis == 'L'   ? "layers"
                                                            : axis == 'H' ? "heads"
                                                            : axis == 'B' ? "batch"
                                                            : axis == 'S' ? "source tokens"
                                                            : axis == 'O' ? "the output of a step"
                                                                          : "outputs");
    return words;
}

} // namespace heed::io
