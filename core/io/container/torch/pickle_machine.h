// How a pickle is read: a machine of opcodes, each a row of a table. It makes values and calls nothing.
#pragma once

#include "core/base/error.h"
#include "core/io/container/torch/pickle.h"
#include "core/io/container/torch/pickle_lines.h"

#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <variant>

namespace heed::io::pickle {

struct Cut {}; // thrown where the bytes end

/// The machine: bytes read from the front, a stack, marks in it, and a memo of values by number.
class Machine {
public:
    Machine(std::string_view bytes, Arena& arena, const std::string& subject)
        : bytes_(bytes), arena_(arena), subject_(subject) {}

    Unpickled run();

private:
    struct Opcode {
        unsigned char code;
        void (Machine::*step)();
    };
    static const std::array<Opcode, 60> opcodes;

    // ------------------------------------------------------------------ bytes
    std::string_view take(std::uint64_t count) {
        if (count > bytes_.size() - at_) throw Cut{};
        at_ += count;
        return bytes_.substr(at_ - count, count);
    }
    template <class T>
    T number() {
        T value;
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        return value;
    }
    std::string_view line() {
        const std::size_t end = bytes_.find('\n', at_);
        if (end == bytes_.npos) throw Cut{};
        const std::string_view text = take(end - at_);
        at_ += 1;
        return text;
    }

    // ------------------------------------------------------------------ the stack
    [[noreturn]] void fail(const std::string& expected, const std::string& found) const {
        throw Error(subject_, "damaged pickle at byte " + std::to_string(at_), expected, found);
    }
    void push(Value value) { stack_.push_back(value); }
    Value top() {
        if (stack_.size() <= floor()) fail("a value on the stack", "none");
        return stack_.back();
    }
    Value pop() {
        const Value value = top();
        stack_.pop_back();
        return value;
    }
    std::size_t floor() const { return marks_.empty() ? 0 : marks_.back(); }
    std::vector<Value> pop_to_mark() {
        if (marks_.empty()) fail("a mark on the stack", "none");
        const auto from = stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
        std::vector<Value> values(from, stack_.end());
        stack_.erase(from, stack_.end());
        marks_.pop_back();
        return values;
    }

    // ------------------------------------------------------------------ making values
    static Value integer(std::int64_t number, Kind kind = Kind::Int) {
        Value value;
        value.kind = kind;
        value.integer = number;
        return value;
    }
    static Value real(double number) {
        Value value;
        value.kind = Kind::Real;
        value.real = number;
        return value;
    }
    static Value reference(Kind kind, std::size_t index) {
        Value value;
        value.kind = kind;
        value.index = index;
        return value;
    }
    void push_text(Kind kind, std::string_view text) {
        arena_.texts.push_back(text);
        push(reference(kind, arena_.texts.size() - 1));
    }
    void push_list(Kind kind, std::vector<Value> values) {
        arena_.lists.push_back(std::move(values));
        push(reference(kind, arena_.lists.size() - 1));
    }
    void push_label(std::string_view module, std::string_view name);
    void push_record(Value label, Value arguments);
    void push_long(std::string_view little_endian);
    void push_tuple(std::size_t count);
    void keep(std::uint64_t number);
    void recall(std::uint64_t number);

    /// What APPEND and SETITEM add to.
    std::vector<Value>& items_of(Value value);
    std::vector<Value>& entries_of(Value value);
    void set_items(const std::vector<Value>& values);

