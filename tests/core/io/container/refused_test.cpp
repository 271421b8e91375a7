// Files of tensors that are damaged, or want to run something.
#include "tests/core/io/container/checkpoints.h"

#include <gmock/gmock.h>

namespace heed::io {
namespace {

using nlohmann::json;
using test::floats;
using test::npy_of;
using test::Pickle;
using test::torch_zip;
using test::zip_of;
using testing::ElementsAre;
using testing::HasSubstr;
using Shape = std::vector<std::int64_t>;

TEST_F(Checkpoints, LabelsThatMayNotBeCalled) {
    const auto called = [&](const char* module, const char* name) {
        return refusal(torch_zip(Pickle().global(module, name).text("ls").code("\x85R").end(), {}));
    };
    for (const auto& [module, name] : {std::pair{"os", "system"},
                                       {"posix", "system"},
                                       {"builtins", "eval"},
                                       {"subprocess", "Popen"},
                                       {"__builtin__", "getattr"},
                                       {"importlib", "import_module"},
                                       {"_io", "open"},
                                       {"os.path", "join"}})
        EXPECT_EQ(called(module, name), "asks for " + std::string(module) + "." + name +
                                            " to be called, which no saved model needs; nothing was run");
    EXPECT_THAT(called("torch._utils", "_rebuild_qtensor"), HasSubstr("quantized"));
    EXPECT_THAT(called("torch._utils", "_rebuild_sparse_tensor"), HasSubstr("to_dense()"));
    EXPECT_THAT(called("torch.hub", "load"), HasSubstr("needs torch.hub.load, which is not read"));
    EXPECT_THAT(called("__torch__.Model", "M"), HasSubstr("TorchScript"));
    for (const auto& [module, name] : {std::pair{"__main__", "Lang"},
                                       {"fairseq.meters", "AverageMeter"},
                                       {"torch.nn.modules.linear", "Linear"},
                                       {"numpy.core.multiarray", "scalar"}})
        EXPECT_EQ(called(module, name), "nothing was thrown") << module;
}

TEST_F(Checkpoints, LabelOfPythonThatIsOnlyNamedIsAWarning) {
    const Checkpoint file =
        open(torch_zip(Pickle().code("}").text("f").global("os", "system").code("s").end(), {}));
    EXPECT_THAT(file.notes(), ElementsAre("it names os.system, which belongs to no model; nothing was run"));
    EXPECT_EQ(file.values(), (json{{"f", {{"class", "os.system"}}}}));
}

TEST_F(Checkpoints, ValuesThatWouldGrowWithoutBound) {
    Pickle p; // thirty lists, each holding the one before twice
    p.code("]q\1");
    for (char n = 1; n <= 30; ++n)
        p.code("](h")
            .code(std::string(1, n))
            .code("h")
            .code(std::string(1, n))
            .code("eq")
            .code(std::string(1, static_cast<char>(n + 1)));
    EXPECT_THAT(refusal(torch_zip(p.end(), {})), HasSubstr("referred to so often"));
    Pickle long_text;
    long_text.code("](").text(std::string(100'000, 'x')).code("q\1");
    for (int n = 0; n < 1000; ++n) long_text.code("h\1");
    EXPECT_THAT(refusal(torch_zip(long_text.code("e").end(), {})), HasSubstr("referred to so often"));
    Pickle views;
    views.code("}(");
    for (int n = 0; n < 200; ++n)
        entry(views, std::to_string(n)).tensor("FloatStorage", "0", 100'000, 0, {100'000}, {1});
    EXPECT_THAT(refusal(torch_zip(views.code("u").end(), {floats(100'000)})),
                HasSubstr("too large for the file"));
}

TEST_F(Checkpoints, ValueWithinItselfIsNullThere) {
    const Checkpoint file = open(Pickle().code("]q\1(h\1K\2e").end());
    EXPECT_EQ(file.values(), (json{nullptr, 2}));
}

TEST_F(Checkpoints, DamagedPickles) {
    const auto damaged = [&](Pickle pickle) { return refusal(torch_zip(pickle.end(), {floats(6)})); };
    const auto tensor = [&](std::int64_t offset, const Shape& shape, const Shape& strides) {
        return damaged(
            Pickle().code("}").text("w").tensor("FloatStorage", "0", 6, offset, shape, strides).code("s"));
    };
    EXPECT_THAT(tensor(-1, {2}, {1}), HasSubstr("offset of at least 0"));
    EXPECT_THAT(tensor(0, {-2}, {1}), HasSubstr("sizes of at least 0"));
    EXPECT_THAT(tensor(0, {2}, {-1}), HasSubstr("strides: expected at least 0"));
    EXPECT_THAT(tensor(0, {7}, {1}), HasSubstr("expected 0 + 28 bytes, found 24"));
    EXPECT_THAT(tensor(0, {2}, {1, 1}), HasSubstr("one for each"));
    EXPECT_THAT(tensor(INT64_MAX, {1}, {1}), HasSubstr("expected"));
    EXPECT_THAT(tensor(0, {INT64_MAX, INT64_MAX}, {0, 0}), HasSubstr("too large"));
    EXPECT_THAT(tensor(0, {1, 1, 1, 1, 1, 1, 1, 1, 1}, {0, 0, 0, 0, 0, 0, 0, 0, 0}),
                HasSubstr("at most 8 dimensions"));
    EXPECT_THAT(damaged(Pickle().code("}").text("w").tensor("FloatStorage", "9", 6, 0, {6}, {1}).code("s")),
                HasSubstr("archive/data/9"));
    EXPECT_THAT(damaged(Pickle().code("}").text("w").tensor("QInt8Storage", "0", 6, 0, {6}, {1}).code("s")),
                HasSubstr("torch.QInt8Storage"));
    EXPECT_THAT(damaged(Pickle().code("}").text("w").tensor("FloatStorage", "0", 7, 0, {6}, {1}).code("s")),
                HasSubstr("cut off: expected 28 bytes, found 24"));
    EXPECT_THAT(damaged(Pickle().code("R")), HasSubstr("a value on the stack, found none"));
    EXPECT_THAT(damaged(Pickle().code("t")), HasSubstr("a mark"));
    EXPECT_THAT(damaged(Pickle().code("h\1")), HasSubstr("memo"));
    EXPECT_THAT(damaged(Pickle().code("Nr\xFF\xFF\xFF\x7F")), HasSubstr("memo number of at most"));
    EXPECT_THAT(damaged(Pickle().code("}](K\1eu")), HasSubstr("mark"));
    EXPECT_THAT(damaged(Pickle().code("}(K\1u")), HasSubstr("a key without one"));
    EXPECT_THAT(damaged(Pickle().code("K\1)R")), HasSubstr("a class or function"));
    EXPECT_THAT(damaged(Pickle().code("T\xFF\xFF\xFF\xFF")), HasSubstr("a length, found -1"));
    EXPECT_THAT(damaged(Pickle().code("\x82\1")), HasSubstr("an opcode that saved tensors need, found 0x82"));
    EXPECT_THAT(refusal(torch_zip("\x80\2", {})), HasSubstr("cut off"));
    EXPECT_THAT(refusal(torch_zip("\x80\1N.", {})), HasSubstr("protocol 2 to 5, found 1"));
    const std::string two = Pickle()
                                .code("}(")
                                .text("w")
                                .tensor("FloatStorage", "0", 6, 0, {6}, {1})
                                .text("w")
                                .tensor("FloatStorage", "0", 6, 0, {6}, {1})
                                .code("u")
                                .end();
    EXPECT_THAT(refusal(torch_zip(two, {floats(6)})), HasSubstr("each name once"));
}

TEST_F(Checkpoints, DamagedArchives) {
    const std::string npy = npy_of("<f4", "(2,)", floats(2));
    std::string file = zip_of({{"a.npy", npy}});
    EXPECT_THAT(refusal(file.substr(0, file.size() - 1)), HasSubstr("no directory at its end"));
    EXPECT_THAT(refusal(zip_of({{"a.npy", npy}, {"a.npy", npy}})), HasSubstr("each name once"));
    EXPECT_THAT(refusal(zip_of({{"a.npy", npy}, {"b", std::string(5'000'000, '\0'), true}})),
                HasSubstr("times what it takes"));
    EXPECT_THAT(refusal(zip_of({{"readme", "x"}})), HasSubstr("expected a member data.pkl"));
    EXPECT_THAT(refusal(zip_of({})), HasSubstr("expected a member data.pkl"));
    EXPECT_THAT(refusal(zip_of({{"a/constants.pkl", ""}, {"a/data.pkl", ""}})), HasSubstr("TorchScript"));
    EXPECT_THAT(refusal(zip_of({{"archive/data.pkl", "N.", true}})), HasSubstr("deflated"));
    const std::size_t entry = file.rfind("PK\1\2");
    const auto changed = [&](std::size_t at, char value) {
        std::string bytes = file;
        bytes[entry + at] = value;
        return refusal(bytes);
    };
    EXPECT_THAT(changed(8, 1), HasSubstr("encrypted"));
    EXPECT_THAT(changed(10, 12), HasSubstr("method: expected stored (0) or deflated (8), found 12"));
    EXPECT_THAT(changed(42, 1), HasSubstr("the header of a member at byte 1"));
    EXPECT_THAT(changed(20, 1), HasSubstr("stored bytes"));
    EXPECT_THAT(changed(0, 'Q'), HasSubstr("fewer members than it says"));
    // Two members over the same bytes.
    std::string twice = zip_of({{"a.npy", npy}, {"b.npy", npy}});
    const std::size_t second = twice.rfind("PK\1\2");
    twice.replace(second + 42, 4, std::string(4, '\0'));
    EXPECT_THAT(refusal(twice), HasSubstr("bytes of its own"));
}

TEST_F(Checkpoints, ArraysThatAreNone) {
    const auto array = [&](const char* type, const char* shape, std::size_t bytes = 8) {
        return refusal(npy_of(type, shape, std::string(bytes, '\0')));
    };
    EXPECT_THAT(array("|O", "(1,)"), HasSubstr("Python objects (|O), which are never read"));
    EXPECT_THAT(array("<c8", "(1,)"), HasSubstr("found \"<c8\""));
    EXPECT_THAT(array("<f4", "(-2,)"), HasSubstr("sizes of at least 0"));
    EXPECT_THAT(array("<f4", "(3,)"), HasSubstr("expected"));
    EXPECT_THAT(array("<f4", "(1,)"), HasSubstr("expected 4 bytes, found 8"));
    EXPECT_THAT(array("<f4", "(4611686018427387905, 4)"), HasSubstr("too large"));
    EXPECT_THAT(array("<f4", "(2"), HasSubstr("damaged header"));
    EXPECT_THAT(array("<f4", "2"), HasSubstr("damaged header"));
    EXPECT_THAT(array("<U9223372036854775807", "(1,)"), HasSubstr("array of words"));
    EXPECT_THAT(array("<U0", "(9223372036854775807,)", 0), HasSubstr("array of words"));
    EXPECT_THAT(array("<U0", "(16777216,)", 0), HasSubstr("array of words"));
    EXPECT_EQ(array("<U0", "(1,)", 0), "nothing was thrown");
    EXPECT_THAT(refusal(std::string("\x93NUMPY\x09\0", 8) + std::string(80, ' ')),
                HasSubstr("version of the format: expected 1, 2 or 3, found 9"));
    EXPECT_THAT(refusal(std::string("\x93NUMPY\1\0\xFF\xFF", 10) + "{}"),
                HasSubstr("a header that lies inside"));
    EXPECT_THAT(refusal("\x93NUMPY"), HasSubstr("not an array"));
}

TEST_F(Checkpoints, OtherFilesSayWhatToDo) {
    EXPECT_THAT(refusal("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n"),
                HasSubstr("git lfs pull"));
    EXPECT_THAT(refusal("\x89HDF\r\n\x1A\nxxxxxxxx"), HasSubstr("numpy.savez"));
    EXPECT_THAT(refusal("hello"), HasSubstr("found text"));
    EXPECT_THAT(refusal(""), HasSubstr("an empty file"));
}

/// numpy.savez_compressed of attention that is hard, or padded: what else is as small was made to fill the
/// memory.
TEST_F(Checkpoints, ArraysOfZerosMayBePackedTightly) {
    const std::string zeros(8'000'000, '\0'), array = npy_of("<f4", "(2000000,)", zeros);
    EXPECT_EQ(refusal(zip_of({{"attention.npy", array, true}})), "nothing was thrown");
    EXPECT_THAT(refusal(zip_of({{"attention.npy", array, true}, {"other.bin", zeros, true}})),
                HasSubstr("not unpacked: expected at most 64 times what it takes in the file"));
}

} // namespace
} // namespace heed::io
