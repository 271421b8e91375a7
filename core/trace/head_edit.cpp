#include "core/trace/head_edit.h"

#include "core/text/strings.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

constexpr std::array<std::string_view, 3> head_kinds = {"cross", "encoder", "decoder"};
constexpr std::array<std::string_view, 4> head_edit_kinds = {"off", "uniform", "strongest", "head"};

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

std::string to_string(const HeadPlace& place, const HeadEdit& edit) {
    std::string words = to_string(place) + "=" + std::string(to_string(edit.kind));
    if (edit.kind == HeadEdit::Kind::Other) words += ":" + std::to_string(edit.from);
    char before = '@';
    for (const int i : edit.outputs) {
        words += before + std::to_string(i);
        before = ',';
    }
    return words;
}

} // namespace heed
