#include "core/io/open/open_model.h"

#include "core/io/attention/file.h"
#include "core/io/attention/json.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/container/joined/open_checkpoint.h"
#include "core/io/family/renamed.h"
#include "core/io/family/vocabulary_file.h"
#include "core/io/open/asked_for.h"
#include "core/io/open/closest_to.h"
#include "core/io/open/kinds/open_family.h"
#include "core/io/open/kinds/open_hub.h"
#include "core/io/open/kinds/own_format.h"
#include "core/io/open/no_family.h"
#include "core/io/open/open_best.h"
#include "core/io/open/own_case/own_case.h"
#include "core/io/open/packed.h"
#include "core/io/report/report_words.h"
#include "core/io/run/run_file.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

bool is_folder(const fs::path& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

/// The words of a file that is a list of them, which is not what was asked for.
std::optional<WordLists> listed_words(const fs::path& file, ContentKind kind) {
    if (kind != ContentKind::Json && kind != ContentKind::Text) return std::nullopt;
    const std::string name = file.filename().string();
    const bool likely =
        kind == ContentKind::Json || side_of(name) != Side::Neither || name.find("voc") != name.npos;
    try {
        if (likely && !is_attention_file(file)) return read_words(file);
    } catch (const Error&) { // some other text
    }
    return std::nullopt;
}

constexpr std::uint64_t largest_json_looked_at = 64ull << 20;

/// JSON whose keys Heed does not know: they say what it is, and which were wanted. Nothing of other files,
/// and of JSON that is none.
std::optional<Error> other_json(const fs::path& file, ContentKind kind) {
    if (kind != ContentKind::Json) return std::nullopt;
    try {
        const Json value = read_json(file, largest_json_looked_at);
        if (!value.is_object()) return std::nullopt;
        return Error(shown(file), "neither tensors nor attention",
                     "a PyTorch, NumPy or safetensors file, or JSON with \"source\", \"target\" and "
                     "\"attention\"",
                     "JSON with " + keys_text(value));
    } catch (const Error&) { // it is said below where it breaks
        return std::nullopt;
    }
}

void check_readable(const fs::path& file) {
    const ContentKind kind = content_kind(file);
    if (may_hold_tensors(kind)) return;
    if (is_run_file(file))
        throw Error(shown(file), "a run and no model", "a PyTorch, NumPy or safetensors file",
                    "a run that Heed wrote (heed trace --from FILE shows it)");
    if (const std::optional<WordLists> words = listed_words(file, kind)) {
        const std::string count = words->one ? " of " + std::to_string(words->one->size()) + " words" : "";
        throw Error(shown(file), "not a model", "tensors",
                    "a vocabulary" + count + ": give the model's file, and it is found beside it");
    }
    if (is_attention_file(file))
        throw Error(shown(file), "weights and no model", "a PyTorch, NumPy or safetensors file",
                    std::string(describe(kind)) + " with attention in it (heed trace --from FILE shows it)");
    if (const std::optional<Error> other = other_json(file, kind)) throw *other;
    throw not_a_checkpoint(file);
}

/// Names of files that say nothing of the model in them.
constexpr std::array<std::string_view, 8> plain_names = {"model",           "checkpoint",   "checkpoint_best",
                                                         "checkpoint_last", "best",         "encoder",
                                                         "decoder",         "pytorch_model"};

/// What a model is called: its folder where that was given, or where the file has any model's name; else its
/// file.
std::string name_of(const fs::path& path) {
    std::error_code ignored;
    fs::path whole = fs::weakly_canonical(fs::absolute(path, ignored), ignored);
    if (!whole.has_filename()) whole = whole.parent_path();
    const fs::path unpacked = whole.stem(); // "model.tar" of model.tar.gz
    const std::string stem = (unpacked.extension() == ".tar" ? unpacked.stem() : unpacked).native();
    if (const std::string cached = cached_name(whole); !cached.empty()) return escaped(cached);
    if (is_folder(path)) return escaped(whole.filename().native());
    const bool plain = std::find(plain_names.begin(), plain_names.end(), stem) != plain_names.end();
    return escaped(plain && whole.has_parent_path() ? whole.parent_path().filename().native() : stem);
}

constexpr std::size_t most_named = 4; // of the files of a folder

/// Why it was not taken, without the name of its folder.
std::string why_not(const FolderFiles::Other& other, const std::vector<Family>& families) {
    std::string why = other.problem;
    if (why.empty() && other.files.match.whole()) why = "it is " + other.files.match.family->title;
    if (why.empty()) why = no_family(other.files, families).what();
    const std::string path = shown(other.path) + ": ";
    return escaped(other.path.filename().string()) + " (" +
           (why.starts_with(path) ? why.substr(path.size()) : why) + ")";
}

std::string why_not_all(const FolderFiles& found, const std::vector<Family>& families) {
    std::vector<std::string> list;
    for (std::size_t n = 0; n < std::min(found.others.size(), most_named); ++n)
        list.push_back(why_not(found.others[n], families));
    if (found.others.size() > most_named)
        list.push_back(plural(found.others.size() - most_named, "other file", "other files"));
    return listed(list, " and ");
}

/// "; models lie in its folders a, b, c and others", or nothing.
std::string models_below(const fs::path& folder, const std::vector<Family>& families) {
    constexpr std::size_t most_looked_into = 32;
    std::vector<fs::path> below;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (is_folder(it->path())) below.push_back(it->path());
    std::sort(below.begin(), below.end());
    if (below.size() > most_looked_into) below.resize(most_looked_into);
    std::vector<std::string> names;
    for (const fs::path& one : below) {
        if (names.size() > most_named) break;
        if (is_heeds_own(one) || !hub_folder(one).empty() || !models_in(one, families).empty())
            names.push_back(escaped(one.filename().string()));
    }
    if (names.empty()) return {};
    const bool more = names.size() > most_named;
    if (more) names.back() = "others";
    return (names.size() > 1 ? "; models lie in its folders " : "; a model lies in its folder ") +
           listed(names, " and ") + (names.size() > 1 ? ": give the path of one" : "");
}

/// Files with tensors are a model that no family knows, or parts of some.
bool holds_tensors(const FolderFiles& found) {
    return std::any_of(found.others.begin(), found.others.end(),
                       [](const FolderFiles::Other& other) { return other.problem.empty(); });
}

[[noreturn]] void throw_no_model_in(const fs::path& folder, const FolderFiles& found,
                                    const std::vector<Family>& families) {
    const std::string expected = "config.json, or files of a family of models";
    if (holds_tensors(found))
        throw NoFamily(Error(shown(folder), "not a model",
                             expected + " (heed check FOLDER --draft NEW maps those of recurrent cells)",
                             why_not_all(found, families)));
    throw Error(shown(folder), "not a model", expected,
                found.others.empty() ? "neither" + models_below(folder, families)
                                     : why_not_all(found, families));
}

/// Whose name and lack are said where no family takes it: the file that is alone, or of two halves the one
/// that a family knows. Null: there are more.
FolderFiles::Other* meant_of(std::vector<FolderFiles::Other>& others) {
    const auto unread = [](const FolderFiles::Other& other) { return !other.problem.empty(); };
    if (others.empty() || others.size() > 2 || std::any_of(others.begin(), others.end(), unread))
        return nullptr;
    if (others.size() == 2 && other_half_of(others[0].path).filename() != others[1].path.filename())
        return nullptr;
    return others.front().files.match.family == nullptr ? &others.back() : &others.front();
}

/// What else lies in the folder of the model that was opened.
void note_others(const FolderFiles& found, const std::vector<Family>& families,
                 std::vector<std::string>& notes) {
    std::vector<std::string> others;
    for (std::size_t n = 1; n < found.models.size(); ++n)
        others.push_back(escaped(found.models[n].files.front().path.filename().string()));
    if (!others.empty())
        notes.push_back(escaped(found.models.front().files.front().path.filename().string()) +
                        " was opened; " + listed(others) + (others.size() > 1 ? " are" : " is") +
                        " in the folder, too");
    if (!found.others.empty()) notes.push_back("not taken: " + why_not_all(found, families));
}

/// The files that are meant: of a folder those of each model in it.
FolderFiles find_files(const std::vector<fs::path>& paths, const std::vector<Family>& families) {
    FolderFiles files;
    if (paths.size() > 1) {
        for (const fs::path& path : paths) check_readable(path);
        files.models.push_back(files_of(paths, families));
        return files;
    }
    if (!is_folder(paths.front())) {
        check_readable(paths.front());
        files.models.push_back(files_of(paths.front(), families));
        return files;
    }
    check_folder(paths.front());
    FolderFiles found = look_through(paths.front(), families);
    if (found.models.empty()) {
        FolderFiles::Other* meant = meant_of(found.others);
        if (meant == nullptr) throw_no_model_in(paths.front(), found, families);
        files.models.push_back(std::move(meant->files));
        return files;
    }
    return found;
}
} // namespace

