#include "core/io/family/closest.h"

#include "core/io/container/joined/joined.h"
#include "core/io/family/other_names.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace heed::io {

namespace {

using FamilyJson = nlohmann::json;

constexpr std::size_t most_listed = 6;        // names in a line
constexpr std::size_t most_alternatives = 64; // nobody writes as many

/// The tensors that an expression names: all of each list are needed; one list an alternative.
using Alternatives = std::vector<std::vector<std::string>>;

/// Each with each.
Alternatives all_of_both(const Alternatives& a, const Alternatives& b) {
    Alternatives both;
    for (const auto& one : a)
        for (const auto& other : b) {
            if (both.size() == most_alternatives) return both;
            both.push_back(one);
            both.back().insert(both.back().end(), other.begin(), other.end());
        }
    return both;
}

Alternatives alternatives_of(const FamilyJson& expression, int depth = 0) {
    if (expression.is_string()) return {{replaced(expression.get<std::string>(), "{layer}", "0")}};
    Alternatives all = {{}};
    if (depth > 8 || !expression.is_object()) return all;
    if (const auto either = expression.find("either"); either != expression.end() && either->is_array()) {
        Alternatives found;
        for (const FamilyJson& one : *either)
            for (auto& names : alternatives_of(one, depth + 1))
                if (found.size() < most_alternatives) found.push_back(std::move(names));
        return found;
    }
    const bool cut = expression.contains("of");
    for (const auto& [key, value] : expression.items()) {
        if (key == "zeros" || key == "identity" || key == "times" || (cut && key != "of")) continue;
        if (!value.is_array())
            all = all_of_both(all, alternatives_of(value, depth + 1));
        else
            for (const FamilyJson& one : value) all = all_of_both(all, alternatives_of(one, depth + 1));
    }
    return all;
}

struct FamilyRule {
    std::string part;
    Alternatives from;
    bool always = false; // outside of every variant
};

struct Spec {
    std::vector<FamilyRule> rules;
    std::vector<std::pair<std::string, std::string>> ignored; // pattern, why
};

void collect(const FamilyJson& patch, Spec& spec, int depth) {
    if (depth > 8 || !patch.is_object()) return;
    if (const auto tensors = patch.find("tensors"); tensors != patch.end() && tensors->is_object())
        for (const auto& [part, from] : tensors->items())
            spec.rules.push_back({part, alternatives_of(from), depth == 0});
    for (const FamilyJson& rule : patch.value("ignore", FamilyJson::array())) {
        if (!rule.is_object()) continue;
        const FamilyJson names = rule.value("names", FamilyJson());
        const FamilyJson list = names.is_array() ? names : FamilyJson::array({names});
        for (const FamilyJson& name : list)
            if (name.is_string() && rule.value("as", FamilyJson()).is_string())
                spec.ignored.emplace_back(name.get<std::string>(), rule["as"].get<std::string>());
    }
    for (const FamilyJson& variant : patch.value("variants", FamilyJson::array())) {
        if (!variant.is_array())
            collect(variant, spec, depth + 1);
        else
            for (const FamilyJson& choice : variant) collect(choice, spec, depth + 1);
    }
}

/// A tensor of the files under the name that the family would have for it.
struct NamedTensor {
    const StoredTensor* tensor = nullptr;
    std::string name;
};

struct LikelyPrefix {
    std::string prefix;
    std::size_t votes = 0;
};
/// What stands before a part's names in a file: that behind which most of the tensors it is known by are.
LikelyPrefix likely_prefix(const Checkpoint& file, const Family::Part& part) {
    std::map<std::string, std::size_t> votes;
    for (const auto& names : part.has)
        for (const std::string& name : names)
            for (const StoredTensor& tensor : file.tensors())
                if (tensor.name.ends_with(name)) {
                    const std::string prefix = tensor.name.substr(0, tensor.name.size() - name.size());
                    if (prefix.empty() || prefix.back() == '.') ++votes[prefix];
                }
    const auto most = std::max_element(votes.begin(), votes.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == votes.end() ? LikelyPrefix{} : LikelyPrefix{most->first, most->second};
}

std::vector<NamedTensor> named_for(const Family& family, const std::vector<OpenFile>& files) {
    std::vector<NamedTensor> all;
    for (const OpenFile& file : files) {
        std::vector<std::pair<std::string, const Family::Part*>> prefixes;
        for (const Family::Part& part : family.parts)
            prefixes.emplace_back(likely_prefix(*file.checkpoint, part).prefix, &part);
        std::stable_sort(prefixes.begin(), prefixes.end(),
                         [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
        for (const StoredTensor& tensor : file.checkpoint->tensors()) {
            NamedTensor one{&tensor, tensor.name};
            for (const auto& [prefix, part] : prefixes)
                if (tensor.name.starts_with(prefix)) {
                    one.name = part->name + tensor.name.substr(prefix.size());
                    break;
                }
            all.push_back(std::move(one));
        }
    }
    return all;
}

/// A family's names as one file would have them.
class NamesInFile {
public:
    NamesInFile(const Family& family, const Checkpoint& file) : family_(family) {
        for (const Family::Part& part : family.parts) prefixes_.push_back(likely_prefix(file, part).prefix);
    }

    std::string of(const std::string& name) const {
        std::size_t own = prefixes_.size();
        for (std::size_t n = 0; n < prefixes_.size(); ++n)
            if (name.starts_with(part_name(n)) &&
                (own == prefixes_.size() || part_name(n).size() > part_name(own).size()))
                own = n;
        return own == prefixes_.size() ? name : prefixes_[own] + name.substr(part_name(own).size());
    }

private:
    const std::string& part_name(std::size_t n) const { return family_.parts[n].name; }

    const Family& family_;
    std::vector<std::string> prefixes_; // of each part
};

/// Which of the tensors that no rule takes may be what is missing. Of a model in several files it is not
/// asked: there, a name says which file it is of.
void add_other_names(FamilyFit& fit, const Family& family, const std::vector<NamedTensor>& tensors,
                     const OpenFile& file) {
    std::vector<std::string> left, missing;
    std::map<std::string, std::string> own; // by the names that the family would have for them
    const std::set<std::string> not_taken(fit.not_taken.begin(), fit.not_taken.end());
    for (const NamedTensor& t : tensors)
        if (not_taken.contains(t.tensor->name)) {
            left.push_back(t.name);
            own[t.name] = t.tensor->name;
        }
    for (const FamilyFit::Missing& part : fit.missing)
        for (const std::string& name : part.from)
            if (std::find(missing.begin(), missing.end(), name) == missing.end()) missing.push_back(name);
    const NamesInFile names(family, *file.checkpoint);
    for (const auto& [name, as] : other_names(left, missing))
        fit.renamed.push_back({own[name], names.of(as), as});
}

FamilyFit fit_of(const Family& family, const std::vector<OpenFile>& files) {
    FamilyFit fit;
    fit.id = family.id;
    fit.title = family.title;
    Spec spec;
    collect(family.spec, spec, 0);
    const std::vector<NamedTensor> tensors = named_for(family, files);
    const auto there = [&](const std::string& pattern) {
        return std::any_of(tensors.begin(), tensors.end(),
                           [&](const NamedTensor& t) { return matches_pattern(t.name, pattern); });
    };
    std::map<const StoredTensor*, FamilyFit::Taken> taken;
    std::set<std::string> fitting;
    std::map<std::string, FamilyFit::Missing> missing;
    for (const FamilyRule& rule : spec.rules) {
        for (const auto& names : rule.from) {
            FamilyFit::Missing lacks{rule.part, {}};
            for (const std::string& name : names)
                if (!there(name)) lacks.from.push_back(name);
            if (!lacks.from.empty()) {
                const auto known = missing.find(rule.part);
                const bool nearer = known == missing.end() || lacks.from.size() < known->second.from.size();
                if (rule.always && nearer) missing[rule.part] = std::move(lacks);
                continue;
            }
            fitting.insert(rule.part);
            for (const std::string& name : names)
                for (const NamedTensor& t : tensors)
                    if (matches_pattern(t.name, any_layer(name)))
                        taken.try_emplace(t.tensor, FamilyFit::Taken{t.tensor->name, rule.part, false});
            break;
        }
    }
    for (const NamedTensor& t : tensors) {
        if (taken.contains(t.tensor)) continue;
        for (const auto& [pattern, why] : spec.ignored)
            if (matches_pattern(t.name, pattern) || matches_pattern(t.tensor->name, pattern)) {
                taken.try_emplace(t.tensor, FamilyFit::Taken{t.tensor->name, why, true});
                break;
            }
    }
    for (const NamedTensor& t : tensors) { // in the order of the files
        const auto found = taken.find(t.tensor);
        if (found == taken.end())
            fit.not_taken.push_back(t.tensor->name);
        else
            fit.taken.push_back(found->second);
    }
    for (auto& [part, lacks] : missing)
        if (!fitting.contains(part)) fit.missing.push_back(std::move(lacks));
    fit.parts = fitting.size();
    for (const Family::Part& part : family.parts)
        for (const auto& names : part.has) {
            const bool found = std::any_of(names.begin(), names.end(),
                                           [&](const std::string& name) { return there(part.name + name); });
            if (found)
                ++fit.known;
            else
                fit.known_by_missing.push_back(part.name + names.front());
        }
    if (files.size() == 1) add_other_names(fit, family, tensors, files.front());
    return fit;
}

std::string named_list(const std::vector<std::string>& names) {
    std::vector<std::string> some;
    for (std::size_t n = 0; n < std::min(names.size(), most_listed); ++n)
        some.push_back("\"" + escaped(names[n]) + "\"");
    if (names.size() > most_listed) some.push_back(std::to_string(names.size() - most_listed) + " more");
    return listed(some, " and ");
}

} // namespace

bool FamilyFit::takes_some() const {
    return std::any_of(taken.begin(), taken.end(), [](const Taken& one) { return !one.ignored; });
}

double FamilyFit::share() const {
    constexpr double under_another_name = .95;
    const std::size_t all = taken.size() + not_taken.size() + lacking();
    if (all == 0) return 0;
    const auto fitting = static_cast<double>(taken.size() - std::min(taken.size(), wrong_shapes.size()));
    return (fitting + under_another_name * static_cast<double>(renamed.size())) / static_cast<double>(all);
}

std::size_t FamilyFit::lacking() const {
    constexpr std::size_t of_a_cell = 4; // weight_ih, weight_hh and their biases
    std::set<std::string> names;
    std::size_t count = 0;
    for (const Missing& part : missing)
        for (const std::string& name : part.from) {
            const bool there = std::any_of(renamed.begin(), renamed.end(), [&](const OtherName& one) {
                return matches_pattern(one.named, any_layer(name));
            });
            if (!there && names.insert(name).second) count += name.find('*') != name.npos ? of_a_cell : 1;
        }
    return count;
}

std::optional<OpenFile> under_other_names(const OpenFile& file,
                                          const std::vector<FamilyFit::OtherName>& renamed) {
    std::vector<std::string> names;
    std::set<std::string> once;
    std::map<std::string_view, std::string_view> others;
    for (const auto& one : renamed) others.emplace(one.tensor, one.as);
    for (const StoredTensor& tensor : file.checkpoint->tensors()) {
        const auto other = others.find(tensor.name);
        names.emplace_back(other == others.end() ? std::string_view(tensor.name) : other->second);
        if (!once.insert(names.back()).second) return std::nullopt;
    }
    return OpenFile{file.path, std::make_shared<const Checkpoint>(
                                   joined_checkpoint({{*file.checkpoint, std::move(names)}}))};
}

FamilyMatch likely_match(const Family& family, const std::vector<OpenFile>& files) {
    FamilyMatch match = match_family(family, files);
    for (std::size_t n = 0; n < match.places.size(); ++n) {
        if (match.places[n].file >= 0) continue;
        std::size_t best = 0;
        for (std::size_t k = 0; k < files.size(); ++k)
            if (LikelyPrefix found = likely_prefix(*files[k].checkpoint, family.parts[n]);
                found.votes > best) {
                best = found.votes;
                match.places[n] = {static_cast<int>(k), std::move(found.prefix)};
            }
    }
    return match;
}

std::vector<FamilyFit> closest_families(const std::vector<OpenFile>& files,
                                        const std::vector<Family>& families, std::size_t most) {
    std::vector<FamilyFit> fits;
    for (const Family& family : families) {
        if (!family.has_rules()) continue;
        FamilyFit fit = fit_of(family, files);
        if (fit.takes_some() || (!fit.renamed.empty() && fit.lacking() == 0)) fits.push_back(std::move(fit));
    }
    std::stable_sort(fits.begin(), fits.end(), [](const FamilyFit& a, const FamilyFit& b) {
        return std::pair(a.share(), a.known) > std::pair(b.share(), b.known);
    });
    std::size_t by_names = 0, by_other_names = 0;
    std::erase_if(
        fits, [&](const FamilyFit& fit) { return (fit.takes_some() ? by_names : by_other_names)++ >= most; });
    return fits;
}

std::vector<FamilyFit> fitting_families(const std::vector<OpenFile>& files,
                                        const std::vector<Family>& families) {
    std::vector<const Family*> whole;
    for (const Family& family : families)
        if (family.has_rules() && match_family(family, files).whole()) whole.push_back(&family);
    std::stable_sort(whole.begin(), whole.end(),
                     [](const Family* a, const Family* b) { return a->certainty() > b->certainty(); });
    std::vector<FamilyFit> fits;
    for (const Family* family : whole) fits.push_back(fit_of(*family, files));
    return fits;
}

std::vector<std::string> words_of(const FamilyFit& fit) {
    const auto of = [](std::size_t some, std::size_t all, const char* what) {
        return std::to_string(some) + " of " + plural(all, what, (std::string(what) + "s").c_str());
    };
    std::vector<std::string> lines;
    lines.push_back(fit.id + " (" + fit.title +
                    "): " + of(fit.taken.size(), fit.taken.size() + fit.not_taken.size(), "tensor") +
                    " taken by its rules, " + of(fit.parts, fit.parts + fit.missing.size(), "part") +
                    " there");
    if (!fit.known_by_missing.empty())
        lines.push_back("it is known by " + named_list(fit.known_by_missing) + " too, not found");
    if (!fit.note.empty()) lines.push_back(fit.note);
    for (const FamilyFit::Missing& part : fit.missing) {
        std::string line = "missing: " + part.part + ", made of " + named_list(part.from);
        if (!part.shape.empty()) line += ", of shape " + shape_text(part.shape);
        if (!part.alike.empty()) line += "; of that shape: " + named_list(part.alike);
        lines.push_back(std::move(line));
    }
    for (const FamilyFit::WrongShape& one : fit.wrong_shapes)
        lines.push_back("another shape: " + one.part + ", expected " + one.expected + ", found " + one.found);
    if (!fit.problem.empty()) lines.push_back("it does not read them: " + fit.problem);
    if (!fit.not_taken.empty()) lines.push_back("not taken: " + named_list(fit.not_taken));
    std::vector<std::string> renamed;
    for (const FamilyFit::OtherName& one : fit.renamed)
        if (renamed.size() < most_listed)
            renamed.push_back(in_quotes(escaped(one.tensor)) + " as " + in_quotes(escaped(one.as)));
    if (fit.renamed.size() > renamed.size())
        renamed.push_back(std::to_string(fit.renamed.size() - renamed.size()) + " more");
    if (!renamed.empty()) lines.push_back("their shapes would fit " + listed(renamed, " and "));
    return lines;
}

} // namespace heed::io
