#include "core/io/family/family_expression.h"

#include "core/base/error.h"
#include "core/io/base/json_text.h"
#include "core/text/escape.h"

#include <algorithm>
#include <cmath>

namespace heed::io {

using Kind = Expression::Kind;
using Eigen::Index;
using Eigen::MatrixXf;

namespace {

constexpr int deepest_expression = 16;
constexpr Index most_often = 4096, most_ranges = 65'536;
constexpr const char* kinds =
    "one of rows, columns, transpose, vector, sum, product, either, zeros, identity";

class ExpressionReader {
public:
    ExpressionReader(const ExpressionContext& context, std::vector<std::string>& missing)
        : context_(context), missing_(missing) {}

    Expression read(const Json& json, int depth = 0) {
        if (depth > deepest_expression) fail("nested too deeply", json);
        if (json.is_string()) return tensor(json.get<std::string>());
        if (!json.is_object()) fail("a tensor's name or an object", json);
        if (json.contains("of")) return ranged(json, depth);
        if (json.size() != 1) fail(kinds, json);
        const std::string key = json.begin().key();
        const Json& value = json.begin().value();
        if (key == "either") return either(value, depth);
        if (key == "zeros" || key == "identity") return constant(key, value);
        if (key == "transpose" || key == "vector")
            return {key == "vector" ? Kind::Vector : Kind::Transpose, {}, {}, {read(value, depth + 1)}, {}};
        const bool joins = key == "rows" || key == "columns" || key == "sum" || key == "product";
        if (!joins || !value.is_array() || value.empty()) fail(kinds, json);
        Expression result{key == "rows"      ? Kind::Rows
                          : key == "columns" ? Kind::Columns
                          : key == "product" ? Kind::Product
                                             : Kind::Sum,
                          {},
                          {},
                          {},
                          {}};
        for (const Json& part : value) result.of.push_back(read(part, depth + 1));
        return result;
    }

private:
    [[noreturn]] void fail(const std::string& expected, const Json& found) const {
        throw Error(context_.subject, "an expression", expected, shown(found));
    }

    Expression tensor(std::string name) {
        const FamilyStock::Item* item = context_.stock.find(name);
        if (item == nullptr && std::find(missing_.begin(), missing_.end(), name) == missing_.end())
            missing_.push_back(name);
        return {Kind::Tensor, std::move(name), item ? *item : FamilyStock::Item{}, {}, {}};
    }

    Expression either(const Json& choices, int depth) {
        if (!choices.is_array() || choices.empty()) fail("a list of expressions", choices);
        std::vector<std::string> first;
        for (const Json& choice : choices) {
            std::vector<std::string> lacking;
            Expression result = ExpressionReader(context_, lacking).read(choice, depth + 1);
            if (lacking.empty()) return result;
            if (first.empty()) first = std::move(lacking);
        }
        for (std::string& name : first)
            if (std::find(missing_.begin(), missing_.end(), name) == missing_.end())
                missing_.push_back(std::move(name));
        std::vector<std::string> unused;
        return ExpressionReader(context_, unused).read(choices[0], depth + 1);
    }

    Eigen::Index side(const Json& value) const {
        const double size = number(value);
        if (!(size >= 1 && size <= 1e8 && size == std::floor(size))) fail("a size from 1 on", value);
        return static_cast<Eigen::Index>(size);
    }

    /// {"zeros": true}, or of a shape of its own.
    Expression constant(const std::string& key, const Json& value) const {
        const bool zeros = key == "zeros";
        Expression result{zeros ? Kind::Zeros : Kind::Identity, {}, {}, {}, {}};
        if (value == true) return result;
        if (value.is_array() && (value.size() != 2 || !zeros)) fail("true, or a size", value);
        result.rows = side(value.is_array() ? value[0] : value);
        result.columns = value.is_array() ? side(value[1]) : zeros ? 1 : result.rows;
        return result;
    }

    Expression ranged(const Json& json, int depth) {
        Expression inner = read(json["of"], depth + 1);
        if (json.size() != 2) fail("\"of\" with rows, columns or times", json);
        for (const auto& [key, value] : json.items()) {
            if (key == "of") continue;
            if (key == "times") return {Kind::Times, {}, {}, {std::move(inner)}, {}, number(value)};
            if ((key != "rows" && key != "columns") || !value.is_array())
                fail("\"of\" with rows, columns or times", json);
            Expression result{
                key == "rows" ? Kind::RowRanges : Kind::ColumnRanges, {}, {}, {std::move(inner)}, {}};
            for (const Json& range : value) {
                if (!range.is_array() || range.size() < 2 || range.size() > 3)
                    fail("ranges [from, before] or [from, before, how often]", range);
                const Index often = range.size() == 3 ? side(range[2]) : 1;
                if (often > most_often || std::ssize(result.ranges) > most_ranges - often)
                    fail("a range at most " + std::to_string(most_often) + " times, " +
                             std::to_string(most_ranges) + " in all",
                         range);
                result.ranges.insert(
                    result.ranges.end(), static_cast<std::size_t>(often),
                    {static_cast<Index>(number(range[0])), static_cast<Index>(number(range[1]))});
            }
            return result;
        }
        return inner;
    }

