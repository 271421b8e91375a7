// Which models there are, and what the M of a command means.
#pragma once

#include "core/io/model/model_folder.h"
#include "core/io/open/open_model.h"

#include <filesystem>
#include <string>
#include <vector>

namespace heed::io {

struct ModelPlace {
    std::string name; // "dates/additive" of a bundled model; empty for a folder, which has a name of its own
    std::filesystem::path folder; // or a file: a checkpoint of another toolkit
};

/// Bundled models lie in DATA/models/FAMILY/NAME (or DATA/models/NAME). A plain value over the file system:
/// nothing is remembered between calls, so what was trained a moment ago is found.
class ModelLibrary {
public:
    /// Best first: of two models of one name the first directory's counts.
    /// `family`: by which files of other toolkits are read; empty: found by the tensors.
    explicit ModelLibrary(std::vector<std::filesystem::path> data_directories, std::string family = {});

    /// All of them, sorted by name.
    std::vector<ModelPlace> bundled() const;

    /// M is a bundled name ("dates/additive"), a family ("dates": its default), or the path of a folder or of
    /// a checkpoint. A bundled name wins over a folder; ./dates means the folder. Throws heed::Error: "M: no
    /// such model: …", or what the file is and why it cannot be used.
    ModelPlace resolve(const std::string& m) const;

    /// What opening models of other toolkits needs to know: where the families are.
    OpenOptions options() const;

    /// resolve and open_model, without the report, and without running the model's own case. Throws where
    /// words or tensors are missing, too. `newest`: as in OpenOptions.
    Model load(const std::string& m, std::vector<std::string>* notes = nullptr,
               const Executor& executor = in_turn, bool newest = false) const;

private:
    std::vector<std::filesystem::path> directories_;
    std::string family_;
};

} // namespace heed::io
