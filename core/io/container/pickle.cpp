#include "core/io/container/pickle.h"

#include "core/base/error.h"
#include "core/io/container/pickle_lines.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <variant>

namespace heed::io::pickle {

namespace {

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
    static const std::array<Opcode, 58> opcodes;

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
    void string1() { push_text(Kind::Text, take(number<std::uint8_t>())); } // of Python 2
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

const std::array<Machine::Opcode, 58> Machine::opcodes = {{
    {0x80, &Machine::proto},        {0x95, &Machine::frame},      {'N', &Machine::none},
    {0x88, &Machine::yes},          {0x89, &Machine::no},         {'K', &Machine::int8},
    {'M', &Machine::int16},         {'J', &Machine::int32},       {0x8A, &Machine::long1},
    {0x8B, &Machine::long4},        {'G', &Machine::float64},     {0x8C, &Machine::text1},
    {'X', &Machine::text4},         {0x8D, &Machine::text8},      {'C', &Machine::bytes1},
    {'B', &Machine::bytes4},        {'U', &Machine::string1},     {'T', &Machine::string4},
    {'(', &Machine::mark},          {'0', &Machine::pop_one},     {'1', &Machine::pop_mark},
    {'t', &Machine::tuple},         {')', &Machine::tuple0},      {0x85, &Machine::tuple1},
    {0x86, &Machine::tuple2},       {0x87, &Machine::tuple3},     {']', &Machine::list},
    {'}', &Machine::dict},          {0x8F, &Machine::set},        {0x91, &Machine::frozen_set},
    {'a', &Machine::append},        {'e', &Machine::append_all},  {0x90, &Machine::append_all},
    {'s', &Machine::set_item},      {'u', &Machine::set_all},     {'c', &Machine::global},
    {0x93, &Machine::stack_global}, {'R', &Machine::call},        {0x81, &Machine::call},
    {'b', &Machine::build},         {'Q', &Machine::persistent},  {'q', &Machine::keep1},
    {'r', &Machine::keep4},         {0x94, &Machine::keep_next},  {'h', &Machine::recall1},
    {'j', &Machine::recall4},       {'S', &Machine::text_line},   {'V', &Machine::unicode_line},
    {'F', &Machine::real_line},     {'I', &Machine::whole_line},  {'L', &Machine::whole_line},
    {'p', &Machine::keep_line},     {'g', &Machine::recall_line}, {'d', &Machine::dict_to_mark},
    {'l', &Machine::list_to_mark},  {'2', &Machine::twice},       {'i', &Machine::instance},
    {'o', &Machine::object},
}};

/// copyreg._reconstructor(class, its base, the base's value): how the first protocols write an object of a
/// class. It is the class that counts.
bool Machine::rebuild(Value label, Value arguments) {
    if (label.kind != Kind::Label || arguments.kind != Kind::Tuple) return false;
    const std::string text = arena_.label(label).text();
    const std::vector<Value> of = arena_.list(arguments);
    if ((text != "copy_reg._reconstructor" && text != "copyreg._reconstructor") || of.size() != 3 ||
        of[0].kind != Kind::Label)
        return false;
    push_tuple(0);
    const Value none = pop();
    push_record(of[0], none);
    Record& made = arena_.records[top().index];
    if (of[2].kind == Kind::Dict) made.entries = arena_.list(of[2]);
    if (of[2].kind == Kind::List || of[2].kind == Kind::Set) made.items = arena_.list(of[2]);
    return true;
}

void Machine::push_label(std::string_view module, std::string_view name) {
    const Label label{module, name};
    if (is_suspicious(label) && arena_.suspicious.size() < 100) {
        std::string text = label.text();
        auto& list = arena_.suspicious;
        if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(std::move(text));
    }
    arena_.labels.push_back(label);
    push(reference(Kind::Label, arena_.labels.size() - 1));
}

void Machine::push_record(Value label, Value arguments) {
    if (label.kind != Kind::Label) fail("a class or function to make an object of", "something else");
    if (arguments.kind != Kind::Tuple) fail("arguments", "something else");
    if (const std::string why = refusal(arena_.label(label)); !why.empty()) throw Error(subject_, why);
    Record record;
    record.label = label.index;
    record.arguments = arguments;
    arena_.records.push_back(std::move(record));
    push(reference(Kind::Record, arena_.records.size() - 1));
}

/// Whole numbers of more than 64 bits are kept as the nearest double.
void Machine::push_long(std::string_view bytes) {
    const auto byte = [&](std::size_t n) { return static_cast<unsigned char>(bytes[n]); };
    const bool negative = !bytes.empty() && byte(bytes.size() - 1) >= 0x80;
    if (bytes.size() <= 8) {
        std::uint64_t value = negative ? ~std::uint64_t{0} : 0;
        for (std::size_t n = bytes.size(); n-- > 0;) value = (value << 8) | byte(n);
        return push(integer(static_cast<std::int64_t>(value)));
    }
    double value = negative ? -1 : 0;
    for (std::size_t n = bytes.size(); n-- > 0;) value = value * 256 + byte(n);
    push(real(value));
}

void Machine::push_tuple(std::size_t count) {
    if (stack_.size() - floor() < count) fail(std::to_string(count) + " values on the stack", "fewer");
    const auto from = stack_.end() - static_cast<std::ptrdiff_t>(count);
    std::vector<Value> values(from, stack_.end());
    stack_.erase(from, stack_.end());
    push_list(Kind::Tuple, std::move(values));
}

void Machine::keep(std::uint64_t number) {
    // Writers number one after the other; a number that is larger than what was read so far only wastes
    // memory.
    if (number > steps_) fail("a memo number of at most " + std::to_string(steps_), std::to_string(number));
    if (number >= memo_.size()) {
        memo_.resize(number + 1);
        known_.resize(number + 1);
    }
    memo_[number] = top();
    known_[number] = true;
}

void Machine::recall(std::uint64_t number) {
    if (number >= memo_.size() || !known_[number])
        fail("a memo number that was kept", std::to_string(number));
    push(memo_[number]);
}

std::vector<Value>& Machine::items_of(Value value) {
    if (value.kind == Kind::List || value.kind == Kind::Set) return arena_.lists[value.index];
    if (value.kind == Kind::Record) return arena_.records[value.index].items;
    fail("a list to add to", "something else");
}

std::vector<Value>& Machine::entries_of(Value value) {
    if (value.kind == Kind::Dict) return arena_.lists[value.index];
    if (value.kind == Kind::Record) return arena_.records[value.index].entries;
    fail("a dictionary to add to", "something else");
}

void Machine::set_items(const std::vector<Value>& values) {
    if (values.size() % 2 != 0) fail("keys with values", "a key without one");
    std::vector<Value>& entries = entries_of(top());
    entries.insert(entries.end(), values.begin(), values.end());
}

void Machine::persistent() {
    const Value id = pop();
    if (id.kind != Kind::Tuple) fail("the parts of a persistent id", "something else");
    const std::vector<Value>& parts = arena_.list(id);
    // PyTorch before 1.6 stands ('module', class, source file, source) for a class: the label is what counts.
    const bool module = parts.size() >= 2 && parts[0].kind == Kind::Text && arena_.text(parts[0]) == "module";
    if (module && parts[1].kind == Kind::Label) return push(parts[1]);
    push(reference(Kind::Persistent, id.index));
}

std::string opcode_text(unsigned char code) {
    constexpr std::string_view digits = "0123456789abcdef";
    return {'0', 'x', digits[code >> 4], digits[code & 15]};
}

Unpickled Machine::run() {
    constexpr unsigned char stop = '.';
    std::array<void (Machine::*)(), 256> steps{};
    for (const Opcode& opcode : opcodes) steps[opcode.code] = opcode.step;
    for (;;) {
        const auto code = number<std::uint8_t>();
        if (code == stop) return {pop(), at_, false};
        if (steps[code] == nullptr) fail("an opcode that saved tensors need", opcode_text(code));
        ++steps_;
        (this->*steps[code])();
    }
}

} // namespace

Unpickled unpickle(std::string_view bytes, Arena& arena, const std::string& subject, bool may_be_cut) {
    try {
        return Machine(bytes, arena, subject).run();
    } catch (const Cut&) {
        if (may_be_cut) return {{}, bytes.size(), true};
        throw Error(subject, "cut off", "a pickle with an end",
                    "none within " + std::to_string(bytes.size()) + " bytes");
    }
}

} // namespace heed::io::pickle
