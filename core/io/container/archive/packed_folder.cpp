#include "core/io/container/archive/packed_folder.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/container/archive/laid_out.h"
#include "core/io/container/archive/zip_member.h"
#include "core/io/container/zip.h"
#include "core/text/escape.h"

#include <algorithm>
#include <array>
#include <vector>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t told_by = 512; // bytes by which a kind is told

/// What the members of an archive say of it together.
struct MembersSeen {
    std::size_t files = 0, tensors = 0, pickles = 0;
    bool words = false, config = false;
    std::vector<std::string> names{};

    void look(const std::string& name, ContentKind kind) {
        ++files;
        names.push_back(name);
        words = words || is_word_list(name);
        config = config || fs::path(name).filename() == "config.json";
        if (kind == ContentKind::Pickle)
            ++pickles;
        else if (may_hold_tensors(kind) && !is_archive(kind))
            ++tensors;
    }
    bool any() const { return tensors + pickles > 0 || config; }
    /// A file of tensors by itself, or AllenNLP's archive.
    bool one_file() const { return files == 1 || (words && (tensors == 0 ? pickles : tensors) == 1); }
};

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
        text.replace(at, from.size(), to);
}

/// A gzip is unpacked whole only where a tar begins in it.
bool is_packed_tar(const InputFile& file) {
    const std::string bytes = gzip_beginning(file, told_by);
    return content_kind(bytes, "f") == ContentKind::Tar;
}

bool is_packed_folder(const InputFile& tar, const TarContents& contents) {
    if (is_oldest_torch(contents.files)) return false;
    MembersSeen seen;
    for (const TarMember& member : contents.files)
        seen.look(member.name, content_kind(tar.part(member.offset, member.size, tar.name()), member.name));
    return seen.any() && (!seen.one_file() || !contents.links.empty());
}

void lay_out(LaidOut& to, const InputFile& tar, const TarContents& contents) {
    for (const TarMember& member : contents.files) {
        std::uint64_t at = 0;
        to.file(member.name, [&](char* bytes, std::size_t room) {
            const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(room, member.size - at));
            tar.read(member.offset + at, bytes, count);
            at += count;
            return count;
        });
    }
    to.links(contents.links);
}

/// What torch.save writes, whichever of its members comes first: that is no folder.
bool is_torch_zip(const ZipFile& zip) {
    constexpr std::string_view pickle = "data.pkl";
    return std::any_of(zip.members().begin(), zip.members().end(), [&](const StoredBytes& member) {
        const std::string& name = member.name;
        return name.ends_with(pickle) &&
               zip.find(name.substr(0, name.size() - pickle.size()) + "version") != nullptr;
    });
}

/// Throws where nothing in it is worth unpacking: a book, a program, a Keras model.
void check_holds_tensors(const InputFile& file, const ZipFile& zip) {
    MembersSeen seen;
    for (const StoredBytes& member : zip.members()) {
        if (member.name == "model.weights.h5")
            throw Error(file.name(), "no tensors", "a PyTorch or NumPy archive",
                        "a Keras model; write its weights with numpy.savez");
        if (member.link || member.name.ends_with('/')) continue;
        std::array<char, told_by> bytes;
        const std::size_t count = ZipMemberReader(file, member).next(bytes.data(), bytes.size());
        seen.look(member.name, content_kind(std::string_view(bytes.data(), count), member.name));
    }
    if (!seen.any())
        throw Error(file.name(), "no tensors", "a PyTorch, NumPy or safetensors file in it",
                    seen.names.empty() ? "an empty archive" : quoted_names(seen.names));
}

void lay_out(LaidOut& to, const InputFile& file, const ZipFile& zip) {
    constexpr std::uint64_t longest_link = 4096;
    std::vector<ArchiveLink> links;
    for (const StoredBytes& member : zip.members()) {
        if (member.link) {
            links.push_back({member.name, read_bytes(file, member, longest_link), false});
            continue;
        }
        ZipMemberReader reader(file, member);
        to.file(member.name, [&](char* bytes, std::size_t room) { return reader.next(bytes, room); });
    }
    to.links(links);
}

/// The file of a folder that holds no other tensors.
fs::path lone_archive(const fs::path& folder) {
    constexpr std::size_t most_looked_at = 200;
    if (is_in_private_folder(folder)) return {}; // an archive in an archive may be without end
    fs::path found;
    std::size_t seen = 0;
    std::error_code error, ignored;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (!it->is_regular_file(ignored)) continue;
        if (it->path().filename() == "config.json" || ++seen > most_looked_at) return {};
        try {
            const ContentKind kind = content_kind(it->path());
            if (!may_hold_tensors(kind)) continue;
            if (!is_archive(kind) || !found.empty()) return {};
            found = it->path();
        } catch (const Error&) { // one that may not be read
        }
    }
    return found;
}

