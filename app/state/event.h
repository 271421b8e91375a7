// What jobs report back.
#pragma once

#include "app/state/jobs/engine.h"

#include <any>
#include <variant>

namespace heed {

struct ModelsListed {
    std::vector<ModelChoice> models;
    std::vector<SessionChoice> sessions{};
    std::string today{}; // "2026-11-22"
};
struct ModelLoaded {
    std::string name;
    OpenAnswers answers;
    LoadedModel loaded;
};
struct ModelFailed {
    std::string name;
    std::string problem;
    OpenAnswers answers{};
    bool unknown = false; // tensors of no known family: they can be mapped by hand
};
struct ReportRead { // of the model on the screen
    std::string name;
    std::shared_ptr<const io::LoadReport> report;
    std::string problem; // empty: it was read
};
struct FilesWeighed { // what was dropped while words were missing, and what each is
    std::vector<std::string> files;
    std::vector<std::string> kinds;
};
struct ModelSaved {
    std::filesystem::path folder;
    std::string problem; // empty: it was written
};
struct Session;
struct SessionSaved {
    std::filesystem::path file;
    std::string problem; // empty: it was written
    bool kept = false;   // by the program, not asked for by the user
    bool lost = false;   // what it holds came of the lost session that was gone on with
};
struct SessionRead {
    std::filesystem::path file;
    std::shared_ptr<const Session> session; // null: why not
    std::string problem{};
};
using RunFinished = FinishedRun;
using RunFailed = FailedRun;
struct RunGrown {    // of one that takes long
    FinishedRun run; // not finished: what is written of it, with an open place; null: how far alone
    decode::Progress far{};
};
struct FolderListed {
    std::filesystem::path folder;
    std::vector<FileEntry> entries;
    std::string error;
};
struct FileKnown { // the kind of one file of the listed folder
    std::filesystem::path path;
    bool usable = false;
    std::string kind;
};
struct FileInspected {
    FilePreview preview;
};
struct Saved {
    std::filesystem::path path;
    std::uintmax_t bytes = 0;
};
struct SaveFailed {
    std::string problem;
};
struct TargetSeen { // where a figure is to be written
    ExportDialog::Target target;
    bool refused = false; // it was not written, as something is there
};
struct Copied {
    std::string what;    // "The picture"
    std::string problem; // empty: it worked
};

struct PanelFinished { // of Compare
    PanelOrder order;
    FinishedRun run; // of its request
    Judgement judgement;
    std::string problem; // empty: it worked
};

struct PanelGrown { // of a run that takes long
    PanelOrder order;
    decode::Progress far;
};

struct PanelMeasured { // the weights of a panel of Compare
    PanelMeasure work;
    PanelMeaning meaning;
};

using StatePaths = Paths; // of Step's states
using BankGrown = BankState;
using NeighboursFound = NearStates;

struct WorkDone { // the job of a workspace
    std::string workspace;
    std::any result;     // what its row's `apply` takes
    std::string problem; // empty: it worked
};

struct FlipFound {
    FlipState flip; // with what was asked for
};

struct FragilityFound { // of one output
    std::string model;
    Request request;
    std::shared_ptr<const Trace> run; // of the request
    int output = -1;
    FragileRow row;
};

using Event =
    std::variant<FlipFound, FragilityFound, ModelsListed, ModelLoaded, ModelFailed, RunFinished, RunGrown,
                 RunFailed, FolderListed, FileKnown, FileInspected, Saved, SaveFailed, TargetSeen, Copied,
                 PanelFinished, PanelGrown, PanelMeasured, ReportRead, FilesWeighed, ModelSaved, SessionSaved,
                 SessionRead, StatePaths, BankGrown, NeighboursFound, WorkDone>;

} // namespace heed
