#include "core/io/family/expression_pieces.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace heed::io {
namespace {

using Piece = Expression::Kind;
using Range = Expression::Range;

class ExpressionPieces : public testing::Test {
protected:
    ExpressionPieces() { tensor_.shape = {4, 10}; }

    Expression whole() const {
        Expression e;
        e.kind = Piece::Tensor;
        e.item.tensor = &tensor_;
        return e;
    }
    static Expression of(Piece kind, std::vector<Expression> parts, std::vector<Range> ranges = {}) {
        Expression e;
        e.kind = kind;
        e.of = std::move(parts);
        e.ranges = std::move(ranges);
        return e;
    }
    static Expression rows(Expression of_what, std::vector<Range> ranges) {
        return of(Piece::RowRanges, {std::move(of_what)}, std::move(ranges));
    }
    static Expression columns(Expression of_what, std::vector<Range> ranges) {
        return of(Piece::ColumnRanges, {std::move(of_what)}, std::move(ranges));
    }
    static Expression turned(Expression e) { return of(Piece::Transpose, {std::move(e)}); }
    static std::string rest_of(const std::vector<Expression>& expressions) {
        std::vector<TensorPiece> pieces;
        for (const Expression& e : expressions)
            for_each_piece(e, [&](const Expression&, const TensorPiece& piece) { pieces.push_back(piece); });
        return left_out(pieces, 4, 10);
    }

    StoredTensor tensor_;
};

TEST_F(ExpressionPieces, ACutIsOfTheTensorWhateverStandsBetween) {
    EXPECT_EQ(rest_of({whole()}), "");
    EXPECT_EQ(rest_of({columns(whole(), {{0, 8}})}), "columns 9\u201310");
    EXPECT_EQ(rest_of({columns(turned(whole()), {{0, 3}})}), "rows 4");
    EXPECT_EQ(rest_of({rows(turned(whole()), {{0, 8}})}), "columns 9\u201310");
    Expression twice = of(Piece::Times, {whole()});
    twice.factor = 2;
    EXPECT_EQ(rest_of({columns(std::move(twice), {{1, 10}})}), "columns 1");
    EXPECT_EQ(rest_of({rows(of(Piece::Sum, {whole(), whole()}), {{0, 2}})}), "rows 3\u20134");
}

TEST_F(ExpressionPieces, CutsOfCutsAreComposed) {
    EXPECT_EQ(rest_of({columns(columns(whole(), {{6, 10}, {0, 4}}), {{1, 5}})}), "columns 2\u20137");
    EXPECT_EQ(rest_of({rows(columns(whole(), {{0, 6}}), {{0, 2}})}),
              "rows 3\u20134; columns 7\u201310 of rows 1\u20132");
    EXPECT_EQ(rest_of({rows(columns(whole(), {{0, 6}}), {{0, 2}}), rows(whole(), {{2, 4}}),
                       columns(whole(), {{6, 10}})}),
              "");
}

TEST_F(ExpressionPieces, OfAJoinEachPartHasItsOwn) {
    const Expression below = of(Piece::Rows, {whole(), whole()}); // 8 x 10
    EXPECT_EQ(rest_of({rows(below, {{0, 2}})}), "rows 3\u20134");
    EXPECT_EQ(rest_of({rows(below, {{2, 6}})}), "");
    Expression zeros;
    EXPECT_EQ(rest_of({rows(of(Piece::Rows, {zeros, whole()}), {{0, 2}})}), "") << "parts of no known size";
    Expression turned_whole = turned(whole());
    EXPECT_EQ(rest_of({columns(of(Piece::Product, {whole(), turned_whole}), {{0, 2}})}), "");
}

TEST_F(ExpressionPieces, OfAVectorItsLongSideIsCut) {
    tensor_.shape = {1, 10};
    std::vector<TensorPiece> pieces;
    for_each_piece(rows(of(Piece::Vector, {whole()}), {{0, 7}}),
                   [&](const Expression&, const TensorPiece& piece) { pieces.push_back(piece); });
    EXPECT_EQ(left_out(pieces, 1, 10), "columns 8\u201310");
}

} // namespace
} // namespace heed::io
