#include "core/io/container/numbers.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <libdeflate.h>
#include <memory>
#include <sys/mman.h>
#include <zlib.h>

namespace heed::io {

static_assert(std::endian::native == std::endian::little,
              "numbers that are not swapped are read as they are");

namespace {

constexpr std::uint64_t block_bytes = 1 << 18;    // half of a small second-level cache
constexpr std::uint64_t largest_block = 8u << 20; // where rows are very long
constexpr std::uint64_t largest_prefix = 1 << 16; // bytes before the numbers that may be summed on the way
constexpr Eigen::Index tile = 16;                 // floats in a cache line
constexpr int most_jobs = 16;                     // each holds a block

/// A matrix as slices of numbers that lie apart by `slice_stride`; within a slice they lie apart by `stride`.
struct Slices {
    std::int64_t slices = 0, length = 0;
    std::int64_t slice_stride = 0, stride = 0;
    std::int64_t to_slice = 0, to_number = 0; // how far apart they are in the column-major result

    std::int64_t extent(std::int64_t count) const { // elements from the first to the last of `count` slices
        return (count - 1) * slice_stride + (length - 1) * stride + 1;
    }
    bool dense() const { return length == 1 ? slice_stride == 1 : stride == 1 && slice_stride == length; }
};

Slices slices_of(const MatrixLayout& m) {
    const bool row = m.cols == 1 || m.row_stride >= m.col_stride; // a slice is a row
    if (m.cols == 1) return {m.rows, 1, m.row_stride, 1, 1, 1};
    if (m.rows == 1) return {m.cols, 1, m.col_stride, 1, 1, 1};
    if (row) return {m.rows, m.cols, m.row_stride, m.col_stride, 1, m.rows};
    if (m.row_stride == 1 && m.col_stride == m.rows) return {m.rows * m.cols, 1, 1, 1, 1, 1};
    return {m.cols, m.rows, m.col_stride, m.row_stride, m.rows, 1};
}

/// How many slices are read at once: a block's worth, and a multiple of a tile so that the result is written
/// by whole cache lines.
std::int64_t slices_at_once(const Slices& s, std::uint64_t number_bytes) {
    const std::int64_t within = (s.length - 1) * s.stride + 1;
    if (within > 16 * s.slice_stride + 65536) return s.slices; // slices that interleave are read together
    const std::uint64_t step =
        std::max<std::uint64_t>(1, static_cast<std::uint64_t>(s.slice_stride) * number_bytes);
    std::uint64_t count = std::max<std::uint64_t>(block_bytes / step, tile) / tile * tile;
    while (count > 1 && count * step > largest_block) count /= 2;
    return std::min(s.slices, static_cast<std::int64_t>(count));
}

template <class Bits>
void swap_bytes(std::byte* bytes, std::size_t count) {
    for (std::size_t n = 0; n < count; ++n, bytes += sizeof(Bits)) {
        std::reverse(bytes, bytes + sizeof(Bits));
    }
}

template <class Stored>
void convert(std::byte* bytes, std::size_t count, bool swapped, float* to) {
    if (swapped) swap_bytes<Stored>(bytes, count);
    const auto size = static_cast<Eigen::Index>(count);
    Eigen::Map<Eigen::ArrayXf>(to, size) = Eigen::Map<const Eigen::Array<Stored, Eigen::Dynamic, 1>>(
                                               reinterpret_cast<const Stored*>(bytes), size)
                                               .template cast<float>();
}

/// The numbers as floats, in `bytes` itself where they are.
const float* as_floats(std::byte* bytes, std::size_t count, const MatrixLayout& layout, float* room) {
    switch (layout.type) {
    case NumberType::F16:
        convert<Eigen::half>(bytes, count, layout.swapped, room);
        return room;
    case NumberType::BF16:
        convert<Eigen::bfloat16>(bytes, count, layout.swapped, room);
        return room;
    case NumberType::F64:
        convert<double>(bytes, count, layout.swapped, room);
        return room;
    case NumberType::I8:
        convert<std::int8_t>(bytes, count, layout.swapped, room);
        return room;
    case NumberType::U8:
    case NumberType::Bool:
        convert<std::uint8_t>(bytes, count, layout.swapped, room);
        return room;
    case NumberType::I16:
        convert<std::int16_t>(bytes, count, layout.swapped, room);
        return room;
    case NumberType::I32:
        convert<std::int32_t>(bytes, count, layout.swapped, room);
        return room;
    case NumberType::I64:
        convert<std::int64_t>(bytes, count, layout.swapped, room);
        return room;
    case NumberType::F32:
        if (layout.swapped) swap_bytes<float>(bytes, count);
        break;
    }
    return reinterpret_cast<const float*>(bytes);
}

constexpr std::uint32_t exponent = 0x7F800000; // all set: infinity or not a number

using Floats = float __attribute__((vector_size(16))); // GCC's and Clang's vectors: no processor is assumed
using Bits = std::int32_t __attribute__((vector_size(16)));

/// Four slices of four numbers, turned. `bad` keeps a bit where a number is not finite.
void turn_four(const float* from, std::int64_t slice_stride, float* to, std::int64_t to_number, Bits& bad) {
    Floats in[4];
    for (int n = 0; n < 4; ++n) {
        std::memcpy(&in[n], from + n * slice_stride, sizeof in[n]);
        bad |= (std::bit_cast<Bits>(in[n]) & static_cast<std::int32_t>(exponent)) ==
               static_cast<std::int32_t>(exponent);
    }
    const Floats low = __builtin_shufflevector(in[0], in[1], 0, 4, 1, 5);
    const Floats high = __builtin_shufflevector(in[0], in[1], 2, 6, 3, 7);
    const Floats low2 = __builtin_shufflevector(in[2], in[3], 0, 4, 1, 5);
    const Floats high2 = __builtin_shufflevector(in[2], in[3], 2, 6, 3, 7);
    const Floats out[4] = {
        __builtin_shufflevector(low, low2, 0, 1, 4, 5), __builtin_shufflevector(low, low2, 2, 3, 6, 7),
        __builtin_shufflevector(high, high2, 0, 1, 4, 5), __builtin_shufflevector(high, high2, 2, 3, 6, 7)};
    for (int n = 0; n < 4; ++n) std::memcpy(to + n * to_number, &out[n], sizeof out[n]);
}

/// Any part of a tile.
bool turn_each(const float* from, std::int64_t slices, std::int64_t numbers, const Slices& s, float* to) {
    std::uint32_t bad = 0;
    for (std::int64_t k = 0; k < numbers; ++k) {
        for (std::int64_t slice = 0; slice < slices; ++slice) {
            const float x = from[slice * s.slice_stride + k];
            bad |= (std::bit_cast<std::uint32_t>(x) & exponent) == exponent;
            to[slice + k * s.to_number] = x;
        }
    }
    return bad == 0;
}

/// `count` slices whose numbers lie side by side, into a result where the slices do: a cache line of the
/// result at a time. Returns whether all numbers are finite.
bool transpose(const float* from, std::int64_t count, const Slices& s, float* to) {
    Bits bad{};
    bool finite = true;
    for (std::int64_t k = 0; k < s.length; k += tile) {
        const std::int64_t numbers = std::min<std::int64_t>(tile, s.length - k);
        for (std::int64_t slice = 0; slice < count; slice += tile) {
            const std::int64_t slices = std::min<std::int64_t>(tile, count - slice);
            const float* corner = from + slice * s.slice_stride + k;
            float* line = to + k * s.to_number + slice;
            if (numbers < tile || slices < tile) {
                if (!turn_each(corner, slices, numbers, s, line)) finite = false;
                continue;
            }
            for (std::int64_t j = 0; j < tile; j += 4)
                for (std::int64_t i = 0; i < tile; i += 4)
                    turn_four(corner + i * s.slice_stride + j, s.slice_stride, line + j * s.to_number + i,
                              s.to_number, bad);
        }
    }
    return finite && (bad[0] | bad[1] | bad[2] | bad[3]) == 0;
}

bool gather(const float* from, std::int64_t count, const Slices& s, float* to) {
    if (s.length > 1 && s.stride == 1 && s.to_slice == 1) return transpose(from, count, s, to);
    std::uint32_t bad = 0;
    for (std::int64_t slice = 0; slice < count; ++slice) {
        for (std::int64_t k = 0; k < s.length; ++k) {
            const float x = from[slice * s.slice_stride + k * s.stride];
            bad |= (std::bit_cast<std::uint32_t>(x) & exponent) == exponent;
            to[slice * s.to_slice + k * s.to_number] = x;
        }
    }
    return bad == 0;
}

/// Where the bytes come from: the file, or memory where they were deflated.
struct Source {
    const InputFile& file;
    const StoredBytes& bytes;
    std::string unpacked;

