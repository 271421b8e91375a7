#include "core/io/family/family.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/family/known_options.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <set>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t largest_family = 1u << 20;

enum class Form { Text, List, Object, Any };

struct Key {
    std::string_view name;
    Form form;
};
/// What may stand at the top of a family, and what a variant may bring.
constexpr std::array top_keys = std::to_array<Key>({{"format", Form::Text},
                                                    {"version", Form::Any},
                                                    {"id", Form::Text},
                                                    {"title", Form::Text},
                                                    {"about", Form::Text},
                                                    {"known_by", Form::Any},
                                                    {"refused", Form::Text},
                                                    {"reader", Form::Text}});
/// What reads families that are no list of expressions.
constexpr std::string_view readers[] = {"marian"};
constexpr std::array patch_keys = std::to_array<Key>({{"if", Form::Object},
                                                      {"comment", Form::Any},
                                                      {"options", Form::List},
                                                      {"sizes", Form::Object},
                                                      {"config", Form::Object},
                                                      {"tensors", Form::Object},
                                                      {"variants", Form::List},
                                                      {"refuse", Form::List},
                                                      {"known_options", Form::List},
                                                      {"ignore", Form::List},
                                                      {"vocabularies", Form::Object},
                                                      {"special", Form::Object},
                                                      {"notes", Form::List},
                                                      {"unsettled", Form::List},
                                                      {"undecided", Form::List},
                                                      {"words", Form::Object}});

bool is(const Json& value, Form form) {
    return form == Form::Any || (form == Form::Text && value.is_string()) ||
           (form == Form::List && value.is_array()) || (form == Form::Object && value.is_object());
}

constexpr std::array<std::string_view, 4> forms = {"text", "a list", "an object", "anything"};

class Check {
public:
    explicit Check(const Json& spec, std::string file) : spec_(spec), file_(std::move(file)) {}

    std::string text(const char* key, bool required) const {
        const auto it = spec_.find(key);
        if (it == spec_.end() && !required) return {};
        if (it == spec_.end() || !it->is_string() || it->get_ref<const std::string&>().empty())
            throw Error(file_, key, "text", it == spec_.end() ? "none" : shown(*it));
        return it->get<std::string>();
    }

    /// Keys of a patch, at any depth of its variants. `place` is how an error calls it.
    void patch(const Json& value, const std::string& place, bool top) const {
        for (const auto& [name, item] : value.items()) {
            const Key* key = find(patch_keys, name);
            if (key == nullptr && top) key = find(top_keys, name);
            if (key == nullptr) throw Error(file_, place + name, "a key that a family has", "an unknown one");
            if (!is(item, key->form))
                throw Error(file_, place + name, std::string(forms[static_cast<std::size_t>(key->form)]),
                            shown(item));
        }
        if (value.contains("unsettled")) other_readings(value["unsettled"], place);
        if (value.contains("known_options"))
            check_known_options(value["known_options"], file_, place + "known_options");
        if (!value.contains("variants")) return;
        int n = 0;
        for (const Json& variant : value["variants"]) {
            const std::string here = place + "variants[" + std::to_string(n++) + "].";
            if (variant.is_object()) {
                patch(variant, here, false);
            } else if (variant.is_array()) {
                for (const Json& choice : variant) {
                    if (!choice.is_object())
                        throw Error(file_, here, "objects, the first that fits", shown(choice));
                    patch(choice, here, false);
                }
            } else {
                throw Error(file_, here, "an object, or a list of objects", shown(variant));
            }
        }
    }

    std::vector<Family::Part> parts() const {
        const auto it = spec_.find("known_by");
        if (it == spec_.end()) throw Error(file_, "known_by", "the tensors its models have", "none");
        std::vector<Family::Part> parts;
        if (it->is_object()) {
            parts.push_back(part(*it, "known_by"));
        } else if (it->is_array() && !it->empty()) {
            for (std::size_t n = 0; n < it->size(); ++n)
                parts.push_back(part((*it)[n], "known_by[" + std::to_string(n) + "]"));
        } else {
            throw Error(file_, "known_by", "an object, or a list of parts", shown(*it));
        }
        return parts;
    }

private:
    /// What is not settled is a sentence, or {"says": …, "or": [patches of the readings that are not taken]}.
    void other_readings(const Json& unsettled, const std::string& place) const {
        for (std::size_t n = 0; n < unsettled.size(); ++n) {
            const Json& one = unsettled[n];
            const std::string here = place + "unsettled[" + std::to_string(n) + "]";
            if (one.is_string()) continue;
            const bool whole = one.is_object() && one.size() == 2 && one.contains("says") &&
                               one["says"].is_string() && one.contains("or") && one["or"].is_array();
            if (!whole) throw Error(file_, here, "text, or {\"says\": text, \"or\": [patches]}", shown(one));
            for (const Json& other : one["or"]) {
                if (!other.is_object()) throw Error(file_, here + ".or", "objects", shown(other));
                patch(other, here + ".or: ", false);
            }
        }
    }