/// The file on the way to what is not there; empty: there is none.
fs::path file_above(const fs::path& path) {
    std::error_code ignored;
    for (fs::path above = path.parent_path(); above.has_relative_path(); above = above.parent_path()) {
        const fs::file_status status = fs::status(above, ignored);
        if (fs::is_regular_file(status)) return above;
        if (fs::exists(status)) break;
    }
    return {};
}

} // namespace

fs::path archive_of(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_regular_file(path, ignored)) return path;
    if (fs::is_directory(path, ignored)) return lone_archive(path);
    const fs::path above = file_above(path);
    return above.empty() || !is_archive(content_kind(above)) ? fs::path() : above;
}

bool is_there(const fs::path& path) {
    std::error_code ignored;
    try {
        return fs::exists(path, ignored) || !archive_of(path).empty();
    } catch (const Error&) { // the file on the way cannot be read
        return false;
    }
}

bool holds_packed_folder(const fs::path& archive) {
    const InputFile file(archive);
    const ContentKind kind = content_kind(file, archive);
    if (kind == ContentKind::Tar) return is_packed_folder(file, tar_contents(file));
    if (kind == ContentKind::Gzip && is_packed_tar(file)) {
        const InputFile tar = unpacked_gzip(file);
        return is_packed_folder(tar, tar_contents(tar));
    }
    if (kind != ContentKind::Zip) return false;
    const ZipFile zip(file);
    if (is_torch_zip(zip)) return false;
    check_holds_tensors(file, zip);
    return true;
}

PackedFolder::PackedFolder(const fs::path& archive, std::string_view how)
    : file_(archive), archive_(shown(archive)), name_(escaped(archive.filename().string())), how_(how),
      private_(archive_), folder_(private_.path()) {}

/// A place as the archive has it, or from the folder around its models on.
void PackedFolder::enter(const fs::path& below) {
    fs::path plain = below.lexically_normal();
    if (!plain.has_filename()) plain = plain.parent_path(); // "one/"
    std::error_code ignored;
    for (const fs::path& from : {private_.path(), folder_}) {
        if (*plain.begin() == ".." || !fs::exists(from / plain, ignored)) continue;
        folder_ = from / plain;
        name_ += "/" + escaped(plain.string());
        return;
    }
    throw Error(archive_ + "/" + shown(below), "no such model", "a folder or a file in the archive",
                "nothing");
}

std::string PackedFolder::told(std::string sentence) const {
    const std::string top = shown(private_.path());
    replace_all(sentence, top + "/", archive_ + ": ");
    replace_all(sentence, top, archive_);
    return sentence;
}

std::unique_ptr<const PackedFolder> PackedFolder::of(const fs::path& path) {
    const fs::path archive = archive_of(path);
    std::error_code ignored;
    if (archive.empty()) return nullptr;
    if (fs::is_directory(path, ignored)) {
        try {
            return of(archive);
        } catch (const Error&) { // the folder is no model's, which opening it says
            return nullptr;
        }
    }
    fs::path below = path.lexically_relative(archive);
    if (below == ".") below.clear();
    const InputFile file(archive);
    const ContentKind kind = content_kind(file, archive);
    const auto laid_out = [&](std::string_view how, const InputFile& from, const auto& contents) {
        std::unique_ptr<PackedFolder> folder(new PackedFolder(archive, how));
        LaidOut to(folder->private_.path(), from.name());
        lay_out(to, from, contents);
        folder->folder_ = to.around_tensors();
        if (!below.empty()) folder->enter(below);
        return folder;
    };
    const auto of_tar = [&](const InputFile& tar, std::string_view how) -> std::unique_ptr<PackedFolder> {
        const TarContents contents = tar_contents(tar);
        return !below.empty() || is_packed_folder(tar, contents) ? laid_out(how, tar, contents) : nullptr;
    };
    if (kind == ContentKind::Tar) return of_tar(file, ", in a tar");
    if (kind == ContentKind::Gzip && is_packed_tar(file)) return of_tar(unpacked_gzip(file), ", in a tar.gz");
    if (kind != ContentKind::Zip) return nullptr;
    const ZipFile zip(file);
    if (below.empty() && is_torch_zip(zip)) return nullptr;
    check_holds_tensors(file, zip);
    return laid_out(", in a zip", file, zip);
}

} // namespace heed::io
