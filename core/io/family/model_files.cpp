#include "core/io/family/model_files.h"

#include "core/base/error.h"
#include "core/io/base/file_kind.h"

#include <algorithm>
#include <array>
#include <optional>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_files = 200; // of a folder that are looked into

/// Words of the two halves' file names that stand for one another.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> halves = {
    {{"encoder", "decoder"}, {"Encoder", "Decoder"}, {"enc", "dec"}}};

bool is_worth_opening(const fs::path& file) {
    try {
        return may_hold_tensors(content_kind(file));
    } catch (const Error&) {
        return false;
    }
}

OpenFile open(const fs::path& file) { return {file, std::make_shared<const Checkpoint>(file)}; }

/// Those of a folder that hold tensors, shortest name first.
std::vector<OpenFile> open_all(const fs::path& folder, const fs::path& but = {}) {
    std::vector<fs::path> paths;
    std::error_code error;
    for (fs::directory_iterator it(folder.empty() ? "." : folder, error), end; !error && it != end;
         it.increment(error)) {
        std::error_code ignored;
        if (paths.size() < most_files && it->is_regular_file(ignored) &&
            it->path().filename() != but.filename())
            paths.push_back(folder / it->path().filename());
    }
    std::sort(paths.begin(), paths.end(), [](const fs::path& a, const fs::path& b) {
        return std::pair(a.native().size(), a.native()) < std::pair(b.native().size(), b.native());
    });
    std::vector<OpenFile> files;
    for (const fs::path& path : paths) {
        if (!is_worth_opening(path)) continue;
        try {
            OpenFile file = open(path);
            if (!file.checkpoint->tensors().empty()) files.push_back(std::move(file));
        } catch (const Error&) { // not a model, and not the one that was asked for
        }
    }
    return files;
}

/// "decoder_whole.pt" for "encoder_whole.pt", and the other way round; empty where the name says nothing.
std::string mirrored(const std::string& name) {
    for (const auto& [one, other] : halves)
        for (const auto& [from, to] : {std::pair(one, other), std::pair(other, one)})
            if (const std::size_t at = name.find(from); at != name.npos)
                return name.substr(0, at) + std::string(to) + name.substr(at + from.size());
    return {};
}

/// The file with the one among `others` that makes it whole; itself where none does.
ModelFiles completed(ModelFiles half, std::vector<OpenFile> others, const std::vector<Family>& families) {
    const std::string mirror = mirrored(half.files.front().path.filename().string());
    std::stable_partition(others.begin(), others.end(),
                          [&](const OpenFile& file) { return file.path.filename() == mirror; });
    for (OpenFile& other : others) {
        ModelFiles both{{}, {half.files.front(), std::move(other)}};
        both.match = best_match(families, both.files);
        // The part that is missing must come from the other file, and the parts that are here from this one.
        const auto uses = [&](int n) {
            return std::any_of(both.match.places.begin(), both.match.places.end(),
                               [&](const FamilyMatch::Place& place) { return place.file == n; });
        };
        if (both.match.whole() && uses(0) && uses(1)) return both;
    }
    return half;
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

ModelFiles files_of(const std::vector<fs::path>& paths, const std::vector<Family>& families) {
    ModelFiles model;
    for (const fs::path& path : paths) model.files.push_back(open(path));
    model.match = best_match(families, model.files);
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
    if (model.match.family == nullptr || model.match.whole()) return model;
    return completed(std::move(model), open_all(file.parent_path(), file), families);
}

std::vector<ModelFiles> models_in(const fs::path& folder, const std::vector<Family>& families) {
    const std::vector<OpenFile> files = open_all(folder);
    std::vector<ModelFiles> whole, paired;
    for (std::size_t n = 0; n < files.size(); ++n) {
        ModelFiles model{{}, {files[n]}};
        model.match = best_match(families, model.files);
        if (model.match.family == nullptr) continue;
        if (model.match.whole()) {
            add_twin(model, families);
            if (model.match.family->refused.empty()) whole.push_back(std::move(model));
            continue;
        }
        if (model.match.places.front().file < 0) continue; // pairs are made from their first part
        std::vector<OpenFile> others = files;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(n));
        ModelFiles both = completed(std::move(model), std::move(others), families);
        if (both.match.whole()) paired.push_back(std::move(both));
    }
    whole.insert(whole.end(), std::make_move_iterator(paired.begin()), std::make_move_iterator(paired.end()));
    return whole;
}

ModelFiles nearest_in(const fs::path& folder, const std::vector<Family>& families) {
    ModelFiles nearest;
    for (OpenFile& file : open_all(folder)) {
        ModelFiles model{{}, {std::move(file)}};
        model.match = best_match(families, model.files);
        if (nearest.files.empty() || (nearest.match.family == nullptr && model.match.family != nullptr))
            nearest = std::move(model);
    }
    return nearest;
}

} // namespace heed::io
