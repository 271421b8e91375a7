// What is known of the files a model came from: the load report, and the question which words its numbers
// stand for.
#pragma once

#include "core/io/report/load_report.h"

#include <memory>
#include <string>
#include <vector>

namespace heed {

/// What goes with the name of a model of another toolkit when it is opened.
struct OpenAnswers {
    std::vector<std::string> beside;        // further files of the same model: the decoder of an encoder
    std::string source_words, target_words; // vocabulary files; empty: those beside the model, or inside it
    bool numbers = false; // where no words are found, tokens print as ‹17›, of weights as 17
    bool percent = false; // of weights computed elsewhere: percentages, divided by 100
    bool start = false;   // of those: a start, <s>, stands in front of its tokens, which leave it out
    std::string axes{};   // of those: "BHTS", a letter an axis; empty: told by their lengths
    std::string
        family{}; // by which it is read: an id, a family's file or its JSON; empty: found by the tensors
    bool newest = false; // of several models in a folder: the one written last; of a followed one, never kept
    bool operator==(const OpenAnswers&) const = default;
    /// The family is the assistant's, and was not saved: it ends with the program, or goes into a session.
    bool unsaved_family() const { return family.starts_with('{'); }
};

struct ReportState {
    std::shared_ptr<const io::LoadReport>
        current; // of the model on the screen; null: not read yet, or there is none
    std::shared_ptr<const io::LoadReport> pending; // of one that lacks its words; null: none waits
    bool shown = false;                            // stands in place of the workspace
    bool asked = false;                            // it is to be shown as soon as it comes
    std::string name;                              // of what waits, to open it again
    OpenAnswers answers;                           // of what waits: what the fields say
    OpenAnswers checked;                           // what `pending` is the report of
    std::string problem; // a sentence: why the newest answers could not be looked at
    std::string
        refused; // a sentence: what waits can never run, whatever its words are; empty: it only lacks words
    int hover = -1; // row of the table under the pointer

    bool waiting() const { return pending != nullptr; }
    const io::LoadReport* on_screen() const { return pending ? pending.get() : current.get(); }
};

} // namespace heed
