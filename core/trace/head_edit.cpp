#include "core/trace/head_edit.h"

#include "core/text/strings.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

constexpr std::array<std::string_view, 3> head_kinds = {"cross", "encoder", "decoder"};
constexpr std::array<std::string_view, 6> head_edit_kinds = {"off",  "uniform", "strongest",
                                                             "head", "input",   "mean"};

/// The row of that name, as the enum that numbers them.
template <class Enum, std::size_t N>
std::optional<Enum> named(const std::array<std::string_view, N>& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<Enum>(found - names.begin());
}

} // namespace

std::string_view to_string(HeadKind kind) { return head_kinds.at(static_cast<std::size_t>(kind)); }
std::optional<HeadKind> find_head_kind(std::string_view name) { return named<HeadKind>(head_kinds, name); }

std::string_view to_string(HeadEdit::Kind kind) { return head_edit_kinds.at(static_cast<std::size_t>(kind)); }
std::optional<HeadEdit::Kind> find_head_edit(std::string_view name) {
    return named<HeadEdit::Kind>(head_edit_kinds, name);
}

std::string to_string(const HeadPlace& place) {
    return std::string(to_string(place.kind)) + ":" + std::to_string(place.layer) + ":" +
           std::to_string(place.head);
}

std::optional<HeadPlace> find_head_place(std::string_view name) {
    const auto parts = split(name, ":");
    if (parts.size() != 3) return std::nullopt;
    const auto kind = find_head_kind(parts[0]);
    const auto layer = number_in<int>(parts[1]), head = number_in<int>(parts[2]);
    if (!kind || !layer || !head || *layer < 0 || *head < 0) return std::nullopt;
    return HeadPlace{*kind, *layer, *head};
}

namespace {

constexpr std::string_view every_output = "all"; // behind an input that ends as a list of outputs does

/// Outputs "0,4", or every one; none where the text is no such list.
std::optional<std::set<int>> find_outputs(std::string_view text) {
    if (text == every_output) return std::set<int>();
    std::set<int> outputs;
    for (const std::string_view part : split(text, ",")) {
        const auto value = number_in<int>(part);
        if (!value || *value < 0) return std::nullopt;
        outputs.insert(*value);
    }
    if (outputs.empty()) return std::nullopt;
    return outputs;
}

bool ends_as_outputs(std::string_view input) {
    const std::size_t at = input.rfind('@');
    return at != std::string_view::npos && find_outputs(input.substr(at + 1));
}

} // namespace

std::string to_string(const HeadPlace& place, const HeadEdit& edit) {
    std::string words = to_string(place) + "=" + std::string(to_string(edit.kind));
    if (edit.kind == HeadEdit::Kind::Other) words += ":" + std::to_string(edit.from);
    if (edit.kind == HeadEdit::Kind::Input) words += ":" + edit.input;
    if (edit.kind == HeadEdit::Kind::Input && edit.outputs.empty() && ends_as_outputs(edit.input))
        words += '@' + std::string(every_output);
    char before = '@';
    for (const int i : edit.outputs) {
        words += before + std::to_string(i);
        before = ',';
    }
    return words;
}

namespace {

std::optional<HeadEdit> find_head_edit_words(std::string_view words) {
    const std::size_t colon = words.find(':');
    const auto kind = find_head_edit(words.substr(0, colon));
    const bool told = colon != std::string_view::npos;
    const std::string_view rest = told ? words.substr(colon + 1) : std::string_view();
    if (!kind || told != (*kind == HeadEdit::Kind::Other || *kind == HeadEdit::Kind::Input))
        return std::nullopt;
    HeadEdit edit{*kind};
    if (*kind == HeadEdit::Kind::Other) {
        const auto from = number_in<int>(rest);
        if (!from || *from < 0) return std::nullopt;
        edit.from = *from;
    } else {
        edit.input = rest;
    }
    return edit;
}

} // namespace

std::optional<std::pair<HeadPlace, HeadEdit>> find_head_change(std::string_view words, HeadKind unnamed) {
    const std::size_t equals = words.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    std::string name(words.substr(0, equals));
    if (std::count(name.begin(), name.end(), ':') == 1) name = std::string(to_string(unnamed)) + ":" + name;
    const auto place = find_head_place(name);
    std::string_view what = words.substr(equals + 1);
    const bool text = what.starts_with("input:"); // which may hold an @ of its own
    const std::size_t at = what.rfind('@');
    std::optional<std::set<int>> outputs;
    if (at != std::string_view::npos) outputs = find_outputs(what.substr(at + 1));
    if (at != std::string_view::npos && !outputs && !text) return std::nullopt;
    if (outputs) what = what.substr(0, at);
    auto edit = find_head_edit_words(what);
    if (!place || !edit) return std::nullopt;
    if (outputs) edit->outputs = *outputs;
    return std::pair(*place, *edit);
}

std::string head_name(const HeadPlace& place) {
    const std::string name = std::to_string(place.layer + 1) + ":" + std::to_string(place.head + 1);
    return place.kind == HeadKind::Cross ? name : std::string(to_string(place.kind)) + " " + name;
}

std::string head_edit_brief(const HeadEdit& edit) {
    switch (edit.kind) {
    case HeadEdit::Kind::Off:
        return "off";
    case HeadEdit::Kind::Uniform:
        return "even";
    case HeadEdit::Kind::Strongest:
        return "strongest alone";
    case HeadEdit::Kind::Input:
        return "of another input";
    case HeadEdit::Kind::Mean:
        return "at its mean";
    case HeadEdit::Kind::Other:
        break;
    }
    return "as head " + std::to_string(edit.from + 1);
}

std::string head_edit_outputs(const HeadEdit& edit) {
    std::string words;
    for (const int i : edit.outputs) words += (words.empty() ? "" : ",") + std::to_string(i + 1);
    return words;
}

std::string head_edits_brief(const HeadEdits& edits) {
    const auto done = [](const HeadEdit& edit) {
        const std::string at = edit.outputs.size() > 1 ? " at outputs " : " at output ";
        return head_edit_brief(edit) + (edit.outputs.empty() ? "" : at + head_edit_outputs(edit));
    };
    std::string words;
    for (auto at = edits.begin(); at != edits.end(); ++at) {
        words += (words.empty() ? "" : ", ") + head_name(at->first);
        const auto next = std::next(at);
        const std::string brief = done(at->second);
        if (next == edits.end() || done(next->second) != brief) words += " " + brief;
    }
    return words;
}

std::string heads_changed_words(const HeadEdits& edits) {
    constexpr std::size_t most_named = 4;
    return edits.empty()                ? ""
           : edits.size() <= most_named ? ", " + head_edits_brief(edits)
                                        : ", " + std::to_string(edits.size()) + " of them changed";
}

} // namespace heed
