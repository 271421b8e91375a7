// y = W x for a matrix as a file has it: each row of W is read once, in order, for all columns of x, so that
// where x has a few columns the time is that of reading W. A tile of rows and columns is summed at once, each
// number of y always in the same order, whatever the tile: a column's result does not depend on its
// neighbours, nor on the type in which W is kept.
#include "core/autodiff/product.h"

#include <cassert>
#include <cstdint>
#include <cstring>
#include <vector>

#define HEED_INLINE __attribute__((always_inline)) inline

namespace heed {
namespace {

constexpr int lanes = 8, strands = 2; // a number is the sum of so many sums: an addition waits for the last
constexpr int tile_rows = 4, tile_columns = 3, most_sums = 12; // vectors, of 16 that there is room for
constexpr Eigen::Index few_at_once = 8;
constexpr int few_rows = 2;                // of few columns, where a vector holds both strands
constexpr Eigen::Index bytes_ahead = 1024; // that are asked for before they are needed

// GCC's and Clang's vectors: the processor's own where it has them.
using Lanes = float __attribute__((vector_size(4 * lanes)));
using Words = std::uint32_t __attribute__((vector_size(4 * lanes)));
using Halves = std::uint16_t __attribute__((vector_size(2 * lanes)));
using Both = float __attribute__((vector_size(8 * lanes))); // eight of either strand
using BothWords = std::uint32_t __attribute__((vector_size(8 * lanes)));
using BothHalves = std::uint16_t __attribute__((vector_size(4 * lanes)));
using LooseBoth = float __attribute__((vector_size(8 * lanes), aligned(4), may_alias));
using LooseBothHalves = std::uint16_t __attribute__((vector_size(4 * lanes), aligned(2), may_alias));
using LooseLanes = float __attribute__((vector_size(4 * lanes), aligned(4), may_alias)); // anywhere
using LooseHalves = std::uint16_t __attribute__((vector_size(2 * lanes), aligned(2), may_alias));

/// Whose instructions a product is made of: of every processor; of those with vectors of eight numbers, sums
/// of products, and halves of their own; or of those with vectors of sixteen, too.
enum class Made { Plain, Wide, Widest };

/// Eight numbers of W in float. It holds no infinities; halves below 2^-14 have no leading 1.
template <StoredType S, Made M>
HEED_INLINE void load(const std::byte* from, Lanes& to) {
    if constexpr (S == StoredType::F32) {
        to = *reinterpret_cast<const LooseLanes*>(from);
#if defined(__x86_64__)
    } else if constexpr (M != Made::Plain) { // compilers make five instructions of these
        const auto& stored = *reinterpret_cast<const LooseHalves*>(from);
        if constexpr (S == StoredType::F16) {
            asm("vcvtph2ps %1, %0" : "=x"(to) : "m"(stored));
        } else {
            Words bits;
            asm("vpmovzxwd %1, %0" : "=x"(bits) : "m"(stored));
            to = reinterpret_cast<Lanes>(bits << 16);
        }
#endif
    } else {
        const Halves stored = *reinterpret_cast<const LooseHalves*>(from);
        const Words bits = __builtin_convertvector(stored, Words);
        if constexpr (S == StoredType::BF16) {
            to = reinterpret_cast<Lanes>(bits << 16);
        } else {
            const Words sign = (bits & 0x8000u) << 16, size = (bits & 0x7FFFu) << 13;
            const Words whole = size + (112u << 23);
            const Lanes small = reinterpret_cast<Lanes>(size + (113u << 23)) - 0x1p-14f;
            to = reinterpret_cast<Lanes>((size < (1u << 23) ? reinterpret_cast<Words>(small) : whole) | sign);
        }
    }
}

template <StoredType S>
constexpr Eigen::Index width_of = S == StoredType::F32 ? 4 : 2;

/// Sixteen of them.
template <StoredType S>
HEED_INLINE void load_both(const std::byte* from, Both& to) {
    if constexpr (S == StoredType::F32) {
        to = *reinterpret_cast<const LooseBoth*>(from);
#if defined(__x86_64__)
    } else {
        const auto& stored = *reinterpret_cast<const LooseBothHalves*>(from);
        if constexpr (S == StoredType::F16) {
            asm("vcvtph2ps %1, %0" : "=v"(to) : "m"(stored));
        } else {
            BothWords bits;
            asm("vpmovzxwd %1, %0" : "=v"(bits) : "m"(stored));
            to = reinterpret_cast<Both>(bits << 16);
        }
#endif
    }
}

/// The last ones of a row, fewer than eight, and zeros.
template <StoredType S, Made M>
HEED_INLINE void load_rest(const std::byte* from, Eigen::Index count, Lanes& to) {
    std::byte padded[4 * lanes] = {};
    std::memcpy(padded, from, static_cast<std::size_t>(count * width_of<S>));
    load<S, M>(padded, to);
}

HEED_INLINE float total(const Lanes& s) {
    const auto four = __builtin_shufflevector(s, s, 0, 1, 2, 3) + __builtin_shufflevector(s, s, 4, 5, 6, 7);
    const auto two = four + __builtin_shufflevector(four, four, 2, 3, 0, 1);
    return two[0] + two[1];
}

/// Rows of W, k long, columns of x, and where the sums go.
struct Tile {
    const std::byte* w;
    Eigen::Index w_stride; // in bytes
    const float* x;
    Eigen::Index k; // and from column to column of x
    float* y;
    Eigen::Index y_stride;
};

template <int R, int C>
using Sums = Lanes[R][C];

// The loops over R and C are unrolled whole, so that the sums stay in registers.
/// Eight numbers of each row, from i on.
template <StoredType S, Made M, int R, int C>
HEED_INLINE void add_lanes(const Tile& t, Eigen::Index i, Sums<R, C>& sums) {
    Lanes x[C];
#pragma GCC unroll 4
    for (int c = 0; c < C; ++c) x[c] = *reinterpret_cast<const LooseLanes*>(t.x + c * t.k + i);
#pragma GCC unroll 4
    for (int r = 0; r < R; ++r) {
        Lanes w;
        load<S, M>(t.w + r * t.w_stride + i * width_of<S>, w);
#pragma GCC unroll 4
        for (int c = 0; c < C; ++c) sums[r][c] += w * x[c];
    }
}

/// Few columns wait for memory, which gives more where it is asked before a row is at its end.
template <StoredType S, int R>
HEED_INLINE void ask_ahead(const Tile& t, int r, Eigen::Index i) {
    if constexpr (R < tile_rows) __builtin_prefetch(t.w + r * t.w_stride + i * width_of<S> + bytes_ahead);
}

/// The first `whole` numbers, both strands in one vector: the same sums in the same order.
template <StoredType S, int R, int C>
HEED_INLINE void add_both(const Tile& t, Eigen::Index whole, Sums<R, C>& even, Sums<R, C>& odd) {
    Both sums[R][C];
#pragma GCC unroll 12
    for (int n = 0; n < R * C; ++n) sums[n / C][n % C] = Both{};
    for (Eigen::Index i = 0; i < whole; i += strands * lanes) {
        Both x[C];
#pragma GCC unroll 4
        for (int c = 0; c < C; ++c) x[c] = *reinterpret_cast<const LooseBoth*>(t.x + c * t.k + i);
#pragma GCC unroll 4
        for (int r = 0; r < R; ++r) {
            Both w;
            ask_ahead<S, R>(t, r, i);
            load_both<S>(t.w + r * t.w_stride + i * width_of<S>, w);
#pragma GCC unroll 4
            for (int c = 0; c < C; ++c) sums[r][c] += w * x[c];
        }
    }
#pragma GCC unroll 12
    for (int n = 0; n < R * C; ++n) {
        const Both& s = sums[n / C][n % C];
        even[n / C][n % C] = __builtin_shufflevector(s, s, 0, 1, 2, 3, 4, 5, 6, 7);
        odd[n / C][n % C] = __builtin_shufflevector(s, s, 8, 9, 10, 11, 12, 13, 14, 15);
    }
}

/// The last ones, fewer than eight.
template <StoredType S, Made M, int R, int C>
HEED_INLINE void add_rest(const Tile& t, Eigen::Index i, Sums<R, C>& sums) {
    Lanes x[C];
#pragma GCC unroll 4
    for (int c = 0; c < C; ++c)
        load_rest<StoredType::F32, M>(reinterpret_cast<const std::byte*>(t.x + c * t.k + i), t.k - i, x[c]);
#pragma GCC unroll 4
    for (int r = 0; r < R; ++r) {
        Lanes w;
        load_rest<S, M>(t.w + r * t.w_stride + i * width_of<S>, t.k - i, w);
#pragma GCC unroll 4
        for (int c = 0; c < C; ++c) sums[r][c] += w * x[c];
    }
}

/// The sums of every other eight numbers at once, or, where there is no room for both, one after the other.
template <StoredType S, Made M, int R, int C>
HEED_INLINE void sum_tile(const Tile& t) {
    constexpr bool at_once = R * C <= most_sums / strands;
    constexpr Eigen::Index both = strands * lanes;
    Sums<R, C> even, odd;
#pragma GCC unroll 12
    for (int n = 0; n < R * C; ++n) even[n / C][n % C] = odd[n / C][n % C] = Lanes{};
    const Eigen::Index whole = t.k - t.k % both;
    if constexpr (M == Made::Widest) {
        add_both<S, R, C>(t, whole, even, odd);
    } else {
        for (Eigen::Index i = 0; i < whole; i += both) {
            for (int r = 0; r < R; ++r) ask_ahead<S, R>(t, r, i);
            add_lanes<S, M, R, C>(t, i, even);
            if (at_once) add_lanes<S, M, R, C>(t, i + lanes, odd);
        }
        if (!at_once)
            for (Eigen::Index i = lanes; i < whole; i += both) add_lanes<S, M, R, C>(t, i, odd);
    }
    if (whole + lanes <= t.k) add_lanes<S, M, R, C>(t, whole, even);
    if (const Eigen::Index rest = t.k - t.k % lanes; rest < t.k) add_rest<S, M, R, C>(t, rest, odd);
#pragma GCC unroll 12
    for (int n = 0; n < R * C; ++n)
        t.y[n / C + n % C * t.y_stride] = total(even[n / C][n % C] + odd[n / C][n % C]);
}

/// Some columns after one another: as many C at a time as there are whole ones, and the rest.
template <StoredType S, Made M, int R, int C>
HEED_INLINE void sum_columns(Tile t, Eigen::Index columns) {
    const auto next = [&t](Eigen::Index count) {
        t.x += count * t.k;
        t.y += count * t.y_stride;
    };
    for (; columns >= C; columns -= C, next(C)) sum_tile<S, M, R, C>(t);
    if (C > 3 && columns == 3) return sum_tile<S, M, R, 3>(t);
    if (C > 2 && columns == 2) return sum_tile<S, M, R, 2>(t);
    if (columns == 1) sum_tile<S, M, R, 1>(t);
}

/// `rows` rows of k numbers in float.
template <StoredType S, Made M>
HEED_INLINE void widen_rows(const std::byte* from, Eigen::Index count, float* to) {
    const Eigen::Index whole = count - count % lanes;
    for (Eigen::Index i = 0; i < whole; i += lanes) {
        Lanes w;
        load<S, M>(from + i * width_of<S>, w);
        *reinterpret_cast<LooseLanes*>(to + i) = w;
    }
    if (whole == count) return;
    Lanes rest;
    load_rest<S, M>(from + whole * width_of<S>, count - whole, rest);
    std::memcpy(to + whole, &rest, static_cast<std::size_t>(count - whole) * sizeof(float));
}

template <StoredType S, Made M>
HEED_INLINE void multiply_rows(Eigen::MatrixXf& y, const StoredMatrix& W, const Eigen::MatrixXf& x,
                               float* room) {
    constexpr Eigen::Index width = width_of<S>;
    const Eigen::Index k = W.cols();
    Eigen::Index row = 0;
    // Few columns wait for memory, which gives most where it is read in few streams; many wait for sums.
    if (x.cols() > few_at_once)
        for (; row + tile_rows <= W.rows(); row += tile_rows) {
            const std::byte* rows = W.row(row);
            if (S != StoredType::F32) {
                widen_rows<S, M>(rows, tile_rows * k, room);
                rows = reinterpret_cast<const std::byte*>(room);
            }
            const Tile tile{rows, 4 * k, x.data(), k, y.data() + row, y.rows()};
            sum_columns<StoredType::F32, M, tile_rows, tile_columns>(tile, x.cols());
        }
    const auto tile_at = [&](Eigen::Index first) {
        return Tile{W.row(first), width * k, x.data(), k, y.data() + first, y.rows()};
    };
    if (M == Made::Widest)
        for (; row + few_rows <= W.rows(); row += few_rows)
            sum_columns<S, M, few_rows, few_at_once / 2>(tile_at(row), x.cols());
    for (; row < W.rows(); ++row) sum_columns<S, M, 1, few_at_once / 2>(tile_at(row), x.cols());
}

template <Made M>
HEED_INLINE void multiply_any(Eigen::MatrixXf& y, const StoredMatrix& W, const Eigen::MatrixXf& x,
                              float* room) {
    if (W.type() == StoredType::F32) multiply_rows<StoredType::F32, M>(y, W, x, room);
    if (W.type() == StoredType::F16) multiply_rows<StoredType::F16, M>(y, W, x, room);
    if (W.type() == StoredType::BF16) multiply_rows<StoredType::BF16, M>(y, W, x, room);
}

void multiply_plain(Eigen::MatrixXf& y, const StoredMatrix& W, const Eigen::MatrixXf& x, float* room) {
    multiply_any<Made::Plain>(y, W, x, room);
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma,f16c"))) void multiply_wide(Eigen::MatrixXf& y, const StoredMatrix& W,
                                                            const Eigen::MatrixXf& x, float* room) {
    multiply_any<Made::Wide>(y, W, x, room);
}

__attribute__((target("avx512f,avx2,fma,f16c"))) void
multiply_widest(Eigen::MatrixXf& y, const StoredMatrix& W, const Eigen::MatrixXf& x, float* room) {
    multiply_any<Made::Widest>(y, W, x, room);
}

bool has_wide() {
    static const bool has =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c");
    return has;
}

bool has_widest() {
    static const bool has = has_wide() && __builtin_cpu_supports("avx512f");
    return has;
}
#else
bool has_wide() { return false; }
bool has_widest() { return false; }
constexpr auto multiply_wide = multiply_plain, multiply_widest = multiply_plain;
#endif

} // namespace

template <>
void multiply_into(Matrix<float>& y, const StoredMatrix& W, const Matrix<float>& x, Processor processor) {
    assert(W.cols() == x.rows() && y.rows() == W.rows() && y.cols() == x.cols());
    const bool widens = W.type() != StoredType::F32 && x.cols() > few_at_once;
    std::vector<float> room(widens ? static_cast<std::size_t>(tile_rows * W.cols()) : 0);
    const auto multiply = processor == Processor::This && has_widest() ? multiply_widest
                          : processor != Processor::Any && has_wide()  ? multiply_wide
                                                                       : multiply_plain;
    multiply(y, W, x, room.data());
}

template <>
void multiply_into(Matrix<double>& y, const StoredMatrix& W, const Matrix<double>& x, Processor) {
    Eigen::VectorXf row(W.cols());
    for (Eigen::Index i = 0; i < W.rows(); ++i) {
        W.widen(i, row.data());
        y.row(i).noalias() = row.cast<double>().transpose() * x;
    }
}

} // namespace heed
