// Small files of every kind, damaged by chance: whatever becomes of them, the reader ends with tensors or
// with an Error. Under the sanitizers this is a fuzz test whose cases are the same each time. HEED_MUTATIONS
// asks for more of them a file, as `ctest -C long -L long` does.
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/io/attention/file.h"
#include "core/io/base/file.h"
#include "core/io/container/checkpoint.h"
#include "tests/support/archives.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace heed::io {
namespace {

using test::floats;
using test::npy_of;
using test::Pickle;
using test::raw;

struct Sample {
    const char* name;
    std::string bytes;
};

std::string state_dict() {
    Pickle p;
    p.global("collections", "OrderedDict").code(")R(");
    p.text("a.weight").tensor("FloatStorage", "0", 12, 0, {3, 4}, {4, 1});
    p.text("a.turned").tensor("FloatStorage", "0", 12, 0, {4, 3}, {1, 4});
    p.text("b").tensor("HalfStorage", "1", 4, 1, {3}, {1});
    p.text("epoch").code("K\3").text("words").code("](").text("x").text("y").code("eq\1");
    p.text("again")
        .code("h\1")
        .text("opt")
        .global("argparse", "Namespace")
        .code(")\x81}")
        .text("n")
        .code("K\7sb");
    return p.code("u").end();
}

std::string legacy_dict() {
    Pickle p;
    p.code("}(").text("w").tensor("FloatStorage", "94", 12, 0, {3, 4}, {4, 1});
    return p.code("u").end();
}

std::vector<Sample> samples() {
    const std::string half = raw<std::uint16_t>({0x3C00, 0x4000, 0, 0xC000});
    const std::string header =
        R"({"__metadata__":{"a":"b"},"w":{"dtype":"F32","shape":[3,4],"data_offsets":[0,48]},)"
        R"("n":{"dtype":"I64","shape":[1],"data_offsets":[48,56]}})";
    const std::string npy = npy_of("<f4", "(3, 4)", floats(12));
    return {{"zip", test::torch_zip(state_dict(), {floats(12), half}, "little")},
            {"stream", test::torch_stream(legacy_dict(), {{"94", floats(12), 12}})},
            {"pickle", state_dict()},
            {"npz", test::zip_of({{"a.npy", npy},
                                  {"w.npy", npy_of("<U2", "(2,)", raw<char32_t>({U'a', 0, U'b', U'c'}))}})},
            {"deflated npz",
             test::zip_of({{"a.npy", npy, true}, {"b.npy", npy_of("|i1", "(4,)", "a: b"), true}})},
            {"npy", npy},
            {"safetensors", raw<std::uint64_t>({header.size()}) + header + floats(14)},
            {"dump", "0 ||| x y ||| 0 ||| a b c ||| 4 3\n1 0 0 0\n0 1 0 0\n0 0 0 1\n\n1 ||| x ||| 0 ||| a "
                     "||| 1 ||| 1\n1\n"},
            {"table",
             "SENT 1: ['a', 'b']\n                    a          b \n         x *0.900000  0.1000000 \n"},
            {"json", R"([{"source": ["a", "b"], "target": "x", "attention": [[[0.5, 0.5]], [[1, 0]]]}])"}};
}

/// One to three changes: a bit, a byte, a cut, a run taken out, put in, or copied from elsewhere.
void damage(std::string& bytes, Random& random) {
    for (std::uint64_t n = 1 + random.below(3); n > 0 && !bytes.empty(); --n) {
        const std::size_t at = random.below(bytes.size()),
                          count = 1 + random.below(std::min<std::size_t>(16, bytes.size() - at));
        switch (random.below(6)) {
        case 0:
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
            break;
        case 1: { // values that lengths and counts fear
            constexpr unsigned char edges[] = {0, 1, 0x7F, 0x80, 0xFE, 0xFF};
            bytes[at] = static_cast<char>(edges[random.below(std::size(edges))]);
            break;
        }
        case 2:
            bytes.resize(at);
            break;
        case 3:
            bytes.erase(at, count);
            break;
        case 4:
            bytes.insert(at, std::string(count, static_cast<char>(random.below(256))));
            break;
        default:
            bytes.insert(random.below(bytes.size()), bytes.substr(at, count));
        }
    }
}

/// A new file each time: some file systems wait for the disk where an old one is written over.
void write(const std::filesystem::path& path, const std::string& bytes) {
    std::filesystem::remove(path);
    std::ofstream(path, std::ios::binary) << bytes;
}

/// Whether it could be read.
bool read_all(const std::filesystem::path& path) {
    bool read = false;
    try {
        const Checkpoint file(path);
        read = true;
        for (const StoredTensor& tensor : file.tensors()) {
            try {
                EXPECT_EQ(static_cast<std::uint64_t>(file.matrix(tensor).size()), tensor.numbers());
            } catch (const Error&) {
            }
        }
    } catch (const Error&) {
    }
    try {
        if (is_attention_file(path)) read_attention(path);
    } catch (const Error&) {
    }
    return read;
}

class Mutation : public testing::TestWithParam<Sample> {};

TEST_P(Mutation, EndsInTensorsOrInAnError) {
    const char* asked = std::getenv("HEED_MUTATIONS");
    const int cases = asked != nullptr ? std::atoi(asked) : 500;
    const test::TemporaryFolder folder;
    const std::filesystem::path path = folder / "f";
    Random random(17);
    int readable = 0;
    for (int n = 0; n < cases; ++n) {
        std::string bytes = GetParam().bytes;
        damage(bytes, random);
        write(path, bytes);
        SCOPED_TRACE(n);
        readable += read_all(path);
    }
    EXPECT_LT(readable, cases); // damage is damage
}

std::string name_of(const testing::TestParamInfo<Sample>& info) {
    std::string name = info.param.name;
    std::replace(name.begin(), name.end(), ' ', '_');
    return name;
}
INSTANTIATE_TEST_SUITE_P(hostile, Mutation, testing::ValuesIn(samples()), name_of);

/// Each byte in turn as zero and as all ones: what chance may miss.
TEST_P(Mutation, EachByteInTurn) {
    const test::TemporaryFolder folder;
    const std::filesystem::path path = folder / "f";
    const std::string& sound = GetParam().bytes;
    const std::size_t step = 1 + sound.size() / 400;
    for (std::size_t at = 0; at < sound.size(); at += step) {
        for (const char value : {'\0', '\xFF'}) {
            std::string bytes = sound;
            bytes[at] = value;
            write(path, bytes);
            SCOPED_TRACE(at);
            read_all(path);
        }
    }
}

} // namespace
} // namespace heed::io
