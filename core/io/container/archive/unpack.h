// Files of tensors that were packed: gzip, tar, or a tar in a gzip. Names in an archive are text: nothing of
// it is written under any name, and what a gzip unpacks to is bounded by what it takes.
#pragma once

#include "core/io/base/file.h"
#include "core/io/container/packed_text.h"

#include <string>
#include <string_view>
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
/// A second name of a file: `to` as the archive writes it, from the archive's top where it is `hard`, else
/// from the folder in which the link lies.
struct ArchiveLink {
    std::string name, to; // raw
    bool hard = false;
};
struct TarContents {
    std::vector<TarMember> files;
    std::vector<ArchiveLink> links;
};
/// The regular files of a tar (POSIX ustar and pax, GNU's long names) and its links; folders hold nothing.
TarContents tar_contents(const InputFile& file);
std::vector<TarMember> tar_members(const InputFile& file); // of these the files

/// Throws naming `archive` where a member's name would lead out of the folder that it is unpacked into.
void check_stays_inside(const std::string& archive, const std::string& name);

/// "\"a.pt\", \"b.pt\" and 3 more"
std::string quoted_names(const std::vector<std::string>& names);

/// The first versions of PyTorch wrote a tar of four members.
bool is_oldest_torch(const std::vector<TarMember>& members);
/// "vocabulary/tokens.txt", in whatever folder.
bool is_word_list(std::string_view name);

} // namespace heed::io