    void read(std::uint64_t at, std::byte* to, std::size_t count) const {
        if (bytes.deflated)
            std::memcpy(to, unpacked.data() + at, count);
        else
            file.read(bytes.offset + at, to, count);
    }
};

/// Most of the time of reading a large matrix would go into the first touch of its pages, of 4 KB each. A
/// wish: where the system does not grant it, nothing is lost.
void ask_for_large_pages(const void* room, std::uint64_t bytes) {
    constexpr std::uintptr_t page = 2u << 20;
    const auto begin = reinterpret_cast<std::uintptr_t>(room);
    const std::uintptr_t end = begin + bytes;
    const std::uintptr_t first = (begin + page - 1) / page * page, last = end / page * page;
    if (first < last) ::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

struct Share {                       // of the work
    std::int64_t begin = 0, end = 0; // slices
    bool finite = true;
    std::uint32_t crc = 0;
};

void read_share(const Source& source, const MatrixLayout& layout, const Slices& s, std::int64_t at_once,
                bool sum, float* to, Share& share) {
    const std::uint64_t width = byte_count(layout.type);
    const auto room = static_cast<std::size_t>(s.extent(std::min(at_once, share.end - share.begin)));
    const auto bytes = std::make_unique_for_overwrite<std::byte[]>(room * width);
    const bool converts = layout.type != NumberType::F32;
    const auto floats = std::make_unique_for_overwrite<float[]>(converts ? room : 0);
    for (std::int64_t slice = share.begin; slice < share.end; slice += at_once) {
        const std::int64_t count = std::min(at_once, share.end - slice);
        const auto numbers = static_cast<std::size_t>(s.extent(count));
        source.read(layout.begin + static_cast<std::uint64_t>(slice * s.slice_stride) * width, bytes.get(),
                    numbers * width);
        if (sum) share.crc = libdeflate_crc32(share.crc, bytes.get(), numbers * width);
        const float* values = as_floats(bytes.get(), numbers, layout, floats.get());
        if (!gather(values, count, s, to + slice * s.to_slice)) share.finite = false;
    }
}

/// The checksum of everything, from those of the shares and of what lies before the matrix.
std::uint32_t joined_crc(const Source& source, std::uint64_t begin, std::uint64_t slice_bytes,
                         const std::vector<Share>& shares) {
    const auto prefix = std::make_unique_for_overwrite<std::byte[]>(begin);
    source.read(0, prefix.get(), begin);
    std::uint32_t crc = libdeflate_crc32(0, prefix.get(), begin);
    for (const Share& share : shares) {
        const std::uint64_t bytes = static_cast<std::uint64_t>(share.end - share.begin) * slice_bytes;
        crc = static_cast<std::uint32_t>(crc32_combine(crc, share.crc, static_cast<z_off_t>(bytes)));
    }
    return crc;
}

} // namespace

MatrixLayout matrix_layout(NumberType type, const std::vector<std::int64_t>& shape,
                           const std::vector<std::int64_t>& strides, const std::string& what, bool whole) {
    if (shape.size() > 2) throw Error(what, "shape", "at most two dimensions", shape_text(shape));
    if (is_floating(type) == whole)
        throw Error(what, "type", whole ? "whole numbers" : "floating numbers",
                    std::string(plain_name(type)));
    MatrixLayout layout;
    layout.type = type;
    layout.rows = shape.empty() ? 1 : shape[0];
    layout.cols = shape.size() < 2 ? 1 : shape[1];
    layout.row_stride = shape.empty() ? 1 : strides[0];
    layout.col_stride = shape.size() < 2 ? 1 : strides[1];
    return layout;
}

MatrixRead read_matrix(const InputFile& file, const StoredBytes& bytes, const MatrixLayout& layout,
                       bool check, const Executor& executor) {
    MatrixRead result;
    if (layout.rows == 0 || layout.cols == 0) return result;
    Source source{file, bytes, {}};
    if (bytes.deflated) source.unpacked = read_bytes(file, bytes, bytes.size);
    const Slices s = slices_of(layout);
    const std::uint64_t width = byte_count(layout.type);
    const auto total = static_cast<std::uint64_t>(s.extent(s.slices)) * width;
    check = check && bytes.crc && !bytes.deflated;
    const bool on_the_way =
        check && s.dense() && layout.begin <= largest_prefix && layout.begin + total == bytes.size;
    if (check && !on_the_way) check_crc(file, bytes);

    result.value.resize(layout.rows, layout.cols);
    ask_for_large_pages(result.value.data(), static_cast<std::uint64_t>(result.value.size()) * sizeof(float));
    const std::int64_t at_once = slices_at_once(s, width);
    const std::int64_t blocks = (s.slices + at_once - 1) / at_once;
    const int jobs = static_cast<int>(std::min<std::int64_t>(blocks, most_jobs));
    std::vector<Share> shares(static_cast<std::size_t>(jobs));
    for (int n = 0; n < jobs; ++n) {
        shares[static_cast<std::size_t>(n)].begin = blocks * n / jobs * at_once;
        shares[static_cast<std::size_t>(n)].end = std::min(s.slices, blocks * (n + 1) / jobs * at_once);
    }
    executor(jobs, [&](int n) {
        read_share(source, layout, s, at_once, on_the_way, result.value.data(),
                   shares[static_cast<std::size_t>(n)]);
    });
    if (on_the_way)
        check_crc(file, bytes,
                  joined_crc(source, layout.begin, static_cast<std::uint64_t>(s.length) * width, shares));
    for (const Share& share : shares) result.finite = result.finite && share.finite;
    return result;
}

namespace {

template <class Word>
bool all_finite(const std::byte* bytes, std::uint64_t count, Word infinite) {
    Word bad = 0;
    for (std::uint64_t n = 0; n < count; ++n) {
        Word bits;
        std::memcpy(&bits, bytes + n * sizeof bits, sizeof bits);
        bad = static_cast<Word>(bad | static_cast<Word>((bits & infinite) == infinite));
    }
    return bad == 0;
}

bool all_finite(StoredType type, const std::byte* bytes, std::uint64_t count) {
    switch (type) {
    case StoredType::F32:
        return all_finite<std::uint32_t>(bytes, count, exponent);
    case StoredType::F16:
        return all_finite<std::uint16_t>(bytes, count, 0x7C00);
    case StoredType::BF16:
        break;
    }
    return all_finite<std::uint16_t>(bytes, count, 0x7F80);
}

std::optional<StoredType> stored_type(NumberType type) {
    switch (type) {
    case NumberType::F32:
        return StoredType::F32;
    case NumberType::F16:
        return StoredType::F16;
    case NumberType::BF16:
        return StoredType::BF16;
    default:
        return std::nullopt;
    }
}

using Room = std::shared_ptr<std::byte[]>;

Room room_of(std::uint64_t bytes) {
    Room room(new std::byte[bytes]);
    ask_for_large_pages(room.get(), bytes);
    return room;
}

/// rows x cols numbers of 16 bits as cols x rows, a tile at a time.
Room turned_halves(const std::byte* from, std::int64_t rows, std::int64_t cols) {
    const Room result = room_of(static_cast<std::uint64_t>(rows * cols) * 2);
    constexpr std::int64_t side = 32; // halves in a cache line
    for (std::int64_t i = 0; i < rows; i += side)
        for (std::int64_t j = 0; j < cols; j += side)
            for (std::int64_t c = j; c < std::min(j + side, cols); ++c)
                for (std::int64_t r = i; r < std::min(i + side, rows); ++r)
                    std::memcpy(result.get() + 2 * (c * rows + r), from + 2 * (r * cols + c), 2);
    return result;
}

} // namespace

std::optional<StoredRead> read_stored(const InputFile& file, const StoredBytes& bytes,
                                      const StoredLayout& layout, bool check, const Executor& executor) {
    const std::optional<StoredType> type = stored_type(layout.type);
    if (!type || layout.rows == 0 || layout.cols == 0) return std::nullopt;
    if (layout.turned && type == StoredType::F32) return std::nullopt; // read_matrix turns as it reads
    const std::uint64_t width = byte_count(layout.type);
    const auto total = static_cast<std::uint64_t>(layout.rows * layout.cols) * width;
    Source source{file, bytes, {}};
    if (bytes.deflated) source.unpacked = read_bytes(file, bytes, bytes.size);
    check = check && bytes.crc && !bytes.deflated;
    const bool on_the_way = check && layout.begin <= largest_prefix && layout.begin + total == bytes.size;
    if (check && !on_the_way) check_crc(file, bytes);

    Room room = room_of(total);
    const std::uint64_t blocks = (total + block_bytes - 1) / block_bytes;
    const int jobs = static_cast<int>(std::min<std::uint64_t>(blocks, most_jobs));
    std::vector<Share> shares(static_cast<std::size_t>(jobs)); // of bytes
    executor(jobs, [&](int n) {
        Share& share = shares[static_cast<std::size_t>(n)];
        const auto own = static_cast<std::uint64_t>(n), all = static_cast<std::uint64_t>(jobs);
        const std::uint64_t end = std::min(total, blocks * (own + 1) / all * block_bytes);
        std::uint64_t at = blocks * own / all * block_bytes;
        share.begin = static_cast<std::int64_t>(at);
        share.end = static_cast<std::int64_t>(end);
        for (std::uint64_t count; at < end; at += count) {
            count = std::min(block_bytes, end - at);
            source.read(layout.begin + at, room.get() + at, count);
            if (on_the_way) share.crc = libdeflate_crc32(share.crc, room.get() + at, count);
            share.finite = share.finite && all_finite(*type, room.get() + at, count / width);
        }
    });
    if (on_the_way) check_crc(file, bytes, joined_crc(source, layout.begin, 1, shares));
    const bool finite = std::all_of(shares.begin(), shares.end(), [](const Share& s) { return s.finite; });
    if (!layout.turned) return StoredRead{{*type, layout.rows, layout.cols, std::move(room)}, finite};
    return StoredRead{{*type, layout.cols, layout.rows, turned_halves(room.get(), layout.rows, layout.cols)},
                      finite};
}

Error not_finite(const Eigen::MatrixXf& value, const std::string& what) {
    for (Eigen::Index row = 0; row < value.rows(); ++row) {
        for (Eigen::Index col = 0; col < value.cols(); ++col) {
            if (std::isfinite(value(row, col))) continue;
            return {what, "not finite", "finite numbers",
                    std::string(std::isnan(value(row, col)) ? "NaN" : "infinity") + " at [" +
                        std::to_string(row) + (value.cols() > 1 ? ", " + std::to_string(col) : "") + "]"};
        }
    }
    return Error(what, "not finite");
}

} // namespace heed::io
