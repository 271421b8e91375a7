// A family: how the models of one toolkit are saved, as data. assets/help/families.md tells how to write one.
//
// Reading goes in three steps, a file each:
//   family.h             the file: what it is called, and by which tensors its models are known
//   family_stock.h       the tensors and option values of one model's files, under the names the family uses
//   family_reading.h     the file applied to them: sizes, configuration, and an expression for each of our
//   tensors
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace heed::io {

inline constexpr int family_format_version = 1;

struct Family {
    /// What may be saved apart: most models are one part, those of the tutorials an encoder and a decoder.
    struct Part {
        std::string name; // stands before the tensors' names in this file: "encoder."; or empty
        std::vector<std::vector<std::string>> has; // of each list one tensor must be there
        std::vector<std::string> lacks; // none of these may; "*.weight": none that ends so, anywhere
        std::string what;               // "encoder", for messages
    };

    std::string id;      // "bentrevett_tut4"
    std::string title;   // "bentrevett/pytorch-seq2seq, tutorial 4"
    std::string about;   // a sentence: what these models are
    std::string refused; // why Heed cannot run them; empty: it can
    std::string reader;  // what reads them where no expressions do: "marian"; or empty
    std::vector<Part> parts;
    nlohmann::json spec; // the whole file
    std::string file;    // for errors
    int folder = 0;      // of those that were read, the program's own before the user's

    /// Whether it tells by expressions what each tensor of ours is read from.
    bool has_rules() const { return refused.empty() && reader.empty(); }
    std::size_t certainty() const; // how many tensors it is known by
    bool guessed() const;          // whether the assistant wrote it, of what somebody answered
};

/// Where `*` stands for any run of characters.
bool matches_pattern(std::string_view name, std::string_view pattern);

/// Throws heed::Error naming the file, the key, what was expected and what was found.
Family read_family(const std::filesystem::path& file);
/// The same of a family that lies in memory; `file` is how errors call it.
Family checked_family(nlohmann::json spec, std::string file);

/// All *.json of the folders, by file name; of two families with one id the first counts, or in one folder
/// the one whose file is called so. One that cannot be read is left out, as is another one of an id that is
/// taken, and why is added to `broken`.
std::vector<Family> read_families(const std::vector<std::filesystem::path>& folders,
                                  std::vector<std::string>* broken = nullptr);

/// "bentrevett_tut4, nematus": of those that are read rather than refused.
std::string family_ids(const std::vector<Family>& families);

} // namespace heed::io
