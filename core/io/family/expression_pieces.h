// Which numbers of their tensors an expression reads: ranges that are taken of what is made of a tensor are
// ranges of the tensor itself.
#pragma once

#include "core/io/family/family_expression.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace heed::io {

/// Of a tensor those rows and those columns; none: all of them.
struct TensorPiece {
    std::optional<std::vector<Expression::Range>> rows, columns;
    bool whole() const { return !rows && !columns; }
};

/// Calls `use` for each tensor in it and what is read of it. Where that cannot be told, all of it is.
void for_each_piece(const Expression& expression,
                    const std::function<void(const Expression& tensor, const TensorPiece&)>& use);

/// What of rows x columns is in none of the pieces: "columns 97–128", "rows 3, 5–7", or, where the rows that
/// are read differ in their columns, "columns 2–4 of rows 1–8"; empty: nothing.
std::string left_out(const std::vector<TensorPiece>& pieces, Eigen::Index rows, Eigen::Index columns);

} // namespace heed::io
