#include "core/io/open/model_words.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/base/json_text.h"
#include "core/io/open/special_ids.h"
#include "core/io/open/word_files.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed::io {

using Words = WordLists::Words;
namespace fs = std::filesystem;

namespace {

/// What a list would need so that each row of the embedding has a word.
class Fitting {
public:
    Fitting(const Json& rules, const SideOf& which, int rows, int other_rows)
        : which_(which), rows_(rows), other_rows_(other_rows), before_(list_at(rules, "before")),
          may_be_longer_(rules.value("may_be_longer", Json()) == true) {}

    bool fits(const Words& words) const {
        return size(words) == rows_ || (may_be_longer_ && size(words) > rows_) || lacks_specials(words);
    }

    Words made_to_fit(Words words, std::vector<std::string>& notes, const std::string& file) const {
        if (lacks_specials(words)) {
            Words first;
            for (const Json& word : before_) first.push_back(word.get<std::string>());
            words.erase(words.begin(), words.begin() + holes(words));
            words.insert(words.begin(), first.begin(), first.end());
        }
        if (size(words) > rows_) {
            const auto more = static_cast<std::size_t>(size(words) - rows_);
            notes.push_back(file + " lists " + plural(more, "word more", "words more") + " than the " +
                            which_.key + " embedding has rows: unknown to the model");
            words.resize(static_cast<std::size_t>(rows_));
        }
        return words;
    }

    /// "dict.tgt.txt lists 19 tokens, 4 more than the target embedding has rows (15): it belongs to another
    /// model"
    std::string problem(const Words& words, const std::string& file) const {
        const int n = size(words);
        const std::string embedding =
            std::string(" than the ") + which_.key + " embedding has rows (" + std::to_string(rows_) + ")";
        const bool other = n == other_rows_;
        return file + " lists " + plural(words.size(), "token, ", "tokens, ") +
               std::to_string(std::abs(n - rows_)) + (n > rows_ ? " more" : " fewer") + embedding +
               (other ? std::string(", and as many as the other side's: it is the ") +
                            (which_.side == Side::Source ? "target" : "source") + " vocabulary"
                      : ": it belongs to another model");
    }

private:
    static int size(const Words& words) { return static_cast<int>(words.size()); }

    /// Ids that are nobody's at the beginning of a list that special tokens come before: its own begin at 1.
    static int holes(const Words& words) { return !words.empty() && words[0] == number_word(0) ? 1 : 0; }

    bool lacks_specials(const Words& words) const {
        if (before_.empty() || size(words) - holes(words) + static_cast<int>(before_.size()) != rows_)
            return false;
        return std::none_of(before_.begin(), before_.end(), [&](const Json& word) {
            return !word.is_string() ||
                   std::find(words.begin(), words.end(), word.get_ref<const std::string&>()) != words.end();
        });
    }

    SideOf which_;
    int rows_, other_rows_;
    Json before_;
    bool may_be_longer_;
};

/// The list of this side; one that says no side serves both.
const std::optional<Words>& list_for(const WordLists& lists, const SideOf& which) {
    const auto& own = which.side == Side::Source ? lists.source : lists.target;
    return own ? own : lists.one;
}

struct Search {
    const FamilyReading& family;
    const SideOf& which;
    const Fitting& fitting;
    ReportVocabulary& report;
    std::vector<std::string>& notes;

    /// The words, if the list fits; what is wrong with it is remembered where `named` says that it was meant.
    std::optional<Words> take(const WordLists& lists, const std::string& file, bool named) const {
        const std::optional<Words>& words = list_for(lists, which);
        if (!words || words->empty()) return std::nullopt;
        if (!fitting.fits(*words)) {
            if (named && report.problem.empty()) {
                report.file = file;
                report.tokens = static_cast<int>(words->size());
                report.problem = fitting.problem(*words, file);
            }
            return std::nullopt;
        }
        report.file = file;
        report.problem.clear();
        notes.insert(notes.end(), lists.notes.begin(), lists.notes.end());
        Words fit = fitting.made_to_fit(*words, notes, file);
        report.tokens = static_cast<int>(fit.size());
        return fit;
    }

    std::optional<Words> given(const fs::path& file) const {
        try {
            auto words = take(read_words(file), file.filename().string(), true);
            if (!words && report.problem.empty())
                report.problem = shown(file) + ": no list of words for the " + which.key + " side in it";
            return words;
        } catch (const Error& error) {
            report.file = file.filename().string();
            report.problem = error.what();
            return std::nullopt;
        }
    }

