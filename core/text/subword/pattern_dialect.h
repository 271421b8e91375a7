// The regular expressions of tokenizer.json are Oniguruma's, in Ruby's syntax; Heed searches with Perl's.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace heed::subword {

/// The expression as Perl writes it, for a search in which ^ and $ are the ends of lines:
///   \w \W \s \S \b \B [:alpha:] …   what Unicode says of them there, a class in a class written out
///   \h \H hexadecimal digits, \v a vertical tab, \uHHHH a character, \p{Han} the script and not what other
///   scripts share with it, (?m) a dot for line feeds too, {,n}, and {n}+ and {n}? repeated once more
///   where case does not count, letters that are one character too: ss is ß
/// `is_script`: whether a name is one of Unicode's scripts. Throws heed::Error naming `subject` where a class
/// has another in it, or &&.
std::string in_perl(std::string_view expression, const std::function<bool(const std::string&)>& is_script,
                    const std::string& subject);

} // namespace heed::subword
