// What torch.save writes: a zip archive of a pickle and its storages, or (before 1.6) a stream of pickles
// with the storages behind them.
#include "core/base/error.h"
#include "core/io/container/file_contents.h"
#include "core/io/container/torch/values.h"
#include "core/text/escape.h"

#include <algorithm>
#include <unordered_map>

namespace heed::io {

namespace {

using pickle::Arena;
using pickle::Kind;
using pickle::Value;

constexpr std::uint64_t largest_pickle = 64u << 20;
constexpr std::uint64_t first_look = 1u << 18; // bytes of a stream that are tried before more are read

/// ('storage', type, key, location, number of elements[, view])
struct StorageId {
    pickle::Label label;
    NumberType type = NumberType::F32;
    std::string key;
    std::uint64_t numbers = 0;
};

StorageId storage_id(const Arena& arena, const std::vector<Value>& id, const std::string& subject) {
    const bool sound = id.size() >= 5 && id[0].kind == Kind::Text && arena.text(id[0]) == "storage" &&
                       id[1].kind == Kind::Label && (id[2].kind == Kind::Text || id[2].kind == Kind::Int) &&
                       id[4].kind == Kind::Int && id[4].integer >= 0;
    if (!sound) throw Error(subject, "damaged", "a storage's type, key, place and size", "something else");
    StorageId result;
    result.label = arena.label(id[1]);
    result.type = storage_type(result.label, subject);
    result.key = id[2].kind == Kind::Text ? std::string(arena.text(id[2])) : std::to_string(id[2].integer);
    result.numbers = static_cast<std::uint64_t>(id[4].integer);
    return result;
}

std::uint64_t bytes_of(const StorageId& id, const std::string& subject) {
    std::uint64_t bytes = 0;
    if (__builtin_mul_overflow(id.numbers, byte_count(id.type), &bytes))
        throw Error(subject, "damaged", "a storage that fits the file",
                    std::to_string(id.numbers) + " numbers");
    return bytes;
}

// ---------------------------------------------------------------------- zip

/// The archive's one folder, "archive/", from the member that holds the pickle.
std::string folder_of(const InputFile& file, const ZipFile& zip) {
    const StoredBytes* found = nullptr;
    for (const StoredBytes& member : zip.members()) {
        if (member.name.ends_with("constants.pkl")) {
            throw Error(file.name(), "a TorchScript archive", "a checkpoint; save model.state_dict() instead",
                        "a program compiled with torch.jit");
        }
        const bool pickled = member.name == "data.pkl" || member.name.ends_with("/data.pkl");
        if (pickled && (found == nullptr || member.name.size() < found->name.size())) found = &member;
    }
    if (found == nullptr)
        throw Error(file.name(), "not a checkpoint", "a member data.pkl", "none in the zip archive");
    return found->name.substr(0, found->name.size() - std::string_view("data.pkl").size());
}

class ZipStorages {
public:
    ZipStorages(const InputFile& file, const ZipFile& zip, const Arena& arena, std::string folder,
                bool swapped, FileContents& contents)
        : file_(file), zip_(zip), arena_(arena), folder_(std::move(folder)), swapped_(swapped),
          contents_(contents) {}

