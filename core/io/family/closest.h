// Which families come nearest to a model's files, and what of each fits: by the names of tensors alone, so
// that it can be said of files that no family reads.
#pragma once

#include "core/io/family/family_stock.h"

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
        std::string part;              // "decoder.cell.*"
        std::vector<std::string> from; // the tensors it would be made of that are not there
    };
    std::string id, title;
    std::vector<Taken> taken;
    std::vector<std::string> not_taken; // tensors of the files that no rule takes
    std::vector<Missing> missing;       // parts that every model of the family has
    std::size_t parts = 0;              // of those, how many there are
    std::size_t known = 0;              // of the tensors it is known by, how many are there
    std::vector<std::string> known_by_missing;

    /// Harmonic mean of the share of tensors taken and of the share of parts there.
    double share() const;
};

/// Nearest first; those of which something fits, without the families that Heed refuses to run.
std::vector<FamilyFit> closest_families(const std::vector<OpenFile>& files,
                                        const std::vector<Family>& families, std::size_t most = 3);

/// "keon_seq2seq (keon/seq2seq): 18 of 20 tensors are taken, 15 of 16 parts are there", then a line each for
/// what is missing and what is not taken.
std::vector<std::string> words_of(const FamilyFit& fit);

} // namespace heed::io
