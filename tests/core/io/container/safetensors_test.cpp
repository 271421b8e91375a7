#include "core/io/container/safetensors.h"

#include "core/base/random.h"
#include "core/io/base/file_kind.h"
#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <fstream>

namespace heed::io {
namespace {

using test::message_of;
using test::TemporaryFolder;

nn::ParameterSet<float> some_numbers() {
    nn::ParameterSet<float> set;
    Random random(3);
    set.add("matrix", 3, 4);
    set.add("vector", 5, 1, 1);
    set.add("scalar", 1, 1, 0);
    set.add("column", 2, 1, 2);
    for (int k = 0; k < set.size(); ++k) {
        for (auto& x : set[k].value.reshaped()) x = static_cast<float>(random.normal());
    }
    return set;
}

/// A file with that header and that many bytes of data.
class SampleFile {
public:
    std::string refusal(const std::string& header, std::size_t data = 48, std::uint64_t length = 0) {
        const std::uint64_t n = length > 0 ? length : header.size();
        std::string bytes(8, '\0');
        std::memcpy(bytes.data(), &n, 8);
        return refusal_of(bytes + header + std::string(data, '\1'));
    }
    std::string refusal_of(const std::string& bytes) {
        const auto path = folder_ / "f";
        write_file_atomic(path, bytes);
        std::string said = message_of([&] { SafetensorsFile file(path); });
        const std::string name = path.string() + ": ";
        return said.rfind(name, 0) == 0 ? said.substr(name.size()) : said;
    }

private:
    TemporaryFolder folder_;
};

TEST(Safetensors, RoundTripsBitForBit) {
    const TemporaryFolder folder;
    const auto set = some_numbers();
    write_file_atomic(folder / "a", safetensors_bytes(set, NumberType::F32, {{"made by", "a test"}}));
    const SafetensorsFile file(folder / "a");
    EXPECT_EQ(file.metadata().at("made by"), "a test");
    ASSERT_EQ(file.tensors().size(), 4u);
    for (const auto& p : set) {
        const TensorEntry* entry = file.find(p.name);
        ASSERT_NE(entry, nullptr);
        EXPECT_EQ(file.matrix(*entry), p.value) << p.name;
    }
    EXPECT_EQ(file.find("matrix")->shape, (std::vector<std::int64_t>{3, 4}));
    EXPECT_EQ(file.find("vector")->shape, (std::vector<std::int64_t>{5}));
    EXPECT_TRUE(file.find("scalar")->shape.empty());
    EXPECT_EQ(file.find("column")->shape, (std::vector<std::int64_t>{2, 1}));
    EXPECT_EQ(file.find("nothing"), nullptr);
    EXPECT_EQ(safetensors_bytes(set), safetensors_bytes(set));
}

TEST(Safetensors, HalfNumbersAreNearAndThoseTooLargeAreRefused) {
    const TemporaryFolder folder;
    auto set = some_numbers();
    write_file_atomic(folder / "a", safetensors_bytes(set, NumberType::F16));
    const SafetensorsFile file(folder / "a");
    for (const auto& p : set) EXPECT_TRUE(file.matrix(*file.find(p.name)).isApprox(p.value, 1e-3f));
    set[0].value(1, 1) = 70000;
    EXPECT_THAT(message_of([&] { safetensors_bytes(set, NumberType::F16); }),
                testing::HasSubstr("\"matrix\""));
    set[0].value(1, 1) = NAN;
    EXPECT_THAT(message_of([&] { safetensors_bytes(set); }), testing::HasSubstr("cannot be stored as F32"));
}

TEST(Safetensors, ReadsTheFourTypesRowByRow) {
    const TemporaryFolder folder;
    const std::string header = R"({"a":{"dtype":"F64","shape":[2,2],"data_offsets":[0,32]},)"
                               R"("b":{"dtype":"BF16","shape":[2],"data_offsets":[32,36]},)"
                               R"("c":{"dtype":"F16","shape":[2],"data_offsets":[36,40]},)"
                               R"("d":{"dtype":"F32","shape":[0,9],"data_offsets":[40,40]}}   )";
    const std::uint64_t length = header.size();
    std::string bytes(8, '\0');
    std::memcpy(bytes.data(), &length, 8);
    bytes += header;
    const double numbers[] = {1, 2, 3, 4};
    bytes.append(reinterpret_cast<const char*>(numbers), 32);
    bytes += std::string("\xC0\x3F\x00\xC0\x00\x3E\x00\xC0", 8); // 1.5, -2; 1.5, -2
    write_file_atomic(folder / "f", bytes);
    const SafetensorsFile file(folder / "f");
    Eigen::MatrixXf a(2, 2);
    a << 1, 2, 3, 4;
    EXPECT_EQ(file.matrix(*file.find("a")), a);
    EXPECT_EQ(file.matrix(*file.find("b")), Eigen::Vector2f(1.5f, -2));
    EXPECT_EQ(file.matrix(*file.find("c")), Eigen::Vector2f(1.5f, -2));
    EXPECT_EQ(file.matrix(*file.find("d")).size(), 0);
}

TEST(Safetensors, AHeaderWhoseLengthBeginsAsAPickleDoes) {
    const TemporaryFolder folder;
    std::string header = R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
    header.resize(640, ' '); // 80 02 00 …
    std::string bytes(8, '\0');
    const std::uint64_t length = header.size();
    std::memcpy(bytes.data(), &length, 8);
    write_file_atomic(folder / "a", bytes + header + std::string(4, '\0'));
    EXPECT_EQ(content_kind(folder / "a"), ContentKind::Safetensors);
}

TEST(Safetensors, HeadersThatAreNotOne) {
    SampleFile sample;
    EXPECT_EQ(sample.refusal_of(""), "not a safetensors file: expected at least 8 bytes, found 0");
    EXPECT_EQ(sample.refusal("{}", 0, 100'000'001),
              "header too long: expected at most 100000000 bytes, found 100000001");
    EXPECT_EQ(
        sample.refusal_of("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n"),
        "not the file itself: expected numbers, found a git-lfs pointer to them (git lfs pull fetches them)");
    // A page that was saved in the model's place, and other text.
    const std::string is_text = "not a safetensors file: expected the length of a header, found ";
    EXPECT_EQ(sample.refusal_of("<!DOCTYPE html>\n<html><body>Not found</body></html>\n"),
              is_text + "text that begins \"<!DOCTYPE html>\"");
    EXPECT_EQ(
        sample.refusal_of("\xEF\xBB\xBF\r\n  <html lang=\"en\"><head><title>Sign in to go on</title></head>"),
        is_text + R"(text that begins "<html lang="en"><head><title>Sign in to ...")");
    EXPECT_EQ(sample.refusal_of("Not found"), is_text + "text that begins \"Not found\"");
    EXPECT_EQ(sample.refusal_of("404"), is_text + "text that begins \"404\"");
    EXPECT_EQ(sample.refusal_of("{\"error\": \"no\"}"), is_text + R"(text that begins "{"error": "no"}")");
    EXPECT_EQ(sample.refusal("{}", 0, 9), "truncated: expected a header of 9 bytes, found 2");
    EXPECT_EQ(sample.refusal("[]", 0), "the header: expected an object, found a list");
    EXPECT_THAT(sample.refusal("{\"a\"", 0), testing::HasSubstr("the header is not JSON"));
    EXPECT_THAT(sample.refusal("", 4), testing::HasSubstr("the header is not JSON"));
    EXPECT_THAT(sample.refusal("{} {}", 0), testing::HasSubstr("the header is not JSON"));
    EXPECT_THAT(sample.refusal("{\"a\xFF\":", 0), testing::HasSubstr("the header is not JSON"));
    EXPECT_EQ(sample.refusal("{}", 0), "nothing was thrown");
}

TEST(Safetensors, FieldsThatAreNotWhatTheyShouldBe) {
    SampleFile sample;
    const auto tensor = [&](const std::string& fields, std::size_t data = 48) {
        return sample.refusal("{\"w\":{" + fields + "}}", data);
    };
    EXPECT_EQ(tensor(R"("dtype":"Q9","shape":[3,4],"data_offsets":[0,48])"),
              "tensor \"w\": type: expected F32, F16, BF16, F64, whole numbers or BOOL, found \"Q9\"");
    EXPECT_EQ(tensor(R"("dtype":"F8_E4M3","shape":[3,4],"data_offsets":[0,12])", 12),
              "tensor \"w\": type: expected F32, F16, BF16, F64, whole numbers or BOOL, found \"F8_E4M3\"");
    EXPECT_EQ(tensor(R"("dtype":"F32","shape":[3.0,4e0],"data_offsets":[0,48])"),
              "tensor \"w\": shape: expected a list of whole numbers, found 3.0");
    EXPECT_EQ(tensor(R"("dtype":"F32","shape":[-3,-4],"data_offsets":[0,48])"),
              "tensor \"w\": shape: expected a list of whole numbers, found -3");
    EXPECT_EQ(tensor(R"("dtype":"F32","shape":[18446744073709551615],"data_offsets":[0,48])"),
              "tensor \"w\": shape: expected a list of whole numbers, found 18446744073709551615");
    EXPECT_EQ(tensor(R"("dtype":"F32","shape":{"a":1},"data_offsets":[0,48])"),
              "tensor \"w\": shape: expected a list of whole numbers, found an object");
    EXPECT_EQ(tensor(R"("dtype":"F32","shape":[12],"data_offsets":[0])"),
              "tensor \"w\": data_offsets: expected two numbers, found 1");
    EXPECT_EQ(tensor(R"("dtype":"F32","shape":[12],"data_offsets":[0,48,48])"),
              "tensor \"w\": data_offsets: expected two whole numbers, found 48");
    EXPECT_EQ(tensor(R"("dtype":"F32","shape":[12])"),
              "tensor \"w\": incomplete: expected a field data_offsets, found none");
    EXPECT_EQ(tensor(R"("dtype":"F32","dtype":"F32")"),
              "tensor \"w\": dtype: expected it once, found it twice");
    EXPECT_EQ(tensor(R"("colour":"red")"),
              "tensor \"w\": unknown field: expected dtype, shape or data_offsets, found \"colour\"");
    EXPECT_EQ(tensor(R"("dtype":"F32","shape":[1,1,1,1,1,1,1,1,12],"data_offsets":[0,48])"),
              "tensor \"w\": too many dimensions: expected at most 8, found more");
    EXPECT_EQ(sample.refusal(R"({"w":3})"), "tensor \"w\": expected an object, found 3");
    EXPECT_EQ(sample.refusal(R"({"__metadata__":{"a":{}}})"), "__metadata__: expected text, found an object");
}

TEST(Safetensors, LayoutsThatDoNotFit) {
    SampleFile sample;
    const auto entry = [](const std::string& name, int numbers, std::int64_t begin, std::int64_t end) {
        return "\"" + name + R"(":{"dtype":"F32","shape":[)" + std::to_string(numbers) +
               R"(],"data_offsets":[)" + std::to_string(begin) + "," + std::to_string(end) + "]}";
    };
    EXPECT_EQ(
        sample.refusal("{" + entry("a", 1, 0, 4) + "," + entry("b", 1, 44, 48) + "}"),
        "tensor \"b\": bytes before it that belong to no tensor: expected its data from byte 4, found 44");
    EXPECT_EQ(sample.refusal("{" + entry("a", 8, 0, 32) + "," + entry("b", 8, 16, 48) + "}"),
              "tensor \"b\": overlaps the one before: expected its data from byte 32, found 16");
    EXPECT_EQ(sample.refusal("{" + entry("w", 12, 0, 48) + "}", 53),
              "bytes after the last tensor: expected 48 bytes of data, found 53");
    EXPECT_EQ(sample.refusal("{" + entry("w", 12, 0, 48) + "}", 40),
              "tensor \"w\": truncated: expected 48 bytes of data, found 40");
    EXPECT_EQ(sample.refusal("{" + entry("w", 12, 48, 0) + "}"),
              "tensor \"w\": F32 [12]: expected 48 bytes, found an end before the beginning");
    EXPECT_EQ(sample.refusal("{" + entry("w", 6, 0, 48) + "}"),
              "tensor \"w\": F32 [6]: expected 24 bytes, found 48");
    EXPECT_EQ(sample.refusal("{" + entry("w", 12, 0, 48) + "," + entry("w", 12, 0, 48) + "}"),
              "tensor \"w\": expected each name once, found it twice");
    // 2^62 numbers of four bytes: the product passes 64 bits.
    EXPECT_THAT(
        sample.refusal(R"({"w":{"dtype":"F32","shape":[2147483648,2147483648],"data_offsets":[0,0]}})", 0),
        testing::HasSubstr("too large"));
}

TEST(Safetensors, NamesAreShownEscaped) {
    SampleFile sample;
    const std::string header = R"({"../\u0000\u202e\nx":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
    EXPECT_EQ(sample.refusal(header, 4), "nothing was thrown");
    EXPECT_EQ(sample.refusal(header, 0),
              "tensor \"../\\u{0000}\\u{202E}\\u{000A}x\": truncated: expected 4 bytes of data, found 0");
}

TEST(Safetensors, DeepNestingIsRefusedAtOnce) {
    SampleFile sample;
    const std::string deep = "{\"w\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
    EXPECT_EQ(sample.refusal(deep, 0), "tensor \"w\": expected an object, found a list");
    std::string objects;
    for (int n = 0; n < 100'000; ++n) objects += "{\"dtype\":";
    EXPECT_EQ(sample.refusal("{\"w\":" + objects, 0),
              "tensor \"w\": dtype: expected a name of a type, found an object");
}

/// Without waiting for the disk, as write_file_atomic does.
void write_quickly(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

TEST(Safetensors, AnyDamageIsRefusedOrReadButNeverWorse) {
    const TemporaryFolder folder;
    const std::string whole = safetensors_bytes(some_numbers());
    Random random(11);
    for (int round = 0; round < 3000; ++round) {
        std::string bytes = whole;
        if (random.below(3) == 0) bytes.resize(random.below(bytes.size() + 1));
        for (std::uint64_t n = random.below(4); n > 0 && !bytes.empty(); --n) {
            const std::size_t at = random.below(2) == 0
                                       ? random.below(bytes.size())
                                       : random.below(std::min<std::size_t>(bytes.size(), 300));
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
        }
        write_quickly(folder / "f", bytes);
        try {
            const SafetensorsFile file(folder / "f");
            std::size_t numbers = 0;
            for (const TensorEntry& entry : file.tensors()) {
                if (entry.shape.size() <= 2) numbers += static_cast<std::size_t>(file.matrix(entry).size());
            }
            ASSERT_LE(numbers, bytes.size());
        } catch (const Error& error) {
            const std::string said = error.what();
            ASSERT_EQ(said.rfind((folder / "f").string() + ": ", 0), 0u) << said;
            ASSERT_LT(said.size(), 1000u);
        }
    }
}

} // namespace
} // namespace heed::io
