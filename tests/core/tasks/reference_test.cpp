// What the tasks know of an input that a user typed.
#include "core/tasks/task.h"
#include "core/tasks/translate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heed::tasks {
namespace {

std::string answer(const char* task_name, std::string_view text) {
    const Task& task = get(task_name);
    const auto sample = task.reference(text);
    return sample ? task.tokenizer().join(sample->target) : "none";
}

std::string links(const char* task_name, std::string_view text) {
    const Task& task = get(task_name);
    const std::string line = to_line(task.reference(text).value(), task.tokenizer());
    return line.substr(line.find('\t', line.find('\t') + 1) + 1);
}

TEST(Reference, AgreesWithEveryTasksGenerator) {
    for (const Task& task : all()) {
        Random random(5);
        for (int i = 0; i < (task.level == TokenLevel::Word ? 1000 : 2000); ++i) {
            const Sample sample = task.sample(random);
            const std::string source = task.tokenizer().join(sample.source);
            const auto reference = task.reference(source);
            ASSERT_TRUE(reference) << task.name << ": " << source;
            EXPECT_EQ(to_line(*reference, task.tokenizer()), to_line(sample, task.tokenizer()));
        }
    }
}

TEST(Reference, ReadsTheExamplesAndKeepsTheirTokens) {
    for (const Task& task : all())
        for (const auto example : task.examples) {
            const auto reference = task.reference(example);
            ASSERT_TRUE(reference) << example;
            EXPECT_EQ(reference->source, read_tokens(example, task.tokenizer()));
        }
}

TEST(Reference, ArrangesLetters) {
    EXPECT_EQ(answer("reverse", "Attention"), "noitnetta");
    EXPECT_EQ(answer("copy", "La la b"), "la la b");
    EXPECT_EQ(links("copy", "la la b"), "0-0 1-1 2-2\t");
    EXPECT_EQ(answer("alphabet", "banana"), "aaabnn");
    EXPECT_EQ(links("alphabet", "banana"), "1-0 3-1 5-2 0-3 2-4 4-5\t");
    EXPECT_EQ(answer("twoway", ">abc"), "abc");
    EXPECT_EQ(links("twoway", ">abc"), "1-0 2-1 3-2\t");
    EXPECT_EQ(answer("twoway", "<abc"), "cba");
    EXPECT_EQ(links("twoway", "<abc"), "3-0 2-1 1-2\t");
}

TEST(Reference, IsSilentOnLettersOfNoTask) {
    for (const char* task : {"reverse", "alphabet"})
        for (const char* text : {"", " ", "ab c", "ab1", "é", "a>"})
            EXPECT_EQ(answer(task, text), "none") << text;
    for (const char* text : {"", ">", "abc", "> a", "<>a", "a>bc"})
        EXPECT_EQ(answer("twoway", text), "none") << text;
}

TEST(Reference, TurnsSentencesRoundWhateverTheirNames) {
    EXPECT_EQ(answer("names", "Orvan Tolbe saw Mary in Dresk"), "mary was seen by orvan tolbe in dresk");
    EXPECT_EQ(links("names", "orvan tolbe saw mary in dresk"), "3-0 2-2 0-4 1-5 4-6 5-7\t2-1 2-3");
    EXPECT_EQ(answer("names", "xu hid anna and qqq at noon"), "anna and qqq were hidden by xu at noon");
    EXPECT_EQ(answer("names", "ada and bo drew the house of mo last week"),
              "the house of mo was drawn by ada and bo last week");
}

TEST(Reference, IsSilentOnSentencesOfAnotherForm) {
    for (const char* text : {"", "saw", "anna saw", "saw anna", "anna sees tom", "anna saw the",
                             "anna saw the moon", "anna saw tom in", "anna saw tom at dawn", "and saw tom",
                             "anna and saw tom", "anna saw tom by rosa", "anna saw the book of",
                             "anna saw tom saw rosa", "anna saw tom on monday in paris"})
        EXPECT_EQ(answer("names", text), "none") << text;
}

TEST(Reference, ReadsDatesAsTyped) {
    EXPECT_EQ(answer("dates", "3 March 1987"), "1987-03-03");
    EXPECT_EQ(answer("dates", "07/11/99"), "1999-11-07");
    EXPECT_EQ(answer("dates", "7/11/1999"), "1999-11-07");
    EXPECT_EQ(answer("dates", "Tuesday, 19 August 2014"), "2014-08-19");
    EXPECT_EQ(answer("dates", "29.2.2000"), "2000-02-29");
    EXPECT_EQ(answer("dates", "19870311"), "1987-03-11");
    EXPECT_EQ(answer("dates", "1 jan 49"), "2049-01-01");
    EXPECT_EQ(answer("dates", "1 jan 50"), "1950-01-01");
    EXPECT_EQ(answer("dates", "3 march 1066"), "1066-03-03");
    EXPECT_EQ(links("dates", "7/11/1999"), "5-0 6-1 7-2 8-3 2-5 3-6 0-8 0-9\t");
}

TEST(Reference, IsSilentOnWhatIsNoDate) {
    for (const char* text :
         {"", "3", "march", "3 march", "3 march 1987 ", "3  march 1987", "29.2.1900", "31 april 1999",
          "0.1.2000", "32/01/2000", "01/13/2000", "monday, 19 august 2014", "3th of may 2000",
          "03rd of may 2000", "1987111", "1 jan 0000", "3 mar. 1987", "3 märz 1987"})
        EXPECT_EQ(answer("dates", text), "none") << text;
}

TEST(Reference, TranslatesTheSentenceOfThePaper) {
    const char* english = "The agreement on the European Economic Area was signed in August 1992";
    EXPECT_EQ(answer("translate", english),
              "l' accord sur la zone économique européenne a été signé en août 1992");
    EXPECT_EQ(links("translate", english), "0-0 1-1 2-2 3-3 6-4 5-5 4-6 7-7 7-8 8-9 9-10 10-11 11-12\t"
                                           "1-0 6-3 6-5 6-6");
}

TEST(Reference, AgreesNegatesAndContractsInFrench) {
    EXPECT_EQ(answer("translate", "the women do not live in the old houses"),
              "les femmes n' habitent pas dans les vieilles maisons");
    EXPECT_EQ(links("translate", "he does not work in canada"), "0-0 2-1 3-2 2-3 4-4 5-4 5-5\t1-1 1-2 1-3");
    EXPECT_EQ(answer("translate", "an old man saw a new tree"), "un vieil homme a vu un nouvel arbre");
    EXPECT_EQ(answer("translate", "john and mary"), "none");
}

TEST(Reference, IsSilentOnWhatTheGrammarDoesNotMake) {
    for (const char* text :
         {"", "the", "the the the", "the agreement was signed .", "a agreement was signed",
          "the president sign the treaty", "agreement the signed was", "the cat was signed"})
        EXPECT_EQ(answer("translate", text), "none") << text;
}

TEST(Reference, EndsQuicklyOnWordsThatLeadNowhere) {
    std::string text;
    for (int i = 0; i < 2000; ++i) text += "the minister of the company of ";
    EXPECT_EQ(answer("translate", text), "none");
}

} // namespace
} // namespace heed::tasks
