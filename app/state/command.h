// What can be done. One table that the keyboard, the palette, the keys page and the tooltips read.
#pragma once

#include "app/state/app_state.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

enum class Do {
    // in the table: the user can find them by name
    PlayPause,
    StepForward,
    StepBack,
    TokenForward,
    TokenBack,
    PhaseForward,
    PhaseBack,
    First,
    Last,
    ColumnLeft,
    ColumnRight,
    RowUp,
    RowDown,
    ClearSelection,
    RunInput,
    FocusInput,
    GranularitySubstep,
    GranularityToken,
    GranularityPhase,
    Slower,
    Faster,
    ToggleHeatmap,
    ToggleNumbers,
    ToggleLift,
    ToggleInspector,
    ToggleTheme,
    ToggleMotion,
    ReportView,
    SaveModel,
    NextMap,
    PreviousMap,
    MapEmber,
    MapViridis,
    MapCividis,
    MapGrey,
    Open,
    Export,
    CopyImage,
    CopyCsv,
    Palette,
    Keys,
    ZoomIn,
    ZoomOut,
    ZoomReset,
    FullScreen,
    StepView,
    CompareView,
    SearchView,
    Quit,
    Undo,
    Redo,
    ResetEdits,
    KeepEdits,
    SaveSession,
    SaveSessionAs,
    RestoreSession,
    LastSession,
    TreeRight,
    TreeLeft,
    TreeUp,
    TreeDown,
    TreeOpen,
    TreeForce,
    BeamWider,
    BeamNarrower,
    StatesView,
    ShowHistory,
    ForceOpen,
    ArrowsHold,
    WeightUp,
    WeightDown,
    WeightUpFine,
    WeightDownFine,
    WeightLeft,
    WeightRight,
    LockWeight,
    TypeWeight,
    EditUniform,
    EditHardMax,
    EditPrevious,
    EditWithout,
    EditShuffled,
    EditOwn,
    FindFlip,
    ApplyFlip,
    MapChanged,
    MapModel,
    MapDifference,
    Function,
    CompareAlone,
    CompareShared,
    CompareFunctions,
    CompareModels,
    CompareInputs,
    CompareForced,
    CompareSwap,
    CompareTurn,
    Sharper,
    Softer,
    PlainTemperature,
    // sent by views only
    Gesture,    // i: 1 a drag begins, 0 it ends
    GoToStep,   // i: of the history
    ForceToken, // i, text: written at that output; empty: what the model writes
    HoldWeight, // i, j, value: of the row, the rest in proportion
    FreeWeight, // i, j: no longer held
    EditRow,    // i (-1: every row), text: the name of a row edit, "own" for none; j: what Without leaves out
    Temperature, // value
    WeightField, // i, j: opens the field for an exact weight there
    FieldText,   // text: of the open field
    FieldMove,   // i: up and down the chooser
    FieldEnter,  // i: of what is offered, -1: the chosen one
    EditScope,   // i: 1 ablations go to every output
    SearchWidth,
    SearchLength,
    SearchCoverage,
    SearchLongest,  // value
    SearchForce,    // i, text: at that output (-1: the selected one), behind the selected node's beginning
    SearchSelect,   // i: a node of the tree, -1 the start
    SearchSentence, // i: of the tree's sentences
    SearchHover,    // i: a node, -2 none
    SearchScroll,   // i, j: px
    TreeType,       // text: typed in place of the selected token
    TreeOffer,      // i: up or down in what is offered
    TreeTake,       // i: of what is offered; -1: the chosen one
    TreeTypeEnd,
    StatesChoose, // i: 1 of the decoder's path, 0 of the encoder's; j: column; again: none
    StatesSide,
    StatesKind,
    StatesRow,
    StatesDistance,
    StatesSource,
    StatesOffset,
    StatesHover, // i
    StatesFile,  // text
    StatesOpen,
    StatesStop,
    CompareToggle,
    ComparePin,
    CompareDifference,
    CompareTemperature,
    CompareOther,
    CompareInput,
    CompareTarget,
    CompareChips,
    CompareOpen,
    Caret,
    CompletionMove,
    CompletionAccept,
    CompletionClose,
    ReplaceWord,
    SetInput,
    LoadModel,
    SetAt,
    Scrub,
    SetSpeed,
    Hover,
    SelectColumn,
    SelectRow,
    SelectUnit,
    CopyText,
    ShowMenu,
    CloseMenu,
    CloseDialog,
    DismissToast,
    DismissFailure,
    CancelLoading,
    DismissShaderNotice,
    CopyShaderDetails,
    CopyFailure,
    ScrollCanvas,
    UseFirst,
    BringBackInput,
    CopyTensor,
    FigureButton,
    OpenFolder,
    OpenParent,
    OpenFilter,
    OpenChoose,
    OpenConfirm,
    OpenFiles,
    ChooseMap,
    RunToast,
    ReportClose,
    ReportHover,
    ReportCopy,
    WordsPath,
    WordsChoose,
    WordsCheck,
    WordsNumbers,
    SaveModelPath,
    SaveModelNow,
    PaletteQuery,
    PaletteMove,
    PaletteRun,
    ExportFigure,
    ExportKind,
    ExportWidth,
    ExportDpi,
    ExportFont,
    ExportMap,
    ExportNumbers,
    ExportCaption,
    ExportTransparent,
    ExportTitle,
    ExportPath,
    ExportSave,
};

struct Command {
    Do what{};
    std::string text{};
    double value = 0;
    int i = -1, j = -1;
    std::vector<std::string> files{}; // of OpenFiles
};

struct CommandInfo {
    Do what;
    std::string_view id;                // "play"
    std::string_view title;             // in the palette: "Play or pause"
    std::vector<std::string_view> keys; // chords, best first: "Ctrl+K", "Space", "["
    std::string_view help;              // group on the keys page
    bool in_fields;                     // its keys act while a text field has the focus
    bool (*enabled)(const AppState&);   // null: always
    std::string_view also = {};         // other words it is looked for by: "theme light dark"
    bool first = false;                 // its keys go before those of others, while it is enabled
};

std::span<const CommandInfo> commands();
const CommandInfo& command_info(Do what); // must be in the table
bool is_enabled(const CommandInfo& info, const AppState& state);
/// The command of a key chord, or null.
const CommandInfo* command_for(std::string_view chord, const AppState& state, bool in_field);
/// A chord as it is printed: "Right" is "→".
std::string key_label(std::string_view chord);
/// Commands whose titles or other words hold every word of the query, in the table's order, titles first;
/// enabled ones only.
std::vector<const CommandInfo*> find_commands(std::string_view query, const AppState& state);

} // namespace heed
