// As much of Protocol Buffers' wire format as SentencePiece's files need. Nothing is read beyond the bytes
// given, and nothing is recursive.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heed::io {

struct ProtoField {
    std::uint32_t number = 0;
    enum class Type { Varint, Fixed64, Bytes, Fixed32 } type = Type::Varint;
    std::uint64_t value = 0;     // a varint; the bits of a fixed one
    std::string_view bytes = {}; // within what is read
};

class ProtoReader {
public:
    /// `subject` names what is read, for errors.
    ProtoReader(std::string_view bytes, std::string subject);
    /// False at the end. Throws heed::Error where a field is cut off or of a kind that is not known.
    bool next(ProtoField& field);
    /// Throws, naming the field, unless it is of that type.
    void expect(const ProtoField& field, ProtoField::Type type) const;

private:
    std::uint64_t varint();
    std::uint64_t fixed(std::size_t size);
    [[noreturn]] void refuse(const std::string& expected, const std::string& found) const;

    std::string_view bytes_;
    std::size_t at_ = 0;
    std::string subject_;
};

} // namespace heed::io
