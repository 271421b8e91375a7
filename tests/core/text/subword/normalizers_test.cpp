#include "core/text/subword/normalizers.h"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace heed::subword {
namespace {

/// A map of one entry: e and an acute accent become E.
std::shared_ptr<const Charsmap> map_of_one() {
    std::array<std::uint32_t, 256> units{};
    units['e'] = 'e';
    units['e' ^ 0xCC] = 0xCC;
    units['e' ^ 0xCC ^ 0x81] = 0x81 | 1 << 8 | 1 << 10; // a string ends, its value is at the next place
    std::string bytes{0, 4, 0, 0};                      // 1024
    for (const std::uint32_t unit : units)
        for (int n = 0; n < 4; ++n)
            bytes += static_cast<char>(static_cast<unsigned char>(unit >> 8 * n & 255));
    return std::make_shared<const Charsmap>(bytes + std::string("E\0", 2), "x");
}

/// A grapheme of fewer than six bytes is replaced as a whole, a longer one character by character: a skin
/// tone or a tag makes it longer.
TEST(Normalizers, ASkinToneOrATagBelongsToTheGraphemeBeforeIt) {
    const Normalizer normalizer = charsmap_normalizer(map_of_one());
    const auto normal = [&](const std::string& text) {
        AlignedText aligned(text);
        normalizer(aligned);
        return aligned.text;
    };
    EXPECT_EQ(normal("e\u0301"), "E");
    EXPECT_EQ(normal("e\u0301\U0001F600"), "E\U0001F600");
    EXPECT_EQ(normal("e\u0301\U0001F3FD"), "e\u0301\U0001F3FD");
    EXPECT_EQ(normal("e\u0301\U000E0061"), "e\u0301\U000E0061");
}

} // namespace
} // namespace heed::subword
