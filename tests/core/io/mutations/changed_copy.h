// One of tests/checkpoints in a folder of its own, where its files can be written anew.
#pragma once

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/container/checkpoint.h"
#include "core/io/open/open_model.h"
#include "tests/support/rewritten.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace heed::io {

inline OpenOptions by_families() {
    OpenOptions o;
    o.families = {test::source_dir() / "assets/families"};
    return o;
}

/// Those of tests/checkpoints that are encoder-decoders read by a family, and whose example is their own.
inline std::vector<std::filesystem::path> changeable_checkpoints() {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(test::source_dir() / "tests/checkpoints"))
        if (std::filesystem::exists(entry.path() / "expected.json") &&
            !std::filesystem::exists(entry.path() / "config.json"))
            found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

/// One of them in a folder of its own, where it can be written anew.
class ChangedCopy {
public:
    explicit ChangedCopy(const std::filesystem::path& from)
        : expected(read_json(from / "expected.json", 64u << 20)) {
        how_.family = expected.value("open_as", "");
        for (const auto& entry : std::filesystem::directory_iterator(from))
            std::filesystem::copy_file(entry.path(), folder_ / entry.path().filename().string());
        files = find_models(folder_.path(), how_).front();
        for (const std::filesystem::path& file : files) {
            tensors.push_back(test::tensors_of(Checkpoint(file)));
            values.push_back(Checkpoint(file).values());
        }
        constexpr std::size_t examples_kept = 3; // for speed
        nlohmann::json& examples = expected["examples"];
        if (examples.size() > examples_kept) examples.erase(examples.begin() + examples_kept, examples.end());
        write_example();
    }
    void write_tensors() const {
        for (std::size_t n = 0; n < files.size(); ++n)
            write_file_atomic(files[n], test::torch_file(values[n], tensors[n]));
    }
    void write_example() const { write_file_atomic(folder_ / "expected.json", expected.dump()); }
    void drop_example() const { std::filesystem::remove(folder_ / "expected.json"); }
    Opened opened() const { return open_model(files, how_); }
    /// What becomes of it; what cannot be run at all is refused.
    LoadVerdict verdict() const {
        try {
            const Opened model = opened();
            return model.model ? model.report.verdict() : LoadVerdict::Refused;
        } catch (const Error&) {
            return LoadVerdict::Refused;
        }
    }

    nlohmann::json expected;
    std::vector<std::filesystem::path> files;
    std::vector<test::Tensors> tensors;
    std::vector<nlohmann::json> values; // what each file holds beside them

private:
    test::TemporaryFolder folder_;
    OpenOptions how_ = by_families();
};

/// As it was written: an example of one output verifies nothing.
inline bool opens(LoadVerdict verdict) {
    return verdict == LoadVerdict::Verified || verdict == LoadVerdict::Clean ||
           verdict == LoadVerdict::Partly;
}
inline bool never_so(LoadVerdict verdict) {
    return verdict != LoadVerdict::Clean && verdict != LoadVerdict::Verified;
}

} // namespace heed::io
