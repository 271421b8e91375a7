#include "core/io/container/numbers.h"

#include "core/io/container/numbers/slices.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <libdeflate.h>
#include <memory>
#include <sys/mman.h>
#include <zlib.h>

namespace heed::io {

namespace {

constexpr std::uint64_t largest_prefix = 1 << 16; // bytes before the numbers that may be summed on the way
constexpr int most_jobs = 16;                     // each holds a block

/// Where the bytes come from: the file, or memory where they are not as they are there.
struct Source {
    const InputFile& file;
    const StoredBytes& bytes;
    std::string unpacked;

    void read(std::uint64_t at, std::byte* to, std::size_t count) const {
        if (!bytes.as_they_are())
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
    if (!bytes.as_they_are()) source.unpacked = read_bytes(file, bytes, bytes.size);
    const Slices s = slices_of(layout);
    const std::uint64_t width = byte_count(layout.type);
    const auto total = static_cast<std::uint64_t>(s.extent(s.slices)) * width;
    check = check && bytes.crc && bytes.as_they_are();
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
        return all_finite<std::uint32_t>(bytes, count, 0x7F800000);
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
    if (!bytes.as_they_are()) source.unpacked = read_bytes(file, bytes, bytes.size);
    check = check && bytes.crc && bytes.as_they_are();
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
