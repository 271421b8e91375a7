// Files of tensors that were packed: gzip, tar, or a tar in a gzip. Names in an archive are text: nothing of
// it is written under any name, and what a gzip unpacks to is bounded by what it takes.
#pragma once

#include "core/io/base/file.h"
#include "core/io/container/packed_text.h"

#include <string>
#include <vector>

namespace heed::io {

struct UnpackedFile {
    InputFile file;                   // which no folder names where it was packed
    std::string how{};                // ", in a tar.gz"; empty: the file as it is
    std::vector<std::string> notes{}; // "model.tar.gz: beside it \"vocab.txt\", which is not read"
    std::vector<PackedText> texts{};  // its lists of words: AllenNLP's vocabulary/*.txt
};

/// The file, or the one file of tensors in it. Throws naming the file: several of them in a tar, none, names
/// that lead out of it, headers that are damaged, and a gzip of more than a sane multiple of its size.
UnpackedFile unpack(InputFile file);

/// All that a gzip holds, unpacked in blocks into a file without a name.
InputFile unpacked_gzip(const InputFile& file);

/// At most so many bytes of what it holds, from its first on. Throws as unpacked_gzip().
std::string gzip_beginning(const InputFile& file, std::size_t most);

struct TarMember {
    std::string name; // raw
    std::uint64_t offset = 0, size = 0;
};
/// The regular files of a tar (POSIX ustar and pax, GNU's long names); links and folders hold nothing.
std::vector<TarMember> tar_members(const InputFile& file);

} // namespace heed::io
