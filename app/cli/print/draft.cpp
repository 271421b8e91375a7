#include "app/cli/print/draft.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/mapping/nearest.h"
#include "core/io/mapping/parts/written_tensors.h"
#include "core/io/mapping/tries/all_answers.h"
#include "core/io/mapping/unread.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

namespace heed::cli {

namespace fs = std::filesystem;
namespace mapping = io::mapping;
using nlohmann::ordered_json;

namespace {

constexpr std::uint64_t largest_family = 16u << 20;

/// A draft that was written before, as it stands now.
struct Before {
    std::string text;
    nlohmann::json family; // null: there is none

    /// Whether somebody changed more in it than answers, its title and what is said about it.
    bool changed() const {
        return !family.is_null() && mapping::mark_in(family) != mapping::written_mark(family);
    }
};

Before draft_before(const fs::path& file) {
    std::error_code ignored;
    if (!fs::exists(file, ignored)) return {};
    Before before{io::read_regular_file(file, largest_family), {}};
    io::check_nesting(before.text, io::shown(file));
    before.family = nlohmann::json::parse(before.text, nullptr, false);
    const nlohmann::json::json_pointer place("/comment/mapping");
    if (before.family.is_discarded() || !before.family.is_object() || !before.family.contains(place))
        throw Error(io::shown(file), "--draft", "a new file, or a draft that was written before",
                    "another file, which is left as it is");
    return before;
}

/// Its title, what is said about it, and remarks stay as they are.
void keep_words(const Before& before, nlohmann::json& family) {
    if (before.family.is_null()) return;
    for (const char* key : {"title", "about"})
        if (const auto it = before.family.find(key); it != before.family.end() && it->is_string())
            family[key] = *it;
    for (const auto& [key, value] : before.family["comment"].items())
        if (key != "mapping" && key != "open" && key != "problems") family["comment"][key] = value;
}

/// Puts the text beside the file, over no other: "NAME.json~", "NAME.json~2". Returns its name.
std::string kept_beside(const std::string& file, const std::string& text) {
    constexpr int most = 100;
    std::error_code ignored;
    for (int n = 1; n < most; ++n) {
        const std::string name = file + "~" + (n > 1 ? std::to_string(n) : "");
        if (fs::exists(name, ignored)) {
            if (fs::file_size(name, ignored) != text.size()) continue;
            if (io::read_regular_file(name, largest_family) != text) continue;
            return name;
        }
        io::write_file_atomic(name, text);
        return name;
    }
    throw Error(io::shown(fs::path(file)), "--draft: what was changed in it by hand",
                "a free name to keep it under", "none of " + std::to_string(most) + ": nothing was written");
}

/// The file's name in small letters, as a family's are.
std::string id_of(const fs::path& file) {
    const std::string name = ascii_lower(file.stem().string());
    if (const std::string wrong = mapping::wrong_name(name); !wrong.empty())
        throw Error(io::shown(file), "--draft: the file's name is the family's: " + wrong);
    return name;
}

ordered_json question_json(const mapping::Question& question) {
    ordered_json one{{"id", question.id}, {"question", question.text}, {"answer", question.answer}};
    for (const mapping::Option& option : question.options) one["options"].push_back(option.id);
    return one;
}

std::vector<std::string> names_without_part(const mapping::Draft& draft) {
    std::vector<std::string> names;
    for (std::size_t n = 0; n < draft.mapping.units.size(); ++n)
        if (draft.mapping.as[n].part == mapping::Part::None) names.push_back(draft.mapping.units[n].name);
    return names;
}

void say_open(std::ostream& out, const ordered_json& written, const mapping::Draft& draft) {
    const auto open = draft.open();
    for (const auto& sentence : written["unread"])
        out << "Not read, and left out: " << sentence.get<std::string>() << ".\n";
    out << "Draft of a family: " << written["file"].get<std::string>() << '\n';
    if (written.contains("kept"))
        out << "It had been changed by hand, and was written anew from its answers; as it was it is in\n"
            << written["kept"].get<std::string>() << ".\n";
    if (const auto nearest = written.find("nearest"); nearest != written.end())
        out << "Nearest is " << escaped(nearest->get<std::string>())
            << ", whose answers were taken where no other was given.\n";
    if (!open.empty())
        out << "What names and shapes leave open, with the answer that was taken; change it in "
               "\"comment\", \"mapping\", \"answers\"\nand give --draft again, or change the family "
               "itself:\n";
    for (const mapping::Question* question : open) {
        out << "  " << question->id << ": " << question->answer << "  " << question->text << " (";
        for (std::size_t n = 0; n < question->options.size(); ++n)
            out << (n == 0 ? "" : ", ") << question->options[n].id;
        out << ")\n";
    }
    for (const auto& problem : written["problems"])
        out << "  It cannot be run yet: " << problem.get<std::string>() << ".\n";
    if (const auto unknown = names_without_part(draft); !unknown.empty())
        out << "  No part was found for " << listed(unknown, " and ") << ".\n";
    std::vector<std::string> idle;
    for (const std::size_t n : mapping::read_by_nothing(draft)) idle.push_back(draft.mapping.units[n].name);
    if (!idle.empty()) out << "  Nothing reads " << listed(idle, " and ") << ", as that is answered.\n";
    out << '\n';
}

/// What the examples beside the files decided.
struct Decided {
    ordered_json found; // null: there are none, or it cannot be run
    std::vector<mapping::Undecided> undecided;
};

/// Takes the answers that agree into the reading; those that were given before stay where they agree.
Decided decided_by_examples(mapping::Reading& reading, const io::OpenOptions& options) {
    const auto& units = reading.mapped().units;
    const bool cells = std::any_of(units.begin(), units.end(), [](const mapping::Unit& unit) {
        return unit.kind == mapping::Unit::Kind::Cell;
    });
    const auto examples = mapping::examples_in(reading.unknown.folder());
    if (!cells || examples.empty()) return {};
    const mapping::Search search = mapping::try_all(reading, options);
    if (search.tried.empty()) return {};
    Decided decided{{{"tried", search.looked_at()}, {"agree", search.agreeing()}, {"of", search.all}}, {}};
    const mapping::Combination& best = search.tried.front();
    const auto is_weighed = [](const nlohmann::json& one) {
        return one.is_object() && !one.value("attention", nlohmann::json::array()).empty();
    };
    if (std::none_of(examples.begin(), examples.end(), is_weighed)) decided.found["without_weights"] = true;
    if (search.agreeing() == 0) decided.found["nearest"] = best.difference;
    if (best.roughly) decided.found["roughly"] = true;
    if (search.agreeing() == 0 && !best.roughly && best.difference <= io::verified_to)
        decided.found["weights_alone"] = true;
    if (search.parts_open) decided.found["parts_open"] = true;
    if (best.agrees || best.roughly) {
        if (!best.parts.empty()) reading = mapping::with_parts(reading, best.parts, options);
        for (const auto& [unit, part] : best.parts)
            decided.found["parts"].push_back({{"tensor", unit}, {"part", mapping::info(part).words}});
        for (const auto& [question, option] : best.answers) reading.said.answers[question] = option;
    }
    decided.undecided = search.undecided(best.answers);
    for (const mapping::Undecided& one : decided.undecided)
        decided.found["undecided"].push_back({{"id", one.question}, {"agree", one.options}});
    return decided;
}

void say_guessed(std::ostream& out, const ordered_json& rows, const std::vector<std::string>& problems) {
    std::size_t wide = 0;
    for (const auto& row : rows) wide = std::max(wide, row["tensors"].get<std::string>().size());
    out << "By shapes and neighbours they would be (--draft NEW writes that as a family):\n";
    for (const auto& row : rows) {
        const std::string name = row["tensors"], part = row["part"], ground = row["ground"];
        out << "  " << name << std::string(wide - name.size() + 2, ' ') << (part.empty() ? "not known" : part)
            << (ground.empty() ? "" : "  (" + ground + ")") << '\n';
    }
    for (const std::string& problem : problems) out << "It could not be run so: " << problem << ".\n";
    out << '\n';
}

void say_decided(std::ostream& out, const Decided& decided, const mapping::Draft& draft) {
    const ordered_json& found = decided.found;
    if (found.is_null()) return;
    const auto count = [&](const char* key) { return found[key].get<std::size_t>(); };
    const std::size_t tried = count("tried"), agree = count("agree");
    out << "expected.json: of " << plural(tried, "set of answers", "sets of answers") << ' ';
    if (agree == 0)
        out << "none agrees with it, the nearest within " << found.value("nearest", 1.0)
            << (found.contains("roughly") ? ", which is what its numbers round by: that was taken.\n"
                : found.contains("weights_alone")
                    ? " in its weights, but not in what it writes or how likely that is.\n"
                    : ".\n");
    else if (agree == 1)
        out << "one agrees with it, and was taken.\n";
    else if (decided.undecided.empty())
        out << agree << " agree with it, and run alike on other inputs, too; the nearest was taken.\n";
    else
        out << agree << " agree with it, which it cannot tell apart; the nearest was taken.\n";
    if (agree == 0 && !names_without_part(draft).empty())
        out << "What no part was found for may be why: a kind of part that Heed lacks, or one that is called "
               "otherwise.\n";
    if (found.contains("without_weights"))
        out << "It has no weights: ids and how likely the likeliest tokens are were compared.\n";
    if (const auto parts = found.find("parts"); parts != found.end())
        for (const auto& row : *parts)
            out << "  It agrees only where " << row["tensor"].get<std::string>() << " is “"
                << row["part"].get<std::string>() << "”.\n";
    if (found.contains("parts_open"))
        out << "Tensors as other parts than these agree in more than one way: say by hand what they are.\n";
    if (count("of") > tried)
        out << "There are " << count("of") << "; those nearest to the guesses were tried.\n";
    for (const mapping::Undecided& one : decided.undecided)
        if (const mapping::Question* question = draft.find(one.question))
            out << "  It does not settle “" << question->text << "”: " << option_labels(draft, one)
                << " agree, and differ on other inputs.\n";
    if (!decided.undecided.empty())
        out << "So it does not verify the model: an example on which those differ would.\n";
}

Error without_parts(const mapping::Reading& reading, const fs::path& model) {
    std::string first;
    for (const io::OpenFile& opened : reading.unknown.files)
        for (const io::StoredTensor& tensor : opened.checkpoint->tensors())
            if (first.empty()) first = escaped(tensor.name);
    return {
        io::shown(model), "--draft",
        "tensors of recurrent cells, whose names end in weight_ih_l0, weight_hh_l0, bias_ih_l0 and "
        "bias_hh_l0 (or with another number, or none), or two layers that are one (x2h and h2h, Wx and Wh)",
        "none that are called so, the first \"" + first + "\": nothing was written"};
}

/// Why it cannot be run. What is called ready has been opened.
std::vector<std::string> problems_of(const mapping::Reading& reading, const mapping::Draft& draft,
                                     const io::OpenOptions& options) {
    if (!draft.ready()) return draft.problems;
    try {
        mapping::opened_draft(reading, draft, options);
        return {};
    } catch (const Error& error) {
        return {error.what()};
    }
}

} // namespace

ordered_json write_draft(const fs::path& model, const std::string& file, const io::OpenOptions& options,
                         std::ostream* out) {
    const std::string id = id_of(file);
    const Before before = draft_before(file);
    mapping::Reading reading = mapping::read_unknown({model}, mapping::said_in(before.family), options);
    reading.nearest = mapping::nearest_answers(reading, options);
    const std::vector<std::string> unread = mapping::unread_answers(before.family, reading.drafted());
    const Decided decided = decided_by_examples(reading, options);
    const mapping::Draft draft = reading.drafted();
    mapping::Changes changes{{}, reading.unknown.title(), {}};
    for (const mapping::Undecided& one : decided.undecided) changes.undecided.insert(one.question);
    const std::string title = fs::path(file).stem().string();
    nlohmann::json family = mapping::family_json(draft, id, title, reading.said, changes);
    if (family["known_by"].empty()) throw without_parts(reading, model);
    keep_words(before, family);
    const std::vector<std::string> problems = problems_of(reading, draft, options);
    ordered_json written{{"file", file},
                         {"questions", ordered_json::array()},
                         {"problems", problems},
                         {"unread", unread},
                         {"ready", problems.empty()}};
    for (const mapping::Question* question : draft.open())
        written["questions"].push_back(question_json(*question));
    if (reading.nearest) written["nearest"] = reading.nearest->title;
    if (!decided.found.is_null()) written["examples"] = decided.found;
    // Beside the answers, what they answer, and what else could be said.
    family["comment"]["open"] = written["questions"];
    if (!problems.empty()) family["comment"]["problems"] = problems;
    if (before.changed()) written["kept"] = kept_beside(file, before.text);
    io::write_file_atomic(file, family.dump(2) + "\n");
    if (out) {
        say_open(*out, written, draft);
        say_decided(*out, decided, draft);
        if (!decided.found.is_null()) *out << '\n';
    }
    return written;
}

ordered_json guessed_parts(const fs::path& model, const io::OpenOptions& options, std::ostream* out) {
    ordered_json rows = ordered_json::array();
    if (out) *out << "No family takes many of its tensors by their names.\n";
    if (!mapping::can_be_mapped({model})) {
        if (out) *out << '\n';
        return rows;
    }
    const mapping::Draft draft = mapping::read_unknown({model}, {}, options).drafted();
    for (std::size_t n = 0; n < draft.mapping.units.size(); ++n) {
        const mapping::Mapped& as = draft.mapping.as[n];
        const bool known = as.part != mapping::Part::None;
        rows.push_back({{"tensors", draft.mapping.units[n].name},
                        {"part", known ? std::string(mapping::info(as.part).words) : ""},
                        {"ground", known ? as.ground : ""}});
    }
    if (out) say_guessed(*out, rows, draft.problems);
    return rows;
}

} // namespace heed::cli