    std::optional<Words> inside() const {
        for (const Json& path : list_at(rules_of(family, which), "inside")) {
            const Json* value = path.is_string() ? family.stock().value(path.get<std::string>()) : nullptr;
            if (value == nullptr) continue;
            if (auto words = take(words_in(*value), family.stock().file_name(), true)) {
                report.inside = true;
                report.file.clear();
                return words;
            }
        }
        return std::nullopt;
    }

    std::optional<Words> packed() const {
        for (const PackedText* list : packed_lists(family, which)) {
            const std::string name = escaped(list->name);
            try {
                const bool meant = side_of(name_of(*list)) == which.side;
                auto words = take(read_word_lines(list->text, name), name, meant);
                if (!words) continue;
                report.inside = true;
                report.file.clear();
                notes.push_back(std::string("the ") + which.key + " words are " + name + " of the archive");
                return words;
            } catch (const Error& error) { // no list
                if (report.problem.empty()) report.problem = family.stock().file_name() + ": " + error.what();
            }
        }
        return std::nullopt;
    }

    std::optional<Words> beside() const {
        for (const bool named : {true, false}) {
            for (const fs::path& file : named ? named_files(family, which) : likely_files(family, which)) {
                const std::string name = file.filename().string();
                try { // "src_vocab.txt" is meant, whoever wrote it
                    const bool meant = named || (side_of(name) == which.side && speaks_of_words(name));
                    if (auto words = take(read_words(file), name, meant)) return words;
                } catch (const Error& error) { // a file that only looked like one
                    if (named && report.problem.empty()) report.problem = error.what();
                }
            }
        }
        return std::nullopt;
    }
};

Words words_of(const FamilyReading& family, const SideOf& which, int rows, int other_rows,
               const fs::path& given, bool numbers, ReportVocabulary& report,
               std::vector<std::string>& notes) {
    const Fitting fitting(rules_of(family, which), which, rows, other_rows);
    const Search search{family, which, fitting, report, notes};
    report.expected = rows;
    std::optional<Words> words;
    if (!given.empty()) {
        words = search.given(given);
    } else {
        words = search.inside();
        if (!words) words = search.packed();
        if (!words) words = search.beside();
    }
    if (words) return std::move(*words);
    const Json said = rules_of(family, which).value("numbers", Json());
    if (!numbers && said != true) return {};
    report.numbers = true;
    Words shown;
    for (int id = 0; id < rows; ++id) shown.push_back(number_word(id));
    return shown;
}

// ------------------------------------------------------------------------------------------------ tokens
/// Made by a toolkit, not by people: says nothing about how the text was cut.
bool is_made_up(const std::string& word) {
    return (word.size() > 2 && word.front() == '<' && word.back() == '>') || word.starts_with("madeupword") ||
           word.starts_with("averyunlikelytoken") || word.starts_with("\u2039");
}

struct Spelling {
    bool characters = true, capitals = false;
    int seen = 0;

    void look(const Words& words, const Json& special) {
        for (std::size_t id = 0; id < words.size(); ++id) {
            const std::string& word = words[id];
            const bool named =
                std::any_of(special.begin(), special.end(), [&](const Json& s) { return s == id; });
            if (named || is_made_up(word) || word.empty()) continue;
            ++seen;
            characters = characters && decode_utf8(word, 0).length == word.size();
            capitals = capitals || lowercase(word) != word;
        }
    }
};

} // namespace

ModelWords find_words(const FamilyReading& family, int source_rows, int target_rows,
                      const OpenOptions& options) {
    ModelWords found;
    const fs::path& source = options.source_vocabulary;
    // One file may hold both lists: given for one side, it is asked for the other, too.
    const fs::path target = options.target_vocabulary.empty() && !source.empty() &&
                                    [&] {
                                        try {
                                            return read_words(source).target.has_value();
                                        } catch (const Error&) {
                                            return false;
                                        }
                                    }()
                                ? source
                                : options.target_vocabulary;
    found.source = words_of(family, source_side, source_rows, target_rows, source, options.numbers,
                            found.source_report, found.notes);
    found.target = words_of(family, target_side, target_rows, source_rows, target, options.numbers,
                            found.target_report, found.notes);
    const bool shared = !found.source.empty() && found.source == found.target;
    found.source_report.shared = found.target_report.shared = shared;
    std::sort(found.notes.begin(), found.notes.end());
    found.notes.erase(std::unique(found.notes.begin(), found.notes.end()), found.notes.end());
    return found;
}

