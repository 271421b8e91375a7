// The forms that files of attention have: what each looks like, and its reader. Their table is in
// file.cpp.
#pragma once

#include "core/io/attention/parts.h"

#include <filesystem>

namespace heed::io {

// Text, by its beginning. `file` is how errors call it; a reader may look for words beside it.
bool is_dump(std::string_view beginning);    // "|||" between the parts of a line
bool is_table(std::string_view beginning);   // of OpenNMT-py's log
bool is_columns(std::string_view beginning); // CSV, TSV and numpy.savetxt: with tokens, or rows that sum to 1
bool is_own_table(std::string_view beginning);  // that Heed writes
bool is_links(std::string_view beginning);      // Pharaoh's "0-0 1-2"
bool is_hypotheses(std::string_view beginning); // fairseq's, with lines "A-0"
bool is_page(std::string_view beginning);       // of BertViz
std::vector<GivenSentence> attention_in_dump(std::string_view text, const std::string& file);
std::vector<GivenSentence> attention_in_tables(std::string_view text, const std::string& file);
std::vector<GivenSentence> attention_in_columns(std::string_view text, const std::string& file);
std::vector<GivenSentence> attention_in_own_table(std::string_view text, const std::string& file);
std::vector<GivenSentence> attention_in_links(std::string_view text, const std::string& file);
std::vector<GivenSentence> attention_in_hypotheses(std::string_view text, const std::string& file);
std::vector<GivenSentence> attention_in_page(std::string_view text, const std::string& file);

// What several forms of text have in their lines.
/// "0-0 1-2", or with weights. Throws where `left` cells, which all maps still to come may have, do not do.
GivenSentence linked_sentence(std::string_view links, Words source, Words target, const std::string& what,
                              std::size_t& left);
/// As many as all maps of a file of links may have.
std::size_t cells_of_links(std::size_t bytes);
/// "0.1,0.2 0.3,0.7": a row an output.
GivenSentence soft_alignment_sentence(std::string_view target, std::string_view weights,
                                      const std::string& what);

// NumPy and PyTorch.
bool is_attention_array(const std::filesystem::path& file);
/// `told`: words or axes were said, so that it is attention.
std::vector<GivenSentence> attention_in_array(const std::filesystem::path& file, bool told);

/// Of FILE.json or FILE.txt beside FILE.npy; nothing where there is neither. Throws where one is there and
/// holds no words.
std::optional<std::pair<Words, Words>> words_beside(const std::filesystem::path& file);

constexpr std::uint64_t largest_attention_file = 256u << 20;
/// Of a map of links, however few there are.
constexpr std::size_t link_cells = 1u << 24;

} // namespace heed::io
