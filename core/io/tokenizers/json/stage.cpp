#include "core/io/tokenizers/json/stage.h"

#include <array>

namespace heed::io {

subword::Pattern JsonStage::pattern(const char* key) const {
    const Json& value = need(key);
    if (value.is_object() && value.size() == 1 && value.begin()->is_string()) {
        const std::string& text = value.begin()->get_ref<const std::string&>();
        if (value.begin().key() == "String") return subword::literal_pattern(text);
        if (value.begin().key() == "Regex") return subword::regular_expression(text, subject + ": " + name);
    }
    refuse(key, "{\"String\": …} or {\"Regex\": …}", shown(value));
}

subword::Cut JsonStage::cut(const char* key, const char* otherwise) const {
    constexpr std::array<std::string_view, 5> names = {"Removed", "Isolated", "MergedWithPrevious",
                                                       "MergedWithNext", "Contiguous"}; // in the order of Cut
    const std::string asked = text(key, otherwise);
    for (std::size_t n = 0; n < names.size(); ++n)
        if (names[n] == asked) return static_cast<subword::Cut>(n);
    refuse(key, "one of " + listed({names.begin(), names.end()}), in_quotes(asked, 40));
}

/// Metaspace: prepend_scheme, or add_prefix_space of older files.
subword::Prefixed JsonStage::prefixed() const {
    const std::string scheme = text("prepend_scheme", flag("add_prefix_space", true) ? "always" : "never");
    if (scheme == "always") return subword::Prefixed::Always;
    if (scheme == "first") return subword::Prefixed::First;
    if (scheme == "never") return subword::Prefixed::Never;
    refuse("prepend_scheme", "always, first or never", in_quotes(scheme, 40));
}

} // namespace heed::io
