// Every model of tests/repositories (or HEED_REPOSITORIES), judged: its attention, forced to the outputs its
// own code wrote, is within 2e-5 of what that code gave, or the verdict says that it was not understood.
// Never clean and different.
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/base/json_text.h"
#include "core/io/open/open_model.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

fs::path repositories() {
    const char* named = std::getenv("HEED_REPOSITORIES");
    return named && *named ? fs::path(named) : test::source_dir() / "tests/repositories";
}

std::vector<fs::path> folders() {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(repositories(), ignored))
        if (fs::exists(entry.path() / "truth.json")) found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

OpenOptions repository_options() {
    OpenOptions o;
    o.families = {test::source_dir() / "assets/families"};
    return o;
}

/// What Heed makes of a folder: why it is refused, or how far its attention is from the truth.
struct Judged {
    LoadVerdict verdict = LoadVerdict::Refused;
    std::string refusal, doubt, wrong; // wrong: tokens that are not those of the truth
    double difference = 0;
};

Judged judge(const fs::path& folder) {
    Judged judged;
    try {
        const Opened opened = open_model({folder}, repository_options());
        if (!opened.model) {
            judged.refusal = opened.problem;
            return judged;
        }
        judged.verdict = opened.report.verdict();
        judged.doubt = opened.report.doubt();
        const json truth = read_json(folder / "truth.json", 64u << 20);
        Request request;
        request.text = truth.at("text");
        request.max_steps = static_cast<int>(truth.at("output").size());
        for (int i = 0; i < request.max_steps; ++i)
            request.edits.forced[i] = truth.at("output")[static_cast<std::size_t>(i)];
        const Trace trace = decode::run(*opened.model, request);
        if (trace.source.size() != truth.at("source").size())
            judged.wrong = "the source has " + std::to_string(trace.source.size()) + " tokens";
        for (std::size_t i = 0; judged.wrong.empty() && i < truth.at("attention").size(); ++i)
            for (std::size_t j = 0; j < trace.source.size(); ++j) {
                const double theirs = truth.at("attention")[i].at(j),
                             ours = double(trace.weight(static_cast<int>(i), static_cast<int>(j)));
                judged.difference = std::max(judged.difference, std::abs(ours - theirs));
            }
        for (std::size_t i = 0; truth.value("logp", json()).is_array() && i < truth["logp"].size(); ++i)
            judged.difference =
                std::max(judged.difference,
                         std::abs(truth["logp"][i].get<double>() - double(trace.steps[i].log_prob)) / 10);
    } catch (const Error& error) {
        judged.verdict = LoadVerdict::Refused;
        judged.refusal = error.what();
    }
    return judged;
}

class Repository : public testing::TestWithParam<fs::path> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Repository);

TEST_P(Repository, is_judged_rightly) {
    const Judged judged = judge(GetParam());
    const bool clean = judged.verdict == LoadVerdict::Clean || judged.verdict == LoadVerdict::Verified;
    RecordProperty("verdict", to_string(judged.verdict));
    std::cout << to_string(judged.verdict) << ", attention within " << judged.difference << ' '
              << judged.wrong << judged.refusal << judged.doubt << '\n';
    if (judged.verdict == LoadVerdict::Refused) {
        EXPECT_FALSE(judged.refusal.empty());
        return;
    }
    if (!clean) {
        EXPECT_FALSE(judged.doubt.empty());
        return;
    }
    EXPECT_EQ(judged.wrong, "");
    EXPECT_LE(judged.difference, 2e-5);
}

INSTANTIATE_TEST_SUITE_P(repository, Repository, testing::ValuesIn(folders()), [](const auto& info) {
    std::string name = info.param.filename().string();
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
});

TEST(repository, folder_is_not_empty) { EXPECT_FALSE(folders().empty()) << repositories(); }

} // namespace
} // namespace heed::io
