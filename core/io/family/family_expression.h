// How one tensor of ours is made from theirs.
//
// In a family file an expression is the name of a tensor, or an object with one of:
//   {"rows": [X, …]}, {"columns": [X, …]}                  joined, below or beside one another
//   {"of": X, "rows": [[a, b], …]}, {"of": …, "columns"}   those rows or columns (from a, before b), joined
//   in that order; [a, b, N]: N times
//   {"transpose": X}, {"vector": X}                        [1, n] and [n, 1] as [n]
//   {"sum": [X, …]}, {"of": X, "times": NUMBER}
//   {"product": [X, Y, …]}                                 X Y …: nothing stands between these matrices
//   {"either": [X, …]}                                     the first whose tensors are all there
//   {"zeros": true}, {"identity": true}                    in the shape that is asked for, or that a join
//   leaves
//   {"zeros": "N"}, {"zeros": ["N", "M"]}, {"identity": "N"}   in that shape
#pragma once

#include "core/io/family/family_stock.h"

#include <Eigen/Core>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace heed::io {

struct Expression {
    enum class Kind {
        Tensor,
        Rows,
        Columns,
        RowRanges,
        ColumnRanges,
        Transpose,
        Vector,
        Sum,
        Product,
        Times,
        Zeros,
        Identity
    };
    using Range = std::pair<Eigen::Index, Eigen::Index>;

    Kind kind = Kind::Zeros;
    std::string name; // Tensor: the family's name
    FamilyStock::Item item;
    std::vector<Expression> of;
    std::vector<Range> ranges;
    double factor = 1;
    Eigen::Index rows = 0, columns = 0; // Zeros, Identity: of a shape of their own; 0: whatever is asked for
};

/// What reading an expression needs to know.
struct ExpressionContext {
    const FamilyStock& stock;
    std::function<double(const std::string&)> number; // of an arithmetic expression over the sizes
    std::string subject;                              // for errors: the family's file and the tensor
};

/// Throws heed::Error for what is no expression. A tensor that is not there is added to `missing`, and stays
/// in the expression without an item.
Expression read_expression(const nlohmann::json& json, const ExpressionContext& context,
                           std::vector<std::string>& missing);

struct Extent {
    Eigen::Index rows = 0, columns = 0;
    bool any = false; // zeros, identity, or a join with one of them: whatever is asked for
};
/// Without reading a number. Throws heed::Error naming file and tensor where parts do not fit together.
Extent extent_of(const Expression& expression);

/// Told of each tensor that is read, and its numbers.
using SeenTensor = std::function<void(const StoredTensor&, const Eigen::MatrixXf&)>;

/// The numbers, rows x columns where the expression leaves that open.
Eigen::MatrixXf evaluate(const Expression& expression, Eigen::Index rows, Eigen::Index columns,
                         const Executor& executor, const SeenTensor& seen);

/// Whether both make the same numbers of the same tensors, in whatever shape is asked for.
bool same_numbers(const Expression& a, const Expression& b);

/// Calls `use` for each tensor in it, with the ranges that are taken of it directly (none: all of it).
void for_each_use(const Expression& expression,
                  const std::function<void(const Expression& tensor, const Expression* range)>& use);

} // namespace heed::io
