#include "core/io/family/expression_pieces.h"

#include "core/base/error.h"

#include <algorithm>
#include <map>
#include <utility>

namespace heed::io {

using Kind = Expression::Kind;
using Index = Eigen::Index;
using Ranges = std::vector<Expression::Range>;
using Cut = std::optional<Ranges>;
using PieceUse = std::function<void(const Expression&, const TensorPiece&)>;

namespace {

/// What `taken` takes of numbers that are `ranges`, one after another.
Ranges composed(const Ranges& ranges, const Cut& taken) {
    if (!taken) return ranges;
    Ranges found;
    for (const auto& [from, before] : *taken) {
        Index at = 0; // of the range, among those that are taken of
        for (const auto& [start, stop] : ranges) {
            const Index first = std::max(from, at), last = std::min(before, at + stop - start);
            if (first < last) found.emplace_back(start + first - at, start + last - at);
            at += stop - start;
        }
    }
    return found;
}

/// Of those that lie from `at` on, `size` of them.
Cut within(const Cut& taken, Index at, Index size) {
    if (!taken) return std::nullopt;
    Ranges found;
    for (const auto& [from, before] : *taken)
        if (std::max(from, at) < std::min(before, at + size))
            found.emplace_back(std::max(from, at) - at, std::min(before, at + size) - at);
    return found;
}

bool takes_nothing(const Cut& cut) { return cut && cut->empty(); }

void go_down(const Expression& e, const TensorPiece& piece, const PieceUse& use);

/// Parts that are joined below or beside one another. Past one of unknown size nothing can be told.
void go_down_joined(const Expression& e, const TensorPiece& piece, const PieceUse& use) {
    const bool below = e.kind == Kind::Rows;
    bool known = true;
    Index at = 0;
    for (const Expression& part : e.of) {
        const Extent x = extent_of(part);
        known = known && !x.any;
        const Index size = below ? x.rows : x.columns;
        TensorPiece of_part = piece;
        Cut& side = below ? of_part.rows : of_part.columns;
        side = known ? within(side, at, size) : std::nullopt;
        if (!takes_nothing(side)) go_down(part, of_part, use);
        at += size;
    }
}

void go_down(const Expression& e, const TensorPiece& piece, const PieceUse& use) {
    TensorPiece inner = piece;
    switch (e.kind) {
    case Kind::Tensor:
        return use(e, piece);
    case Kind::RowRanges:
        inner.rows = composed(e.ranges, piece.rows);
        break;
    case Kind::ColumnRanges:
        inner.columns = composed(e.ranges, piece.columns);
        break;
    case Kind::Transpose:
        std::swap(inner.rows, inner.columns);
        break;
    case Kind::Vector:
        if (extent_of(e.of[0]).rows == 1) inner = {std::nullopt, piece.rows};
        break;
    case Kind::Rows:
    case Kind::Columns:
        return go_down_joined(e, piece, use);
    case Kind::Product:
        for (std::size_t n = 0; n < e.of.size(); ++n)
            go_down(e.of[n],
                    {n == 0 ? piece.rows : std::nullopt, n + 1 == e.of.size() ? piece.columns : std::nullopt},
                    use);
        return;
    case Kind::Sum:
    case Kind::Times:
        break;
    case Kind::Zeros:
    case Kind::Identity:
        return;
    }
    for (const Expression& part : e.of) go_down(part, inner, use);
}

/// Those of 0 … size - 1 that no range has.
Ranges gaps(Ranges ranges, Index size) {
    std::sort(ranges.begin(), ranges.end());
    Ranges found;
    Index at = 0;
    for (const auto& [from, before] : ranges) {
        if (from > at) found.emplace_back(at, std::min(from, size));
        at = std::max(at, before);
    }
    if (at < size) found.emplace_back(at, size);
    return found;
}

/// From 1.
std::string text_of(const Ranges& ranges) {
    std::string text;
    for (const auto& [from, before] : ranges) {
        text += (text.empty() ? "" : ", ") + std::to_string(from + 1);
        if (before > from + 1) text += "\u2013" + std::to_string(before);
    }
    return text;
}

} // namespace

void for_each_piece(const Expression& expression, const PieceUse& use) {
    std::vector<std::pair<const Expression*, TensorPiece>> found;
    try {
        go_down(expression, {}, [&](const Expression& tensor, const TensorPiece& piece) {
            found.emplace_back(&tensor, piece);
        });
    } catch (const Error&) { // parts that do not fit together, as is said elsewhere
        return for_each_use(expression, [&](const Expression& tensor, const Expression* cut) {
            TensorPiece piece;
            if (cut != nullptr) (cut->kind == Kind::RowRanges ? piece.rows : piece.columns) = cut->ranges;
            use(tensor, piece);
        });
    }
    for (const auto& [tensor, piece] : found) use(*tensor, piece);
}

std::string left_out(const std::vector<TensorPiece>& pieces, Index rows, Index columns) {
    std::vector<Index> ends{0, rows}; // of rows that are read alike
    for (const TensorPiece& piece : pieces)
        if (piece.rows)
            for (const auto& [from, before] : *piece.rows)
                for (const Index end : {from, before}) ends.push_back(std::clamp<Index>(end, 0, rows));
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    std::map<Ranges, Ranges> lacking; // columns -> the rows that lack them
    for (std::size_t n = 0; n + 1 < ends.size(); ++n) {
        Ranges read;
        for (const TensorPiece& piece : pieces) {
            const bool here =
                !piece.rows || std::any_of(piece.rows->begin(), piece.rows->end(), [&](const auto& r) {
                    return r.first <= ends[n] && ends[n] < r.second;
                });
            if (here && !piece.columns) read.emplace_back(0, columns);
            if (here && piece.columns) read.insert(read.end(), piece.columns->begin(), piece.columns->end());
        }
        Ranges& same = lacking[gaps(std::move(read), columns)];
        if (!same.empty() && same.back().second == ends[n])
            same.back().second = ends[n + 1];
        else
            same.emplace_back(ends[n], ends[n + 1]);
    }
    const Ranges all_rows{{0, rows}}, all_columns{{0, columns}};
    std::string text;
    for (const auto& [missing, of] : lacking) {
        if (missing.empty()) continue;
        text += text.empty() ? "" : "; ";
        if (missing == all_columns)
            text += "rows " + text_of(of);
        else
            text += "columns " + text_of(missing) + (of == all_rows ? "" : " of rows " + text_of(of));
    }
    return text;
}

} // namespace heed::io