namespace {

constexpr std::size_t most_closest = 3, most_by_names = 8; // whose shapes are compared

/// Whether tensors may be called otherwise than the family has them: so that nothing it wants is missing, and
/// all shapes fit.
void check_other_names(FamilyFit& fit, const Family& family, const std::vector<OpenFile>& files) {
    if (fit.renamed.empty()) return;
    FamilyFit as = fit;
    as.wrong_shapes.clear();
    as.problem.clear();
    const auto other = under_other_names(files.front(), fit.renamed);
    if (other) compare_shapes(as, family, {*other});
    if (!other || fit.lacking() > 0 || !as.wrong_shapes.empty() || !as.problem.empty()) fit.renamed.clear();
}

std::vector<FamilyFit> closest_with_shapes(const std::vector<OpenFile>& files,
                                           const std::vector<Family>& families) {
    std::vector<FamilyFit> fits = closest_families(files, families, most_by_names);
    for (FamilyFit& fit : fits)
        for (const Family& family : families)
            if (family.id == fit.id) {
                compare_shapes(fit, family, files);
                check_other_names(fit, family, files);
            }
    std::erase_if(fits, [](const FamilyFit& fit) { return !fit.takes_some() && fit.renamed.empty(); });
    const auto rank = [](const FamilyFit& f) { return std::tuple(f.share(), f.problem.empty(), f.known); };
    std::stable_sort(fits.begin(), fits.end(),
                     [&](const FamilyFit& a, const FamilyFit& b) { return rank(a) > rank(b); });
    if (fits.size() > most_closest) fits.resize(most_closest);
    return fits;
}

/// Under the names they have, or without what wrappers put into them, whichever comes nearer.
std::vector<FamilyFit> closest_unwrapped(const std::vector<OpenFile>& files,
                                         const std::vector<Family>& families) {
    std::vector<FamilyFit> best = closest_with_shapes(files, families);
    const auto share = [](const std::vector<FamilyFit>& fits) {
        return fits.empty() ? 0 : fits.front().share();
    };
    if (files.size() != 1) return best;
    for (const Renamed& other : unwrapped(files.front())) {
        std::vector<FamilyFit> fits = closest_with_shapes({other.file}, families);
        if (share(fits) <= share(best)) continue;
        for (FamilyFit& fit : fits) fit.note = other.note;
        best = std::move(fits);
    }
    return best;
}

std::vector<ReportFit> nearest_fits(const std::vector<OpenFile>& files, const std::vector<Family>& families) {
    std::vector<ReportFit> fits;
    for (const FamilyFit& fit : closest_unwrapped(files, families))
        fits.push_back(
            {fit.title, fit.taken.size(), fit.taken.size() + fit.not_taken.size(), !fit.missing.empty()});
    return fits;
}

/// Every file of the model: shards that are opened under the name of one, and its words.
std::vector<fs::path> all_read(const std::vector<fs::path>& opened, const LoadReport& report,
                               const OpenOptions& options) {
    std::vector<fs::path> all;
    std::error_code ignored;
    const auto add = [&](const fs::path& file) {
        if (fs::is_regular_file(file, ignored) && std::find(all.begin(), all.end(), file) == all.end())
            all.push_back(file);
    };
    for (const fs::path& path : opened) {
        add(path);
        for (const fs::path& part : parts_of(path)) add(part);
        for (const std::string& words : {report.source.file, report.target.file})
            if (!words.empty()) add(path.parent_path() / words);
    }
    add(options.source_vocabulary);
    add(options.target_vocabulary);
    return all;
}

/// As a training leaves them: the last one counts.
void put_newest_first(std::vector<ModelFiles>& models) {
    const auto written = [](const ModelFiles& model) {
        fs::file_time_type last = fs::file_time_type::min();
        std::error_code error;
        for (const fs::path& file : model.paths())
            if (const auto at = fs::last_write_time(file, error); !error) last = std::max(last, at);
        return last;
    };
    const auto newest =
        std::max_element(models.begin(), models.end(),
                         [&](const ModelFiles& a, const ModelFiles& b) { return written(a) < written(b); });
    std::rotate(models.begin(), newest, newest + 1);
}

/// A family that cannot be read may be the one that was meant: each is named.
NoFamily no_family_but(const std::vector<std::string>& not_used, const ModelFiles& files,
                       const std::vector<Family>& families) {
    NoFamily why = no_family(files, families);
    if (not_used.empty() || files.files.front().checkpoint->tensors().empty()) return why;
    std::string all = why.what();
    for (const std::string& one : not_used) all += "; " + one;
    return NoFamily(Error(all), why.nearly);
}

/// The examples were run for the verdict; they are in the report where they were asked for.
Opened as_asked(Opened opened, const OpenOptions& options) {
    if (!options.run_case) opened.report.own_case.reset();
    return opened;
}

} // namespace

