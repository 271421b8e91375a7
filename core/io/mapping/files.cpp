#include "core/io/mapping/files.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/container/joined/open_checkpoint.h"
#include "core/io/family/model_files.h"
#include "core/io/open/model_words.h"

#include <algorithm>

namespace heed::io::mapping {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr std::size_t most_files = 200;
constexpr int deepest_list = 6;
constexpr std::size_t longest_tuple = 8; // of lists that hold lists of words

bool holds_tensors(const fs::path& file) {
    try {
        return may_hold_tensors(content_kind(file)) && !Checkpoint(file).tensors().empty();
    } catch (const Error&) {
        return false;
    }
}

/// What there is to map in a folder.
fs::path in_folder(const fs::path& folder) {
    fs::path largest, half;
    std::uintmax_t most = 0;
    std::size_t seen = 0;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end && seen < most_files;
         it.increment(error)) {
        std::error_code ignored;
        if (!it->is_regular_file(ignored) || !holds_tensors(it->path())) continue;
        ++seen;
        if ((half.empty() || it->path() < half) && !other_half_of(it->path()).empty()) half = it->path();
        if (const std::uintmax_t size = it->file_size(ignored); size > most) {
            most = size;
            largest = it->path();
        }
    }
    return half.empty() ? largest : half;
}

/// The encoder before the decoder, whichever was named.
std::vector<fs::path> with_other_half(const fs::path& file) {
    const fs::path other = other_half_of(file);
    if (other.empty()) return {file};
    std::vector<fs::path> both{file, other};
    const std::string name = file.filename().string();
    if (name.find("dec") != name.npos || name.find("Dec") != name.npos) std::swap(both[0], both[1]);
    return both;
}

/// Paths in a checkpoint's values where a list of that length stands.
void find_inside(const Json& value, const std::string& path, int depth, std::int64_t rows, Side side,
                 std::string& found) {
    if (!value.is_structured() || !found.empty() || (value.is_array() && value.size() > longest_tuple))
        return;
    for (const auto& [key, item] : value.items()) {
        if (!found.empty()) return;
        const std::string here = path.empty() ? key : path + "." + key;
        const Side own = side_of(here);
        if (own != Side::Neither && own != side) continue;
        const WordLists lists = words_in(item);
        const auto& list = side == Side::Source && lists.source   ? lists.source
                           : side == Side::Target && lists.target ? lists.target
                                                                  : lists.one;
        if (list && static_cast<std::int64_t>(list->size()) == rows)
            found = here;
        else if (depth < deepest_list)
            find_inside(item, here, depth + 1, rows, side, found);
    }
}

Json vocabulary_rules(const std::string& inside) {
    return inside.empty() ? Json::object() : Json{{"inside", Json::array({inside})}};
}

/// A family that knows nothing of the files but where their words are.
struct Lists {
    Lists(const Unknown& unknown, const std::string& source_inside, const std::string& target_inside)
        : family(checked_family(
              {{"format", "heed.family"},
               {"version", family_format_version},
               {"id", "draft"},
               {"title", "draft"},
               {"known_by", {{"has", {unknown.files.front().checkpoint->tensors().front().name}}}},
               {"config", Json::object()},
               {"tensors", Json::object()},
               {"vocabularies",
                {{"source", vocabulary_rules(source_inside)}, {"target", vocabulary_rules(target_inside)}}}},
              "draft")),
          match(match_family(family, unknown.files)), stock(match, unknown.files),
          reading(family, stock, unknown.folder()) {}

    const Family family;
    const FamilyMatch match;
    FamilyStock stock;
    const FamilyReading reading;
};

} // namespace

std::string Unknown::title() const {
    std::string all;
    for (const OpenFile& file : files) all += (all.empty() ? "" : ", ") + file.path.filename().string();
    return all;
}

std::uint64_t bytes_of(const Unknown& unknown) {
    std::uint64_t bytes = 1;
    for (const OpenFile& file : unknown.files) bytes += file.checkpoint->size();
    return bytes;
}

namespace {

Unknown packed_files(std::shared_ptr<const PackedFolder> packed) {
    try {
        Unknown unknown = files_to_map({packed->folder()});
        unknown.packed = std::move(packed);
        return unknown;
    } catch (const Error& error) {
        throw Error(packed->told(error.what()));
    }
}

} // namespace

Unknown files_to_map(const std::vector<fs::path>& paths) {
    if (paths.empty()) throw Error("no file", "nothing to map", "a file of tensors", "none");
    if (paths.size() == 1)
        if (std::shared_ptr<const PackedFolder> packed = PackedFolder::of(paths.front()))
            return packed_files(std::move(packed));
    std::vector<fs::path> files = paths;
    std::error_code ignored;
    if (paths.size() == 1 && fs::is_directory(paths.front(), ignored)) {
        const fs::path inside = in_folder(paths.front());
        if (inside.empty())
            throw Error(shown(paths.front()), "nothing to map", "a file of tensors in it", "none");
        files = {inside};
    }
    if (files.size() == 1) files = with_other_half(files.front());
    Unknown unknown;
    for (const fs::path& file : files) { // of a shard all of them
        if (!may_hold_tensors(content_kind(file))) throw not_a_checkpoint(file);
        unknown.files.push_back({file, std::make_shared<const Checkpoint>(open_checkpoint(file))});
    }
    if (unknown.files.front().checkpoint->tensors().empty())
        throw Error(shown(files.front()), "nothing to map", "tensors", "none");
    return unknown;
}

bool can_be_mapped(const std::vector<fs::path>& paths) {
    try {
        const std::vector<Unit> units = units_of(files_to_map(paths).files);
        return std::any_of(units.begin(), units.end(),
                           [](const Unit& unit) { return unit.kind == Unit::Kind::Cell; });
    } catch (const Error&) {
        return false;
    }
}

ListSizes list_sizes(const Unknown& unknown, const OpenOptions& options) {
    const Lists beside(unknown, {}, {});
    auto [source, target] = lengths_of_lists(beside.reading, options);
    return {std::move(source), std::move(target)};
}

Words find_lists(const Unknown& unknown, const Mapping& mapping, const OpenOptions& options) {
    Words words;
    const std::int64_t source = mapping.sizes.source_words, target = mapping.sizes.target_words;
    for (const OpenFile& file : unknown.files) {
        find_inside(file.checkpoint->values(), "", 0, source, Side::Source, words.source_inside);
        find_inside(file.checkpoint->values(), "", 0, target, Side::Target, words.target_inside);
    }
    const Lists beside(unknown, words.source_inside, words.target_inside);
    const ModelWords lists =
        find_words(beside.reading, static_cast<int>(source), static_cast<int>(target), options);
    words.source = lists.source;
    words.target = lists.target;
    if (!lists.source_report.inside) words.source_inside.clear();
    if (!lists.target_report.inside) words.target_inside.clear();
    if (options.source_vocabulary.empty()) words.source_file = lists.source_report.file;
    if (options.target_vocabulary.empty()) words.target_file = lists.target_report.file;
    return words;
}

} // namespace heed::io::mapping