    double number(const Json& value) const {
        if (value.is_number()) return value.get<double>();
        if (!value.is_string()) fail("a number or an expression over sizes", value);
        return context_.number(value.get<std::string>());
    }

    const ExpressionContext& context_;
    std::vector<std::string>& missing_;
};

/// The first tensor in it, by which an error calls it.
const Expression* first_tensor(const Expression& e) {
    if (e.kind == Kind::Tensor) return &e;
    for (const Expression& part : e.of)
        if (const Expression* found = first_tensor(part)) return found;
    return nullptr;
}

[[noreturn]] void misfit(const Expression& e, const std::string& expected, const Extent& found) {
    const Expression* tensor = first_tensor(e);
    const bool there = tensor != nullptr && tensor->item.tensor != nullptr;
    throw Error(there ? tensor->item.file->name() : "the family",
                there ? "tensor \"" + escaped(tensor->item.tensor->name) + "\"" : "an expression", expected,
                shape_text({found.rows, found.columns}));
}

Extent tensor_extent(const Expression& e) {
    if (e.item.tensor == nullptr)
        throw Error("the family", "tensor \"" + escaped(e.name) + "\"", "it in the files", "none");
    const StoredTensor& tensor = *e.item.tensor;
    if (tensor.shape.size() > 2)
        throw Error(e.item.file->name(), "tensor \"" + escaped(tensor.name) + "\"", "one or two dimensions",
                    shape_text(tensor.shape));
    const auto side = [&](std::size_t n) { return n < tensor.shape.size() ? tensor.shape[n] : 1; };
    return {side(0), side(1)};
}

/// Of parts whose size is known; one that is open takes what they leave.
Extent joined(const Expression& e) {
    Extent sum;
    int open = 0;
    for (const Expression& part : e.of) {
        const Extent x = extent_of(part);
        if (x.any) {
            if (++open > 1 && e.kind != Kind::Sum) misfit(e, "one part of unknown size at most", x);
            continue;
        }
        if (e.kind == Kind::Rows) {
            if (sum.rows > 0 && x.columns != sum.columns)
                misfit(part, std::to_string(sum.columns) + " columns", x);
            sum = {sum.rows + x.rows, x.columns};
        } else if (e.kind == Kind::Columns) {
            if (sum.rows > 0 && x.rows != sum.rows) misfit(part, std::to_string(sum.rows) + " rows", x);
            sum = {x.rows, sum.columns + x.columns};
        } else {
            if (sum.rows > 0 && (x.rows != sum.rows || x.columns != sum.columns))
                misfit(part, shape_text({sum.rows, sum.columns}), x);
            sum = x;
        }
    }
    sum.any = open > 0 && (e.kind != Kind::Sum || sum.rows == 0);
    return sum;
}

/// Of matrices that follow one another.
Extent multiplied(const Expression& e) {
    Extent product = extent_of(e.of[0]);
    for (std::size_t n = 0; n < e.of.size(); ++n) {
        const Extent x = extent_of(e.of[n]);
        if (x.any) misfit(e, "parts of known size in a product", x);
        if (n > 0 && x.rows != product.columns)
            misfit(e.of[n],
                   std::to_string(product.columns) + " rows, as what it is multiplied by has columns", x);
        product = {product.rows, x.columns};
    }
    return product;
}

Extent cut(const Expression& e) {
    const Extent x = extent_of(e.of[0]);
    if (x.any) misfit(e, "a part of known size, of which rows or columns are taken", x);
    const bool rows = e.kind == Kind::RowRanges;
    const Index size = rows ? x.rows : x.columns;
    Index sum = 0;
    for (const auto& [from, before] : e.ranges) {
        if (from < 0 || before < from || before > size)
            misfit(e, std::to_string(before) + (rows ? " rows" : " columns") + " or more", x);
        sum += before - from;
    }
    return rows ? Extent{sum, x.columns} : Extent{x.rows, sum};
}

} // namespace

Expression read_expression(const Json& json, const ExpressionContext& context,
                           std::vector<std::string>& missing) {
    return ExpressionReader(context, missing).read(json);
}

Extent extent_of(const Expression& e) {
    switch (e.kind) {
    case Kind::Tensor:
        return tensor_extent(e);
    case Kind::Rows:
    case Kind::Columns:
    case Kind::Sum:
        return joined(e);
    case Kind::Product:
        return multiplied(e);
    case Kind::RowRanges:
    case Kind::ColumnRanges:
        return cut(e);
    case Kind::Transpose: {
        const Extent x = extent_of(e.of[0]);
        return {x.columns, x.rows, x.any};
    }
    case Kind::Vector: {
        const Extent x = extent_of(e.of[0]);
        if (!x.any && x.rows != 1 && x.columns != 1) misfit(e, "a vector", x);
        return {x.rows * x.columns, 1, x.any};
    }
    case Kind::Times:
        return extent_of(e.of[0]);
    case Kind::Zeros:
    case Kind::Identity:
        break;
    }
    return {e.rows, e.columns, e.rows == 0};
}

namespace {

/// Puts the columns into another order where they lie, so that a large matrix is held once. False, and
/// nothing is done, where the ranges are not all of its columns, each once.
bool turn_columns(MatrixXf& m, const std::vector<Expression::Range>& ranges) {
    std::vector<Expression::Range> lie = ranges; // as they lie in m now
    std::sort(lie.begin(), lie.end());
    Index end = 0;
    for (const auto& [from, before] : lie) {
        if (from != end) return false;
        end = before;
    }
    if (end != m.cols()) return false;
    Index at = 0;
    for (std::size_t n = 0; n < ranges.size(); ++n) {
        Index found = at;
        std::size_t k = n;
        for (; lie[k] != ranges[n]; ++k) found += lie[k].second - lie[k].first;
        const Index length = ranges[n].second - ranges[n].first;
        std::rotate(m.data() + at * m.rows(), m.data() + found * m.rows(),
                    m.data() + (found + length) * m.rows());
        const auto first = lie.begin() + static_cast<std::ptrdiff_t>(n),
                   there = lie.begin() + static_cast<std::ptrdiff_t>(k);
        std::rotate(first, there, there + 1);
        at += length;
    }
    return true;
}

} // namespace

MatrixXf evaluate(const Expression& e, Index rows, Index columns, const Executor& executor,
                  const SeenTensor& seen) {
    const auto part = [&](std::size_t n) { return evaluate(e.of[n], rows, columns, executor, seen); };
    switch (e.kind) {
    case Kind::Tensor: {
        MatrixXf value = e.item.file->matrix(*e.item.tensor, executor);
        seen(*e.item.tensor, value);
        return value;
    }
    case Kind::Zeros:
        return e.rows > 0 ? MatrixXf::Zero(e.rows, e.columns) : MatrixXf::Zero(rows, columns);
    case Kind::Identity:
        return e.rows > 0 ? MatrixXf::Identity(e.rows, e.columns) : MatrixXf::Identity(rows, columns);
    case Kind::Transpose:
        return evaluate(e.of[0], columns, rows, executor, seen).transpose();
    case Kind::Times:
        return part(0) * static_cast<float>(e.factor);
    case Kind::Product: {
        multiplied(e);
        Eigen::MatrixXd product = part(0).cast<double>();
        for (std::size_t n = 1; n < e.of.size(); ++n) product = (product * part(n).cast<double>()).eval();
        return product.cast<float>();
    }
    case Kind::Vector: {
        MatrixXf value = part(0);
        value.resize(value.size(), 1);
        return value;
    }
    default:
        break;
    }
    Extent x = extent_of(e);
    const Extent known = x;
    if (x.any) x = {rows, columns}; // the part that is open takes the rest
    MatrixXf result;
    Index at = 0;
    const auto place = [&](const auto& block, bool below) {
        if (below)
            result.middleRows(at, block.rows()) = block;
        else
            result.middleCols(at, block.cols()) = block;
        at += below ? block.rows() : block.cols();
    };
    if (e.kind == Kind::RowRanges || e.kind == Kind::ColumnRanges) {
        const bool below = e.kind == Kind::RowRanges;
        MatrixXf whole = part(0);
        if (!below && turn_columns(whole, e.ranges)) return whole;
        result.resize(x.rows, x.columns);
        for (const auto& [from, before] : e.ranges) {
            if (below)
                place(whole.middleRows(from, before - from), true);
            else
                place(whole.middleCols(from, before - from), false);
        }
        return result;
    }
    result = MatrixXf::Zero(x.rows, x.columns);
    for (std::size_t n = 0; n < e.of.size(); ++n) {
        if (e.kind == Kind::Sum) {
            result += evaluate(e.of[n], x.rows, x.columns, executor, seen);
            continue;
        }
        const bool below = e.kind == Kind::Rows;
        const Index left = below ? x.rows - known.rows : x.columns - known.columns;
        if (known.any &&
            (left < 0 || (known.rows > 0 && (below ? known.columns != x.columns : known.rows != x.rows))))
            misfit(e, shape_text({x.rows, x.columns}), known);
        if (extent_of(e.of[n]).any)
            place(evaluate(e.of[n], below ? left : x.rows, below ? x.columns : left, executor, seen), below);
        else
            place(part(n), below);
    }
    return result;
}

void for_each_use(const Expression& e, const std::function<void(const Expression&, const Expression*)>& use) {
    for (const Expression& part : e.of) {
        const bool direct = part.kind == Kind::Tensor;
        const bool cut_here = e.kind == Kind::RowRanges || e.kind == Kind::ColumnRanges;
        if (direct)
            use(part, cut_here ? &e : nullptr);
        else
            for_each_use(part, use);
    }
    if (e.kind == Kind::Tensor) use(e, nullptr);
}

bool same_numbers(const Expression& a, const Expression& b) {
    return a.kind == b.kind && a.item.file == b.item.file && a.item.tensor == b.item.tensor &&
           a.ranges == b.ranges && a.factor == b.factor && a.rows == b.rows && a.columns == b.columns &&
           std::equal(a.of.begin(), a.of.end(), b.of.begin(), b.of.end(), same_numbers);
}

} // namespace heed::io
