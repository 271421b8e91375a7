// Pickles, read but never run.
//
// A pickle is a program for a small stack machine. This machine knows only the opcodes that files of tensors
// need, and knows no function to call: a GLOBAL is a label of two words, and REDUCE and NEWOBJ make a record
// of a label and its arguments. What a record means is decided by who reads the result (torch_values.h), from
// a list of labels.
//
// Not every label may be called, though, even without effect: whoever writes os.system into a model means
// harm, and a person should hear of it. So REDUCE and NEWOBJ are refused, naming the label, where it belongs
// to Python itself or to PyTorch and is not among those known to be harmless (pickle_labels.cpp); labels of
// other modules are a user's own classes and functions, and make records. A label that is only named, as an
// attribute, does nothing at all and is read; `suspicious` lists those of Python itself that would not have
// been allowed to be called.
//
// Values lie in an arena and refer to one another by number: no destructor recurses, a list that holds itself
// is a number twice, and everything that is kept is bounded by the bytes that were read. Nothing is allocated
// because a file says a length.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace heed::io::pickle {

enum class Kind : std::uint8_t {
    None,
    Bool,
    Int,
    Real,
    Text,
    Bytes,
    List,
    Tuple,
    Dict,
    Set,
    Label,
    Record,
    Persistent
};

struct Value {
    Kind kind = Kind::None;
    union {
        std::int64_t integer = 0; // Bool, Int
        double real;
        std::uint64_t index; // into the arena's lists of its kind
    };
};

/// A class or function by name. Two labels of one name may have two indices.
struct Label {
    std::string_view module, name;

    std::string text() const {
        return std::string(module) + "." + std::string(name);
    } // "torch._utils._rebuild_tensor_v2"
};

/// What REDUCE or NEWOBJ made, and what was attached to it afterwards.
struct Record {
    std::uint64_t label = 0;
    Value arguments;            // a Tuple
    Value state;                // of BUILD; None where there was none
    std::vector<Value> items;   // of a class derived from list or set
    std::vector<Value> entries; // of a class derived from dict: key, value, key, value, …
};

/// Everything a pickle made. Text refers into the bytes that were read, which must outlive it, or into
/// `spelled`.
struct Arena {
    std::vector<std::string_view> texts; // Text (UTF-8, or what the file holds in its place), Bytes
    std::vector<std::vector<Value>>
        lists; // List, Tuple, Set, Dict (key, value, …), Persistent (the id's parts)
    std::vector<Label> labels;
    std::vector<Record> records;
    std::vector<std::string> suspicious; // "os.system", each once
    std::deque<std::string> spelled;     // texts that the file spells otherwise than they are: of protocol 0

    std::string_view text(Value v) const { return texts[v.index]; }
    const std::vector<Value>& list(Value v) const { return lists[v.index]; }
    const Label& label(Value v) const { return labels[v.index]; }
    const Record& record(Value v) const { return records[v.index]; }
};

struct Unpickled {
    Value value;
    std::size_t length = 0; // bytes, to STOP
    bool cut = false;       // the bytes ended before STOP: nothing else here means anything
};

/// Runs the pickle at the front of `bytes`. Several may share an arena. Throws heed::Error naming `subject`:
/// opcodes that are not read, a stack that does not hold what an opcode takes, labels that may not be called,
/// and bytes that end before STOP unless `may_be_cut`.
Unpickled unpickle(std::string_view bytes, Arena& arena, const std::string& subject, bool may_be_cut = false);

/// Why REDUCE and NEWOBJ may not make a record of it: "asks for os.system to be called, …"; empty where they
/// may.
std::string refusal(const Label& label);
/// Whether it belongs to Python itself and is not among those known to be harmless.
bool is_suspicious(const Label& label);

} // namespace heed::io::pickle
