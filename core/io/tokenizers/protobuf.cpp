#include "core/io/tokenizers/protobuf.h"

#include "core/base/error.h"

#include <algorithm>

namespace heed::io {

ProtoReader::ProtoReader(std::string_view bytes, std::string subject)
    : bytes_(bytes), subject_(std::move(subject)) {}

void ProtoReader::refuse(const std::string& expected, const std::string& found) const {
    throw Error(subject_, "byte " + std::to_string(at_) + " of " + std::to_string(bytes_.size()), expected,
                found);
}

std::uint64_t ProtoReader::varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
        if (at_ >= bytes_.size()) refuse("the rest of a number", "the end");
        const auto byte = static_cast<unsigned char>(bytes_[at_++]);
        value |= static_cast<std::uint64_t>(byte & 0x7F) << std::min(shift, 63u);
        if (byte < 0x80) return value;
    }
    refuse("a number of at most 10 bytes", "a longer one");
}

std::uint64_t ProtoReader::fixed(std::size_t size) {
    if (bytes_.size() - at_ < size)
        refuse(std::to_string(size) + " bytes", std::to_string(bytes_.size() - at_));
    std::uint64_t value = 0;
    for (std::size_t n = size; n > 0; --n)
        value = value << 8 | static_cast<unsigned char>(bytes_[at_ + n - 1]);
    at_ += size;
    return value;
}

bool ProtoReader::next(ProtoField& field) {
    if (at_ >= bytes_.size()) return false;
    const std::uint64_t key = varint();
    if (key >> 3 == 0 || key >> 3 > 0x1FFFFFFF) refuse("a field's number", std::to_string(key >> 3));
    field = {static_cast<std::uint32_t>(key >> 3)};
    switch (key & 7) {
    case 0:
        field.type = ProtoField::Type::Varint, field.value = varint();
        break;
    case 1:
        field.type = ProtoField::Type::Fixed64, field.value = fixed(8);
        break;
    case 5:
        field.type = ProtoField::Type::Fixed32, field.value = fixed(4);
        break;
    case 2: {
        field.type = ProtoField::Type::Bytes;
        const std::uint64_t length = varint();
        if (length > bytes_.size() - at_)
            refuse("at most " + std::to_string(bytes_.size() - at_) + " bytes for field " +
                       std::to_string(field.number),
                   std::to_string(length));
        field.bytes = bytes_.substr(at_, static_cast<std::size_t>(length));
        at_ += field.bytes.size();
        break;
    }
    default:
        refuse("a field of type 0, 1, 2 or 5", "type " + std::to_string(key & 7));
    }
    return true;
}

void ProtoReader::expect(const ProtoField& field, ProtoField::Type type) const {
    constexpr const char* names[] = {"a number", "8 bytes", "a length and bytes", "4 bytes"};
    if (field.type != type)
        throw Error(subject_, "field " + std::to_string(field.number), names[static_cast<int>(type)],
                    names[static_cast<int>(field.type)]);
}

} // namespace heed::io
