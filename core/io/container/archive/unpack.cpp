#include "core/io/container/archive/unpack.h"

#include "core/base/error.h"
#include "core/io/base/file_kind.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <string_view>

namespace heed::io {

std::string quoted_names(const std::vector<std::string>& names) {
    constexpr std::size_t most_named = 4;
    std::vector<std::string> some;
    for (std::size_t n = 0; n < std::min(names.size(), most_named); ++n)
        some.push_back("\"" + escaped(names[n]) + "\"");
    if (names.size() > most_named) some.push_back(std::to_string(names.size() - most_named) + " more");
    return listed(some, " and ");
}

bool is_oldest_torch(const std::vector<TarMember>& members) {
    return std::any_of(members.begin(), members.end(),
                       [](const TarMember& m) { return m.name == "storages"; });
}

bool is_word_list(std::string_view name) {
    constexpr std::string_view folder = "vocabulary/";
    const std::size_t slash = name.rfind('/');
    if (slash == name.npos || !name.ends_with(".txt")) return false;
    const std::string_view path = name.substr(0, slash + 1);
    return path == folder || path.ends_with("/vocabulary/");
}

namespace {

/// Lists of words of a sane size; what is larger is not read.
std::vector<PackedText> word_lists(const InputFile& file, const std::vector<TarMember>& members) {
    constexpr std::uint64_t most_bytes = 64u << 20; // in all
    constexpr std::size_t most_lists = 200;
    std::vector<PackedText> lists;
    std::uint64_t bytes = 0;
    for (const TarMember& member : members) {
        if (!is_word_list(member.name) || lists.size() == most_lists || member.size > most_bytes - bytes)
            continue;
        PackedText list{member.name, std::string(member.size, '\0')};
        file.read(member.offset, list.text.data(), list.text.size());
        bytes += member.size;
        lists.push_back(std::move(list));
    }
    return lists;
}

/// The one member that holds tensors. A pickle may be anything, and counts where nothing else is there.
UnpackedFile member_of(const InputFile& file) {
    const std::vector<TarMember> members = tar_members(file);
    std::vector<const TarMember*> sure, pickles;
    std::vector<std::string> names, others;
    for (const TarMember& member : members) {
        const InputFile inner = file.part(member.offset, member.size, file.name());
        const ContentKind kind = content_kind(inner, member.name);
        const bool holds = may_hold_tensors(kind) && !is_archive(kind) && kind != ContentKind::ShardIndex;
        if (holds) (kind == ContentKind::Pickle ? pickles : sure).push_back(&member);
    }
    const auto& found = sure.empty() ? pickles : sure;
    for (const TarMember* member : found) names.push_back(member->name);
    if (found.size() > 1)
        throw Error(file.name(), "several files of tensors in one archive; unpack it and open its folder",
                    "one", quoted_names(names));
    if (found.empty() && is_oldest_torch(members))
        throw Error(file.name(), "no tensors", "a PyTorch, NumPy or safetensors file",
                    "a tar of PyTorch before 0.4: load it there and save it again");
    if (found.empty())
        throw Error(file.name(), "no tensors", "a PyTorch, NumPy or safetensors file in it",
                    members.empty() ? "an empty archive" : quoted_names([&] {
                        for (const TarMember& member : members) others.push_back(member.name);
                        return others;
                    }()));
    const TarMember& one = *found.front();
    UnpackedFile unpacked{file.part(one.offset, one.size, file.name() + ": \"" + escaped(one.name) + "\"")};
    unpacked.texts = word_lists(file, members);
    const auto is_read = [&](const std::string& name) {
        return name == one.name || std::any_of(unpacked.texts.begin(), unpacked.texts.end(),
                                               [&](const PackedText& list) { return list.name == name; });
    };
    for (const TarMember& member : members)
        if (!is_read(member.name)) others.push_back(member.name);
    if (!others.empty())
        unpacked.notes.push_back("of the archive " + quoted_names(others) +
                                 (others.size() > 1 ? " are" : " is") + " not read");
    return unpacked;
}

} // namespace

UnpackedFile unpack(InputFile file) {
    const std::string name = file.name();
    const ContentKind kind = content_kind(file, name);
    if (kind != ContentKind::Tar && kind != ContentKind::Gzip) return {std::move(file)};
    if (kind == ContentKind::Tar) {
        UnpackedFile unpacked = member_of(file);
        unpacked.how = ", in a tar";
        return unpacked;
    }
    InputFile inner = unpacked_gzip(file);
    const ContentKind within =
        content_kind(inner, name.ends_with(".gz") ? name.substr(0, name.size() - 3) : name);
    if (within == ContentKind::Gzip)
        throw Error(name, "packed twice", "a PyTorch, NumPy or safetensors file", "a gzip in a gzip");
    if (within != ContentKind::Tar) {
        if (!may_hold_tensors(within)) throw not_a_checkpoint(name, within);
        return {std::move(inner), ", in a gz"};
    }
    UnpackedFile unpacked = member_of(inner);
    unpacked.how = ", in a tar.gz";
    return unpacked;
}

} // namespace heed::io
