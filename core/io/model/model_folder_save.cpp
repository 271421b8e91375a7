#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/model/model_config.h"
#include "core/io/model/model_folder.h"

#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

namespace heed::io {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

std::string text_of(const Json& json, int indent) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::vector<std::pair<std::string, std::string>> files_of(const Model& model, NumberType numbers) {
    const auto vocabulary = [](const Vocabulary& words) {
        return text_of(words.tokens() ? Json(*words.tokens()) : Json::array(), 0);
    };
    std::vector<std::pair<std::string, std::string>> files = {
        {"model.safetensors", safetensors_bytes(model.parameters, numbers)},
    };
    const auto needed = model.config.architecture()->vocabularies(model.config);
    if (needed.source || model.source.size() > 0)
        files.emplace_back("source.vocab.json", vocabulary(model.source));
    if (needed.target || model.target.size() > 0)
        files.emplace_back("target.vocab.json", vocabulary(model.target));
    if (!model.case_json.is_null()) files.emplace_back("case.json", text_of(model.case_json, 1));
    if (!model.card.empty()) files.emplace_back("card.md", model.card);
    files.emplace_back("config.json", text_of(config_to_json(model), 2));
    return files;
}

[[noreturn]] void fail(const fs::path& path, const std::error_code& error) {
    throw Error(shown(path), "not written: " + error.message());
}

/// A folder beside the one to be made; it goes when this does.
class Stage {
public:
    explicit Stage(const fs::path& folder) {
        for (int n = 0; n < 1000; ++n) {
            path_ = temporary_beside(folder, n);
            std::error_code error;
            if (fs::create_directory(path_, error)) return;
            if (error) fail(folder, error);
        }
        fail(folder, std::make_error_code(std::errc::file_exists));
    }
    ~Stage() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

/// "models/mine/" and "models/mine" are the same folder; what a link points to is what is replaced.
fs::path without_trailing_slash(const fs::path& folder) {
    const fs::path plain = folder.has_filename() ? folder : folder.parent_path();
    std::error_code ignored;
    return fs::is_symlink(plain, ignored) || plain == "." || plain == ".."
               ? fs::weakly_canonical(plain, ignored)
               : plain;
}

} // namespace

void save_model(const Model& model, const fs::path& folder, NumberType numbers) {
    const fs::path target = without_trailing_slash(folder);
    std::error_code error;
    const fs::file_status status = fs::status(target, error);
    const bool replacing = fs::is_directory(status);
    if (fs::exists(status) && !replacing) fail(target, std::make_error_code(std::errc::not_a_directory));
    if (target.has_parent_path() && !fs::is_directory(target.parent_path(), error)) {
        fs::create_directories(target.parent_path(), error);
        if (error) fail(target, error);
    }

    const auto files = files_of(model, numbers);
    const Stage stage(target);
    for (const auto& [name, bytes] : files) create_file(stage.path() / name, bytes, shown(target / name));
    if (!replacing) {
        fs::rename(stage.path(), target, error);
        if (error) fail(target, error);
        return;
    }
    for (const auto& [name, bytes] : files) {
        fs::rename(stage.path() / name, target / name, error);
        if (error) fail(target / name, error);
    }
    if (model.case_json.is_null())
        fs::remove(target / "case.json", error); // of the numbers that were there before
}

} // namespace heed::io