std::pair<std::set<std::int64_t>, std::set<std::int64_t>> lengths_of_lists(const FamilyReading& family,
                                                                           const OpenOptions& options) {
    const auto lengths = [&](const SideOf& which, const fs::path& given) {
        std::set<std::int64_t> found;
        const std::vector<fs::path> files =
            given.empty() ? likely_files(family, which) : std::vector<fs::path>{given};
        const auto add = [&](const auto& read) {
            try {
                const WordLists lists = read();
                if (const auto& words = list_for(lists, which)) found.insert(std::ssize(*words));
            } catch (const Error&) { // no list
            }
        };
        if (given.empty())
            for (const PackedText* list : packed_lists(family, which))
                add([&] { return read_word_lines(list->text, list->name); });
        for (const fs::path& file : files) add([&] { return read_words(file); });
        return found;
    };
    return {lengths(source_side, options.source_vocabulary), lengths(target_side, options.target_vocabulary)};
}

Json token_config(const FamilyReading& family, const ModelWords& words, std::vector<std::string>& unsettled) {
    Json config;
    const Json source = special_ids(family, source_side, words.source, unsettled);
    const Json target = special_ids(family, target_side, words.target, unsettled);
    config["special"] = {{"source", source}, {"target", target}};

    Spelling spelling;
    spelling.look(words.target, target);
    spelling.characters = true; // how text is cut is the source's business alone
    spelling.seen = 0;
    spelling.look(words.source, source);
    const Json asked = family.config().value("tokenizer", Json::object());
    Json& tokenizer = config["tokenizer"];
    tokenizer["level"] = asked.value("level", "given");
    tokenizer["lowercase"] = asked.value("lowercase", Json()) == true && !spelling.capitals;
    // A family that does not insist leaves it to the list.
    if (spelling.characters && spelling.seen > 0 && asked.value("fixed", Json()) != true)
        tokenizer["level"] = "character";
    if (tokenizer["level"] == "character")
        for (const char* space : {" ", "\u2581", "_"}) {
            if (std::find(words.source.begin(), words.source.end(), space) == words.source.end()) continue;
            if (std::string_view(space) != " ") tokenizer["space"] = space;
            break;
        }
    return config;
}

namespace {

std::uintmax_t bytes_of_lists(const FamilyReading& family, const OpenOptions& options) {
    std::uintmax_t all = 0;
    std::set<fs::path> seen;
    const auto add = [&](const fs::path& file) {
        std::error_code error;
        if (!file.empty() && seen.insert(file).second)
            if (const auto bytes = fs::file_size(file, error); !error) all += bytes;
    };
    for (const SideOf* which : {&source_side, &target_side}) {
        for (const fs::path& file : named_files(family, *which)) add(file);
        for (const fs::path& file : likely_files(family, *which)) add(file);
    }
    add(options.source_vocabulary);
    add(options.target_vocabulary);
    return all;
}

} // namespace

void look_at_words(const FamilyReading& family, int source_rows, int target_rows, const OpenOptions& options,
                   Understanding& understanding) {
    understanding.words_unseen = true;
    if (source_rows < 1 || target_rows < 1 || bytes_of_lists(family, options) > read_in_passing) return;
    try {
        const ModelWords words = find_words(family, source_rows, target_rows, options);
        if (!words.found()) return; // they are asked for
        std::vector<std::string> doubts;
        token_config(family, words, doubts);
        understanding.unsettled += doubts.size();
        understanding.words_unseen = false;
    } catch (const Error&) { // opening says why
    }
}

std::pair<std::string, std::string> named_vocabularies(const FamilyReading& family) {
    const auto first = [&](const SideOf& which) {
        const auto files = named_files(family, which);
        if (!files.empty()) return files.front().filename().string();
        for (const fs::path& file : likely_files(family, which))
            if (side_of(file.filename().string()) == which.side &&
                file.filename().string().find("voc") != std::string::npos)
                return file.filename().string();
        return std::string();
    };
    return {first(source_side), first(target_side)};
}

} // namespace heed::io
