// What a file is, by its first bytes and never by its name.
#pragma once

#include "core/base/error.h"
#include "core/io/base/file.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace heed::io {

enum class ContentKind {
    Empty,
    Safetensors,
    PyTorch,
    Numpy,
    Zip,
    Pickle,
    Tar,
    Gzip,
    ShardIndex, // model.safetensors.index.json
    Hdf5,
    LfsPointer,
    Json,
    Text,
    Other
};

/// Throws where the file cannot be read.
ContentKind content_kind(const std::filesystem::path& file);
/// The same of a file within a file; `named` as in its archive.
ContentKind content_kind(const InputFile& file, const std::filesystem::path& named);
/// The same of what a file begins with: 512 bytes, or all of a shorter one.
ContentKind content_kind(std::string_view beginning, const std::filesystem::path& named);
std::string_view describe(ContentKind kind); // "a PyTorch checkpoint"
/// The same of a file; of what other packers and programs wrote "a bzip2 file; unpack it", "a PNG picture".
std::string described(const std::filesystem::path& file, ContentKind kind);
/// No control characters but those that text has.
bool is_text(std::string_view bytes);
/// "text that begins "<!DOCTYPE html>"": the first line of what is text and no numbers; else empty.
std::string text_beginning(const InputFile& file);
/// Whether Checkpoint reads such files.
bool may_hold_tensors(ContentKind kind);
/// Whether it is one that others are packed into: looking for tensors there costs unpacking it.
bool is_archive(ContentKind kind);

/// The sentence for a file that holds no tensors this program can read.
Error not_a_checkpoint(const std::filesystem::path& file);
Error not_a_checkpoint(const std::string& subject, ContentKind kind);
/// The sentence for a file that is no model this program can run by itself.
Error not_a_model(const std::filesystem::path& file);

} // namespace heed::io
