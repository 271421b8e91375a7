// Which families come nearest to a model's files, and what of each fits: by the names of tensors, so that it
// can be said of files that no family reads. Shapes are compared in core/io/open, where a model is declared.
#pragma once

#include "core/io/family/family_stock.h"

#include <optional>
#include <string>
#include <vector>

namespace heed::io {

struct FamilyFit {
    struct Taken {
        std::string tensor; // as in the file
        std::string part;   // "attention.Wq": the rule that takes it; or why it is ignored
        bool ignored = false;
    };
    struct Missing {
        std::string part;                  // "decoder.cell.*"
        std::vector<std::string> from;     // the tensors it would be made of that are not there
        std::vector<std::int64_t> shape{}; // that it would have; empty: the sizes are not known
        std::vector<std::string> alike{};  // tensors that no rule takes, of that shape
    };
    struct WrongShape {
        std::string part;            // "attention.Wq"
        std::string expected, found; // "[48, 80]", or what the parts of it do not join to
    };
    std::string id, title;
    std::vector<Taken> taken;
    std::vector<std::string> not_taken; // tensors of the files that no rule takes
    std::vector<Missing> missing;       // parts that every model of the family has
    std::size_t parts = 0;              // of those, how many there are
    std::size_t known = 0;              // of the tensors it is known by, how many are there
    std::vector<std::string> known_by_missing;
    std::vector<WrongShape> wrong_shapes;
    std::string problem; // why the family does not read them, beyond what is missing; empty: none was found
    std::string note;    // under which names they were looked at; empty: under their own
    /// A tensor that no rule takes and that may be what is missing, under another name.
    struct OtherName {
        std::string tensor; // as in the file
        std::string as;     // as it would be called there
        std::string named;  // as the family says it
    };
    std::vector<OtherName> renamed{};

    /// Whether its rules take any tensor for the model, under the names that the files have.
    bool takes_some() const;
    /// Of all tensors, those of the files and those that are missing, the share that its rules take; what
    /// they would take under another name counts a little less.
    double share() const;
    /// How many tensors are missing, whatever they may be called; the four of a cell count each.
    std::size_t lacking() const;
};

/// Where each part of the family may lie: as match_family() says, else where most of the tensors are that it
/// is known by.
FamilyMatch likely_match(const Family& family, const std::vector<OpenFile>& files);

/// The file with those tensors under their other names; none where two would have one name.
std::optional<OpenFile> under_other_names(const OpenFile& file,
                                          const std::vector<FamilyFit::OtherName>& renamed);

/// Nearest first, without the families that Heed refuses to run: at most so many that take something, and at
/// most so many more that take nothing but would have all they want under other names (shapes not compared).
std::vector<FamilyFit> closest_families(const std::vector<OpenFile>& files,
                                        const std::vector<Family>& families, std::size_t most = 3);

/// Those that read the files, whatever of them their rules leave over; first the one known by most tensors.
std::vector<FamilyFit> fitting_families(const std::vector<OpenFile>& files,
                                        const std::vector<Family>& families);

/// "keon_seq2seq (keon/seq2seq): 18 of 20 tensors are taken, 15 of 16 parts are there", then a line each for
/// what is missing and what is not taken.
std::vector<std::string> words_of(const FamilyFit& fit);

} // namespace heed::io
