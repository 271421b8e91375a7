// How each family's folder is read; folder_tokenizer.cpp has the table.
#pragma once

#include "core/io/tokenizers/folder_files.h"
#include "core/io/tokenizers/folder_tokenizer.h"

namespace heed::io {

subword::TokenizerParts read_marian(const FolderFiles& files, FolderTokenizer& to);
subword::TokenizerParts read_t5(const FolderFiles& files, FolderTokenizer& to);
subword::TokenizerParts read_byt5(const FolderFiles& files, FolderTokenizer& to);
subword::TokenizerParts read_pegasus(const FolderFiles& files, FolderTokenizer& to);
subword::TokenizerParts read_mbart(const FolderFiles& files, FolderTokenizer& to);
subword::TokenizerParts read_xlm_roberta(const FolderFiles& files, FolderTokenizer& to);
subword::TokenizerParts read_m2m100(const FolderFiles& files, FolderTokenizer& to);
subword::TokenizerParts read_byte_level(const FolderFiles& files, FolderTokenizer& to);
subword::TokenizerParts read_bert(const FolderFiles& files, FolderTokenizer& to);
subword::TokenizerParts read_json_folder(const FolderFiles& files, FolderTokenizer& to);

/// What mBART, M2M-100 and NLLB put around their texts, their languages' ids put in at run time.
void surround_by_languages(const FolderFiles& files, int end, subword::TokenizerParts& parts);
/// The languages that the folder names as its own; where it names none, those that its ids stand for.
void choose_defaults(const FolderFiles& files, subword::Languages& languages);

} // namespace heed::io
