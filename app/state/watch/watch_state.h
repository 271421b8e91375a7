// A file of weights or a model that another process rewrites, and the versions of it that were read.
#pragma once

#include "app/figures/run_maps.h"
#include "app/state/jobs/engine.h"
#include "core/io/base/file_stamp.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace heed {

struct WatchedVersion {
    int number = 0;                   // from 1
    std::string time;                 // "12:01:05", when it was read
    LoadedModel loaded;               // the model, or
    std::vector<RunMap> maps;         // the weights
    std::string input;                // what the model was run on
    std::shared_ptr<const Trace> run; // of it, or the first of the maps; null: it could not be run
    std::size_t bytes = 0;            // about what it keeps
    OpenAnswers answers{};            // by which it was read
    std::shared_ptr<const io::BeforeRead> before{}; // what lay there when it was read
    std::vector<io::FileStamp> writing{};           // which one it is; empty: it cannot be told

    std::vector<std::filesystem::path> files() const { // that it was read from, where that is known
        return loaded.model ? loaded.model->files : std::vector<std::filesystem::path>();
    }
};

/// What a job found of a file.
struct WatchRead {
    std::string file;
    WatchedVersion version; // where there is a problem, what was read until then
    std::string problem;    // why there is none; empty: there is
};

/// Made anew at each change, and never changed: states share it.
struct WatchState {
    std::string file;                                            // as it was opened
    bool percent = false;                                        // a writing held percentages, to be divided
    std::vector<std::shared_ptr<const WatchedVersion>> versions; // oldest first; not all that were read
    int read = 0;                                                // so many were
    std::vector<std::filesystem::path> files{};                  // that were read with it last
    std::shared_ptr<const io::BeforeRead> before{};              // and what lay there before
    bool waiting = false; // the one to be shown came while another file was being opened
    int shown = -1;       // the number of the one that is kept on the screen; -1: always the newest
    std::string problem;  // why what was written last is not shown
    enum class Trouble { Unread, Percent, Gone } trouble = Trouble::Unread; // which `problem` it is

    std::size_t bytes() const {
        std::size_t all = 0;
        for (const auto& version : versions) all += version->bytes;
        return all;
    }
};

} // namespace heed
