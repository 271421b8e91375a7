// The tensors of files that no family knows, put together as they belong: a cell's matrices and biases, a
// layer's weight and bias.
#pragma once

#include "core/io/family/family_stock.h"

#include <cstdint>
#include <string>
#include <vector>

namespace heed::io::mapping {

/// Tensors that have one part in the model.
struct Unit {
    enum class Kind {
        Cell,   // weight_ih, weight_hh and their biases
        Layer,  // a weight [rows, columns], and a bias where there is one
        Vector, // a lone [n]
        Other   // numbers that no part is made of: of another type, of more dimensions, none at all
    };
    Kind kind = Kind::Other;
    std::string name; // as it is shown: "encoder.gru.*_l0", "decoder.out.weight, bias"
    std::string part; // of the files, "encoder."; it stands before each name of the unit
    int file = 0;

    // Names with `part` before them; empty: there is none.
    std::string weight, bias;                           // of a layer; a vector is its weight
    std::string weight_ih, weight_hh, bias_ih, bias_hh; // of a cell
    std::int64_t rows = 0, columns = 0;                 // of the weight; of a cell's weight_ih
    bool turned = false;     // of a layer: kept [in, out], where rows and columns are as if it were [out, in]
    std::int64_t hidden = 0; // of a cell: columns of weight_hh
    int gates = 0;           // rows / hidden; 0: no whole number of them

    std::string stack; // of a cell: its name without layer and direction
    int layer = 0;
    bool reversed = false;
    bool integers = false;  // whole numbers, of which no part is made
    bool by_layers = false; // of a cell: made of two layers, and nothing names the order of its gates
    std::string pattern;    // of a cell: "encoder.gru.*_l{layer}", the direction in it; empty: no such names

    std::size_t tensors = 0;
    std::uint64_t bytes = 0;
    std::vector<std::int64_t> shape; // of the first

    /// A tensor of its own, which its program may multiply from either side; not the weight of a layer.
    bool is_parameter() const {
        return kind == Kind::Layer && bias.empty() && weight != "weight" && !weight.ends_with(".weight");
    }
};

/// In the order of the files. Tensors of several files begin with a part's name: what their file is.
std::vector<Unit> units_of(const std::vector<OpenFile>& files);

/// What stands before the names of each file; empty for one file.
std::vector<std::string> file_parts(const std::vector<OpenFile>& files);

} // namespace heed::io::mapping
