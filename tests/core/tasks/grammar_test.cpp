#include "core/base/error.h"
#include "core/tasks/derivation.h"
#include "core/tasks/grammar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace heed::tasks::grammar {
namespace {

using Json = nlohmann::json;

/// A small whole grammar: "the red car(s)", "an ear", "we do see", with every kind of item.
Json small() {
    return Json::parse(R"({
        "format": "heed.grammar", "version": 1, "start": "S", "length": [1, 9],
        "vowel": {"en": {"first": "aeiou", "not": ["union"], "also": ["hour"]},
                  "fr": {"first": "aeé", "not": [], "also": []}},
        "contract": {"à le": "au"},
        "tables": {"def": {"ms": "le~l'", "fs": "la~l'"}},
        "lex": {"noun": [{"en": {"s": "car"}, "fr": {"s": "voiture"}, "g": "f", "w": 3},
                         {"en": {"s": "school"}, "fr": {"s": "école"}, "g": "f"},
                         {"en": {"s": "market", "p": "markets"}, "fr": {"s": "marché"}, "g": "m"}],
                "card": [{"en": "two", "fr": "deux"}]},
        "rules": {
            "S": [{"w": 1, "slots": [["np", "NP", {"n": "=s"}]],
                   "en": [["lit", "to", "p"], ["sub", "np"]], "fr": [["lit", "à", "p"], ["sub", "np"]],
                   "feat": {}, "possible": [["np.N", "p"]]}],
            "NP": [{"w": 2, "slots": [["N", "noun", {"has": "^.n"}]],
                    "en": [["lit", "the", "d"], ["lex", "N", "en", "^.n", "N"]],
                    "fr": [["tab", "def", "N.g+^.n", "d"], ["lex", "N", "fr", "=s", "N"]],
                    "feat": {"g": ["mix", "N.g", "=f"]}, "possible": [["N", "d"]]}]}
    })");
}

std::string complaint(const Json& json) {
    try {
        read_grammar(json.dump(), "small.json");
    } catch (const Error& error) {
        return error.what();
    }
    return "none";
}

/// The complaint about the small grammar with the value at `pointer` replaced.
std::string complaint(const char* pointer, const char* value) {
    Json json = small();
    json[Json::json_pointer(pointer)] = Json::parse(value);
    return complaint(json);
}

std::set<std::string> all_lines(const Grammar& grammar) {
    std::set<std::string> lines;
    Random random(1);
    for (int i = 0; i < 100; ++i)
        lines.insert(to_line(write(grammar, draw(grammar, random)), {TokenLevel::Word, true}));
    return lines;
}

TEST(Grammar, WritesBothSidesWithTheirLinks) {
    EXPECT_THAT(all_lines(read_grammar(small().dump(), "small.json")),
                testing::ElementsAre("to the car\tà la voiture\t0-0 1-1 2-2\t2-0 2-1",
                                     // à le = au: "to" and "the" made it, "market" chose it
                                     "to the market\tau marché\t0-0 1-0 2-1\t2-0",
                                     "to the school\tà l' école\t0-0 1-1 2-2\t2-0 2-1"));
}

TEST(Grammar, ChoosesFormsByTheSoundThatFollows) {
    const Vowels vowels{U"aeioué", {"union"}, {"hour"}};
    EXPECT_EQ(decide(vowels, "a~an", "ear"), "an");
    EXPECT_EQ(decide(vowels, "a~an", "car"), "a");
    EXPECT_EQ(decide(vowels, "a~an", "union"), "a");
    EXPECT_EQ(decide(vowels, "a~an", "hour"), "an");
    EXPECT_EQ(decide(vowels, "la~l'", "école"), "l'");
    EXPECT_EQ(decide(vowels, "a~an", ""), "a");
    EXPECT_EQ(decide(vowels, "the", "ear"), "the");
}

TEST(Grammar, SaysWhatIsWrong) {
    EXPECT_EQ(complaint(small()), "none");
    EXPECT_THROW(read_grammar("{", "x.json"), Error);
    EXPECT_EQ(complaint(Json::array()), "small.json: wrong kind of value: expected an object, found []");
    EXPECT_EQ(complaint("/format", "\"x\""),
              "small.json: format: wrong format: expected \"heed.grammar\", found \"x\"");
    EXPECT_EQ(complaint("/version", "2"), "small.json: version: unknown version: expected 1, found 2");
    EXPECT_EQ(complaint("/start", "\"T\""),
              "small.json: start: no such category: expected a name of lex or rules, found \"T\"");
    EXPECT_EQ(complaint("/lex/card", "[]"),
              "small.json: lex: card: nothing in it: expected an entry or more, found []");
    EXPECT_EQ(complaint("/lex/noun/0/w", "-1"),
              "small.json: lex: noun[0]: w: bad weight: expected a number above 0, found -1");
    EXPECT_EQ(complaint("/rules/S/0/en/0", "[\"lit\", \"to\"]"),
              "small.json: rules: S[0]: en[0]: bad item: expected [\"lit\", text, key], [\"sub\", slot] or "
              "another of the notes, found [\"lit\",\"to\"]");
    EXPECT_EQ(complaint("/rules/S/0/en/1", "[\"sub\", \"vp\"]"),
              "small.json: rules: S[0]: en[1]: no such slot: expected a slot of this rule, found "
              "[\"sub\",\"vp\"]");
    EXPECT_EQ(complaint("/rules/NP/0/fr/0/1", "\"indef\""), "small.json: tables: indef is missing");
    EXPECT_EQ(
        complaint("/rules/NP/0/possible/0/1", "\"x\""),
        "small.json: rules: NP[0]: possible[0][1]: no such key: expected a key of the rule, found \"x\"");
    EXPECT_EQ(complaint("/rules/NP/0/slots/0/1", "\"S\"").substr(0, 35),
              "small.json: rules: NP[0]: en[1]: a ");
}

TEST(Grammar, RefusesWhatWouldNeverEndOrCannotBeRead) {
    Json loop = small();
    loop["rules"]["NP"][0]["slots"].push_back({"again", "S"});
    for (const char* side : {"en", "fr"}) loop["rules"]["NP"][0][side].push_back({"sub", "again"});
    EXPECT_EQ(complaint(loop), "small.json: rules: NP: it leads back to itself");

    Json twice = small();
    twice["rules"]["S"][0]["en"].push_back({"sub", "np"});
    EXPECT_THAT(complaint(twice),
                testing::HasSubstr("a phrase is not written once: expected slot np once a side"));

    EXPECT_THAT(complaint("/rules/S/0/en/0", R"(["tab", "def", "np.g", "p"])"),
                testing::HasSubstr("en[0]: English is not read from left to right"));
}

TEST(Grammar, NamesAFormThatIsMissingWhenItIsNeeded) {
    Json json = small();
    json["tables"]["def"].erase("fs");
    const Grammar grammar = read_grammar(json.dump(), "small.json");
    try {
        all_lines(grammar);
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "small.json: there is no form \"fs\"");
    }
}

} // namespace
} // namespace heed::tasks::grammar
