// The dialog in which a file or folder is chosen.
#pragma once

#include "app/state/open/report_state.h"
#include "core/io/report/load_report.h"
#include "core/io/report/understanding.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

struct FileEntry {
    std::string name;
    std::filesystem::path path;
    bool folder = false;
    bool known = false;  // its header has been read: `kind` and `usable` say what it is
    bool usable = false; // Heed can open it
    std::string kind;    // "model", "text"; while not known: empty
    std::uintmax_t size = 0;
    std::string changed; // "2 Nov"

    /// It holds tensors that no model is made of: opening it says why, or leads to the assistant.
    bool has_other_tensors() const {
        return known && !usable && (kind == "no known family" || kind.starts_with("checkpoint"));
    }
};
struct FilePreview {
    std::filesystem::path path;
    std::string title, subtitle, text;
    std::vector<std::pair<std::string, std::string>> facts; // "encoder", "GRU 48, both ways"
    bool folder = false;
    bool foreign = false;                       // of another toolkit: its words are files of their own
    std::string source_words{}, target_words{}; // files found beside it
    bool asks_words = false;                    // there are none
    bool mappable = false;                      // no family reads it, and its tensors can be mapped by hand
    std::vector<io::FittingFamily> families{};  // that read it, the one taken first where none is asked for
    io::Understanding understanding{};
    std::string family{}; // the one it was looked at by; empty: as it was found
};
/// As a family: found by the tensors, whatever was chosen before.
inline constexpr std::string_view by_tensors = "by its tensors";
/// What a chosen file is opened as.
enum class OpenFor { Model, SourceWords, TargetWords, Sentences, Survey, Doctor, Heads };
struct OpenDialog {
    OpenFor purpose = OpenFor::Model;
    std::filesystem::path folder; // that is listed: while a path is typed, the one that it leads to
    std::filesystem::path base;   // where a relative path starts from
    std::string filter;
    std::vector<FileEntry> entries; // folders first, by name
    std::string error;              // of a folder that cannot be read
    std::filesystem::path chosen;
    FilePreview preview;
    std::string family;             // by which the chosen file is to be read; empty: found by the tensors
    bool families_shown = false;    // the list of those that read it
    int family_pointed = 0;         // the row of that list which the keyboard points at
    std::string problem;            // of a path that was typed
    bool seeks_checkpoint = false;  // a folder whose path was typed: its only checkpoint is chosen for it
    std::filesystem::path entering; // to be opened as soon as it is known what it is; empty: nothing
    std::shared_ptr<const struct Session>
        session{}; // whose model has gone, and goes on with what is chosen; null: none
};

/// The entries that the filter leaves; letter case and accents do not matter. Of a path they begin as its
/// last name does.
std::vector<const FileEntry*> filtered(const OpenDialog& dialog);
/// Whether the dialog can take this file: a model, weights, sentences or a list of words, whatever it was
/// opened for. What is not known yet may be it.
bool can_take(const OpenDialog& dialog, const FileEntry& entry);
/// The file or folder that the filter's text is the path of, "~" and relative ones too; empty: it is a part
/// of a name.
std::filesystem::path typed_path(const OpenDialog& dialog);

} // namespace heed
