#include "core/io/tokenizers/sentencepiece_file.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/tokenizers/protobuf.h"
#include "core/io/tokenizers/vocabulary_files.h"
#include "core/text/escape.h"
#include "core/text/subword/models/unigram.h"

#include <bit>
#include <cmath>
#include <unordered_set>

namespace heed::io {

namespace {

using subword::PieceKind;
using subword::SentencePieceSpec;
using Type = ProtoField::Type;

constexpr std::uint64_t largest_file = 64 << 20;
constexpr std::size_t longest_piece = 4096; // bytes

std::string piece_name(std::size_t place) { return "piece " + std::to_string(place); }

SentencePieceSpec::Entry read_piece(std::string_view bytes, const std::string& subject, std::size_t place) {
    const std::string name = subject + ": " + piece_name(place);
    SentencePieceSpec::Entry piece;
    ProtoReader reader(bytes, name);
    for (ProtoField field; reader.next(field);) {
        if (field.number == 1) {
            reader.expect(field, Type::Bytes);
            if (field.bytes.size() > longest_piece)
                throw Error(subject, piece_name(place), "at most " + std::to_string(longest_piece) + " bytes",
                            std::to_string(field.bytes.size()));
            piece.text = field.bytes;
        } else if (field.number == 2) {
            reader.expect(field, Type::Fixed32);
            piece.score = std::bit_cast<float>(static_cast<std::uint32_t>(field.value));
        } else if (field.number == 3) {
            reader.expect(field, Type::Varint);
            if (field.value < 1 || field.value > 6)
                throw Error(subject, piece_name(place), "a type from 1 to 6", std::to_string(field.value));
            piece.kind = static_cast<PieceKind>(field.value);
        }
    }
    const std::string quoted = piece_name(place) + " " + in_quotes(piece.text, 40);
    if (piece.text.empty()) throw Error(subject, piece_name(place), "text", "none");
    if (piece.text.find('\0') != std::string::npos) throw Error(subject, quoted, "no NUL", "one");
    if (!std::isfinite(piece.score))
        throw Error(subject, quoted, "a finite score", std::isnan(piece.score) ? "NaN" : "infinity");
    return piece;
}

struct ModelTypes {
    std::uint64_t number;
    const char* name;
};
constexpr ModelTypes refused_types[] = {{3, "word"}, {4, "char"}};

void read_trainer(std::string_view bytes, const std::string& subject, SentencePieceSpec& spec) {
    ProtoReader reader(bytes, subject + ": trainer_spec");
    for (ProtoField field; reader.next(field);) {
        if (field.number == 3) {
            reader.expect(field, Type::Varint);
            for (const ModelTypes& type : refused_types)
                if (field.value == type.number)
                    throw Error(subject, "model_type", "unigram or bpe", type.name);
            if (field.value != 1 && field.value != 2)
                throw Error(subject, "model_type", "1 (unigram) or 2 (bpe)", std::to_string(field.value));
            spec.kind = static_cast<subword::SentencePieceKind>(field.value);
        } else if (field.number == 24 || field.number == 35) {
            reader.expect(field, Type::Varint);
            (field.number == 24 ? spec.whitespace_as_suffix : spec.byte_fallback) = field.value != 0;
        } else if (field.number == 44) {
            reader.expect(field, Type::Bytes);
            spec.unknown_surface = field.bytes;
        }
    }
}

void read_normalizer(std::string_view bytes, const std::string& subject, SentencePieceSpec& spec) {
    ProtoReader reader(bytes, subject + ": normalizer_spec");
    for (ProtoField field; reader.next(field);) {
        if (field.number == 2) {
            reader.expect(field, Type::Bytes);
            spec.charsmap = subword::Charsmap(field.bytes, subject);
        } else if (field.number >= 3 && field.number <= 5) {
            reader.expect(field, Type::Varint);
            (field.number == 3   ? spec.add_dummy_prefix
             : field.number == 4 ? spec.remove_extra_whitespaces
                                 : spec.escape_whitespaces) = field.value != 0;
        }
    }
}

void check(const SentencePieceSpec& spec, const std::string& subject) {
    std::unordered_set<std::string_view> seen;
    std::size_t unknown = 0;
    for (std::size_t n = 0; n < spec.pieces.size(); ++n) {
        const auto& [text, score, kind] = spec.pieces[n];
        const std::string name = piece_name(n) + " " + in_quotes(text, 40);
        if (!seen.insert(text).second)
            throw Error(subject, name, "a text of its own", "that of an earlier piece");
        unknown += kind == PieceKind::Unknown;
        if (kind != PieceKind::Byte) continue;
        bool spells = false;
        for (unsigned byte = 0; byte < 256 && !spells; ++byte) spells = text == subword::byte_token(byte);
        if (!spells) throw Error(subject, name, "a byte such as <0x0A>", in_quotes(text, 40));
    }
    if (unknown != 1)
        throw Error(subject, "pieces",
                    "exactly one of type unknown among " + std::to_string(spec.pieces.size()),
                    std::to_string(unknown));
    for (unsigned byte = 0; spec.byte_fallback && byte < 256; ++byte)
        if (!seen.contains(subword::byte_token(byte)))
            throw Error(subject, "byte_fallback", "a piece for each byte",
                        "none for " + subword::byte_token(byte));
}

} // namespace

SentencePieceSpec parse_sentencepiece(std::string_view bytes, const std::string& subject) {
    SentencePieceSpec spec;
    ProtoReader reader(bytes, subject);
    for (ProtoField field; reader.next(field);) {
        if (field.number > 3) continue;
        reader.expect(field, Type::Bytes);
        if (field.number == 1) spec.pieces.push_back(read_piece(field.bytes, subject, spec.pieces.size()));
        if (field.number == 2) read_trainer(field.bytes, subject, spec);
        if (field.number == 3) read_normalizer(field.bytes, subject, spec);
    }
    if (spec.pieces.empty()) throw Error(subject, "a SentencePiece model", "pieces", "none");
    check(spec, subject);
    spec.pieces.shrink_to_fit();
    return spec;
}

SentencePieceSpec read_sentencepiece(const std::filesystem::path& file) {
    return parse_sentencepiece(read_words_file(file, largest_file), shown(file));
}

} // namespace heed::io
