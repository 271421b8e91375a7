#include "core/io/container/torch/pickle.h"

#include "core/io/container/torch/pickle_machine.h"

#include <algorithm>

namespace heed::io::pickle {

const std::array<Machine::Opcode, 60> Machine::opcodes = {{
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
    {'o', &Machine::object},        {0x8E, &Machine::bytes8},     {0x96, &Machine::bytes8},
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

namespace {

std::string opcode_text(unsigned char code) {
    constexpr std::string_view digits = "0123456789abcdef";
    return {'0', 'x', digits[code >> 4], digits[code & 15]};
}

} // namespace

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
