// What update() and apply() ask of the rest of the program.
#pragma once

#include <string>
#include <vector>

namespace heed {

/// Work for others: the jobs, the window, the clipboard.
struct Effect {
    enum class Kind {
        Run,
        CancelRun,
        LoadModel,
        CancelLoad,
        ListModels,
        ListFolder,
        Inspect,
        Save,
        LookAtTarget,
        CopyText,
        CopyImage,
        SaveSettings,
        SaveModel,
        SaveSession,
        ReadSession,
        ForgetSession,
        ReadReport,
        WeighFiles,
        FullScreen,
        FocusInput,
        LeaveField,
        Compare,
        PanelMeaning,
        States,
        EditInput,
        Focus,
        FindFlip,
        FindFragility,
        Work
    }; // EditInput: the field takes over the input, its caret at the byte that `text` names; Focus: to the
       // widget `text`; Work: the job of the workspace `text`
    Kind kind{};
    std::string text{};
    std::vector<std::string> files{}; // of WeighFiles
};
using EffectList = std::vector<Effect>;

} // namespace heed
