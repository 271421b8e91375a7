// The expressions of tokenizer.json, which Oniguruma reads in Hugging Face's library: what is expected is
// what that library (tokenizers 0.23) finds.
#include "core/text/subword/pattern.h"

#include "core/base/error.h"

#include <gtest/gtest.h>
#include <string>

namespace heed::subword {
namespace {

/// The text with a + for each match.
std::string with_plus(const std::string& expression, std::string_view text) {
    std::string all;
    for (const Found& part : regular_expression(expression, "x")(text))
        all += part.match ? "+" : text.substr(part.begin, part.end - part.begin);
    return all;
}

struct Case {
    const char *expression, *text, *found;
};

TEST(Patterns, FindWhatThatLibraryFinds) {
    const Case cases[] = {
        // the ends of lines
        {"^a", "a\nab\n\na \n", "+\n+b\n\n+ \n"},
        {"\\s+$", "a  \nab\n\na \n", "a+\nab+\na+"},
        {".+$", "ab\nc", "+\n+"},
        // matches of nothing
        {"(?=a)", "baab", "b+a+ab"},
        {"a*", "ba", "+b+"},
        {"$", "a\nb", "a+\nb+"},
        {"x*", "", ""},
        // where a word ends
        {"\\bthe\\b", "the then \u00B2the e\u0301the the\u00B2", "+ then \u00B2the e\u0301the the\u00B2"},
        {"\\B", "a.b aa", "a.b a+a"},
        // classes, and what is in no class within one
        {"[^\\W\\d_]+", "a\u0301b_1 \u00B2", "+_1 \u00B2"},
        {"[\\W_]+", "a_, \u00B2b", "a+b"},
        {"[^\\S\\r\\n]+", "a \t\nb\u00A0c", "a+\nb+c"},
        {"[[:punct:]]+", "a+$\u24E3.b", "a+b"},
        {"[^[:alnum:]]", "a\u00B2\u05B01", "a+\u05B01"},
        {"[[:^alpha:]]", "a1", "a+"},
        {"\\w+", "a\u24D0\U0001F130 \u00B2", "+ +"},
        {"[\\w]+", "a\u00B2b", "+\u00B2+"},
        {"[]a]+", "[a]", "[+"},
        // letters that mean something else to Perl
        {"\\h+", "xfE9 g", "x+ g"},
        {"[\\h_]+\\H", "a_ g", "+g"},
        {"\\v", "a\nb\x0B", "a\nb+"},
        {"\\u0061", "ba", "b+"},
        {"\\p{Han}+", "\u65E5\u672C\u3001\u3002\u30FC", "+\u3001\u3002\u30FC"},
        {"\\p{^Han}+", "\u65E5\u3001", "\u65E5+"},
        // quantifiers
        {"\\d{1,2}+", "12345", "+"},
        {"(?:ab){2}+", "abababababx", "+abx"},
        {"a{,2}b", "aaab", "a+"},
        {"a{x}", "a{x}", "+"},
        {"\\d{2}?x", "12xx", "++"},
        // (?m) lets a dot be a line feed
        {"(?m)a.b", "a\nb", "+"},
        {"(?m:a.)b", "a\nb", "+"},
        {"a.b", "a\nb", "a\nb"},
        {"(?i:'S)(?#no)", "it's", "it+"},
        // letters that are one character where case does not count
        {"(?i)ss", "a\u00DFb\u1E9E aS\u017Fb", "a+b+ a+b"},
        {"(?i)\u00DF", "assb a\u1E9Eb", "a+b a+b"},
        {"(?i)ffi", "a\uFB03b a\uFB00ib", "a+b a\uFB00ib"},
        {"(?i)ffi?", "a\uFB00b", "a+b"},
        {"(?i)sS?", "a\u00DFb", "a\u00DFb"},
        {"(?i:s)s", "a\u00DFb aSsb", "a\u00DFb a+b"},
        {"(?:(?i)st)ss", "\uFB06ss \uFB06\u00DF", "+ \uFB06\u00DF"},
        {"(?i)(?<=ss)x", "assx", "ass+"},
        {"(?i)(?<first>a)\\k<first>", "baAb", "b+b"},
    };
    for (const auto& [expression, text, found] : cases)
        EXPECT_EQ(with_plus(expression, text), found) << expression;
}

TEST(Patterns, AClassWithinAClassIsRefusedByItsPlace) {
    for (const char* const expression : {"[a[b]]", "[a-z&&[^e]]"}) try {
            regular_expression(expression, "x");
            ADD_FAILURE() << expression;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("classes without others in them"), std::string::npos)
                << error.what();
        }
    EXPECT_THROW(regular_expression("[a", "x"), Error);
    EXPECT_THROW(regular_expression("(a", "x"), Error);
    EXPECT_THROW(regular_expression("a\\", "x"), Error);
}

} // namespace
} // namespace heed::subword
