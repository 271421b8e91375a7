// The files of a model that no family knows, and the words that lie with them.
#pragma once

#include "core/io/container/archive/packed_folder.h"
#include "core/io/mapping/questions.h"
#include "core/io/open/open_model.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace heed::io::mapping {

/// What is to be mapped: the files, opened.
struct Unknown {
    std::vector<OpenFile> files;
    std::shared_ptr<const PackedFolder> packed{}; // where they lie in an archive: they are gone with it
    std::filesystem::path folder() const { return files.front().path.parent_path(); }
    std::string title() const; // "seq2seq_17.pt", "encoder.pt, decoder.pt"
};

/// Of all its files; never 0.
std::uint64_t bytes_of(const Unknown& unknown);

/// A file, with the other half of its model where their names mirror one another ("enc_2.pt", "dec_2.pt"); of
/// a folder, which may be packed, two such files, or the largest that holds tensors. Throws heed::Error where
/// there are none.
Unknown files_to_map(const std::vector<std::filesystem::path>& paths);

/// Whether it is worth trying: some of the tensors are recurrent cells. Never throws heed::Error.
bool can_be_mapped(const std::vector<std::filesystem::path>& paths);

/// The lists of words inside the files, beside them, or given, that fit the embeddings of a mapping.
Words find_lists(const Unknown& unknown, const Mapping& mapping, const OpenOptions& options);

/// How long the lists are that lie beside the files, or were given, whatever they fit.
ListSizes list_sizes(const Unknown& unknown, const OpenOptions& options);

} // namespace heed::io::mapping
