// The files beside a model in which its words may be.
#pragma once

#include "core/io/base/json_text.h"
#include "core/io/family/family_reading.h"
#include "core/io/family/vocabulary_file.h"

#include <filesystem>
#include <string>
#include <vector>

namespace heed::io {

struct SideOf {
    Side side;
    const char* key; // of the family, and in sentences
};
inline constexpr SideOf source_side{Side::Source, "source"}, target_side{Side::Target, "target"};

/// The value under that key as a list: of one that is none the only item.
Json list_at(const Json& object, const char* key);
/// What the family says of that side's words.
Json rules_of(const FamilyReading& family, const SideOf& which);

/// Those that the family names, in its order.
std::vector<std::filesystem::path> named_files(const FamilyReading& family, const SideOf& which);
/// Other files whose names speak of the side, or of no side ("vocab.json" may hold both).
std::vector<std::filesystem::path> likely_files(const FamilyReading& family, const SideOf& which);
/// Lists in the archive that the model's file is: those whose names speak of the side, then those of no side.
std::vector<const PackedText*> packed_lists(const FamilyReading& family, const SideOf& which);
/// The name without its folders.
std::string name_of(const PackedText& list);
/// A file's name says that words are in it.
bool speaks_of_words(const std::string& name);

} // namespace heed::io
