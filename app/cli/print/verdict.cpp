#include "app/cli/print/verdict.h"

#include "core/text/strings.h"

#include <algorithm>

namespace heed::cli {

std::string verdict_on(std::vector<std::pair<std::string, double>> errors) {
    const double own = errors.front().second;
    std::erase_if(errors, [&](const auto& one) { return one.second >= own; });
    if (errors.empty()) return "has the lowest error";
    std::ranges::sort(errors, {}, &std::pair<std::string, double>::second);
    std::vector<std::string> better;
    for (auto& [name, error] : errors) better.push_back(std::move(name));
    return "loses to " + listed(better, " and ");
}

} // namespace heed::cli
