// What was found in a model's files, and what part each tensor plays: what the window shows after opening a
// model of another toolkit, and `heed check` prints.
#pragma once

#include "core/io/base/number_type.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heed::io {

/// Whose part of the model a tensor is; its dot's colour on the screen.
enum class PartRole { Embedding, Forward, Backward, Decoder, Attention, Output, None };

struct ReportRow {
    std::string names; // as in the file; the two biases of a cell share a row: "…bias_ih_l0, …bias_hh_l0"
    std::string
        role; // "forward W: r, z, n", "Wq (columns 1-48), Wh (49-128)"; for what is not used: what it is
    PartRole part = PartRole::None;
    std::vector<std::int64_t> shape; // of a pair [2, n]
    std::string type;                // "float32"; empty for a row that sums up several tensors
    std::uint64_t bytes = 0;
    std::array<float, 16>
        histogram{}; // shares of the numbers in 16 equal bins from smallest to largest; all 0: none
};

struct ReportGroup {
    std::string title; // "Encoder", "Start", "Attention", "Decoder", "Missing", "Not understood", "Not used"
    std::vector<ReportRow> rows;
};

/// One side's words: a question to the user while `tokens` is 0.
struct ReportVocabulary {
    int expected = 0; // rows of the embedding
    std::string file; // where the words came from; empty: nowhere yet, or inside the checkpoint
    int tokens = 0;   // words found there
    std::string
        problem; // "dict.tgt.txt lists 4 tokens more than the target embedding has rows: it belongs to …"
    bool shared = false;  // one list serves both sides
    bool inside = false;  // the checkpoint holds it
    bool numbers = false; // the user asked for ‹17› instead
};

/// A family that reads a model's files, and how many of their tensors its rules take.
struct FittingFamily {
    std::string id, title;
    std::size_t taken = 0, tensors = 0;
    bool operator==(const FittingFamily&) const = default;
};

/// How well a model's files are understood; as `heed check --json` says it.
enum class LoadVerdict {
    Verified, // an example that it carries was run, agrees, and settles what the file leaves open
    Clean,    // every tensor is read by a rule or ignored by one that says why; no example
    Partly,   // something was not understood
    Refused   // it cannot be run, or its own example says otherwise
};

std::string to_string(LoadVerdict verdict); // "verified"

/// One tensor of the files: what it is for, or why it is not needed; neither: not understood.
struct ReportTensor {
    std::string name; // as in the file
    std::vector<std::int64_t> shape;
    std::string type;
    std::uint64_t bytes = 0;
    std::string part, ignored;
    std::string rest; // what of it nothing reads: "columns 97–128"

    bool unread() const { return (part.empty() && ignored.empty()) || !rest.empty(); }
};

/// The model's own examples, run here.
struct ReportCase {
    struct Line {
        std::string what;  // "token ids", "weights", "top-5 log p"
        std::string found; // "14 of 14 sentences equal", "largest difference 3e-7, allowed 2e-5"
        bool good = true;
    };
    std::string file; // "expected.json", "case.json"
    std::vector<Line> lines;
    std::vector<std::string> inputs; // the first few, as one would type them
    bool decides = true;             // false: it does not say what the weights are, or should be
    bool by_top = false;     // in place of the weights it says what the likeliest tokens are, and agrees
    bool settles = false;    // that settles what the files leave open: no other answer to it agrees
    bool unread = false;     // it could not be compared
    std::size_t outputs = 0; // with weights over several source tokens, the most of one example
    std::string only{}; // why it verifies nothing though it agrees, in a sentence: it does so roughly, or
                        // in a part (then it decides nothing)
    std::size_t run = 0, all = 0; // of the examples; 0: it is one
    std::string besides{};        // what it says nothing of though it verifies the rest, in a sentence

    bool disagrees() const;
};

/// A family that comes near to a model that was understood only in part.
struct ReportFit {
    std::string title;
    std::size_t taken = 0, tensors = 0; // of the files, by its rules
    bool missing = false;               // a part that every model of the family has is not there
};

struct LoadReport {
    std::string file;      // "tut4-model.pt"
    std::string container; // "PyTorch, zip"
    std::uint64_t bytes = 0;
    std::string family; // "bentrevett/pytorch-seq2seq, tutorial 4"; empty for Heed's own format
    std::vector<ReportGroup> groups;
    std::vector<std::pair<std::string, std::string>>
        facts; // "encoder" -> "GRU 40, both directions, embedding 32"
    ReportVocabulary source, target;
    std::optional<ReportCase> own_case; // none: it carries no example
    std::uint64_t parameters = 0;       // numbers used
    std::vector<ReportTensor> tensors;  // every one of the files, in their order
    std::vector<ReportFit> closest;     // where tensors were not understood, the nearest families, best first
    std::vector<std::string> unsettled; // what the file cannot tell, as the family says it, a sentence each
    std::vector<std::string> undecided; // of that what an example that agrees does not tell, either
    std::string summary; // "55 327 parameters used. Nothing missing, no NaN, no shape that does not fit."
    std::vector<std::string> notes; // unusual but harmless, a sentence each

    std::size_t unread() const; // tensors that were not understood
    std::uint64_t unread_bytes() const;
    /// What the file does not tell and no example that agrees settles, a sentence each.
    std::vector<std::string> left_open() const;
    bool agrees() const; // it carries an example, which agrees and leaves nothing open
    LoadVerdict verdict() const;
    /// "8 tensors (75 kB) were not understood, so what you see may not be what the model does"; empty: no
    /// reason to doubt.
    std::string doubt() const;
    /// Where there is a reason to doubt, how many numbers are used nevertheless: "46 159 parameters used, 18
    /// 816 not understood. Nothing missing, no NaN."; empty: no reason to doubt, or not read.
    std::string counts() const;
    /// What no example settled and the doubt does not say whole, then the notes.
    std::vector<std::string> to_know() const;
};

} // namespace heed::io
