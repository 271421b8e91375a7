#include "core/text/suggest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heed {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Vocabulary& words() {
    static const Vocabulary vocabulary({"<pad>",      "<s>",    "</s>",    "<unk>",      "agreement",
                                        "agreements", "area",   "août",    "sign",       "signed",
                                        "signs",      "school", "schools", "Paris",      "part",
                                        "small",      "was",    "saw",     "économique", "économie"});
    return vocabulary;
}

TEST(Complete, OffersTheShortestFirstThenByAlphabet) {
    EXPECT_THAT(complete(words(), "s", 9),
                ElementsAre("saw", "sign", "signs", "small", "school", "signed", "schools"));
    EXPECT_THAT(complete(words(), "s", 2), ElementsAre("saw", "sign"));
    EXPECT_THAT(complete(words(), "sign", 9), ElementsAre("signs", "signed"));
}

TEST(Complete, TakesCapitalsAndAccentsAsTheTokenizerDoes) {
    EXPECT_THAT(complete(words(), "PAR", 9), ElementsAre("part", "Paris"));
    EXPECT_THAT(complete(words(), "Éc", 9), ElementsAre("économie", "économique"));
    EXPECT_THAT(complete(words(), "ec", 9), ElementsAre("économie", "économique"))
        << "accents may be left out";
}

TEST(Complete, OffersNeitherNothingNorSpecialTokens) {
    EXPECT_THAT(complete(words(), "", 9), IsEmpty());
    EXPECT_THAT(complete(words(), "<", 9), IsEmpty());
    EXPECT_THAT(complete(words(), "area", 9), IsEmpty());
    EXPECT_THAT(complete(words(), "s", 0), IsEmpty());
    EXPECT_THAT(complete(Vocabulary{}, "s", 9), IsEmpty());
    // Other models keep their special tokens elsewhere.
    EXPECT_THAT(complete(Vocabulary({"eos", "eat", "ear"}, {-1, -1, 0, 1}), "e", 9), ElementsAre("ear"));
}

TEST(Nearest, OffersTheFewestEditsThenTheLongestCommonBeginning) {
    EXPECT_THAT(nearest(words(), "agrement", 9), ElementsAre("agreement", "agreements"));
    EXPECT_THAT(nearest(words(), "singed", 1), ElementsAre("signed")); // two neighbours swapped
    EXPECT_THAT(nearest(words(), "sigh", 9), ElementsAre("sign", "signs"));
    EXPECT_THAT(nearest(words(), "aout", 1), ElementsAre("août"));
    EXPECT_THAT(nearest(words(), "ÉCONOMIK", 9), ElementsAre("économie", "économique"));
    EXPECT_THAT(nearest(words(), "saw", 1), ElementsAre("saw"));
    const Vocabulary ties({"<pad>", "<s>", "</s>", "<unk>", "zat", "bat", "caz", "cab"});
    EXPECT_THAT(nearest(ties, "cat", 9), ElementsAre("cab", "caz", "bat", "zat"));
}

TEST(Nearest, OffersNothingThatIsFar) {
    EXPECT_THAT(nearest(words(), "xylophone", 9), IsEmpty());
    EXPECT_THAT(nearest(words(), "x", 9), IsEmpty());
    EXPECT_THAT(nearest(words(), "", 9), IsEmpty());
    EXPECT_THAT(nearest(words(), "<unk", 9), IsEmpty());
    EXPECT_THAT(nearest(words(), "arez", 9), ElementsAre("area"));
}

TEST(EditDistance, IsDamerausAndCountsCodePoints) {
    EXPECT_EQ(edit_distance(U"", U""), 0u);
    EXPECT_EQ(edit_distance(U"", U"abc"), 3u);
    EXPECT_EQ(edit_distance(U"kitten", U"sitting"), 3u);
    EXPECT_EQ(edit_distance(U"ab", U"ba"), 1u);
    EXPECT_EQ(edit_distance(U"ca", U"abc"), 2u); // swapped, with a letter between
    EXPECT_EQ(edit_distance(U"été", U"ete"), 2u);
    EXPECT_EQ(edit_distance(U"a cat", U"an abct"), 3u);
}

TEST(EditDistance, IsAMetric) {
    const std::u32string_view some[] = {U"", U"a", U"ab", U"ba", U"abc", U"cab", U"acb", U"bca", U"aabb"};
    for (const auto a : some)
        for (const auto b : some) {
            EXPECT_EQ(edit_distance(a, b), edit_distance(b, a));
            EXPECT_EQ(edit_distance(a, b) == 0, a == b);
            for (const auto c : some)
                EXPECT_LE(edit_distance(a, c), edit_distance(a, b) + edit_distance(b, c));
        }
}

TEST(DidYouMean, NamesTheNearestOfWhatThereIs) {
    const std::vector<std::string> known = {"trace",    "train", "export",   "compare",
                                            "evaluate", "dates", "dates/dot"};
    EXPECT_EQ(did_you_mean(known, "tarce"), "; did you mean trace?");
    EXPECT_EQ(did_you_mean(known, "datse"), "; did you mean dates?");
    EXPECT_EQ(did_you_mean(known, "DATES"), "; did you mean dates?");
    EXPECT_EQ(did_you_mean(known, "dates/dott"), "; did you mean dates/dot?");
    EXPECT_EQ(did_you_mean(known, "evalute"), "; did you mean evaluate?");
    EXPECT_EQ(did_you_mean(known, "eval"), "; did you mean evaluate?"); // the only one that begins so
    EXPECT_EQ(did_you_mean(known, "tra"), "");                          // two do
    EXPECT_EQ(did_you_mean(known, "xylophone"), "");
    EXPECT_EQ(did_you_mean(known, ""), "");
    EXPECT_EQ(did_you_mean({}, "trace"), "");
    EXPECT_EQ(did_you_mean(known, std::string(100000, 'x')), "");
}

TEST(DidYouMean, OneSlipIsFound) {
    const std::vector<std::string> known = {"additive", "location", "translate", "sentiment", "compare"};
    for (const std::string& name : known)
        for (std::size_t n = 0; n + 1 < name.size(); ++n) {
            std::string left_out = name, swapped = name, doubled = name, other = name;
            left_out.erase(n, 1);
            std::swap(swapped[n], swapped[n + 1]);
            doubled.insert(n, 1, name[n]);
            other[n] = 'z';
            for (const std::string& slip : {left_out, swapped, doubled, other})
                EXPECT_EQ(did_you_mean(known, slip), "; did you mean " + name + "?") << slip;
        }
}

} // namespace
} // namespace heed