Opened open_model(const std::vector<fs::path>& paths, const OpenOptions& options) {
    if (paths.empty()) throw Error("no file", "not a model", "a folder or a file", "nothing");
    for (const fs::path& path : paths)
        if (!is_there(path))
            throw Error(shown(path), "no such model", "a folder or a file", what_is_missing(path));
    if (paths.size() == 1)
        if (const auto packed = PackedFolder::of(paths.front())) {
            OpenOptions inside = options;
            if (inside.name.empty()) inside.name = name_of(paths.front());
            return open_packed(*packed, paths.front(), inside);
        }
    if (const fs::path hub = hub_of(paths, options); !hub.empty()) {
        Opened opened = open_hub(hub, options, options.name.empty() ? name_of(hub) : options.name);
        run_examples(opened, hub, {}, options);
        give_verdict(opened);
        return as_asked(std::move(opened), options);
    }
    if (paths.size() == 1)
        if (const fs::path own = heeds_folder(paths.front()); !own.empty()) {
            Opened opened = open_own(
                own, options, own.filename().empty() ? name_of(own) : escaped(own.filename().string()));
            give_verdict(opened);
            return as_asked(std::move(opened), options);
        }
    std::vector<std::string> notes;
    const std::vector<Family> families = families_of(options, &notes);
    for (std::string& broken : notes) broken = "a family is not used: " + broken;
    FolderFiles found = find_files(paths, families);
    if (options.newest) put_newest_first(found.models);
    if (!found.models.front().match.whole()) throw no_family_but(notes, found.models.front(), families);
    Opened opened = open_by_example(found.models, families, options,
                                    options.name.empty() ? name_of(paths.front()) : options.name);
    const std::vector<OpenFile>& read = found.models.front().files;
    if (opened.model) opened.model->files = all_read(found.models.front().paths(), opened.report, options);
    note_others(found, families, notes);
    opened.report.notes.insert(opened.report.notes.begin(), notes.begin(), notes.end());
    if (opened.report.unread() > 0) opened.report.closest = nearest_fits(read, families);
    return as_asked(std::move(opened), options);
}