    TypedStorage find(const std::vector<Value>& parts) {
        const StorageId id = storage_id(arena_, parts, file_.name());
        const std::uint64_t bytes = bytes_of(id, file_.name());
        const StoredBytes* member = zip_.find(folder_ + "data/" + id.key);
        if (member == nullptr)
            throw Error(file_.name(), "incomplete",
                        "a member \"" + escaped(folder_ + "data/" + id.key) + "\"", "none");
        if (member->deflated)
            throw Error(subject_of(file_, *member), "deflated", "numbers as they are, as PyTorch writes them",
                        std::to_string(member->size) + " bytes in " + std::to_string(member->packed));
        if (member->size < bytes)
            throw Error(subject_of(file_, *member), "cut off", std::to_string(bytes) + " bytes",
                        std::to_string(member->size));
        const auto [it, is_new] = known_.emplace(id.key, static_cast<int>(contents_.storages.size()));
        if (is_new) contents_.storages.push_back(*member);
        return {it->second, id.type, 0, bytes, swapped_};
    }

private:
    const InputFile& file_;
    const ZipFile& zip_;
    const Arena& arena_;
    std::string folder_;
    bool swapped_;
    FileContents& contents_;
    std::unordered_map<std::string, int> known_;
};

bool is_big_endian(const InputFile& file, const StoredBytes* byteorder) {
    if (byteorder == nullptr) return false; // not said before PyTorch 2
    const std::string order = read_bytes(file, *byteorder, 64);
    if (order != "little" && order != "big")
        throw Error(subject_of(file, *byteorder), "byte order", "little or big", in_quotes(order));
    return order == "big";
}

// ---------------------------------------------------------------------- the stream before 1.6

/// 0x1950a86a20f9469cfc6c as LONG1 writes it.
constexpr std::string_view magic("\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19", 12);

/// Behind the protocol, and behind the length of a frame where that is 4 or later.
bool is_legacy(std::string_view bytes) { return bytes.substr(0, 32).find(magic) != bytes.npos; }

/// The pickles at the front of a file: five of a checkpoint, or one.
struct Stream {
    std::string bytes; // the arena's text refers into it
    Arena arena;
    std::vector<Value> values;
    std::uint64_t length = 0; // of the pickles
};

/// Whether `count` pickles end within the bytes.
bool unpickle_all(Stream& stream, std::size_t count, const std::string& subject, bool may_be_cut) {
    stream.arena = {};
    stream.values.clear();
    stream.length = 0;
    while (stream.values.size() < count) {
        const auto pickle = pickle::unpickle(std::string_view(stream.bytes).substr(stream.length),
                                             stream.arena, subject, may_be_cut);
        if (pickle.cut) return false;
        stream.values.push_back(pickle.value);
        stream.length += pickle.length;
    }
    return true;
}

/// How long the pickles are is known once they have been read: more bytes are taken until they end.
void read_stream(const InputFile& file, Stream& stream) {
    const std::uint64_t most = std::min(largest_pickle, file.size());
    for (std::uint64_t look = std::min(first_look, most);; look = std::min(4 * look, most)) {
        stream.bytes.resize(look);
        file.read(0, stream.bytes.data(), stream.bytes.size());
        const bool whole = look == file.size(); // then an end that is missing is an error
        if (unpickle_all(stream, is_legacy(stream.bytes) ? 5 : 1, file.name(), !whole)) return;
        if (look == largest_pickle)
            throw Error(file.name(), "pickle too large", "at most " + std::to_string(most) + " bytes",
                        "more");
    }
}

/// The dictionary of the third pickle; PyTorch writes {'protocol_version', 'little_endian', 'type_sizes'}.
bool is_big_endian(const Arena& arena, Value info) {
    if (info.kind != Kind::Dict) return false;
    const std::vector<Value>& entries = arena.list(info);
    for (std::size_t n = 0; n + 1 < entries.size(); n += 2) {
        if (entries[n].kind == Kind::Text && arena.text(entries[n]) == "little_endian")
            return entries[n + 1].kind == Kind::Bool && entries[n + 1].integer == 0;
    }
    return false;
}

/// Storages lie behind the pickles in the order of their keys: the number of elements, then those. How wide
/// an element is only the persistent ids say, so places are known once all of them have been seen.
class StreamStorages {
public:
    StreamStorages(const InputFile& file, const Arena& arena, bool swapped)
        : file_(file), arena_(arena), swapped_(swapped) {
        for (const auto& list : arena.lists) note_width(list);
    }

    /// `keys`: the fifth pickle.
    void place(Value keys, std::uint64_t at, FileContents& contents) {
        if (keys.kind != Kind::List)
            throw Error(file_.name(), "damaged", "a list of storages", "something else");
        for (const Value& key : arena_.list(keys)) {
            if (key.kind != Kind::Text)
                throw Error(file_.name(), "damaged", "the key of a storage", "something else");
            const std::string name(arena_.text(key));
            const auto width = widths_.find(name);
            if (width == widths_.end())
                throw Error(file_.name(), "damaged", "a tensor of storage \"" + escaped(name) + "\"", "none");
            if (file_.size() - at < 8) throw cut_off(8, file_.size() - at);
            std::int64_t numbers = 0;
            file_.read(at, &numbers, sizeof numbers);
            if (swapped_)
                numbers = static_cast<std::int64_t>(__builtin_bswap64(static_cast<std::uint64_t>(numbers)));
            at += sizeof numbers;
            const std::uint64_t available = file_.size() - at;
            if (numbers < 0 || static_cast<std::uint64_t>(numbers) > available / width->second)
                throw cut_off(static_cast<std::uint64_t>(numbers) * width->second, available);
            const std::uint64_t bytes = static_cast<std::uint64_t>(numbers) * width->second;
            if (!known_.emplace(name, static_cast<int>(contents.storages.size())).second)
                throw Error(file_.name(), "damaged", "each storage once", "\"" + escaped(name) + "\" twice");
            contents.storages.push_back({name, at, bytes, bytes, false, std::nullopt});
            at += bytes;
        }
        storages_ = &contents.storages;
        if (at != file_.size())
            contents.notes.push_back(std::to_string(file_.size() - at) +
                                     " bytes after the last storage belong to nothing");
    }

