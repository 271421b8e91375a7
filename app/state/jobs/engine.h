// What jobs can ask of the rest of the program. The window's tests give their own.
#pragma once

#include "app/state/app_state.h"
#include "app/state/jobs/check_run.h"
#include "core/decode/telling.h"
#include "core/trace/request.h"
#include "core/trace/sentence_states.h"

#include <any>
#include <atomic>
#include <functional>
#include <memory>

namespace heed {

struct LoadedModel {
    std::shared_ptr<const Model> model;
    ModelFacts facts;
    int longest_input = 2000;
    std::string opened_from;                     // absolute path, when it is not a bundled one
    std::vector<std::string> shared_functions{}; // scoring functions that need no weights and fit its shapes
    std::shared_ptr<const Vocabulary> source_words{};
    bool pieces = false;   // it reads pieces of words
    std::string hash{};    // of its numbers and words
    std::string form{};    // of how it computes
    std::string id{};      // of everything that decides what it computes
    std::string problem{}; // why there is no model, where there is a report of one
    std::shared_ptr<const io::LoadReport>
        report{}; // of what is no bundled model; `model` is null while words are missing
    std::vector<std::shared_ptr<const Trace>>
        maps{}; // the file holds weights computed elsewhere, a trace a sentence; and `model` is null
    std::shared_ptr<const RunCheck>
        checked{}; // the file holds runs of Heed; `model` is the one that made them
                   // where it is here and agrees with the only one, else null
    io::ModelCard card{};
};

/// An input, and the output it is made to give, if any; what is kept of its run, or why there was none.
struct StateInput {
    std::string text;
    std::optional<std::string> target{};
};
struct KeptStates {
    std::shared_ptr<const SentenceStates> states; // null: see `problem`
    std::string problem{};
};

struct Engine;
/// What a workspace asks a worker for; it may throw heed::Error.
using WorkspaceJob = std::function<std::any(const Engine&, const std::atomic<bool>& cancelled)>;

/// Each may throw heed::Error; each is called from a worker thread, and several at once.
struct Engine {
    struct Fit {
        int tokens = 0; // of the whole text, end token not counted
        bool too_long = false;
        std::size_t bytes = 0; // of the longest beginning that the model reads
    };
    std::function<std::vector<ModelChoice>(const std::vector<std::string>& recent)> list;
    std::function<LoadedModel(const std::string& name, const OpenAnswers&)> load;
    /// The load report of a model that came without one.
    std::function<std::shared_ptr<const io::LoadReport>(const std::string& name, const OpenAnswers&)> report;
    std::function<void(const Model&, const std::filesystem::path& folder)> save;
    std::function<Fit(const Model&, const std::string& text)> fit;
    /// None when it was cancelled.
    std::function<std::shared_ptr<const Trace>(const Model&, const Request&, const std::atomic<bool>&)> run;
    /// What the model's task says of a run of the request; nothing when it was cancelled.
    std::function<Judgement(const Model&, const Request&, const Trace&, const std::atomic<bool>&)> judge;
    /// What a file or folder is, in a word or two, and whether it can be opened.
    std::function<std::pair<std::string, bool>(const std::filesystem::path&)> kind_of;
    /// `family`: by which it is to be looked at; empty: found by the tensors.
    std::function<FilePreview(const std::filesystem::path&, const std::string& family)> inspect;
    /// Words of the model's source vocabulary that are most like this one; none where it reads characters.
    std::function<std::vector<std::string>(const Model&, const std::string& word)> nearest;
    /// One for each input, in their order; where it was cancelled, fewer.
    std::function<std::vector<KeptStates>(const Model&, const std::vector<StateInput>&,
                                          const std::atomic<bool>&)>
        states;
    /// The least change found of the row of an output of the run of a request that flips it
    /// (analysis/least_change.h).
    std::function<FlipState(const Model&, const Trace& run, int output, const std::atomic<bool>&)> flip;
    /// The least weight that, moved to one source token, makes an output another (analysis/fragility.h);
    /// pending where it was cancelled.
    std::function<FragileRow(const Model&, const Trace& run, int output, const std::atomic<bool>&)>
        fragility{};
    /// How far the weights of a run rank the source as other measures do; why not, where they are not
    /// measured. Throws decode::Cancelled.
    std::function<PanelMeaning(const Model&, const Trace& run, const std::atomic<bool>&)> meaning{};
    /// As `run`, which tells on the way; null: `run` does.
    std::function<std::shared_ptr<const Trace>(const Model&, const Request&, const std::atomic<bool>&,
                                               const decode::Telling&)>
        run_telling{};
};

/// The program's own.
Engine heed_engine();

} // namespace heed
