// The one door for models: a folder in Heed's own format, or files of a family of another toolkit.
#pragma once

#include "core/base/error.h"
#include "core/base/executor.h"
#include "core/io/report/load_report.h"
#include "core/io/report/understanding.h"
#include "core/models/model.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace heed::io {

constexpr std::size_t most_examples = 50; // that are run when a model is opened

struct OpenOptions {
    std::vector<std::filesystem::path> families{}; // folders of family files; assets/families among them
    std::string family{}; // an id, the path of a family's file, or its JSON; empty: found by the tensors
    std::filesystem::path source_vocabulary{},
        target_vocabulary{};              // empty: those beside the model, or inside it
    bool numbers = false;                 // where no words are found, tokens print as ‹17›
    std::size_t examples = most_examples; // of the model's own, those that are run, at most
    bool run_case = true; // whether the report's own_case is filled in: the model's examples are run
    std::string name{};   // what the model is called; empty: as its folder or file is
    bool newest = false;  // of several models in a folder the one written last, not the first by its name
    Executor executor = in_turn;
};

struct Opened {
    std::optional<Model> model; // none while words or tensors are missing: the report says which
    LoadReport report;
    std::string problem; // why there is no model, in one sentence that names the file
};

/// Throws where `family` is neither the id of a known family nor a file that describes one.
void check_family(const OpenOptions& options);

/// Files that hold tensors, but those of no family of models: they can be listed all the same.
struct NoFamily : Error {
    explicit NoFamily(const Error& error, bool near = false) : Error(error), nearly(near) {}
    bool nearly; // all but a tensor or two is there: a damaged model rather than something else
};

/// `paths`: a folder, a file (also one that a model's folder was packed into: tar, tar.gz, zip), or the files
/// of one model (an encoder and a decoder). A folder or file that is part of a model brings the rest of it
/// from beside it. Throws heed::Error naming file, item, expected and found: not a model, a tensor of another
/// shape, a kind of model this program does not have, and what to do.
Opened open_model(const std::vector<std::filesystem::path>& paths, const OpenOptions& options = {});

/// The files of each model in a folder, the one that open_model() takes first.
std::vector<std::vector<std::filesystem::path>> find_models(const std::filesystem::path& folder,
                                                            const OpenOptions& options = {});

/// What the Open dialog shows before anything is opened: headers are read, no numbers.
struct Glimpse {
    std::string kind; // "checkpoint", "vocabulary, 38", "weights and tokens", "the model's own case", "text"
    bool usable = false;
    std::string title, subtitle, text; // "A bentrevett/pytorch-seq2seq model, from tutorial 4."
    std::vector<std::pair<std::string, std::string>> facts; // "encoder" -> "GRU 40, both ways"
    std::string source_vocabulary, target_vocabulary;       // file names found beside it; empty: none
    bool needs_vocabularies = false;
    std::vector<FittingFamily> families{}; // first the one that is taken where none is asked for
    Understanding understanding{};
    std::string family{}; // whose model it is, in a few words: "MarianMT"; empty: not known
};
/// Never throws heed::Error: what is wrong stands in `text`.
Glimpse glimpse(const std::filesystem::path& path, const OpenOptions& options = {});

} // namespace heed::io
