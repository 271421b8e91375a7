// Names of tensors: ours to theirs by the rows of a family, and theirs without what stands before them.
#pragma once

#include "core/io/container/checkpoint.h"
#include "core/io/huggingface/hub_family.h"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heed::io {

/// The row that is about the tensor that is `ours` here, and the names that it gives it, in order of
/// preference; none: no row is.
struct HubNames {
    const HubTensor* row = nullptr;
    std::vector<std::string> names;
};
HubNames hub_names(const HubFamily& family, std::string_view ours);

/// A file's tensors by their names after any prefix ("model.", "module.", …).
class HubStock {
public:
    HubStock(Checkpoint checkpoint, const HubFamily& family);

    const Checkpoint& checkpoint() const { return checkpoint_; }
    /// After the prefix; or null.
    const StoredTensor* find(std::string_view name) const;
    /// The first that is there, of names with | between them.
    const StoredTensor* find_any(std::string_view names) const;
    /// The name of a tensor of the file after its prefix.
    std::string_view plain_name(const StoredTensor& tensor) const;
    /// Whether two tensors have the same numbers.
    bool same(const StoredTensor& a, const StoredTensor& b) const;

private:
    Checkpoint checkpoint_;
    const HubFamily& family_;
    std::unordered_map<std::string_view, const StoredTensor*> index_; // into the checkpoint's names
    mutable std::map<std::pair<const StoredTensor*, const StoredTensor*>, bool> compared_; // by their numbers
};

} // namespace heed::io