    // ------------------------------------------------------------------ opcodes
    void proto() {
        const auto version = number<std::uint8_t>();
        if (version < 2 || version > 5) fail("protocol 2 to 5", std::to_string(version));
    }
    void frame() { take(8); } // how many bytes follow; nothing is read ahead here
    void none() { push({}); }
    void yes() { push(integer(1, Kind::Bool)); }
    void no() { push(integer(0, Kind::Bool)); }
    void int8() { push(integer(number<std::uint8_t>())); }
    void int16() { push(integer(number<std::uint16_t>())); }
    void int32() { push(integer(number<std::int32_t>())); }
    void long1() { push_long(take(number<std::uint8_t>())); }
    void long4() { push_long(take(size4())); }
    void float64() { push(real(std::bit_cast<double>(__builtin_bswap64(number<std::uint64_t>())))); }
    void text1() { push_text(Kind::Text, take(number<std::uint8_t>())); }
    void text4() { push_text(Kind::Text, take(number<std::uint32_t>())); }
    void text8() { push_text(Kind::Text, take(number<std::uint64_t>())); }
    void bytes1() { push_text(Kind::Bytes, take(number<std::uint8_t>())); }
    void bytes4() { push_text(Kind::Bytes, take(number<std::uint32_t>())); }
    void bytes8() { push_text(Kind::Bytes, take(number<std::uint64_t>())); } // and bytearrays
    void string1() { push_text(Kind::Text, take(number<std::uint8_t>())); }  // of Python 2
    void string4() { push_text(Kind::Text, take(size4())); }
    void mark() { marks_.push_back(stack_.size()); }
    void pop_one() { pop(); }
    void pop_mark() { pop_to_mark(); }
    void tuple() { push_list(Kind::Tuple, pop_to_mark()); }
    void tuple0() { push_tuple(0); }
    void tuple1() { push_tuple(1); }
    void tuple2() { push_tuple(2); }
    void tuple3() { push_tuple(3); }
    void list() { push_list(Kind::List, {}); }
    void dict() { push_list(Kind::Dict, {}); }
    void set() { push_list(Kind::Set, {}); }
    void frozen_set() { push_list(Kind::Set, pop_to_mark()); }
    void append() {
        const Value value = pop();
        items_of(top()).push_back(value);
    }
    void append_all() {
        const std::vector<Value> values = pop_to_mark();
        std::vector<Value>& items = items_of(top());
        items.insert(items.end(), values.begin(), values.end());
    }
    void set_item() {
        const Value value = pop(), key = pop();
        set_items({key, value});
    }
    void set_all() { set_items(pop_to_mark()); }
    void global() {
        const std::string_view module = line();
        push_label(module, line());
    }
    void stack_global() {
        const Value name = pop(), module = pop();
        if (name.kind != Kind::Text || module.kind != Kind::Text)
            fail("the words of a global", "something else");
        push_label(arena_.text(module), arena_.text(name));
    }
    void call() { // REDUCE and NEWOBJ
        const Value arguments = pop(), label = pop();
        if (!rebuild(label, arguments)) push_record(label, arguments);
    }
    bool rebuild(Value label, Value arguments);
    void build() {
        const Value state = pop(), object = top();
        if (object.kind == Kind::Record) arena_.records[object.index].state = state;
        // On a dictionary it would set attributes (PyTorch's _metadata): nothing of ours.
    }
    void persistent();
    void keep1() { keep(number<std::uint8_t>()); }
    void keep4() { keep(number<std::uint32_t>()); }
    void keep_next() { keep(memo_.size()); }
    void recall1() { recall(number<std::uint8_t>()); }
    void recall4() { recall(number<std::uint32_t>()); }

    // of protocol 0: lines
    template <class T>
    const T& sound(const std::optional<T>& read, const char* what) const {
        if (!read) fail(what, "something else");
        return *read;
    }
    void push_spelled(std::string text) {
        arena_.spelled.push_back(std::move(text));
        push_text(Kind::Text, arena_.spelled.back());
    }
    void text_line() { push_spelled(sound(quoted_text(line()), "a text in quotes")); }
    void unicode_line() { push_spelled(sound(escaped_text(line()), "a text with \\uXXXX in it")); }
    void real_line() { push(real(sound(real_number(line()), "a number"))); }
    void whole_line() {
        const std::string_view text = line();
        if (text == "00" || text == "01") return push(integer(text[1] - '0', Kind::Bool));
        const auto number = sound(whole_number(text), "a whole number");
        const auto* whole = std::get_if<std::int64_t>(&number);
        push(whole != nullptr ? integer(*whole) : real(std::get<double>(number)));
    }
    std::uint64_t memo_line() {
        const auto number = sound(whole_number(line()), "a memo number");
        const auto* whole = std::get_if<std::int64_t>(&number);
        if (whole == nullptr || *whole < 0) fail("a memo number", "something else");
        return static_cast<std::uint64_t>(*whole);
    }
    void keep_line() { keep(memo_line()); }
    void recall_line() { recall(memo_line()); }
    void dict_to_mark() {
        std::vector<Value> values = pop_to_mark();
        if (values.size() % 2 != 0) fail("keys with values", "a key without one");
        push_list(Kind::Dict, std::move(values));
    }
    void list_to_mark() { push_list(Kind::List, pop_to_mark()); }
    void twice() { push(top()); }
    void instance() { // INST
        const std::string_view module = line(), name = line();
        std::vector<Value> arguments = pop_to_mark();
        push_label(module, name);
        push_list(Kind::Tuple, std::move(arguments));
        call();
    }
    void object() { // OBJ
        std::vector<Value> values = pop_to_mark();
        if (values.empty()) fail("a class to make an object of", "none");
        push(values.front());
        values.erase(values.begin());
        push_list(Kind::Tuple, std::move(values));
        call();
    }

    std::uint32_t size4() {
        const auto size = number<std::int32_t>();
        if (size < 0) fail("a length", std::to_string(size));
        return static_cast<std::uint32_t>(size);
    }

    std::string_view bytes_;
    Arena& arena_;
    const std::string& subject_;
    std::size_t at_ = 0;
    std::uint64_t steps_ = 0;
    std::vector<Value> stack_;
    std::vector<std::size_t> marks_; // sizes of the stack
    std::vector<Value> memo_;
    std::vector<bool> known_; // of the memo
};

} // namespace heed::io::pickle
