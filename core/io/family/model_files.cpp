#include "core/io/family/model_files.h"

#include "core/base/error.h"
#include "core/io/base/file_kind.h"
#include "core/io/container/archive/packed_folder.h"
#include "core/io/container/joined/adapter.h"
#include "core/io/container/joined/open_checkpoint.h"
#include "core/io/container/joined/shards.h"
#include "core/io/family/renamed.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_files = 200; // of a folder that are looked into
constexpr std::size_t most_paired = 40; // each of which is tried with each

constexpr std::size_t most_ties_named = 3;

/// Words of the two halves' file names that stand for one another.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> halves = {
    {{"encoder", "decoder"}, {"Encoder", "Decoder"}, {"enc", "dec"}}};

bool is_worth_opening(const fs::path& file) {
    try {
        const ContentKind kind = content_kind(file);
        return may_hold_tensors(kind) && !is_archive(kind);
    } catch (const Error&) {
        return false;
    }
}

OpenFile open(const fs::path& file) {
    return {file, std::make_shared<const Checkpoint>(open_checkpoint(file))};
}

/// Files of a folder: those that could be read, and why others could not.
struct FolderContents {
    std::vector<OpenFile> files; // that hold tensors
    std::vector<FolderFiles::Other> broken;
};

/// Adapters first, which bring their base; then those with the shortest name.
std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> paths;
    std::error_code error;
    for (fs::directory_iterator it(folder.empty() ? "." : folder, error), end; !error && it != end;
         it.increment(error)) {
        std::error_code ignored;
        if (paths.size() < most_files && it->is_regular_file(ignored))
            paths.push_back(folder / it->path().filename());
    }
    const auto order = [](const fs::path& path) {
        return std::tuple(!is_adapter(path), path.native().size(), path.native());
    };
    std::sort(paths.begin(), paths.end(),
              [&](const fs::path& a, const fs::path& b) { return order(a) < order(b); });
    return paths;
}

/// What says which files are read together, each once: "model.safetensors.index.json" of its shards.
std::string joined_as(const fs::path& path) {
    if (is_adapter(path)) return "adapter_config.json";
    if (const auto shard = shard_name(path)) return shard->index();
    return path.filename().string();
}

/// `but`: those that are already open.
FolderContents open_all(const fs::path& folder, const fs::path& but = {}) {
    FolderContents opened;
    std::set<std::string> seen;
    if (!but.empty()) seen.insert(joined_as(but));
    for (const fs::path& path : files_in(folder)) {
        if (!is_worth_opening(path) || !seen.insert(joined_as(path)).second) continue;
        try {
            OpenFile file = open(path);
            if (!file.checkpoint->tensors().empty()) opened.files.push_back(std::move(file));
        } catch (const Error& error) { // not a model, and not the one that was asked for
            opened.broken.push_back({path, error.what(), {}});
        }
    }
    return opened;
}

/// What is packed is unpacked only where there is nothing else; of several folders that were packed none is
/// chosen, as the words and examples of each lie in it.
void open_archives(const fs::path& folder, FolderContents& opened) {
    for (const fs::path& path : files_in(folder)) {
        try {
            if (!is_archive(content_kind(path))) continue;
            if (holds_packed_folder(path))
                opened.broken.push_back({path, "a folder that was packed: give the path of one", {}});
            else
                opened.files.push_back(open(path));
        } catch (const Error& error) {
            opened.broken.push_back({path, error.what(), {}});
        }
    }
}

/// "decoder_whole.pt" for "encoder_whole.pt", and the other way round; empty where the name says nothing.
std::string mirrored(const std::string& name) {
    for (const auto& [one, other] : halves)
        for (const auto& [from, to] : {std::pair(one, other), std::pair(other, one)})
            if (const std::size_t at = name.find(from); at != name.npos)
                return name.substr(0, at) + std::string(to) + name.substr(at + from.size());
    return {};
}

/// Under the names it was saved with, or without those of wrappers.
ModelFiles matched(std::vector<OpenFile> files, const std::vector<Family>& families) {
    ModelFiles model{best_match(families, files), std::move(files)};
    if (model.match.whole()) return model;
    for (OpenFile& file : model.files) {
        for (Renamed& renamed : unwrapped(file)) {
            const OpenFile before = std::exchange(file, std::move(renamed.file));
            FamilyMatch match = best_match(families, model.files);
            const bool better = match.family != nullptr && (match.whole() || model.match.family == nullptr ||
                                                            match.found() > model.match.found());
            if (!better) {
                file = before;
                continue;
            }
            model.match = std::move(match);
            model.notes.push_back(escaped(file.path.filename().string()) + ": " + renamed.note);
            break;
        }
    }
    return model;
}

/// The numbers that stand in a name.
std::vector<std::string> numbers_in(const std::string& name) {
    std::vector<std::string> numbers;
    bool inside = false;
    for (const char c : name) {
        const bool digit = c >= '0' && c <= '9';
        if (digit && !inside) numbers.emplace_back();
        if (digit) numbers.back() += c;
        inside = digit;
    }
    return numbers;
}

std::string name_in_words(const fs::path& path) { return escaped(path.filename().string()); }

