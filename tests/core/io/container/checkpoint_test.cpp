// What files of tensors hold, whatever wrote them.
#include "core/base/random.h"
#include "tests/core/io/container/checkpoints.h"

#include <gmock/gmock.h>

#include <functional>
#include <thread>

namespace heed::io {
namespace {

using nlohmann::json;
using test::floats;
using test::message_of;
using test::npy_of;
using test::Pickle;
using test::raw;
using test::torch_stream;
using test::torch_zip;
using test::zip_of;
using testing::ElementsAre;
using testing::HasSubstr;
using Shape = std::vector<std::int64_t>;

std::vector<std::string> names(const Checkpoint& file) {
    std::vector<std::string> result;
    for (const StoredTensor& tensor : file.tensors()) result.push_back(tensor.name);
    return result;
}

Eigen::MatrixXf matrix(std::initializer_list<std::initializer_list<float>> rows) {
    return Eigen::MatrixXf(rows);
}

// ------------------------------------------------------------------------------------------ pickles in lines

TEST_F(Checkpoints, OptionsOfProtocol0AreRead) {
    const Checkpoint file =
        open("(dp0\nVrnn_size\np1\nI500\nsS'it\\'s \\x41'\np2\nF0.5\nsVcaf\xE9 \\u20ac\np3\nI01\n"
             "sVmany\np4\n(lp5\nL12L\naNasVbig\np6\nL123456789012345678901234567890L\nsVsame\n"
             "p7\ng1\ns.");
    EXPECT_EQ(file.container(), "pickle");
    EXPECT_EQ(file.values(),
              json::parse("{\"rnn_size\": 500, \"it's A\": 0.5, \"café €\": true, \"many\": [12, null], "
                          "\"big\": 1.2345678901234568e29, \"same\": \"rnn_size\"}"));
    const std::string names_space = "(dp5\nVlayers\np6\nI2\nsb.";
    EXPECT_EQ(open("ccopy_reg\n_reconstructor\np0\n(cargparse\nNamespace\np1\nc__builtin__"
                   "\nobject\np2\nNtp3\nRp4\n" +
                   names_space)
                  .values(),
              json({{"layers", 2}}));
    EXPECT_EQ(open("(iargparse\nNamespace\np0\n(dp1\nVlayers\np2\nI2\nsb.").values(), json({{"layers", 2}}));
}

TEST_F(Checkpoints, OfProtocol0NothingIsRunAndNothingGrows) {
    EXPECT_THAT(refusal("cos\nsystem\np0\n(S'true'\np1\ntp2\nRp3\n."),
                HasSubstr("asks for os.system to be called"));
    EXPECT_THAT(refusal("(ios\nsystem\np0\n(dp1\nsb."), HasSubstr("asks for os.system to be called"));
    EXPECT_THAT(
        refusal("ccopy_reg\n_reconstructor\np0\n(cos\nsystem\np1\nc__builtin__\nobject\np2\nNtp3\nRp4\n."),
        HasSubstr("asks for os.system to be called"));
    EXPECT_THAT(refusal("(dp0\nVa\np4000000000\nI1\ns."), HasSubstr("a memo number of at most"));
    EXPECT_THAT(refusal("(dp0\nVa\np-1\nI1\ns."), HasSubstr("expected a memo number"));
    EXPECT_THAT(refusal("(dp0\nS'a\np1\nI1\ns."), HasSubstr("expected a text in quotes"));
    EXPECT_THAT(refusal("(dp0\nVa\np1\nIx\ns."), HasSubstr("expected a whole number"));
    EXPECT_THAT(refusal("(dp0\nVa\np1\nI1\n"), HasSubstr("cut off: expected a pickle with an end"));
}

// -------------------------------------------------------------------------------------------- PyTorch, zip

TEST_F(Checkpoints, StateDictOfPyTorch) {
    Pickle p;
    p.global("collections", "OrderedDict").code(")R(");
    entry(p, "a.weight").tensor("FloatStorage", "0", 6, 0, {2, 3}, {3, 1});
    entry(p, "a.bias").tensor("DoubleStorage", "1", 2, 0, {2}, {1});
    entry(p, "scalar").tensor("FloatStorage", "0", 6, 5, {}, {});
    entry(p, "steps").tensor("LongStorage", "2", 1, 0, {1}, {1});
    p.code("u}(").text("_metadata").code("}ub");
    const Checkpoint file =
        open(torch_zip(p.end(), {floats(6), raw<double>({0.5, -2}), raw<std::int64_t>({7})}));
    EXPECT_EQ(file.container(), "PyTorch, zip");
    EXPECT_THAT(names(file), ElementsAre("a.weight", "a.bias", "scalar", "steps"));
    EXPECT_EQ(file.matrix(*file.find("a.weight")), matrix({{0, 1, 2}, {3, 4, 5}}));
    EXPECT_EQ(file.matrix(*file.find("a.bias")), matrix({{0.5f}, {-2}}));
    EXPECT_EQ(file.matrix(*file.find("scalar")), matrix({{5}}));
    EXPECT_EQ(file.find("a.weight")->storage, file.find("scalar")->storage);
    EXPECT_EQ(file.find("steps")->type, NumberType::I64);
    EXPECT_EQ(file.find("nothing"), nullptr);
    EXPECT_EQ(file.values()["a.bias"], (json{{"tensor", "a.bias"}}));
    EXPECT_TRUE(file.notes().empty());
    EXPECT_THAT(message_of([&] { file.matrix(*file.find("steps")); }),
                HasSubstr("tensor \"steps\": type: expected floating numbers, found int64"));
}

TEST_F(Checkpoints, StridesAsTheyCome) {
    Pickle p;
    p.code("}(");
    entry(p, "turned").tensor("FloatStorage", "0", 24, 0, {4, 3}, {1, 4});
    entry(p, "part").tensor("FloatStorage", "0", 24, 7, {2, 3}, {12, 2});
    entry(p, "part turned").tensor("FloatStorage", "0", 24, 7, {3, 2}, {2, 12});
    entry(p, "repeated row").tensor("FloatStorage", "0", 24, 3, {2, 3}, {0, 1});
    entry(p, "repeated").tensor("FloatStorage", "0", 24, 3, {2, 2}, {0, 0});
    entry(p, "column").tensor("FloatStorage", "0", 24, 1, {4, 1}, {6, 9});
    entry(p, "row").tensor("FloatStorage", "0", 24, 1, {1, 3}, {9, 5});
    entry(p, "windows").tensor("FloatStorage", "0", 24, 0, {3, 3}, {2, 1});
    entry(p, "empty").tensor("FloatStorage", "0", 24, 24, {0, 5}, {5, 1});
    const Checkpoint file = open(torch_zip(p.code("u").end(), {floats(24)}));
    const auto value = [&](const char* name) { return file.matrix(*file.find(name)); };
    EXPECT_EQ(value("turned"), matrix({{0, 4, 8}, {1, 5, 9}, {2, 6, 10}, {3, 7, 11}}));
    EXPECT_EQ(value("part"), matrix({{7, 9, 11}, {19, 21, 23}}));
    EXPECT_EQ(value("part turned"), value("part").transpose());
    EXPECT_EQ(value("repeated row"), matrix({{3, 4, 5}, {3, 4, 5}}));
    EXPECT_EQ(value("repeated"), matrix({{3, 3}, {3, 3}}));
    EXPECT_EQ(value("column"), matrix({{1}, {7}, {13}, {19}}));
    EXPECT_EQ(value("row"), matrix({{1, 6, 11}}));
    EXPECT_EQ(value("windows"), matrix({{0, 1, 2}, {2, 3, 4}, {4, 5, 6}}));
    EXPECT_EQ(value("empty").size(), 0);
}

/// Numbers of every type, three of them: -1.5, 0, 2 where it is a floating one.
struct Typed {
    const char* storage;
    NumberType type;
    std::string bytes;
};
const std::vector<Typed>& every_type() {
    static const std::vector<Typed> types = {
        {"FloatStorage", NumberType::F32, raw<float>({-1.5f, 0, 2})},
        {"DoubleStorage", NumberType::F64, raw<double>({-1.5, 0, 2})},
        {"HalfStorage", NumberType::F16, raw<std::uint16_t>({0xBE00, 0, 0x4000})},
        {"BFloat16Storage", NumberType::BF16, raw<std::uint16_t>({0xBFC0, 0, 0x4000})},
        {"CharStorage", NumberType::I8, std::string(3, '\1')},
        {"ByteStorage", NumberType::U8, std::string(3, '\1')},
        {"ShortStorage", NumberType::I16, std::string(6, '\1')},
        {"IntStorage", NumberType::I32, std::string(12, '\1')},
        {"LongStorage", NumberType::I64, std::string(24, '\1')},
        {"BoolStorage", NumberType::Bool, std::string(3, '\1')}};
    return types;
}

std::string reversed_each(std::string bytes, std::size_t width) {
    for (std::size_t n = 0; n + width <= bytes.size(); n += width)
        std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(n),
                     bytes.begin() + static_cast<std::ptrdiff_t>(n + width));
    return bytes;
}

TEST_F(Checkpoints, EveryTypeOfNumbersInBothByteOrders) {
    for (const Typed& typed : every_type()) {
        const std::string pickle =
            Pickle().code("}").text("w").tensor(typed.storage, "0", 3, 0, {3}, {1}).code("s").end();
        for (const bool big : {false, true}) {
            const std::string bytes = big ? reversed_each(typed.bytes, byte_count(typed.type)) : typed.bytes;
            const Checkpoint file = open(torch_zip(pickle, {bytes}, big ? "big" : "little"));
            ASSERT_EQ(file.tensors().size(), 1u);
            EXPECT_EQ(file.tensors()[0].type, typed.type) << typed.storage;
            EXPECT_EQ(file.tensors()[0].bytes(), bytes.size());
            if (is_floating(typed.type)) {
                EXPECT_EQ(file.matrix(file.tensors()[0]), matrix({{-1.5f}, {0}, {2}}))
                    << typed.storage << big;
            }
        }
    }
}

TEST_F(Checkpoints, ValuesBesideTheTensors) {
    Pickle p;
    p.code("}(");
    p.text("epoch").code("K\3");
    p.text("loss").code("G").code(std::string("\x3F\xD0\0\0\0\0\0\0", 8));
    p.text("none").code("N").text("yes").code("\x88");
    p.text("list").code("](").code("K\1").text("\xC3\xA9\xFF").code("e");
    p.text("opt").global("argparse", "Namespace").code(")\x81}").text("rnn_type").text("GRU").code("sb");
    p.text("words").global("collections", "Counter").code("}(").text("a").code("K\2u\x85R");
    p.text("set").global("__builtin__", "set").code("](K\1K\2e\x85R");
    p.code("K\5").text("five");
    p.text("lang").global("__main__", "Lang").code(")\x81}").text("n_words").code("K\7sb");
    p.text("field").global("torchtext.data", "Field").text("en").code("\x85R");
    p.text("big").code("\x8A\x09").code(std::string("\0\0\0\0\0\0\0\0\1", 9));
    const Checkpoint file = open(torch_zip(p.code("u").end(), {}));
    const json expected = {{"epoch", 3},
                           {"loss", 0.25},
                           {"none", nullptr},
                           {"yes", true},
                           {"list", {1, "é\uFFFD"}},
                           {"opt", {{"rnn_type", "GRU"}}},
                           {"words", {{"a", 2}}},
                           {"set", {1, 2}},
                           {"5", "five"},
                           {"lang", {{"class", "__main__.Lang"}, {"state", {{"n_words", 7}}}}},
                           {"field", {{"class", "torchtext.data.Field"}, {"args", {"en"}}}},
                           {"big", std::ldexp(1.0, 64)}};
    EXPECT_EQ(file.values(), expected) << file.values().dump(1);
}

/// torch.nn.Module with these dictionaries, as it is pickled; `open` and `close` are left to the caller.
void begin_module(Pickle& p, const char* name) { p.global("models", name).code(")\x81}("); }

TEST_F(Checkpoints, WholeModulesAreTheirStateDict) {
    Pickle p;
    begin_module(p, "Decoder");
    p.text("max_length").code("K\12");
    p.text("_parameters").global("collections", "OrderedDict").code(")R(");
    p.text("v")
        .global("torch._utils", "_rebuild_parameter")
        .tensor("FloatStorage", "0", 6, 4, {2}, {1})
        .code("\x88")
        .global("collections", "OrderedDict")
        .code(")R\x87Rq\1");
    p.text("missing").code("N").code("u");
    p.text("_buffers").code("}(").text("mask").tensor("FloatStorage", "0", 6, 0, {2}, {1}).code("u");
    p.text("_modules").code("}(").text("out");
    begin_module(p, "Linear");
    p.text("_parameters")
        .code("}(")
        .text("weight")
        .tensor("FloatStorage", "0", 6, 0, {2, 2}, {2, 1})
        .code("u");
    p.text("_modules").code("}").code("ubu");
    p.text("_flat_weights").code("](h\1e").code("ub");
    const Checkpoint file = open(torch_zip(p.end(), {floats(6)}));
    EXPECT_THAT(names(file), ElementsAre("v", "mask", "out.weight"));
    EXPECT_EQ(file.matrix(*file.find("v")), matrix({{4}, {5}}));
    EXPECT_EQ(file.values()["class"], "models.Decoder");
    EXPECT_EQ(file.values()["state"]["max_length"], 10);
    EXPECT_EQ(file.values()["state"]["_flat_weights"][0]["tensor"], "v");
}

TEST_F(Checkpoints, StreamBefore16) {
    Pickle p;
    p.code("}(")
        .text("w")
        .global("torch._utils", "_rebuild_tensor_v2")
        .code("((")
        .text("storage")
        .global("torch", "FloatStorage");
    p.text("94").text("cpu").integer(6).code("(").text("view").integer(2).integer(4).code("ttQ");
    p.integer(1).tuple({3}).tuple({1}).code("\x89").global("collections", "OrderedDict").code(")RtR");
    p.text("m").global("torch", "Module_is_a_label").code("0N"); // a label that goes
    const Checkpoint file = open(torch_stream(p.code("u").end(), {{"94", floats(6), 6}}));
    EXPECT_EQ(file.container(), "PyTorch, before 1.6");
    EXPECT_EQ(file.matrix(*file.find("w")), matrix({{3}, {4}, {5}}));
    EXPECT_THAT(refusal(torch_stream(p.end(), {{"94", floats(5), 6}})), HasSubstr("cut off"));
    EXPECT_THAT(refusal(torch_stream(p.end(), {{"95", floats(6), 6}})),
                HasSubstr("tensor of storage \"95\""));
}

TEST_F(Checkpoints, PickleByItself) {
    const Checkpoint file =
        open(Pickle().code("}").text("word2index").code("}").text("a").code("K\2ss").end());
    EXPECT_EQ(file.container(), "pickle");
    EXPECT_TRUE(file.tensors().empty());
    EXPECT_EQ(file.values(), (json{{"word2index", {{"a", 2}}}}));
}

// ---------------------------------------------------------------------------------------- NumPy, safetensors

TEST_F(Checkpoints, NumPyArchives) {
    const Checkpoint file =
        open(zip_of({{"a.npy", npy_of("<f4", "(2, 3)", floats(6))},
                     {"b.npy", npy_of(">f8", "(2,)", reversed_each(raw<double>({0.5, -3}), 8)), true},
                     {"c.npy", npy_of("<f4", "(2, 3)", floats(6), true)},
                     {"special:model.yml.npy", npy_of("|i1", "(8,)", std::string("a: b\0\0\0\0", 8))},
                     {"words.npy", npy_of("<U2", "(2,)", raw<char32_t>({U'é', 0, U'a', U'b'}))},
                     {"bytes.npy", npy_of("|S3", "()", std::string("xy\0", 3))},
                     {"readme.txt", "hello"}}));
    EXPECT_EQ(file.container(), "NumPy archive");
    EXPECT_THAT(names(file), ElementsAre("a", "b", "c", "special:model.yml"));
    EXPECT_EQ(file.matrix(*file.find("a")), matrix({{0, 1, 2}, {3, 4, 5}}));
    EXPECT_EQ(file.matrix(*file.find("b")), matrix({{0.5f}, {-3}}));
    EXPECT_EQ(file.matrix(*file.find("c")), matrix({{0, 2, 4}, {1, 3, 5}}));
    EXPECT_EQ(file.values(), (json{{"special:model.yml", "a: b"}, {"words", {"é", "ab"}}, {"bytes", "xy"}}));
    EXPECT_THAT(file.notes(), ElementsAre("member \"readme.txt\" is not an array"));
    const Checkpoint alone = open(npy_of("<f4", "(3, 1)", floats(3)));
    EXPECT_EQ(alone.matrix(alone.tensors().at(0)), matrix({{0}, {1}, {2}}));
}

TEST_F(Checkpoints, SafetensorsWithTheirMetadata) {
    const std::string header =
        R"({"__metadata__":{"format":"pt"},"w":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},)"
        R"("n":{"dtype":"I64","shape":[1],"data_offsets":[16,24]}})";
    const Checkpoint file =
        open(raw<std::uint64_t>({header.size()}) + header + floats(4) + std::string(8, '\0'));
    EXPECT_EQ(file.container(), "safetensors");
    EXPECT_EQ(file.matrix(*file.find("w")), matrix({{0, 1}, {2, 3}}));
    EXPECT_EQ(file.find("n")->type, NumberType::I64);
    EXPECT_EQ(file.values(), (json{{"format", "pt"}}));
}

// ----------------------------------------------------------------------------------------- numbers in blocks

/// Shapes on both sides of what a block and a tile hold, in every order of bytes and numbers.
TEST_F(Checkpoints, LargeMatricesInAnyOrderOnAnyNumberOfThreads) {
    const auto threads = [](int count, const std::function<void(int)>& job) {
        std::thread other([&] {
            for (int n = 0; n < count; n += 2) job(n);
        });
        for (int n = 1; n < count; n += 2) job(n);
        other.join();
    };
    for (const auto& [rows, cols] : {std::pair<Eigen::Index, Eigen::Index>{700, 300},
                                     {17, 33},
                                     {3, 90'000},
                                     {90'000, 3},
                                     {1, 70'001},
                                     {70'001, 1},
                                     {300'000, 1}}) {
        Random random(static_cast<std::uint64_t>(rows));
        Eigen::MatrixXf m(rows, cols);
        for (float& x : m.reshaped())
            x = static_cast<float>(random.below(2000)) / 4 - 200; // exact in half precision
        using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        const RowMajor by_rows = m;
        const Eigen::Matrix<Eigen::half, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> half =
            by_rows.cast<Eigen::half>();
        const auto bytes = [](const auto& x) {
            return std::string(reinterpret_cast<const char*>(x.data()),
                               static_cast<std::size_t>(x.size()) * sizeof(*x.data()));
        };
        const std::string shape = "(" + std::to_string(rows) + ", " + std::to_string(cols) + ")";
        const Checkpoint file =
            open(zip_of({{"rows.npy", npy_of("<f4", shape, bytes(by_rows))},
                         {"columns.npy", npy_of("<f4", shape, bytes(m), true)},
                         {"half.npy", npy_of("<f2", shape, bytes(half))},
                         {"big.npy", npy_of(">f4", shape, reversed_each(bytes(by_rows), 4))},
                         {"deflated.npy", npy_of("<f4", shape, bytes(by_rows)), true}}));
        for (const StoredTensor& tensor : file.tensors()) {
            EXPECT_TRUE(file.matrix(tensor, threads) == m) << tensor.name << shape;
            EXPECT_TRUE(file.matrix(tensor) == m) << tensor.name << shape;
        }
    }
}

TEST_F(Checkpoints, OneBitThatFlippedIsFoundWhereverItIs) {
    const std::string file = zip_of({{"a.npy", npy_of("<f4", "(300, 300)", floats(90'000))},
                                     {"b.npy", npy_of("<f4", "(2,)", floats(2))}});
    const std::size_t header = 128 + 30 + 5;
    for (const std::size_t at : {header, header + 3, header + 200'000, header + 4 * 90'000 - 2}) {
        std::string bytes = file;
        bytes[at] = static_cast<char>(bytes[at] ^ 1);
        EXPECT_THAT(refusal(bytes), HasSubstr("\"a.npy\": damaged: expected the checksum 0x")) << at;
    }
    EXPECT_EQ(refusal(file), "nothing was thrown");
}

TEST_F(Checkpoints, NumbersThatAreNotFinite) {
    std::string numbers = floats(6);
    const float bad = -INFINITY;
    std::memcpy(numbers.data() + 16, &bad, 4);
    EXPECT_EQ(refusal(zip_of({{"a.npy", npy_of("<f4", "(2, 3)", numbers)}})),
              "tensor \"a\": not finite: expected finite numbers, found infinity at [1, 1]");
    EXPECT_THAT(refusal(npy_of("<f8", "(1,)", raw<double>({1e300}))), HasSubstr("infinity at [0]"));
}

TEST_F(Checkpoints, FileThatShrinksIsAnError) {
    const Checkpoint file = open(npy_of("<f4", "(300, 300)", floats(90'000)));
    std::filesystem::resize_file(folder_ / "f", 5000);
    EXPECT_THAT(message_of([&] { file.matrix(file.tensors()[0]); }), HasSubstr("truncated"));
}

} // namespace
} // namespace heed::io
