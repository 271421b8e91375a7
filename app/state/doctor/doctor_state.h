// The doctor: in the inspector, then as a page; what it looks at, and what it found.
#pragma once

#include "app/state/languages.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace heed {

struct Model;
namespace doctor {
struct Diagnosis;
}

/// What is looked at: the sentence on the screen, all of the list of inputs, or a file of sentences.
enum class DoctorExtent { This, List, File };

/// What is asked for, to know it again.
struct DoctorOrder {
    std::shared_ptr<const Model> model; // null: nothing
    std::vector<std::string> texts;
    std::string file;           // its lines, in place of texts
    int turn = 0;               // how often a file was chosen: it may have been written anew
    LanguageChoice languages{}; // that the model is told
    bool operator==(const DoctorOrder&) const = default;
};

/// Shared with the worker.
struct DoctorProgress {
    std::atomic<bool> given_up{false};   // nobody waits any longer
    std::atomic<bool> enough{false};     // what was found so far is wanted
    std::atomic<long long> sentences{0}; // looked at
    std::atomic<float> share{0};         // of all of them, or of the file
};

struct DoctorState {
    bool shown = false; // in place of the phase, in the inspector
    bool page = false;  // in place of the network; never both
    DoctorExtent extent = DoctorExtent::This;
    std::string file; // absolute; empty: none was opened
    int file_turn = 0;
    DoctorOrder asked;
    DoctorOrder order; // of what is known
    std::shared_ptr<const doctor::Diagnosis> diagnosis;
    std::string problem;                      // why there is nothing of `asked`
    std::shared_ptr<DoctorProgress> progress; // of the job under way
    int chosen = -1;                          // the finding that the canvas shows
};

} // namespace heed
