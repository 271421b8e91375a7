// Commands as JSON: {"command": id, …the arguments by their names}.
#include "app/state/commands/command.h"
#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::array kinds = {"a whole number", "a number", "true or false",
                              "a name",         "a text",   "a list of texts"};

/// Whether the command holds what an empty one holds there.
bool is_unset(const Argument& a, const Command& c) {
    const Command empty{c.id};
    return std::visit([&](auto slot) { return c.*slot == empty.*slot; }, a.slot);
}

ordered_json to_json(const Argument& a, const Command& c) {
    return std::visit(
        [&](auto slot) -> ordered_json {
            if constexpr (std::is_arithmetic_v<std::decay_t<decltype(c.*slot)>>) {
                if (a.kind == Argument::Kind::Flag) return c.*slot > 0;
                if (a.kind == Argument::Kind::Number) return c.*slot;
                const auto n = static_cast<long long>(c.*slot);
                if (a.kind == Argument::Kind::Name && (n < 0 || n >= std::ssize(a.names))) return nullptr;
                if (a.kind == Argument::Kind::Name) return a.names[static_cast<std::size_t>(n)];
                return n;
            } else
                return c.*slot;
        },
        a.slot);
}

std::string expected(const Argument& a) {
    if (a.kind != Argument::Kind::Name) return kinds[static_cast<std::size_t>(a.kind)];
    std::string all;
    for (const char* name : a.names) all += (all.empty() ? "one of " : ", ") + std::string(name);
    return all;
}

/// The number that a value of that kind stands for; none where it is of another kind.
std::optional<double> number_of(const Argument& a, const json& value) {
    switch (a.kind) {
    case Argument::Kind::Flag:
        return value.is_boolean() ? std::optional(value.get<bool>() ? 1.0 : 0.0) : std::nullopt;
    case Argument::Kind::Name: {
        const auto name =
            std::find_if(a.names.begin(), a.names.end(), [&](const char* n) { return value == n; });
        return name == a.names.end() ? std::nullopt : std::optional<double>(name - a.names.begin());
    }
    case Argument::Kind::Whole:
    case Argument::Kind::Number: {
        if (!value.is_number()) return std::nullopt;
        const auto number = value.get<double>();
        const bool whole = std::abs(number) < 2e9 && std::trunc(number) == number;
        return whole || a.kind == Argument::Kind::Number ? std::optional(number) : std::nullopt;
    }
    default:
        return std::nullopt;
    }
}

/// Whether the value is of the argument's kind; then it stands in the command.
bool take(const Argument& a, const json& value, Command& c) {
    return std::visit(
        [&](auto slot) {
            using Value = std::decay_t<decltype(c.*slot)>;
            if constexpr (std::is_arithmetic_v<Value>) {
                const auto number = number_of(a, value);
                if (number) c.*slot = static_cast<Value>(*number);
                return number.has_value();
            } else if constexpr (std::is_same_v<Value, std::string>) {
                if (value.is_string()) c.*slot = value.get<std::string>();
                return value.is_string();
            } else {
                const bool texts =
                    value.is_array() && std::all_of(value.begin(), value.end(),
                                                    [](const json& item) { return item.is_string(); });
                if (texts) c.*slot = value.get<Value>();
                return texts;
            }
        },
        a.slot);
}

} // namespace

ordered_json command_to_json(const Command& c) {
    const CommandInfo& row = command_info(c.id);
    ordered_json j = {{"command", row.id}};
    for (const Argument& a : row.arguments)
        if (a.needed || !is_unset(a, c)) j[std::string(a.name)] = to_json(a, c);
    return j;
}

Command command_from_json(const json& j) {
    if (!j.is_object() || !j.contains("command") || !j["command"].is_string())
        throw Error("a command is an object with the id of one: expected {\"command\": \"play\"}");
    const auto id = j["command"].get<std::string>();
    const CommandInfo* row = find_command(id);
    if (!row) throw Error(id, "there is no such command");
    Command c{row->id};
    for (const auto& [name, value] : j.items()) {
        if (name == "command" || name == "t") continue;
        const auto a = std::find_if(row->arguments.begin(), row->arguments.end(),
                                    [&](const Argument& known) { return known.name == name; });
        if (a == row->arguments.end()) throw Error(id, "has no argument \"" + name + "\"");
        if (!take(*a, value, c))
            throw Error(id, "\"" + name + "\": expected " + expected(*a) + ", found " +
                                value.dump(-1, ' ', false, json::error_handler_t::replace));
    }
    for (const Argument& a : row->arguments)
        if (a.needed && !j.contains(a.name))
            throw Error(id, "lacks its argument \"" + std::string(a.name) + "\"");
    return c;
}

} // namespace heed
