// The sizes and tensors of a family, out of a draft's parts.
#pragma once

#include "core/io/mapping/questions.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace heed::io::mapping {

/// Names of tensors as the family writes them: without what stands before all of them in one file ("model.").
class Names {
public:
    explicit Names(const Mapping& mapping);
    std::string operator()(const std::string& name) const { return name.substr(before_); }

private:
    std::size_t before_ = 0;
};

nlohmann::json written_sizes(const Draft& draft, const Names& names);
nlohmann::json written_tensors(const Draft& draft, const Names& names);
/// Units that have a part which nothing reads as it is answered, by their numbers.
std::vector<std::size_t> read_by_nothing(const Draft& draft);
/// h · (W s + b): a projected score, of which the annotations are the one side as they are.
bool biased_product(const Draft& draft);
nlohmann::json written_ignored(const Draft& draft, const Names& names);

} // namespace heed::io::mapping
