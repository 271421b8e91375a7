// What of a model's files no rule of its family reads: why it is not needed, or that nothing says so.
#pragma once

#include "core/io/family/family_reading.h"
#include "core/io/report/understanding.h"

#include <map>
#include <string>
#include <vector>

namespace heed::io {

/// Why a tensor that no rule reads is not needed; empty: nothing says so.
std::string why_ignored(const FamilyReading& reading, const StoredTensor& tensor);

/// Rows of a tensor that need not be read while its others are, by a rule of "ignore" about them, and why.
struct IgnoredRows {
    std::vector<Expression::Range> rows;
    std::string why;
};
std::vector<IgnoredRows> ignored_rows(const FamilyReading& reading, const StoredTensor& tensor);
std::string rows_said(const IgnoredRows& ignored); // "row 5: of no token"

/// What no rule reads of tensors that are read in pieces, and none says is not needed: "columns 97–128".
std::map<const StoredTensor*, std::string> rests(const FamilyReading& reading);

/// As the load report counts them, but that the numbers need not have been read into a model.
Understanding understanding_of(const FamilyReading& reading);

} // namespace heed::io
