#include "core/io/mapping/nearest.h"

#include "core/base/error.h"
#include "core/io/family/expression_pieces.h"
#include "core/io/family/renamed.h"
#include "core/io/open/asked_for.h"
#include "core/io/open/closest_to.h"
#include "core/io/open/kinds/open_family.h"
#include "core/io/open/special_ids.h"

#include <algorithm>

namespace heed::io::mapping {

using Json = nlohmann::json;

namespace {

/// What a family makes of files, setting by setting and tensor by tensor.
using MadeOf = std::map<std::string, std::string>;
using FileNames = std::map<std::string, std::string>; // of tensors, as the files have them

void add_settings(MadeOf& made, const std::string& place, const Json& value) {
    if (!value.is_object()) {
        made[place] = value.dump();
        return;
    }
    for (const auto& [key, one] : value.items()) add_settings(made, place + "." + key, one);
}

int turns_in(const Expression& expression) {
    int turns = expression.kind == Expression::Kind::Transpose ? 1 : 0;
    for (const Expression& part : expression.of) turns += turns_in(part);
    return turns;
}

std::string ranges_text(const std::optional<std::vector<Expression::Range>>& ranges, std::int64_t all) {
    std::vector<Expression::Range> joined; // those that go on where the one before ends
    for (const auto& range : ranges.value_or(std::vector<Expression::Range>{{0, all}}))
        if (!joined.empty() && joined.back().second == range.first)
            joined.back().second = range.second;
        else
            joined.push_back(range);
    std::string text;
    for (const auto& [from, before] : joined)
        text += std::to_string(from) + "-" + std::to_string(before) + ";";
    return text;
}

std::string numbers_text(const Expression& expression, const FileNames& names) {
    std::string text = turns_in(expression) % 2 == 0 ? "" : "turned ";
    for_each_piece(expression, [&](const Expression& tensor, const TensorPiece& piece) {
        if (tensor.item.tensor == nullptr) return;
        const std::string& name = tensor.item.tensor->name;
        const auto other = names.find(name);
        const auto size = [&](std::size_t n) {
            return n < tensor.item.tensor->shape.size() ? tensor.item.tensor->shape[n] : 1;
        };
        text += (other == names.end() ? name : other->second) + "[" + ranges_text(piece.rows, size(0)) + "," +
                ranges_text(piece.columns, size(1)) + "]";
    });
    return text;
}

void add_special(MadeOf& made, const FamilyReading& reading, const Words& words) {
    std::vector<std::string> ignored;
    const auto add = [&](const SideOf& side, const std::vector<std::string>& list) {
        if (list.empty()) return;
        const Json ids = special_ids(reading, side, list, ignored);
        for (const char* meaning : {"start", "end"})
            made["word " + std::string(side.key) + " " + meaning] = ids[meaning].dump();
    };
    add(source_side, words.source);
    add(target_side, words.target);
}

/// None: it cannot read them.
std::optional<MadeOf> made_of(const Family& family, const std::vector<OpenFile>& files,
                              const FileNames& names, const Words& words) {
    try {
        const FamilyMatch match = match_family(family, files);
        if (!match.whole()) return std::nullopt;
        FamilyStock stock(match, files);
        const FamilyReading reading(family, stock, files.front().path.parent_path());
        if (!reading.missing().empty()) return std::nullopt;
        const Json config = whole_config(reading, family, "");
        Json whole = Json::object();
        to_json(whole, seq2seq_config_from_json(config, stock.file_name()));
        whole["source"] = config.value("source", Json());
        MadeOf made;
        add_settings(made, "", whole);
        for (const FamilyReading::Role& role : reading.roles())
            made["tensor " + role.name] = numbers_text(role.expression, names);
        add_special(made, reading, words);
        return made;
    } catch (const Error&) {
        return std::nullopt;
    } catch (const Json::exception&) { // somebody's family
        return std::nullopt;
    }
}

/// How much both make alike, less what `a` says and `b` leaves as it is usual; none: one makes nothing.
std::optional<int> alike(const std::optional<MadeOf>& a, const MadeOf& b) {
    if (!a) return std::nullopt;
    const auto equal = std::count_if(b.begin(), b.end(), [&](const auto& one) {
        const auto it = a->find(one.first);
        return it != a->end() && it->second == one.second;
    });
    const auto more =
        std::count_if(a->begin(), a->end(), [&](const auto& one) { return !b.contains(one.first); });
    return static_cast<int>(equal - more);
}

/// The answers with which a draft makes of the files what the family does: one question after another, since
/// what is asked depends on what was answered before. What changes nothing of that it does not tell.
Answers answers_like(const Reading& reading, const MadeOf& family) {
    Answers told, tried;
    const auto as_drafted = [&](const Answers& answers) -> std::optional<MadeOf> {
        try {
            const Draft draft = reading.drafted(answers);
            if (!draft.ready()) return std::nullopt;
            const Json spec = family_json(draft, "draft", "the draft", {});
            return made_of(checked_family(spec, "the draft"), reading.unknown.files, {}, reading.words);
        } catch (const Error&) { // no model is made of such answers
            return std::nullopt;
        }
    };
    for (bool more = true; more;) {
        more = false;
        const Draft draft = reading.drafted(tried);
        for (const Question* question : draft.open()) {
            if (tried.count(question->id) != 0) continue;
            std::optional<int> best, least;
            std::string like = question->answer;
            for (const Option& option : question->options) {
                Answers answers = tried;
                answers[question->id] = option.id;
                const std::optional<int> count = alike(as_drafted(answers), family);
                if (!count) continue;
                least = least ? std::min(least, count) : count;
                if (!best || *count > *best || (count == best && option.id == question->answer))
                    like = option.id;
                best = best ? std::max(best, count) : count;
            }
            tried[question->id] = like;
            if (best > least) told[question->id] = like;
            more = true;
            break;
        }
    }
    return told;
}

/// The file without what wrappers put into its names, if it was looked at so.
std::optional<OpenFile> looked_at(const OpenFile& file, const FamilyFit& fit) {
    if (fit.note.empty()) return file;
    for (const Renamed& other : unwrapped(file))
        if (other.note == fit.note) return other.file;
    return std::nullopt;
}

} // namespace

std::optional<Nearest> nearest_answers(const Reading& reading, const OpenOptions& options) {
    if (options.families.empty() || reading.unknown.files.size() != 1) return std::nullopt;
    std::vector<Family> families = families_of(options);
    std::erase_if(families, [](const Family& family) { return family.guessed(); });
    const OpenFile& file = reading.unknown.files.front();
    for (const FamilyFit& fit : closest_to(reading.unknown.files, families)) {
        if (fit.share() < nearest_at_least || fit.lacking() > 0) continue;
        const auto own = looked_at(file, fit);
        const auto named = own ? under_other_names(*own, fit.renamed) : std::nullopt;
        if (!named) continue;
        FileNames names; // renaming keeps the tensors' order
        for (std::size_t n = 0; n < file.checkpoint->tensors().size(); ++n)
            names[named->checkpoint->tensors()[n].name] = file.checkpoint->tensors()[n].name;
        const auto family = std::find_if(families.begin(), families.end(),
                                         [&](const Family& one) { return one.id == fit.id; });
        const auto made = made_of(*family, {*named}, names, reading.words);
        if (!made) continue;
        Nearest nearest{family->id, family->title, answers_like(reading, *made)};
        if (!nearest.answers.empty()) return nearest;
    }
    return std::nullopt;
}

} // namespace heed::io::mapping