    template <std::size_t N>
    static const Key* find(const std::array<Key, N>& keys, std::string_view name) {
        const auto it = std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return k.name == name; });
        return it == keys.end() ? nullptr : &*it;
    }

    std::vector<std::string> names(const Json& list, const std::string& place) const {
        std::vector<std::string> found;
        if (!list.is_array()) throw Error(file_, place, "a list of names", shown(list));
        for (const Json& name : list) {
            if (!name.is_string() || name.get_ref<const std::string&>().empty())
                throw Error(file_, place, "names of tensors", shown(name));
            found.push_back(name.get<std::string>());
        }
        return found;
    }

    Family::Part part(const Json& value, const std::string& place) const {
        if (!value.is_object()) throw Error(file_, place, "an object", shown(value));
        Family::Part part;
        for (const auto& [key, item] : value.items()) {
            if (key == "part" && item.is_string()) {
                part.name = item.get<std::string>();
            } else if (key == "has" && item.is_array() && !item.empty()) {
                for (const Json& name : item)
                    part.has.push_back(name.is_array() ? names(name, place + ".has")
                                                       : names(Json::array({name}), place + ".has"));
            } else if (key == "lacks") {
                part.lacks = names(item, place + ".lacks");
            } else {
                throw Error(file_, place, "\"part\", \"has\" and \"lacks\"",
                            "\"" + key + "\": " + shown(item));
            }
        }
        for (const auto& group : part.has)
            if (group.empty()) throw Error(file_, place + ".has", "names of tensors", "an empty list");
        if (part.has.empty()) throw Error(file_, place + ".has", "names of tensors", "none");
        part.what = part.name.empty() ? "model" : part.name.substr(0, part.name.find_last_not_of("._") + 1);
        return part;
    }

    const Json& spec_;
    std::string file_;
};

} // namespace

bool matches_pattern(std::string_view name, std::string_view pattern) {
    std::size_t n = 0, p = 0, star = pattern.npos, from = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            from = n;
        } else if (p < pattern.size() && pattern[p] == name[n]) {
            ++p;
            ++n;
        } else if (star != pattern.npos) {
            p = star + 1;
            n = ++from;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

bool Family::guessed() const {
    const auto comment = spec.find("comment");
    return comment != spec.end() && comment->is_object() && comment->contains("mapping");
}

std::size_t Family::certainty() const {
    std::size_t names = 0;
    for (const Part& part : parts) names += part.has.size() + part.lacks.size();
    return names;
}

namespace {

/// JSON keeps the second of two values of one key in silence; of a rule that stands twice, neither is to be
/// guessed.
void check_keys_once(const std::string& text, const std::string& file) {
    std::vector<std::set<std::string>> open; // the keys of the objects around
    const Json read = Json::parse(text, [&](int, Json::parse_event_t event, Json& value) {
        if (event == Json::parse_event_t::object_start) open.emplace_back();
        if (event == Json::parse_event_t::object_end) open.pop_back();
        if (event == Json::parse_event_t::key && !open.back().insert(value.get<std::string>()).second)
            throw Error(file, escaped(value.get<std::string>()), "it once", "it twice in one object");
        return true;
    });
}

} // namespace

Family read_family(const fs::path& file) {
    Json spec = read_json(file, largest_family);
    check_keys_once(read_regular_file(file, largest_family), shown(file));
    return checked_family(std::move(spec), shown(file));
}

Family checked_family(Json read, std::string file) {
    Family family;
    family.file = std::move(file);
    family.spec = std::move(read);
    const Json& spec = family.spec;
    if (!spec.is_object()) throw Error(family.file, "not a family", "an object", shown(spec));
    if (spec.value("format", Json()) != "heed.family")
        throw Error(family.file, "format", "\"heed.family\"", shown(spec.value("format", Json())));
    if (spec.value("version", Json()) != family_format_version)
        throw Error(family.file, "version", std::to_string(family_format_version),
                    shown(spec.value("version", Json())));
    const Check check(spec, family.file);
    family.id = check.text("id", true);
    family.title = check.text("title", true);
    family.about = check.text("about", false);
    family.refused = check.text("refused", false);
    family.reader = check.text("reader", false);
    if (!family.reader.empty() &&
        std::find(std::begin(readers), std::end(readers), family.reader) == std::end(readers))
        throw Error(family.file, "reader", "marian", in_quotes(family.reader));
    family.parts = check.parts();
    check.patch(spec, "", true);
    for (const char* key : {"config", "tensors"})
        if (family.has_rules() && !spec.contains(key)) throw Error(family.file, key, "an object", "none");
    return family;
}

std::vector<Family> read_families(const std::vector<fs::path>& folders, std::vector<std::string>* broken) {
    std::vector<std::pair<int, fs::path>> files;
    for (std::size_t n = 0; n < folders.size(); ++n) {
        std::vector<fs::path> here;
        std::error_code error;
        for (fs::directory_iterator it(folders[n], error), end; !error && it != end; it.increment(error))
            if (it->path().extension() == ".json") here.push_back(it->path());
        std::sort(here.begin(), here.end());
        for (fs::path& file : here) files.emplace_back(static_cast<int>(n), std::move(file));
    }
    std::vector<Family> families;
    for (const auto& [folder, file] : files) {
        try {
            Family family = read_family(file);
            family.folder = folder;
            const auto same = std::find_if(families.begin(), families.end(),
                                           [&](const Family& other) { return other.id == family.id; });
            if (same == families.end()) {
                families.push_back(std::move(family));
                continue;
            }
            // Of two in one folder the one counts whose file is called so.
            const auto named = [](const Family& one) { return fs::path(one.file).stem() == one.id; };
            if (same->folder == family.folder && named(family) && !named(*same)) std::swap(*same, family);
            if (broken != nullptr && same->spec != family.spec)
                broken->push_back(family.file + ": its id " + in_quotes(family.id) + " is that of " +
                                  same->file);
        } catch (const Error& error) {
            if (broken != nullptr) broken->emplace_back(error.what());
        }
    }
    return families;
}

std::string family_ids(const std::vector<Family>& families) {
    std::vector<std::string> ids;
    for (const Family& family : families)
        if (family.refused.empty()) ids.push_back(family.id);
    return listed(ids);
}

} // namespace heed::io
