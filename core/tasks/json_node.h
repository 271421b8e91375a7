// A JSON file read with errors that say where.
#pragma once

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heed::tasks {

/// A value of the file and the way to it. What asks for a value that is not there, or is of another kind,
/// throws heed::Error: "file: member[3]: what is wrong: expected X, found Y". The JSON must outlive it.
class Node {
public:
    Node(const nlohmann::json& value, std::string where) : value_(&value), where_(std::move(where)) {}

    const nlohmann::json& json() const { return *value_; }

    [[noreturn]] void fail(const std::string& problem, const std::string& expected) const {
        const std::string text = value_->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        throw Error(where_, problem, expected, text.size() <= 60 ? text : text.substr(0, 57) + "...");
    }

    std::string text() const {
        if (!value_->is_string()) fail("wrong kind of value", "text");
        return value_->get<std::string>();
    }

    int whole() const {
        if (!value_->is_number_integer()) fail("wrong kind of value", "a whole number");
        const auto number = value_->get<long long>();
        if (number < 0 || number > 1000000) fail("out of range", "0 to 1000000");
        return static_cast<int>(number);
    }

    double weight() const {
        if (!value_->is_number()) fail("wrong kind of value", "a weight");
        const auto number = value_->get<double>();
        if (!std::isfinite(number) || number <= 0) fail("bad weight", "a number above 0");
        return number;
    }

    const Node& list() const {
        if (!value_->is_array()) fail("wrong kind of value", "a list");
        return *this;
    }

    const Node& object() const {
        if (!value_->is_object()) fail("wrong kind of value", "an object");
        return *this;
    }

    std::optional<Node> find(const std::string& name) const {
        const auto it = object().value_->find(name);
        if (it == value_->end()) return std::nullopt;
        return Node(*it, where_ + ": " + name);
    }

    Node operator[](const std::string& name) const {
        if (auto node = find(name)) return *node;
        throw Error(where_, name + " is missing");
    }

    Node operator[](std::size_t index) const {
        if (index >= list().value_->size()) fail("too short a list", std::to_string(index + 1) + " values");
        return {(*value_)[index], where_ + "[" + std::to_string(index) + "]"};
    }

    std::size_t size() const { return value_->size(); }

    std::vector<Node> elements() const {
        std::vector<Node> nodes;
        for (std::size_t i = 0; i < list().size(); ++i) nodes.push_back((*this)[i]);
        return nodes;
    }

    std::vector<std::pair<std::string, Node>> members() const {
        std::vector<std::pair<std::string, Node>> nodes;
        for (const auto& [name, value] : object().value_->items())
            nodes.emplace_back(name, Node(value, where_ + ": " + name));
        return nodes;
    }

private:
    const nlohmann::json* value_;
    std::string where_;
};

} // namespace heed::tasks