/// "encoder_2.pt" and "decoder_1.pt" are hardly one model; and of two that complete a half by their tensors,
/// only a name that mirrors its own says which. `completing`: the one that is taken first.
std::string doubt_of_pair(const fs::path& half, const std::vector<fs::path>& completing) {
    const std::string own = half.filename().string(), taken = completing.front().filename().string();
    if (mirrored(own) == taken) return {};
    const auto numbers = numbers_in(own);
    const auto has_them = [&](const fs::path& file) {
        return numbers_in(file.filename().string()) == numbers;
    };
    const bool named = !numbers.empty() && has_them(completing.front()) &&
                       std::none_of(completing.begin() + 1, completing.end(), has_them);
    if (named) return {};
    const std::string read = escaped(own) + " is read with " + escaped(taken);
    if (completing.size() > 1) {
        std::vector<std::string> others;
        for (std::size_t n = 1; n < std::min(completing.size(), most_ties_named + 1); ++n)
            others.push_back(name_in_words(completing[n]));
        if (completing.size() > most_ties_named + 1) others.emplace_back("others");
        return read + ", though " + listed(others, " and ") +
               (others.size() > 1 || completing.size() > 2 ? " complete" : " completes") +
               " it as well, and no name says which it belongs to";
    }
    const auto theirs = numbers_in(taken);
    if (numbers.empty() || theirs.empty() || numbers == theirs) return {};
    return read + ", as nothing else completes it, though the numbers in their names differ";
}

/// Those whose name mirrors the half's first, then those with the same numbers in it.
void sort_by_name(std::vector<OpenFile>& others, const fs::path& half) {
    const std::string own = half.filename().string(), mirror = mirrored(own);
    const auto rank = [&](const OpenFile& file) {
        const std::string name = file.path.filename().string();
        return name == mirror ? 0 : numbers_in(name) == numbers_in(own) ? 1 : 2;
    };
    std::stable_sort(others.begin(), others.end(),
                     [&](const OpenFile& a, const OpenFile& b) { return rank(a) < rank(b); });
}

/// The first of `others` that makes a whole with the half, by `join`, and the doubt whether it is the one.
template <class Join>
std::optional<ModelFiles> joined_with_one(const OpenFile& half, std::vector<OpenFile> others,
                                          const Join& join) {
    sort_by_name(others, half.path);
    std::optional<ModelFiles> found;
    std::vector<fs::path> completing;
    const std::string mirror = mirrored(half.path.filename().string());
    for (const OpenFile& other : others) {
        std::optional<ModelFiles> both = join(other);
        if (!both) continue;
        completing.push_back(other.path);
        if (!found) found = std::move(both);
        if (completing.front().filename() == mirror) break; // nobody asks for another
    }
    if (found) found->doubt = doubt_of_pair(half.path, completing);
    return found;
}

/// The file with the one among `others` that makes it whole; itself where none does.
ModelFiles completed(ModelFiles half, std::vector<OpenFile> others, const std::vector<Family>& families) {
    const OpenFile own = half.files.front();
    auto whole =
        joined_with_one(own, std::move(others), [&](const OpenFile& other) -> std::optional<ModelFiles> {
            ModelFiles both = matched({own, other}, families);
            both.notes.insert(both.notes.begin(), half.notes.begin(), half.notes.end());
            // The part that is missing must come from the other file, and the parts that are here from this
            // one.
            const auto uses = [&](int n) {
                return std::any_of(both.match.places.begin(), both.match.places.end(),
                                   [&](const FamilyMatch::Place& place) { return place.file == n; });
            };
            if (!both.match.whole() || !uses(0) || !uses(1)) return std::nullopt;
            return both;
        });
    return whole ? std::move(*whole) : std::move(half);
}

/// Parts of a family whose models are one file.
std::optional<ModelFiles> put_together(const std::vector<OpenFile>& files,
                                       const std::vector<Family>& families) {
    std::optional<Assembled> found = assembled(files, families);
    if (!found) { // each without what its wrapper put into its names
        std::vector<OpenFile> plain = files;
        for (OpenFile& file : plain)
            if (auto ways = unwrapped(file); !ways.empty()) file = std::move(ways.front().file);
        found = assembled(plain, families);
    }
    if (!found) return std::nullopt;
    ModelFiles model{std::move(found->match), {std::move(found->file)}};
    if (!found->note.empty()) model.notes.push_back(std::move(found->note));
    for (std::size_t n = 1; n < files.size(); ++n) model.also.push_back(files[n].path);
    return model;
}

/// The file with another, where the two are a model together.
std::optional<ModelFiles> put_together(const OpenFile& file, const std::vector<OpenFile>& others,
                                       const std::vector<Family>& families) {
    return joined_with_one(file, others, [&](const OpenFile& other) {
        return put_together({file, other}, families);
    });
}

