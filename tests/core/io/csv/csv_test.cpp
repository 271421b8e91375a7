// Tables of a person's own: what is found in them, what is told, what is refused.
#include "core/io/csv/csv.h"
#include "tests/support/message_of.h"

#include <cmath>
#include <gtest/gtest.h>

namespace heed::io {
namespace {

using Kind = CsvFinding::Kind;

std::string said(const std::string& text) {
    return test::message_of([&] { read_csv(text, "b.csv"); });
}

bool has(const CsvTable& table, Kind kind, const std::string& words, const std::string& beside) {
    const auto found = csv_findings(table);
    return std::find(found.begin(), found.end(), CsvFinding{kind, words, beside}) != found.end();
}

constexpr const char* bikes = "date,rentals,temp,wind,station\n"
                              "2012-03-18,6093,14.1,8.2,north\n"
                              "2012-03-19,4665,,11.0,north\n"
                              "2012-03-20,5501,12.8,9.4,south\n"
                              "2012-03-21,2913,10.3,NA,north\n";

TEST(Csv, WhatATableHoldsIsFoundOut) {
    const CsvTable table = read_csv(bikes, "b.csv");
    EXPECT_TRUE(table.header);
    ASSERT_EQ(table.columns.size(), 5u);
    EXPECT_EQ(table.rows(), 4u);
    EXPECT_EQ(table.columns[0].kind, CsvKind::Date);
    EXPECT_EQ(table.columns[1].kind, CsvKind::Number);
    EXPECT_EQ(table.columns[4].kind, CsvKind::Text);
    EXPECT_EQ(table.columns[1].values, (std::vector<double>{6093, 4665, 5501, 2913}));
    EXPECT_TRUE(std::isnan(table.columns[2].values[1]));
    EXPECT_EQ(table.columns[2].missing, 1u);
    EXPECT_EQ(table.missing(), 2u);
    EXPECT_EQ(table.cells(1), (std::vector<std::string>{"2012-03-19", "4665", "", "11.0", "north"}));
    EXPECT_TRUE(has(table, Kind::Good, "Header in the first row", "5 columns"));
    EXPECT_TRUE(has(table, Kind::Good, "Dates in “date”", "daily, no day missing"));
    EXPECT_TRUE(has(table, Kind::Good, "Numbers in 3 columns", "rentals, temp, wind"));
    EXPECT_TRUE(has(table, Kind::Warning, "2 values missing in 2 columns", ""));
    EXPECT_TRUE(has(table, Kind::LeftOut, "“station” is text", "left out"));
}

TEST(Csv, RowsThatDoNotFitAreLeftOutAndTold) {
    const CsvTable table = read_csv("a,b\n1,2\n3,4,5\n6,7\n8\n", "b.csv");
    EXPECT_EQ(table.rows(), 2u);
    EXPECT_EQ(table.ragged, (std::vector<CsvRagged>{{3, 3}, {5, 1}}));
    EXPECT_EQ(table.file_rows, (std::vector<std::size_t>{2, 4}));
    EXPECT_TRUE(has(table, Kind::LeftOut, "Row 3 has 3 values, the header has 2", "left out"));
    EXPECT_TRUE(has(table, Kind::LeftOut, "Row 5 has 1 value, the header has 2", "left out"));
    std::string many = "a,b\n1,2\n";
    for (int k = 0; k < 500; ++k) many += "1\n";
    const CsvTable ragged = read_csv(many, "b.csv");
    EXPECT_EQ(ragged.ragged_rows, 500u);
    EXPECT_EQ(ragged.ragged.size(), 100u);
    EXPECT_TRUE(has(ragged, Kind::LeftOut, "497 more such rows", "left out"));
}

TEST(Csv, SeparatorsQuotesAndLineEnds) {
    for (const char* text : {"a;b\r\n1,5;2\r\n3;4\r\n", "\xef\xbb\xbf\"a\"\t\"b\"\n1.5\t2\n3\t4",
                             "\"a\",\"b\"\n\"1.5\",2\n\n +3 , \"4\" \n"}) {
        const CsvTable table = read_csv(text, "b.csv");
        ASSERT_EQ(table.columns.size(), 2u) << text;
        EXPECT_EQ(table.columns[0].name, "a");
        EXPECT_EQ(table.columns[0].values, (std::vector<double>{1.5, 3})) << text;
        EXPECT_EQ(table.columns[1].values, (std::vector<double>{2, 4})) << text;
    }
    const CsvTable table = read_csv("a,b,c\n1,2,\"one \"\"two\"\",\nthree\"\n4,5,six\n", "b.csv");
    EXPECT_EQ(table.cells(0)[2], "one \"two\",\nthree");
    EXPECT_EQ(table.rows(), 2u);
}

TEST(Csv, WithoutAHeaderColumnsAreCounted) {
    const CsvTable table = read_csv("1,2\n3,4\n", "b.csv");
    EXPECT_FALSE(table.header);
    EXPECT_EQ(table.rows(), 2u);
    EXPECT_EQ(table.columns[1].name, "column 2");
    EXPECT_TRUE(has(table, Kind::Warning, "No header: columns are counted", "2 columns"));
    EXPECT_TRUE(has(table, Kind::Good, "No value missing", ""));
    const CsvTable named = read_csv("x,,x\n1,2,3\n", "b.csv");
    EXPECT_EQ(named.columns[1].name, "column 2");
    EXPECT_EQ(named.columns[2].name, "x 2");
}

TEST(Csv, WordsAmongNumbersAreMissingValues) {
    std::string text = "a,b\n";
    for (int k = 0; k < 40; ++k)
        text += k == 7 ? "oops,1\n" : k == 8 ? "NaN,1\n" : k == 9 ? "inf,1\n" : "2,1\n";
    const CsvTable table = read_csv(text, "b.csv");
    EXPECT_EQ(table.columns[0].kind, CsvKind::Number);
    EXPECT_EQ(table.columns[0].missing, 3u);
    EXPECT_EQ(table.columns[0].no_numbers, 2u);
    EXPECT_TRUE(has(table, Kind::Warning, "2 values in “a” are no numbers", "missing"));
    EXPECT_TRUE(std::isnan(table.columns[0].values[9]));
}

TEST(Csv, WhatCannotBeUsedGetsOneSentence) {
    EXPECT_EQ(said(""), "b.csv: not a table: expected rows of values, found nothing");
    EXPECT_EQ(said(" \n\n"), "b.csv: not a table: expected rows of values, found nothing");
    EXPECT_EQ(said(std::string("a,b\n1,\0 2\n", 10)), "b.csv: not a table: expected text, found binary data");
    EXPECT_EQ(
        said("name,place\nanna,rome\nbert,oslo\n"),
        "b.csv: columns of numbers: expected at least 2, one to foretell and one to help, found none of "
        "2 columns");
    EXPECT_EQ(said("x\n1\n2\n"), "b.csv: columns of numbers: expected at least 2, one to foretell and one to "
                                 "help, found 1 of 1 column");
    EXPECT_EQ(said("a,b\nNaN,NaN\n,\n"),
              "b.csv: columns of numbers: expected at least 2, one to foretell and "
              "one to help, found none of 2 columns");
    EXPECT_EQ(said("a,b\n1,\"2\n3,4\n"),
              "b.csv: row 2: expected a quotation mark that ends the value, found the end of the file");
    EXPECT_EQ(said("a,b\n"), "b.csv: columns of numbers: expected at least 2, one to foretell and one to "
                             "help, found none of 2 columns");
    const CsvTable few = read_csv(bikes, "b.csv");
    EXPECT_EQ(test::message_of([&] { series_of(few, CsvMissing::Before, 60); }),
              "b.csv: only 4 rows: at least 60 are needed");
    EXPECT_EQ(test::message_of([&] { series_of(few, CsvMissing::LeaveOut, 3); }),
              "b.csv: only 2 rows without a hole: at least 3 are needed");
}

TEST(Csv, HolesAreFilledAsAsked) {
    const CsvTable table = read_csv("a,b\n,1\n2,\n,\n5,7\n8,\n", "b.csv");
    const CsvSeries before = series_of(table, CsvMissing::Before, 1);
    EXPECT_EQ(before.values[0], (std::vector<double>{2, 2, 5, 8}));
    EXPECT_EQ(before.values[1], (std::vector<double>{1, 1, 7, 7}));
    EXPECT_EQ(before.left_out, 1u); // no value stands before
    EXPECT_EQ(before.filled, 4u);
    EXPECT_EQ(before.labels.front(), "3"); // the file's own count
    const CsvSeries line = series_of(table, CsvMissing::Interpolate, 1);
    EXPECT_EQ(line.values[0], (std::vector<double>{2, 2, 3.5, 5, 8}));
    EXPECT_EQ(line.values[1], (std::vector<double>{1, 3, 5, 7, 7}));
    EXPECT_EQ(line.left_out, 0u);
    const CsvSeries whole = series_of(table, CsvMissing::LeaveOut, 1);
    EXPECT_EQ(whole.values[0], (std::vector<double>{5}));
    EXPECT_EQ(whole.left_out, 4u);
    EXPECT_EQ(whole.filled, 0u);
}

TEST(Csv, TheOldestComesFirst) {
    const CsvSeries series =
        series_of(read_csv("day,a,b\n2020-01-03,3,1\n2020-01-02,2,1\n2020-01-01,1,1\n", "b.csv"),
                  CsvMissing::Before, 1);
    EXPECT_TRUE(series.turned);
    EXPECT_EQ(series.values[0], (std::vector<double>{1, 2, 3}));
    EXPECT_EQ(series.labels.front(), "2020-01-01");
}

TEST(Csv, Dates) {
    EXPECT_EQ(csv_seconds("1970-01-02"), 86400);
    EXPECT_EQ(csv_seconds("1970-01-02 06:30"), 86400 + 23400);
    EXPECT_EQ(csv_seconds("1970-01-02T00:00:30Z"), 86430);
    EXPECT_EQ(csv_seconds("02.01.1970"), 86400);
    EXPECT_EQ(csv_seconds("02/01/1970"), 86400);
    EXPECT_EQ(csv_seconds("1/20/1970"), 19 * 86400);
    for (const char* text : {"", "2020", "2020-13-01", "2021-02-29", "1.5.2", "north", "2020-01-01 25:00",
                             "2020-01-01 noon", "-2020-01-01", "99999-01-01"})
        EXPECT_TRUE(std::isnan(csv_seconds(text))) << text;
    const CsvTable gaps =
        read_csv("d,a,b\n2020-01-01,1,1\n2020-01-02,1,1\n2020-01-05,1,1\n2020-01-06,1,1\n", "b");
    EXPECT_TRUE(has(gaps, Kind::Good, "Dates in “d”", "daily, 1 gap"));
    const CsvTable hours = read_csv("d,a,b\n2020-01-01 00:00,1,1\n2020-01-01 01:00,1,1\n", "b");
    EXPECT_TRUE(has(hours, Kind::Good, "Dates in “d”", "hourly, no hour missing"));
}

TEST(Csv, ReadingTellsHowFarItIsAndCanBeStopped) {
    std::string text = "a,b\n";
    for (int k = 0; k < 1000; ++k) text += "1,2\n";
    std::vector<CsvProgress> told;
    read_csv(text, "b.csv", [&](const CsvProgress& p) {
        told.push_back(p);
        return true;
    });
    ASSERT_GT(told.size(), 2u);
    EXPECT_EQ(told.back().bytes, text.size());
    EXPECT_EQ(told.back().rows, 1000u);
    EXPECT_LT(told.front().bytes, told.back().bytes);
    EXPECT_EQ(test::message_of([&] { read_csv(text, "b.csv", [](const CsvProgress&) { return false; }); }),
              "b.csv: reading was stopped");
}

TEST(Csv, AnyCutOfAFileIsReadOrRefused) {
    const std::string text = std::string(bikes) + "\"x\"\"y\",1,2,3,\"a\nb\"\n";
    for (std::size_t length = 0; length <= text.size(); ++length) {
        const std::string cut = text.substr(0, length);
        try {
            const CsvTable table = read_csv(cut, "b.csv");
            csv_findings(table);
            for (std::size_t r = 0; r < table.rows(); ++r)
                EXPECT_EQ(table.cells(r).size(), table.columns.size());
            series_of(table, CsvMissing::Interpolate, 0);
        } catch (const Error& error) {
            EXPECT_TRUE(std::string(error.what()).starts_with("b.csv: ")) << error.what();
        }
    }
}

TEST(Csv, ColumnsOfOneNameAreNumberedHoweverMany) {
    std::string names = "a 2", row = "1";
    for (int n = 0; n < 20'000; ++n) {
        names += ",a";
        row += ",1";
    }
    const CsvTable table = read_csv(names + "\n" + row + "\n", "b.csv");
    ASSERT_EQ(table.columns.size(), 20'001u);
    EXPECT_EQ(table.columns[1].name, "a");
    EXPECT_EQ(table.columns[2].name, "a 3");
    EXPECT_EQ(table.columns[20'000].name, "a 20001");
}

} // namespace
} // namespace heed::io
