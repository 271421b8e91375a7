// Products and lookups with matrices as files have them.
#include "core/autodiff/ops.h"
#include "core/autodiff/product.h"

#include <gtest/gtest.h>

#include <cstring>

namespace heed {
namespace {

StoredMatrix stored_as(StoredType type, const Eigen::MatrixXf& W) {
    const Eigen::MatrixXf turned = W.transpose(); // row after row
    const auto bytes_of = [&](const auto& numbers) {
        const auto size = static_cast<std::size_t>(numbers.size()) * sizeof(*numbers.data());
        std::shared_ptr<std::byte[]> bytes(new std::byte[size]);
        std::memcpy(bytes.get(), numbers.data(), size);
        return bytes;
    };
    std::shared_ptr<std::byte[]> bytes;
    if (type == StoredType::F32) bytes = bytes_of(turned);
    if (type == StoredType::F16) bytes = bytes_of(Matrix<Eigen::half>(turned.cast<Eigen::half>()));
    if (type == StoredType::BF16) bytes = bytes_of(Matrix<Eigen::bfloat16>(turned.cast<Eigen::bfloat16>()));
    return {type, W.rows(), W.cols(), bytes};
}

constexpr StoredType all_types[] = {StoredType::F32, StoredType::F16, StoredType::BF16};

class StoredProduct : public ::testing::TestWithParam<Processor> {};

// Every number of rows and columns goes through other tiles; 30 is no multiple of what is summed at once.
TEST_P(StoredProduct, IsTheProduct) {
    for (const StoredType type : all_types)
        for (const int inner : {1, 7, 8, 30, 64})
            for (const int rows : {1, 3, 4, 9})
                for (int columns = 1; columns <= 9; ++columns) {
                    const StoredMatrix W = stored_as(type, Eigen::MatrixXf::Random(rows, inner));
                    const Eigen::MatrixXf x = Eigen::MatrixXf::Random(inner, columns);
                    Eigen::MatrixXf y(rows, columns);
                    multiply_into(y, W, x, GetParam());
                    const Eigen::MatrixXd exact = W.matrix().cast<double>() * x.cast<double>();
                    EXPECT_LT((y.cast<double>() - exact).cwiseAbs().maxCoeff(), 1e-6 * (inner + 4))
                        << rows << " x " << inner << " x " << columns;
                }
}

TEST_P(StoredProduct, OfAColumnDoesNotDependOnItsNeighboursNorOnTheTypeItIsKeptIn) {
    for (const StoredType type : all_types) {
        const StoredMatrix W = stored_as(type, Eigen::MatrixXf::Random(13, 45));
        const StoredMatrix wide = stored_as(StoredType::F32, W.matrix());
        const Eigen::MatrixXf x = Eigen::MatrixXf::Random(45, 7);
        for (int columns = 1; columns <= 7; ++columns) {
            Eigen::MatrixXf y(13, columns), other(13, columns);
            multiply_into(y, W, Eigen::MatrixXf(x.leftCols(columns)), GetParam());
            multiply_into(other, wide, Eigen::MatrixXf(x.leftCols(columns)), GetParam());
            EXPECT_EQ(y, other);
            for (int c = 0; c < columns; ++c) {
                Eigen::MatrixXf one(13, 1);
                multiply_into(one, W, Eigen::MatrixXf(x.col(c)), GetParam());
                EXPECT_EQ(y.col(c), one);
            }
        }
    }
}

// The smallest halves have no leading 1: shifted bits alone would be wrong by far.
TEST_P(StoredProduct, WidensEveryHalf) {
    for (const bool negative : {false, true}) {
        Matrix<Eigen::half> bits(31, 1);
        for (int first = 0; first + 31 <= 0x7C00; first += 31) {
            for (int n = 0; n < 31; ++n)
                bits(n) = Eigen::numext::bit_cast<Eigen::half>(
                    static_cast<std::uint16_t>((first + n) | (negative ? 0x8000 : 0)));
            const Eigen::MatrixXf all = bits.cast<float>();
            Eigen::MatrixXf y(1, 31);
            multiply_into(y, stored_as(StoredType::F16, Eigen::MatrixXf(all.transpose())),
                          Eigen::MatrixXf(Eigen::MatrixXf::Identity(31, 31)), GetParam());
            ASSERT_EQ(y, Eigen::MatrixXf(all.transpose())) << first;
        }
    }
}

// A model writes the same on processors with wider vectors: the sums are the same, in the same order.
TEST(StoredProducts, AreTheSameToTheBitWithVectorsOfSixteen) {
    for (const StoredType type : all_types)
        for (const int inner : {5, 16, 44, 129})
            for (int columns = 1; columns <= 10; ++columns) {
                const StoredMatrix W = stored_as(type, Eigen::MatrixXf::Random(11, inner));
                const Eigen::MatrixXf x = Eigen::MatrixXf::Random(inner, columns);
                Eigen::MatrixXf y(11, columns), eight(11, columns);
                multiply_into(y, W, x);
                multiply_into(eight, W, x, Processor::Eight);
                EXPECT_EQ(y, eight) << inner << ", " << columns;
            }
}

INSTANTIATE_TEST_SUITE_P(EachProcessor, StoredProduct,
                         ::testing::Values(Processor::This, Processor::Eight, Processor::Any),
                         [](const auto& info) -> std::string {
                             if (info.param == Processor::This) return "This";
                             return info.param == Processor::Eight ? "Eight" : "Any";
                         });

TEST(StoredMatrix, ServesALookupAndPartsOfItsRows) {
    const Eigen::MatrixXf W = Eigen::MatrixXf::Random(6, 5);
    const StoredMatrix stored = stored_as(StoredType::F32, W);
    EXPECT_EQ(stored.matrix(), W);
    EXPECT_EQ(stored.part(2, 3).matrix(), W.middleRows(2, 3));
    EXPECT_EQ(StoredMatrix::turned(W).matrix(), W.transpose());
    Tape<float> tape(false);
    const int ids[] = {4, 0, 4};
    const Eigen::MatrixXf found = lookup(tape.leaf(stored), std::span<const int>(ids)).value();
    EXPECT_EQ(found.col(0), W.row(4).transpose());
    EXPECT_EQ(found.col(1), W.row(0).transpose());
    EXPECT_EQ(found.col(2), W.row(4).transpose());
}

} // namespace
} // namespace heed
