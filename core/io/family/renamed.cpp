#include "core/io/family/renamed.h"

#include "core/base/error.h"
#include "core/io/container/joined/joined.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <set>

namespace heed::io {

namespace {

// What wrappers call what they wrap: nn.DataParallel and DistributedDataParallel, torch.compile, FSDP,
// checkpointing, DeepSpeed, Opacus.
constexpr std::array<std::string_view, 6> wrapper_words = {"module",          "_orig_mod",
                                                           "_module",         "_fsdp_wrapped_module",
                                                           "_forward_module", "_checkpoint_wrapped_module"};
// What programs call the model inside their own class.
constexpr std::array<std::string_view, 5> inner_words = {"model", "net", "network", "encoder_decoder",
                                                         "seq2seq"};

constexpr std::size_t most_parts = 3; // saved apart

using WordSet = std::set<std::string_view>;

/// The name without these words; the last is what the tensor itself is called. What goes is added to `gone`.
std::string freed(std::string_view name, const WordSet& words, std::set<std::string>& gone) {
    std::string rest;
    for (std::size_t at = 0; at < name.size();) {
        const std::size_t dot = name.find('.', at);
        if (dot == name.npos) return rest + std::string(name.substr(at));
        const std::string_view word = name.substr(at, dot - at);
        if (words.contains(word))
            gone.emplace(word);
        else
            rest += std::string(word) + ".";
        at = dot + 1;
    }
    return rest;
}

std::optional<Renamed> freed(const OpenFile& file, const WordSet& words) {
    std::vector<std::string> names;
    std::set<std::string> gone, once;
    for (const StoredTensor& tensor : file.checkpoint->tensors()) {
        names.push_back(freed(tensor.name, words, gone));
        if (!once.insert(names.back()).second) return std::nullopt; // two would be one
    }
    if (gone.empty()) return std::nullopt;
    auto renamed =
        std::make_shared<const Checkpoint>(joined_checkpoint({{*file.checkpoint, std::move(names)}}));
    std::vector<std::string> list;
    for (const std::string& word : gone) list.push_back("\"" + word + "\"");
    return Renamed{{file.path, std::move(renamed)}, "names are read without " + listed(list, " and ")};
}

/// The first words of the names a family is known by: "encoder", "decoder".
std::vector<std::string> first_words(const Family& family) {
    std::vector<std::string> words;
    for (const auto& names : family.parts.front().has)
        for (const std::string& name : names) {
            const std::string word = name.substr(0, name.find('.'));
            if (word.size() < name.size() && std::find(words.begin(), words.end(), word) == words.end())
                words.push_back(word);
        }
    return words;
}

/// Whether the file, standing for that word, has a tensor of that name.
bool has_as(const OpenFile& file, const std::string& word, const std::string& name) {
    if (word.empty()) return file.checkpoint->find(name) != nullptr;
    return name.size() > word.size() && name.starts_with(word) && name[word.size()] == '.' &&
           file.checkpoint->find(name.substr(word.size() + 1)) != nullptr;
}

/// Whether each tensor the family is known by is in one of the files, and none of the files could be left
/// out.
bool may_fit(const Family& family, const std::vector<OpenFile>& files,
             const std::vector<std::string>& words) {
    std::vector<bool> needed(files.size(), false);
    for (const auto& names : family.parts.front().has) {
        std::vector<std::size_t> holders;
        for (std::size_t n = 0; n < files.size(); ++n)
            if (std::any_of(names.begin(), names.end(),
                            [&](const std::string& name) { return has_as(files[n], words[n], name); }))
                holders.push_back(n);
        if (holders.empty()) return false;
        if (holders.size() == 1) needed[holders.front()] = true;
    }
    return std::find(needed.begin(), needed.end(), false) == needed.end();
}

Assembled assemble(const std::vector<OpenFile>& files, const std::vector<std::string>& words) {
    std::vector<JoinedPart> parts;
    std::vector<std::string> notes;
    for (std::size_t n = 0; n < files.size(); ++n) {
        JoinedPart part{*files[n].checkpoint};
        if (!words[n].empty())
            for (const StoredTensor& tensor : part.checkpoint.tensors())
                part.names.push_back(words[n] + "." + tensor.name);
        parts.push_back(std::move(part));
        if (!words[n].empty())
            notes.push_back(escaped(files[n].path.filename().string()) + " is read as \"" + words[n] + ".\"");
    }
    return {{},
            {files.front().path, std::make_shared<const Checkpoint>(joined_checkpoint(std::move(parts)))},
            listed(notes, " and ")};
}

} // namespace

std::string without_wrappers(std::string_view name) {
    std::set<std::string> gone;
    return freed(name, WordSet(wrapper_words.begin(), wrapper_words.end()), gone);
}

std::vector<Renamed> unwrapped(const OpenFile& file) {
    std::vector<Renamed> ways;
    WordSet words(wrapper_words.begin(), wrapper_words.end());
    if (auto renamed = freed(file, words)) ways.push_back(std::move(*renamed));
    words.insert(inner_words.begin(), inner_words.end());
    if (auto renamed = freed(file, words); renamed && (ways.empty() || renamed->note != ways.front().note))
        ways.push_back(std::move(*renamed));
    return ways;
}

std::optional<Assembled> assembled(const std::vector<OpenFile>& files, const std::vector<Family>& families) {
    std::optional<Assembled> best;
    if (files.size() < 2 || files.size() > most_parts) return best;
    for (const Family& family : families) {
        if (family.parts.size() != 1 || !family.has_rules()) continue;
        std::vector<std::string> words = first_words(family);
        if (words.size() < files.size()) continue;
        std::sort(words.begin(), words.end());
        std::vector<bool> taken(words.size(), false);
        std::vector<std::string> given;
        const auto look = [&](const std::vector<std::string>& as) {
            if (!may_fit(family, files, as)) return;
            try {
                Assembled one = assemble(files, as);
                one.match = match_family(family, {one.file});
                const bool better = !best || family.certainty() > best->match.family->certainty();
                if (one.match.whole() && better) best = std::move(one);
            } catch (const Error&) { // one name in both: not parts of one
            }
        };
        look(std::vector<std::string>(files.size()));      // under the names they have
        const auto go_on = [&](const auto& self) -> void { // each file another word
            if (given.size() == files.size()) return look(given);
            for (std::size_t n = 0; n < words.size(); ++n) {
                if (taken[n]) continue;
                taken[n] = true;
                given.push_back(words[n]);
                self(self);
                given.pop_back();
                taken[n] = false;
            }
        };
        go_on(go_on);
    }
    return best;
}

} // namespace heed::io
