#include "core/io/run/edits_json.h"

#include "core/base/error.h"
#include "core/text/strings.h"

#include <limits>
#include <nlohmann/json.hpp>

namespace heed::io {
namespace {

using Ordered = nlohmann::ordered_json;

Ordered row_json(const RowEdit& edit) {
    Ordered json = {{"kind", to_string(edit.kind)}};
    for (const float w : edit.weights) json["weights"].push_back(at_nine_digits(w));
    for (const auto& [j, w] : edit.held) json["held"][std::to_string(j)] = at_nine_digits(w);
    if (!edit.without.empty()) json["without"] = edit.without;
    if (edit.kind == RowEdit::Kind::Shuffled) json["seed"] = edit.seed;
    return json;
}

Ordered head_json(const HeadEdit& edit) {
    Ordered json = {{"kind", to_string(edit.kind)}};
    if (edit.kind == HeadEdit::Kind::Other) json["from"] = edit.from;
    if (edit.kind == HeadEdit::Kind::Input) json["input"] = edit.input;
    if (!edit.outputs.empty()) json["outputs"] = edit.outputs;
    return json;
}

/// Reads, and says where it could not.
class EditsReader {
public:
    explicit EditsReader(std::string subject) : subject_(std::move(subject)) {}

    Edits edits(const Ordered& json) const {
        object(json, "edits");
        Edits edits;
        if (const auto at = json.find("forced"); at != json.end())
            for (const auto& [key, token] : object(*at, "forced").items()) {
                if (!token.is_string()) fail("forced[" + key + "]", "a token", token);
                edits.forced[position(key, "forced")] = token.get<std::string>();
            }
        if (const auto at = json.find("rows"); at != json.end())
            for (const auto& [key, edit] : object(*at, "rows").items())
                edits.rows[position(key, "rows")] = row(edit, "rows[" + key + "]");
        if (const auto at = json.find("every_row"); at != json.end()) edits.every_row = row(*at, "every_row");
        if (const auto at = json.find("heads"); at != json.end())
            for (const auto& [key, edit] : object(*at, "heads").items()) {
                const auto place = find_head_place(key);
                if (!place) fail("heads", "heads such as \"cross:4:2\", counted from 0", Ordered(key));
                edits.heads[*place] = head(edit, "heads[" + key + "]");
            }
        if (const auto at = json.find("temperature"); at != json.end())
            edits.temperature = number(*at, "temperature");
        if (const auto at = json.find("muted"); at != json.end())
            for (const int t : positions(*at, "muted")) edits.muted.insert(t);
        if (const auto at = json.find("masking"); at != json.end()) {
            if (!at->is_boolean()) fail("masking", "true or false", *at);
            edits.masking = at->get<bool>();
        }
        return edits;
    }

private:
    [[noreturn]] void fail(const std::string& place, const char* expected, const Ordered& found) const {
        std::string text = found.dump(-1, ' ', false, Ordered::error_handler_t::replace);
        if (text.size() > 40) {
            std::size_t end = 40; // of a whole character
            while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
            text = text.substr(0, end) + "…";
        }
        throw Error(subject_, place, expected, text);
    }
    const Ordered& object(const Ordered& json, const std::string& place) const {
        if (!json.is_object()) fail(place, "an object", json);
        return json;
    }
    int position(const std::string& key, const std::string& place) const {
        const auto value = number_in<int>(key);
        if (!value || *value < 0) fail(place, "positions counted from 0", Ordered(key));
        return *value;
    }
    double number(const Ordered& json, const std::string& place) const {
        if (!json.is_number()) fail(place, "a number", json);
        return json.get<double>();
    }
    std::vector<int> positions(const Ordered& json, const std::string& place) const {
        if (!json.is_array()) fail(place, "a list", json);
        std::vector<int> all;
        for (const Ordered& j : json) {
            const auto value = j.is_number_integer() ? j.get<std::int64_t>() : -1;
            if (value < 0 || value > std::numeric_limits<int>::max())
                fail(place, "positions counted from 0", j);
            all.push_back(static_cast<int>(value));
        }
        return all;
    }
    HeadEdit head(const Ordered& json, const std::string& place) const {
        object(json, place);
        const auto kind = json.find("kind");
        const auto known = kind != json.end() && kind->is_string() ? find_head_edit(kind->get<std::string>())
                                                                   : std::optional<HeadEdit::Kind>();
        if (!known) fail(place + ".kind", "a kind of edit", kind == json.end() ? Ordered(nullptr) : *kind);
        HeadEdit edit{*known};
        if (const auto at = json.find("from"); at != json.end())
            edit.from = positions(Ordered::array({*at}), place + ".from").front();
        if (const auto at = json.find("input"); at != json.end()) {
            if (!at->is_string()) fail(place + ".input", "a text", *at);
            edit.input = at->get<std::string>();
        }
        if (const auto at = json.find("outputs"); at != json.end())
            for (const int i : positions(*at, place + ".outputs")) edit.outputs.insert(i);
        return edit;
    }
    RowEdit row(const Ordered& json, const std::string& place) const {
        object(json, place);
        const auto kind = json.find("kind");
        const auto known = kind != json.end() && kind->is_string() ? find_row_edit(kind->get<std::string>())
                                                                   : std::optional<RowEdit::Kind>();
        if (!known) fail(place + ".kind", "a kind of edit", kind == json.end() ? Ordered(nullptr) : *kind);
        RowEdit edit;
        edit.kind = *known;
        if (const auto at = json.find("weights"); at != json.end()) {
            if (!at->is_array()) fail(place + ".weights", "a list", *at);
            for (const Ordered& w : *at)
                edit.weights.push_back(static_cast<float>(number(w, place + ".weights")));
        }
        if (const auto at = json.find("held"); at != json.end())
            for (const auto& [key, w] : object(*at, place + ".held").items())
                edit.held[position(key, place + ".held")] = static_cast<float>(number(w, place + ".held"));
        if (const auto at = json.find("without"); at != json.end())
            edit.without = positions(*at, place + ".without");
        if (const auto at = json.find("seed"); at != json.end()) {
            if (!at->is_number_unsigned()) fail(place + ".seed", "a whole number", *at);
            edit.seed = at->get<std::uint64_t>();
        }
        return edit;
    }

    std::string subject_;
};

} // namespace

Ordered edits_to_json(const Edits& edits) {
    Ordered json = Ordered::object();
    for (const auto& [i, token] : edits.forced) json["forced"][std::to_string(i)] = token;
    for (const auto& [i, edit] : edits.rows) json["rows"][std::to_string(i)] = row_json(edit);
    if (edits.every_row) json["every_row"] = row_json(*edits.every_row);
    for (const auto& [place, edit] : edits.heads) json["heads"][to_string(place)] = head_json(edit);
    if (edits.temperature != 1) json["temperature"] = edits.temperature;
    if (!edits.muted.empty()) json["muted"] = edits.muted;
    if (edits.masking) json["masking"] = *edits.masking;
    return json;
}

Edits edits_from_json(const Ordered& json, const std::string& subject) {
    return EditsReader(subject).edits(json);
}

} // namespace heed::io
