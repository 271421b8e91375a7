// The models of tests/checkpoints and tests/repositories, for tests of mapping: each with an expected.json.
#pragma once

#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/mapping/tries/all_answers.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace heed::io::mapping {

namespace fs = std::filesystem;

inline std::vector<fs::path> folders_with(const fs::path& folder, const char* file) {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored))
        if (fs::exists(entry.path() / file)) found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

inline std::vector<int> ids_of(const nlohmann::json& tokens, const std::vector<std::string>& words) {
    std::vector<int> ids;
    for (const auto& token : tokens) {
        const auto it = std::find(words.begin(), words.end(), token.get<std::string>());
        ids.push_back(it == words.end() ? -1 : static_cast<int>(it - words.begin()));
    }
    return ids;
}

/// A copy of such a folder, in which truth.json has become an expected.json.
class Examined {
public:
    explicit Examined(const fs::path& from) {
        for (const auto& entry : fs::directory_iterator(from))
            if (entry.is_regular_file())
                fs::copy_file(entry.path(), folder_.path() / entry.path().filename());
        if (fs::exists(from / "expected.json")) return;
        const Json truth = read_json(from / "truth.json", 64u << 20);
        const Reading reading = read_unknown({folder_.path()}, {}, {});
        const Json example{
            {"source_tokens", truth["source"]}, {"source_ids", ids_of(truth["source"], reading.words.source)},
            {"output_tokens", truth["output"]}, {"output_ids", ids_of(truth["output"], reading.words.target)},
            {"attention", truth["attention"]},  {"top5", Json::array()},
            {"raw_source", truth["text"]}};
        write_file_atomic(folder_.path() / "expected.json",
                          Json{{"examples", Json::array({example})}}.dump());
    }
    const fs::path& path() const { return folder_.path(); }

private:
    test::TemporaryFolder folder_;
};

} // namespace heed::io::mapping