std::vector<FamilyFit> closest_to(const std::vector<OpenFile>& files, const std::vector<Family>& families) {
    return closest_unwrapped(files, families);
}

std::optional<NearMiss> near_miss(const std::vector<OpenFile>& files, const std::vector<Family>& families) {
    constexpr double at_least = .67;
    const std::vector<FamilyFit> fits = closest_unwrapped(files, families);
    if (fits.empty() || fits.front().share() <= at_least) return std::nullopt;
    const FamilyFit& fit = fits.front();
    if (!fit.known_by_missing.empty()) return NearMiss{fit.title, fit.known_by_missing.front()};
    if (!fit.missing.empty()) return NearMiss{fit.title, fit.missing.front().from.front()};
    return std::nullopt;
}

std::vector<FamilyFit> closest_to(const fs::path& path, const OpenOptions& options) {
    if (const auto packed = PackedFolder::of(path)) return closest_to(packed->folder(), options);
    const std::vector<Family> families = families_of(options);
    if (!is_folder(path)) return closest_unwrapped(files_of(path, families).files, families);
    const FolderFiles found = look_through(path, families);
    if (!found.models.empty()) return closest_unwrapped(found.models.front().files, families);
    std::vector<OpenFile> all;
    for (const FolderFiles::Other& other : found.others)
        all.insert(all.end(), other.files.files.begin(), other.files.files.end());
    return closest_unwrapped(all, families);
}

std::vector<std::vector<fs::path>> find_models(const fs::path& folder, const OpenOptions& options) {
    std::vector<std::vector<fs::path>> found;
    if (!hub_folder(folder).empty() || is_heeds_own(folder)) return {{folder}};
    for (const ModelFiles& model : models_in(folder, families_of(options))) found.push_back(model.paths());
    return found;
}

} // namespace heed::io
