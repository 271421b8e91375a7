// How well a model's files are understood before they are opened: by names and shapes, no number is read.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heed::io {

/// Opening may tell more: a matrix that should equal another is compared, and the example is run.
struct Understanding {
    std::size_t tensors = 0;        // of the files; 0: nothing is known, or a model in Heed's own format
    std::size_t unread = 0;         // that nothing reads and no rule ignores, or not whole
    std::uint64_t unread_bytes = 0; // of those
    std::size_t unsettled = 0;      // what the files cannot tell and the family assumes
    bool example = false;           // an expected.json stands beside them
    bool words_unseen = false;      // its words were not looked at: opening may find more to doubt in them
    bool operator==(const Understanding&) const = default;
};

} // namespace heed::io
