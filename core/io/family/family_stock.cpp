#include "core/io/family/family_stock.h"

#include "core/io/family/vocabulary_file.h"
#include "core/text/escape.h"

#include <algorithm>

namespace heed::io {

namespace {

bool fits(const Checkpoint& file, const Family::Part& part, const std::string& prefix) {
    const auto there = [&](const std::string& name) {
        if (name.find('*') == name.npos) return file.find(prefix + name) != nullptr;
        return std::any_of(file.tensors().begin(), file.tensors().end(),
                           [&](const StoredTensor& tensor) { return matches_pattern(tensor.name, name); });
    };
    return std::none_of(part.lacks.begin(), part.lacks.end(), there) &&
           std::all_of(part.has.begin(), part.has.end(),
                       [&](const auto& names) { return std::any_of(names.begin(), names.end(), there); });
}

/// What stands before the part's names in this file, the first or `most`; none where the part is not in it.
std::vector<std::string> prefixes_in(const Checkpoint& file, const Family::Part& part, std::size_t most = 1) {
    std::vector<std::string> tried, found;
    for (const std::string& name : part.has.front()) {
        for (const StoredTensor& tensor : file.tensors()) {
            if (!tensor.name.ends_with(name)) continue;
            std::string prefix = tensor.name.substr(0, tensor.name.size() - name.size());
            if (!prefix.empty() && prefix.back() != '.') continue;
            if (std::find(tried.begin(), tried.end(), prefix) != tried.end()) continue;
            tried.push_back(prefix);
            if (!fits(file, part, prefix)) continue;
            found.push_back(std::move(prefix));
            if (found.size() == most) return found;
        }
    }
    return found;
}

} // namespace

int FamilyMatch::found() const {
    return static_cast<int>(
        std::count_if(places.begin(), places.end(), [](const Place& p) { return p.file >= 0; }));
}

FamilyMatch match_family(const Family& family, const std::vector<OpenFile>& files) {
    FamilyMatch match{&family, {}};
    for (const Family::Part& part : family.parts) {
        FamilyMatch::Place place;
        for (std::size_t n = 0; n < files.size() && place.file < 0; ++n)
            if (auto prefixes = prefixes_in(*files[n].checkpoint, part); !prefixes.empty())
                place = {static_cast<int>(n), std::move(prefixes.front())};
        match.places.push_back(std::move(place));
    }
    return match;
}

std::vector<std::string> other_places(const FamilyMatch& match, const std::vector<OpenFile>& files) {
    constexpr std::size_t most = 16;
    std::vector<std::string> others;
    const auto is_taken = [&](const std::string& prefix) {
        return std::any_of(match.places.begin(), match.places.end(),
                           [&](const FamilyMatch::Place& place) { return place.prefix == prefix; });
    };
    for (std::size_t n = 0; n < match.places.size(); ++n) {
        const FamilyMatch::Place& place = match.places[n];
        if (place.file < 0) return {};
        std::vector<std::string> more;
        for (const std::string& prefix : prefixes_in(*files[static_cast<std::size_t>(place.file)].checkpoint,
                                                     match.family->parts[n], most))
            if (!is_taken(prefix)) more.push_back("\"" + escaped(prefix) + "\"");
        if (more.empty()) return {}; // no other model is whole
        others.insert(others.end(), more.begin(), more.end());
    }
    return others;
}

FamilyMatch best_match(const std::vector<Family>& families, const std::vector<OpenFile>& files) {
    const auto rank = [](const FamilyMatch& m) {
        return std::tuple(m.whole(), m.found(), m.family->refused.empty(), m.family->certainty());
    };
    const auto best_of = [&](bool guesses) {
        FamilyMatch best;
        for (const Family& family : families) {
            if (family.guessed() && !guesses) continue;
            FamilyMatch match = match_family(family, files);
            if (match.found() > 0 && (best.family == nullptr || rank(match) > rank(best)))
                best = std::move(match);
        }
        return best;
    };
    // What somebody guessed stands behind what is known.
    FamilyMatch known = best_of(false);
    return known.whole() && known.family->refused.empty() ? known : best_of(true);
}

FamilyStock::FamilyStock(const FamilyMatch& match, std::vector<OpenFile> files) : files_(std::move(files)) {
    // A part without a name of its own must not hide the tensors of the others: the named ones go first.
    std::vector<std::size_t> order;
    for (std::size_t n = 0; n < match.places.size(); ++n) order.push_back(n);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return match.family->parts[a].name.size() > match.family->parts[b].name.size();
    });
    for (const std::size_t n : order) {
        const auto& [file, prefix] = match.places[n];
        if (file < 0) continue;
        const Checkpoint& checkpoint = *files_[static_cast<std::size_t>(file)].checkpoint;
        for (const StoredTensor& tensor : checkpoint.tensors())
            if (tensor.name.compare(0, prefix.size(), prefix) == 0)
                items_.try_emplace(match.family->parts[n].name + tensor.name.substr(prefix.size()),
                                   Item{&checkpoint, &tensor});
    }
}

const FamilyStock::Item* FamilyStock::find(const std::string& name) const {
    const auto it = items_.find(name);
    return it == items_.end() ? nullptr : &it->second;
}

const std::string& FamilyStock::file_name() const { return files_.front().checkpoint->name(); }

const nlohmann::json* FamilyStock::value(std::string_view path) const {
    if (const nlohmann::json* value = value_at(options_, path)) return value;
    for (const OpenFile& file : files_)
        if (const nlohmann::json* value = value_at(file.checkpoint->values(), path)) return value;
    return nullptr;
}

} // namespace heed::io
