// Reads one object of config.json, key by key, with errors that name the key.
#pragma once

#include <algorithm>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

inline constexpr int largest_size = 1 << 20; // keeps products of two sizes far from overflow

namespace words {

/// The word of an enumerator in a table in the order of its enumeration.
template <class Enum>
std::string_view name_in(std::span<const std::string_view> names, Enum value) {
    return names[static_cast<std::size_t>(value)];
}

} // namespace words

/// One object of config.json, which must outlive it. A key that is absent leaves the value as it is; a value
/// that does not fit throws heed::Error "SUBJECT: section.key: expected …, found …".
class ConfigSection {
public:
    using Json = nlohmann::json;
    using Words = std::span<const std::string_view>;

    /// Throws where `config` or the section is no object; a section that is absent has no keys.
    ConfigSection(const Json& config, std::string name, const std::string& subject);

    /// The keys that stand beside the objects: errors name the key alone.
    static ConfigSection beside(const Json& config, const std::string& subject);

    bool has(const char* key) const { return find(key) != nullptr; }
    void word(const char* key, std::string& value, Words allowed) const;
    template <class Enum>
    void word(const char* key, Enum& value, Words names) const {
        std::string text(words::name_in(names, value));
        word(key, text, names);
        value = static_cast<Enum>(std::find(names.begin(), names.end(), text) - names.begin());
    }
    /// A word that is always the same: it is checked and not kept.
    void only(const char* key, Words allowed) const {
        std::string unused;
        word(key, unused, allowed);
    }
    void integer(const char* key, int& value, int smallest, int largest) const;
    void boolean(const char* key, bool& value) const;
    /// A list of such numbers.
    void integers(const char* key, std::vector<int>& values, int smallest, int largest) const;
    /// A list of some of the names, in their order.
    void some(const char* key, std::span<bool* const> values, Words names) const;
    /// A number above 0 and at most `largest`.
    void positive(const char* key, double& value, double largest) const;

private:
    ConfigSection(const Json& config, const std::string& subject);
    const Json* find(const char* key) const;
    [[noreturn]] void fail(const char* key, const std::string& expected, const Json& found) const;

    std::string name_;
    const std::string& subject_;
    const Json* object_ = nullptr;
};

} // namespace heed
