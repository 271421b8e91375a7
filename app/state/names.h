// What the values of an enumeration are called in files, recordings and dumps; by the value.
#pragma once

#include <array>
#include <cstddef>

namespace heed {

inline constexpr std::array menu_names = {
    "none",    "models",       "examples",   "score",      "more",         "second",     "maps",
    "history", "force",        "weight",     "inputs",     "target",       "missing",    "rival",
    "follow",  "head-measure", "head-order", "panel-head", "head-changed", "head-above", "head-other"};
inline constexpr std::array dialog_names = {"none", "open",       "export",      "palette",
                                            "keys", "save-model", "save-session"};
inline constexpr std::array file_kind_names = {"png", "svg", "pdf", "csv", "json"};
inline constexpr std::array color_map_names = {"ember", "viridis", "cividis", "grey"};
inline constexpr std::array scale_names = {"linear", "lift"};
inline constexpr std::array what_if_map_names = {"model", "changed", "difference"};
inline constexpr std::array state_kind_names = {"decoder", "annotations", "forward", "backward"};
inline constexpr std::array distance_names = {"euclid", "cosine"};
inline constexpr std::array bank_source_names = {"runs", "drawn", "file"};

/// The one that is of this value.
template <class Names, class Enum>
constexpr const char* name_of(const Names& names, Enum value) {
    return names[static_cast<std::size_t>(value)];
}

} // namespace heed
