#include "core/io/open/no_family.h"

#include "core/io/attention/file.h"
#include "core/io/family/vocabulary_file.h"
#include "core/io/open/closest_to.h"
#include "core/io/report/report_words.h"
#include "core/text/escape.h"
#include "core/text/strings.h"
#include "core/text/suggest.h"

#include <algorithm>

namespace heed::io {

namespace {

constexpr std::size_t few = 5; // a list of more would hide what is to be done

/// "one of keon_seq2seq, nematus, or a file": what may be given for --family.
std::string one_of(const std::vector<Family>& families) {
    if (families.size() > few)
        return "the name of one of " + std::to_string(families.size()) +
               " families (heed check FILE --why names the nearest), or a file";
    const std::string ids = family_ids(families);
    return ids.empty() ? "a family's file, as none is installed" : "one of " + ids + ", or a file";
}

} // namespace

NoSuchFamily no_such_family(const std::string& name, const std::vector<Family>& families) {
    std::vector<std::string> ids;
    for (const Family& family : families) ids.push_back(family.id);
    return {"--family", "a family", one_of(families), in_quotes(name) + did_you_mean(ids, name)};
}

namespace {

/// A matrix of a cell: what a whole half of a model has.
bool is_recurrent(const std::string& name) {
    return name.find("weight_hh") != name.npos || name.find("weight_ih") != name.npos;
}

/// Whether all that its files hold belongs to the parts that were found in them: the half of a model. Where
/// the other half stands beside it under other names, it is another model.
bool is_a_part(const ModelFiles& files) {
    for (std::size_t n = 0; n < files.files.size(); ++n)
        for (const StoredTensor& tensor : files.files[n].checkpoint->tensors()) {
            const auto holds = [&](const FamilyMatch::Place& place) {
                return place.file == static_cast<int>(n) && tensor.name.starts_with(place.prefix);
            };
            const auto& places = files.match.places;
            if (std::none_of(places.begin(), places.end(), holds) && is_recurrent(tensor.name)) return false;
        }
    return true;
}

/// What is wrong with the numbers of a file that is soon read to its end: a damaged file says so, whoever
/// asks.
std::optional<Error> damage_of(const Checkpoint& file) {
    constexpr std::uint64_t soon = std::uint64_t{32} << 20; // bytes
    if (file.size() > soon) return std::nullopt;
    try {
        for (const StoredTensor& tensor : file.tensors())
            if (tensor.shape.size() <= 2 && is_floating(tensor.type)) file.matrix(tensor);
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

/// Both halves of a model lie there, and no family has both. `lacking`: the part of the family that is not.
Error two_halves(const std::string& name, const std::filesystem::path& other, const std::string& here,
                 const Family& family, std::size_t lacking) {
    return {name,
            "with " + escaped(other.filename().string()) + " beside it of no family; by its own names the " +
                here + " of a model (" + family.title + ")",
            "the " + family.parts[lacking].what +
                " of such a model, or that both are mapped (heed check FILE --draft NEW)",
            "another"};
}

} // namespace

NoFamily no_family(const ModelFiles& files, const std::vector<Family>& families) {
    const Checkpoint& first = *files.files.front().checkpoint;
    if (const auto damage = damage_of(first)) return NoFamily(*damage);
    if (const Family* family = files.match.family; family != nullptr && is_a_part(files)) { // a part of it
        for (std::size_t n = 0; n < files.match.places.size(); ++n) {
            if (files.match.places[n].file >= 0) continue;
            std::string here;
            for (std::size_t m = 0; m < files.match.places.size(); ++m)
                if (files.match.places[m].file >= 0) here = family->parts[m].what;
            if (here == family->parts[n].what)
                break; // "the model of a model": such words tell nobody what is missing
            if (const auto other = other_half_of(files.files.front().path); !other.empty())
                return NoFamily(two_halves(first.name(), other, here, *family, n));
            return NoFamily(Error(first.name(), "the " + here + " of a model (" + family->title + ")",
                                  "its " + family->parts[n].what + " beside it, or given with it", "none"));
        }
    }
    const std::size_t tensors = first.tensors().size();
    if (tensors == 0) {
        const WordLists words = words_in(first.values());
        const std::size_t count = words.one ? words.one->size() : words.source ? words.source->size() : 0;
        if (words)
            return NoFamily(Error(first.name(), "not a model", "tensors",
                                  "a vocabulary of " + std::to_string(count) +
                                      " words: give the model's file, and it is found beside it"));
        return NoFamily(Error(first.name(), "not a model", "tensors", "none"));
    }
    if (files.files.size() == 1)
        if (const auto array = lone_array(first, files.files.front().path)) return NoFamily(*array);
    if (const auto near = near_miss(files.files, families))
        return NoFamily(Error(first.name(),
                              "no family has all of these tensors; by their names nearest to " + near->title +
                                  ": tensor \"" + escaped(near->missing) + "\"",
                              "it in the file", "none"),
                        true);
    const std::string expected = families.size() > few
                                     ? "those of one of " + std::to_string(families.size()) +
                                           " families (heed check FILE --why names the nearest, --draft NEW "
                                           "maps those of recurrent cells)"
                                     : one_of(families) + " for --family";
    return NoFamily(Error(first.name(), "no family of models has these tensors", expected,
                          plural(tensors, "tensor, \"", "tensors, the first \"") +
                              escaped(first.tensors().front().name) + "\""));
}

} // namespace heed::io
