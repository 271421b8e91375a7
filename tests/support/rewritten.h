// A file of tensors written anew, so that it can be changed on the way: what it was saved with beside its
// tensors stays.
#pragma once

#include <Eigen/Core>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heed::io {
class Checkpoint;
}

namespace heed::test {

struct RewrittenTensor {
    Eigen::MatrixXf value;
    int rank = 2;
    bool half = false; // in float16, else in float
};
using Tensors = std::map<std::string, RewrittenTensor>; // by their names

/// Those of numbers, of two dimensions at most.
Tensors tensors_of(const io::Checkpoint& file);

/// As torch.save writes a dictionary: every tensor under its whole name, and beside them what
/// `values` (Checkpoint::values()) holds but tensors.
std::string torch_file(const nlohmann::json& values, const Tensors& tensors);

} // namespace heed::test