    TypedStorage find(const std::vector<Value>& parts) const {
        const StorageId id = storage_id(arena_, parts, file_.name());
        const auto it = known_.find(id.key);
        if (it == known_.end())
            throw Error(file_.name(), "incomplete", "a storage \"" + escaped(id.key) + "\"", "none");
        TypedStorage found{it->second, id.type, 0, (*storages_)[static_cast<std::size_t>(it->second)].size,
                           swapped_};
        if (parts.size() > 5 && parts[5].kind == Kind::Tuple) apply_view(arena_.list(parts[5]), found);
        return found;
    }

private:
    Error cut_off(std::uint64_t expected, std::uint64_t found) const {
        return {file_.name(), "cut off", "a storage of " + std::to_string(expected) + " bytes",
                std::to_string(found)};
    }

    void note_width(const std::vector<Value>& list) {
        const bool storage = list.size() >= 5 && list[0].kind == Kind::Text &&
                             arena_.text(list[0]) == "storage" && list[1].kind == Kind::Label &&
                             list[2].kind == Kind::Text;
        if (!storage) return;
        const StorageId id = storage_id(arena_, list, file_.name());
        const auto [it, is_new] = widths_.emplace(id.key, byte_count(id.type));
        if (!is_new && it->second != byte_count(id.type))
            throw Error(file_.name(), "damaged", "one type for storage \"" + escaped(id.key) + "\"", "two");
    }

    /// (key of the view, offset, size), in elements.
    void apply_view(const std::vector<Value>& view, TypedStorage& found) const {
        const bool sound = view.size() == 3 && view[1].kind == Kind::Int && view[2].kind == Kind::Int &&
                           view[1].integer >= 0 && view[2].integer >= 0;
        const std::uint64_t width = byte_count(found.type), available = found.bytes / width;
        if (!sound || static_cast<std::uint64_t>(view[1].integer) > available ||
            static_cast<std::uint64_t>(view[2].integer) >
                available - static_cast<std::uint64_t>(view[1].integer))
            throw Error(file_.name(), "damaged", "a view inside its storage", "one that is not");
        found.begin = static_cast<std::uint64_t>(view[1].integer) * width;
        found.bytes = static_cast<std::uint64_t>(view[2].integer) * width;
    }

    const InputFile& file_;
    const Arena& arena_;
    bool swapped_;
    std::unordered_map<std::string, std::uint64_t> widths_;
    std::unordered_map<std::string, int> known_;
    const std::vector<StoredBytes>* storages_ = nullptr;
};

} // namespace

FileContents read_torch_zip(const InputFile& file, const ZipFile& zip) {
    FileContents contents;
    contents.container = "PyTorch, zip";
    const std::string folder = folder_of(file, zip);
    const StoredBytes& member = *zip.find(folder + "data.pkl");
    if (member.deflated)
        throw Error(subject_of(file, member), "deflated", "bytes as they are, as PyTorch writes them",
                    std::to_string(member.size) + " bytes in " + std::to_string(member.packed));
    const bool swapped = is_big_endian(file, zip.find(folder + "byteorder"));
    const std::string bytes = read_bytes(file, member, largest_pickle);
    Arena arena;
    const Value root = pickle::unpickle(bytes, arena, file.name()).value;
    ZipStorages storages(file, zip, arena, folder, swapped, contents);
    read_torch_values(
        file, arena, root, {bytes, member.offset}, [&](const auto& id) { return storages.find(id); },
        contents);
    return contents;
}

FileContents read_pickle_stream(const InputFile& file) {
    FileContents contents;
    Stream stream;
    read_stream(file, stream);
    if (stream.values.size() == 1) {
        contents.container = "pickle";
        read_torch_values(
            file, stream.arena, stream.values[0], {stream.bytes, 0},
            [&](const auto&) -> TypedStorage {
                throw Error(file.name(), "incomplete", "the numbers of its tensors", "a pickle by itself");
            },
            contents);
        return contents;
    }
    contents.container = "PyTorch, before 1.6";
    StreamStorages storages(file, stream.arena, is_big_endian(stream.arena, stream.values[2]));
    storages.place(stream.values[4], stream.length, contents);
    read_torch_values(
        file, stream.arena, stream.values[3], {std::string_view(stream.bytes).substr(0, stream.length), 0},
        [&](const auto& id) { return storages.find(id); }, contents);
    return contents;
}

} // namespace heed::io
