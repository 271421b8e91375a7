// A Hugging Face folder of tests/checkpoints with changes: to its tensors, which are written anew as one
// file, and to its settings.
#pragma once

#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/container/joined/open_checkpoint.h"
#include "core/io/open/open_model.h"
#include "tests/support/rewritten.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace heed::io {

class ChangedFolder {
public:
    explicit ChangedFolder(const std::string& name) : from_(test::source_dir() / "tests/checkpoints" / name) {
        for (const auto& file : std::filesystem::directory_iterator(from_))
            if (file.path().filename() != "expected.json") // of other numbers
                std::filesystem::copy_file(file.path(), folder_ / file.path().filename().string());
    }

    ChangedFolder& tensors(const std::function<void(test::Tensors&)>& change) {
        const Checkpoint checkpoint = open_checkpoint(weights_in(from_));
        test::Tensors all = test::tensors_of(checkpoint);
        change(all);
        const std::string bytes = test::torch_file(nlohmann::json::object(), all);
        for (const auto& file : std::filesystem::directory_iterator(from_)) {
            const std::string name = file.path().filename().string();
            if (name.ends_with(".safetensors") || name.ends_with(".bin") || name.ends_with(".index.json"))
                std::filesystem::remove(folder_ / name);
        }
        write_file_atomic(folder_ / "pytorch_model.bin", bytes);
        return *this;
    }
    /// Of config.json or another; made where there is none.
    ChangedFolder& settings(const std::string& file, const std::function<void(Json&)>& change) {
        Json json = Json::object();
        if (std::filesystem::exists(folder_ / file)) json = read_json(folder_ / file, 1u << 24);
        change(json);
        std::filesystem::remove(folder_ / file);
        write_file_atomic(folder_ / file, json.dump());
        return *this;
    }

    const std::filesystem::path& path() const { return folder_.path(); }
    Opened opened() const { return open_model({folder_.path()}); }

private:
    std::filesystem::path from_;
    test::TemporaryFolder folder_;
};

inline bool any_says(const std::vector<std::string>& sentences, std::string_view words) {
    return std::any_of(sentences.begin(), sentences.end(),
                       [&](const std::string& sentence) { return sentence.find(words) != sentence.npos; });
}

} // namespace heed::io
