#include "core/io/attention/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/family/vocabulary_file.h"
#include "core/io/open/asked_for.h"
#include "core/io/open/kinds/open_hub.h"
#include "core/io/open/kinds/own_format.h"
#include "core/io/open/no_family.h"
#include "core/io/open/open_best.h"
#include "core/io/open/packed.h"
#include "core/io/report/report_words.h"
#include "core/text/escape.h"

namespace heed::io {

namespace fs = std::filesystem;

namespace {

std::string counted(const WordLists& words) {
    if (words.one) return "vocabulary, " + std::to_string(words.one->size());
    if (words.source && words.target)
        return "vocabularies, " + std::to_string(words.source->size()) + " and " +
               std::to_string(words.target->size());
    return "vocabulary";
}

Glimpse not_usable(std::string kind, const fs::path& path, std::string text) {
    return {
        std::move(kind), false, escaped(path.filename().string()), {}, std::move(text), {}, {}, {}, false};
}

/// What opening will say of it, where it is not large.
Glimpse glimpse_weights(const fs::path& path) {
    constexpr std::uintmax_t most_read = 8u << 20;
    Glimpse glimpse{"weights and tokens",
                    true,
                    escaped(path.filename().string()),
                    {},
                    "Attention that was computed elsewhere: weights and tokens, no model.",
                    {},
                    {},
                    {},
                    false};
    std::error_code error;
    if (const auto bytes = fs::file_size(path, error); error || bytes > most_read) return glimpse;
    try {
        std::size_t maps = 0, sentences = 0;
        int last = -1;
        for (const Trace& run : read_attention(path)) {
            maps += run.maps().size();
            const int sentence = sentence_of_file(run);
            sentences += sentence == last ? 0 : 1;
            last = sentence;
        }
        if (sentences > 1) glimpse.facts.emplace_back("sentences", std::to_string(sentences));
        glimpse.facts.emplace_back("maps", std::to_string(maps));
    } catch (const Error& problem) { // there may be a way: it is offered when it is opened
        glimpse.text = problem.what();
    }
    return glimpse;
}

Glimpse glimpse_text(const fs::path& path, ContentKind kind) {
    if (path.filename() == "expected.json" || path.filename() == "case.json")
        return not_usable("the model's own case", path, "Opened with its model.");
    if (is_attention_file(path)) return glimpse_weights(path);
    const std::string name = path.filename().string();
    const bool likely = kind == ContentKind::Json || side_of(name) != Side::Neither ||
                        name.find("voc") != name.npos || name.find("dict") != name.npos ||
                        path.extension() == ".yml";
    if (likely) {
        try {
            return not_usable(counted(read_words(path)), path,
                              "A list of words. Open the model; it asks for what is not beside it.");
        } catch (const Error&) { // some other text
        }
    }
    return not_usable(kind == ContentKind::Json ? "JSON" : "text", path, "Neither a model nor weights.");
}

/// What reads them beside the family that is asked for.
Glimpse with_families(Glimpse glimpse, const std::vector<OpenFile>& files, OpenOptions options) {
    options.family.clear();
    for (const FamilyFit& fit : fitting_families(files, families_of(options)))
        glimpse.families.push_back(
            {fit.id, fit.title, fit.taken.size(), fit.taken.size() + fit.not_taken.size()});
    if (!glimpse.families.empty()) glimpse.family = glimpse.families.front().title;
    return glimpse;
}

Glimpse glimpse_checked(const fs::path& path, const OpenOptions& options) {
    if (std::optional<Glimpse> large = glimpse_large_archive(path)) return std::move(*large);
    if (const auto packed = PackedFolder::of(path)) return glimpse_packed(*packed, options);
    if (const fs::path hub = hub_of({path}, options); !hub.empty()) return glimpse_hub(hub);
    if (const fs::path own = heeds_folder(path); !own.empty()) return glimpse_own(own);
    const std::vector<Family> families = families_of(options);
    std::vector<std::string> notes;
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        std::vector<ModelFiles> models = models_in(path, families);
        if (models.empty()) return not_usable("folder", path, {});
        const std::vector<OpenFile> opened = models.front().files;
        Glimpse glimpse = with_families(glimpse_best(models.front(), families, options), opened, options);
        if (models.size() > 1) {
            glimpse.text += " One of " + std::to_string(models.size()) +
                            " models in the folder: look inside to take another.";
            glimpse.facts.insert(glimpse.facts.begin(), {"models", std::to_string(models.size())});
        }
        return glimpse;
    }
    const ContentKind kind = content_kind(path);
    if (kind == ContentKind::Json || kind == ContentKind::Text) return glimpse_text(path, kind);
    if (!may_hold_tensors(kind))
        return not_usable(std::string(describe(kind)), path, not_a_checkpoint(path).what());
    if (kind == ContentKind::Numpy && is_attention_file(path)) return glimpse_text(path, kind);
    ModelFiles files = files_of(path, families);
    if (!files.match.whole()) {
        if ((kind == ContentKind::PyTorch || kind == ContentKind::Pickle) && is_attention_file(path))
            return glimpse_weights(path);
        const Checkpoint& checkpoint = *files.files.front().checkpoint;
        if (checkpoint.tensors().empty())
            if (const WordLists words = words_in(checkpoint.values()))
                return not_usable(counted(words), path, "A list of words.");
        if (const auto array = lone_array(checkpoint, path))
            return not_usable("array without words", path, array->what());
        const NoFamily why = no_family(files, families);
        return not_usable(why.nearly || files.match.family != nullptr ? "checkpoint" : "no known family",
                          path, why.what());
    }
    if (const Family& family = *files.match.family; !family.refused.empty())
        return not_usable(family.id.find("optimizer") == family.id.npos ? "not a recurrent model"
                                                                        : "optimizer state",
                          path, "This is " + family.title + ": " + family.refused + ".");
    const std::vector<OpenFile> opened = files.files;
    return with_families(glimpse_best(files, families, options), opened, options);
}

} // namespace

Glimpse glimpse(const fs::path& path, const OpenOptions& options) {
    try {
        return glimpse_checked(path, options);
    } catch (const Error& error) {
        return not_usable("unreadable", path, error.what());
    }
}

} // namespace heed::io