/// OpenNMT-py can keep tensors and the rest apart: step_10.safetensors and step_10.pt. The other of the two,
/// if it is there.
std::optional<OpenFile> twin_of(const fs::path& file) {
    const bool numbers = file.extension() == ".safetensors";
    if (!numbers && file.extension() != ".pt") return std::nullopt;
    fs::path twin = file;
    twin.replace_extension(numbers ? ".pt" : ".safetensors");
    std::error_code ignored;
    if (!fs::is_regular_file(twin, ignored) || !is_worth_opening(twin)) return std::nullopt;
    try {
        return open(twin);
    } catch (const Error&) { // of no use
        return std::nullopt;
    }
}

/// With what its twin holds beside tensors, where that is no model itself.
void add_twin(ModelFiles& model, const std::vector<Family>& families) {
    if (model.files.size() != 1 || model.files.front().path.extension() != ".safetensors") return;
    auto twin = twin_of(model.files.front().path);
    if (!twin || best_match(families, {*twin}).whole()) return;
    model.files.push_back(std::move(*twin));
}

} // namespace

std::vector<fs::path> ModelFiles::paths() const {
    std::vector<fs::path> all;
    for (const OpenFile& file : files) all.push_back(file.path);
    all.insert(all.end(), also.begin(), also.end());
    return all;
}

fs::path other_half_of(const fs::path& file) {
    const std::string name = mirrored(file.filename().string());
    const fs::path other = file.parent_path() / name;
    std::error_code ignored;
    if (name.empty() || !fs::is_regular_file(other, ignored) || !is_worth_opening(other)) return {};
    try {
        return open(other).checkpoint->tensors().empty() ? fs::path() : other;
    } catch (const Error&) { // damaged
        return {};
    }
}

ModelFiles files_of(const std::vector<fs::path>& paths, const std::vector<Family>& families) {
    std::vector<OpenFile> files;
    for (const fs::path& path : paths) files.push_back(open(path));
    ModelFiles model = matched(files, families);
    if (!model.match.whole())
        if (auto together = put_together(files, families)) return std::move(*together);
    return model;
}

ModelFiles files_of(const fs::path& file, const std::vector<Family>& families) {
    ModelFiles model = files_of(std::vector{file}, families);
    if (model.match.family == nullptr && file.extension() == ".pt") {
        if (auto twin = twin_of(file)) { // this is the half without tensors
            ModelFiles other{{}, {*twin, model.files.front()}};
            other.match = best_match(families, other.files);
            if (other.match.whole()) return other;
        }
    }
    if (model.match.whole()) add_twin(model, families);
    if (model.match.whole() || model.files.front().checkpoint->tensors().empty()) return model;
    const std::vector<OpenFile> others = open_all(file.parent_path(), file).files;
    if (model.match.family != nullptr) model = completed(std::move(model), others, families);
    if (model.match.whole()) return model;
    if (auto together = put_together(model.files.front(), others, families)) return std::move(*together);
    return model;
}

namespace {

/// One more model, with the files it is made of off the list of others.
void take(FolderFiles& found, ModelFiles model) {
    for (const fs::path& path : model.paths())
        std::erase_if(found.others, [&](const auto& other) { return other.path == path; });
    found.models.push_back(std::move(model));
}

/// Two files that are a model together, though no family has parts.
void take_pairs(FolderFiles& found, const std::vector<OpenFile>& files, const std::vector<Family>& families) {
    if (files.size() > most_paired) return;
    for (std::size_t n = 0; n < files.size(); ++n) {
        const std::vector<OpenFile> after(files.begin() + static_cast<std::ptrdiff_t>(n) + 1, files.end());
        auto both = put_together(files[n], after, families);
        if (!both) continue;
        take(found, std::move(*both));
        return;
    }
}

} // namespace

FolderFiles look_through(const fs::path& folder, const std::vector<Family>& families) {
    FolderContents opened = open_all(folder);
    if (opened.files.empty()) open_archives(folder, opened);
    const std::vector<OpenFile>& files = opened.files;
    FolderFiles found;
    found.others = std::move(opened.broken);
    std::vector<ModelFiles> paired;
    for (std::size_t n = 0; n < files.size(); ++n) {
        ModelFiles model = matched({files[n]}, families);
        if (model.match.whole()) {
            add_twin(model, families);
            if (model.match.family->refused.empty())
                found.models.push_back(std::move(model));
            else
                found.others.push_back({files[n].path, {}, std::move(model)});
            continue;
        }
        found.others.push_back({files[n].path, {}, model});
        if (model.match.family == nullptr || model.match.places.front().file < 0)
            continue; // pairs are made from their first part
        std::vector<OpenFile> others = files;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(n));
        ModelFiles both = completed(std::move(model), std::move(others), families);
        if (both.match.whole()) paired.push_back(std::move(both));
    }
    // A half that only another's half completes is a model where there is no better one.
    std::stable_partition(paired.begin(), paired.end(),
                          [](const ModelFiles& pair) { return pair.doubt.empty(); });
    for (ModelFiles& pair : paired)
        if (pair.doubt.empty() || found.models.empty()) take(found, std::move(pair));
    if (found.models.empty()) take_pairs(found, files, families);
    return found;
}

std::vector<ModelFiles> models_in(const fs::path& folder, const std::vector<Family>& families) {
    return look_through(folder, families).models;
}

} // namespace heed::io
