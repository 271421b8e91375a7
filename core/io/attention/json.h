// Attention in JSON: one item of a file, with its words. Between items.cpp, which takes a text
// apart, and json.cpp, which reads what it finds.
#pragma once

#include "core/io/attention/parts.h"
#include "core/io/base/json_text.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed::io {

/// One sentence: an object of keys.cpp, BertViz' arguments, Nematus' links, or a nested list.
/// Throws naming `what`.
void add_item(const Json& item, const std::string& what, const std::string& name,
              std::vector<GivenSentence>& sentences);

bool are_links(const Json& value);
/// A list of lists down to a number: weights that no key names.
bool is_nested_numbers(const Json& value);

/// BertViz' arguments stand one level lower.
const Json& without_wrapper(const Json& object);

/// A key that ends in a number, "attention_2" or "src1": without it, and the number. Nothing where it does
/// not.
struct NumberedKey {
    std::string_view key;
    int number = 0;
};
std::optional<NumberedKey> numbered_key(std::string_view key);

/// "\"a\", \"b\" and 3 more": keys of an object.
std::string keys_text(const Json& object);

} // namespace heed::io
