// NumPy's arrays in pickles: read by whitelist as they are spelled in each protocol, and nothing is run.
#include "core/io/attention/file.h"
#include "core/io/open/open_model.h"
#include "tests/core/io/container/checkpoints.h"

#include <gmock/gmock.h>

namespace heed::io {
namespace {

using nlohmann::json;
using test::Pickle;
using test::raw;
using test::torch_zip;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Shape = std::vector<std::int64_t>;

/// What is told of an array in a pickle.
struct Spelled {
    std::string bytes;
    Shape shape;
    std::string type = "f4", order = "<";
    bool fortran = false;
    std::string module = "numpy.core.multiarray"; // "numpy._core.multiarray" since NumPy 2
    bool as_text = false;                         // as protocol 2 has it
};

std::string as_characters(const std::string& bytes) {
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            text += c;
        } else {
            text += static_cast<char>(0xC0 | byte >> 6);
            text += static_cast<char>(0x80 | (byte & 0x3F));
        }
    }
    return text;
}

Pickle& put_type(Pickle& p, const Spelled& a) {
    return p.global("numpy", "dtype")
        .text(a.type)
        .code("\x89\x88\x87R(")
        .integer(3)
        .text(a.order)
        .code("NNN")
        .integer(-1)
        .integer(-1)
        .integer(0)
        .code("tb");
}

Pickle& put_bytes(Pickle& p, const std::string& bytes, char opcode) {
    return p.code(std::string(1, opcode)).code(std::string(1, static_cast<char>(bytes.size()))).code(bytes);
}

Pickle& put_array(Pickle& p, const Spelled& a) {
    p.global(a.module, "_reconstruct").global("numpy", "ndarray").tuple({0}).code("C\1b\x87R(").integer(1);
    put_type(p.tuple(a.shape), a).code(a.fortran ? "\x88" : "\x89");
    if (a.as_text)
        p.global("_codecs", "encode").text(as_characters(a.bytes)).text("latin1").code("\x86R");
    else
        put_bytes(p, a.bytes, 'C');
    return p.code("tb");
}

std::string pickle_of(const Spelled& a) {
    Pickle p;
    return put_array(p, a).end();
}

const std::string six_numbers = raw<float>({0.5f, -1, 2, 3.25f, 4, 1e-3f});

TEST_F(Checkpoints, AnArrayOfNumpyByItself) {
    Eigen::MatrixXf expected(2, 3);
    expected << 0.5f, -1, 2, 3.25f, 4, 1e-3f;
    Spelled text{six_numbers, {2, 3}}, newer{six_numbers, {2, 3}};
    text.as_text = true;
    newer.module = "numpy._core.multiarray";
    for (const Spelled& a : {Spelled{six_numbers, {2, 3}}, text, newer}) {
        const Checkpoint file = open(pickle_of(a));
        ASSERT_EQ(file.tensors().size(), 1u);
        EXPECT_EQ(file.tensors()[0].name, "tensor");
        EXPECT_EQ(file.matrix(file.tensors()[0]), expected);
        EXPECT_THAT(file.notes(), IsEmpty());
    }
}

// Protocol 5 has a bytearray, and makes the array of it.
TEST_F(Checkpoints, AnArrayOfABuffer) {
    for (const char order : {'C', 'F'}) {
        Pickle p;
        p.global("numpy.core.numeric", "_frombuffer")
            .code("(\x96")
            .code(std::string("\x18\0\0\0\0\0\0\0", 8))
            .code(six_numbers);
        put_type(p, {}).tuple({2, 3}).text(std::string(1, order)).code("tR");
        const Checkpoint file = open(p.end());
        const Eigen::MatrixXf read = file.matrix(file.tensors().at(0));
        EXPECT_EQ(read(0, 1), order == 'C' ? -1.0f : 2.0f);
        EXPECT_EQ(read(1, 0), order == 'C' ? 3.25f : -1.0f);
    }
}

TEST_F(Checkpoints, ArraysOfNumpyByTheirKeys) {
    Spelled turned{six_numbers, {2, 3}}, swapped{std::string("\x3F\x80\0\0", 4), {1}}, whole{"\1\2", {2}};
    turned.fortran = true;
    swapped.order = ">";
    whole.type = "i1";
    whole.order = "|";
    Pickle p;
    p.code("}").text("enc").code("}").text("w");
    put_array(p, turned).code("s").text("b");
    put_array(p, swapped).code("ss").text("n");
    put_array(p, whole).code("s").text("steps").integer(7).code("s");
    const Checkpoint file = open(p.end());
    ASSERT_EQ(file.tensors().size(), 3u);
    const Eigen::MatrixXf w = file.matrix(*file.find("enc.w"));
    EXPECT_EQ(w(1, 0), -1);
    EXPECT_EQ(w(0, 1), 2);
    EXPECT_EQ(file.matrix(*file.find("enc.b"))(0, 0), 1);
    EXPECT_EQ(file.find("n")->type, NumberType::I8);
    EXPECT_EQ(file.values()["steps"], 7);
    EXPECT_EQ(file.values()["enc"]["w"], (json{{"tensor", "enc.w"}}));
}

TEST_F(Checkpoints, NoNumbersOfNumpyAreSaid) {
    Spelled objects{six_numbers, {2, 3}}, wide{six_numbers, {2, 3}};
    objects.type = "O8";
    wide.type = "U6";
    EXPECT_EQ(refusal(pickle_of(objects)), "type: expected floating or whole numbers or bool, found Python "
                                           "objects (O8), which are never read");
    EXPECT_THAT(refusal(pickle_of(wide)), HasSubstr("found type \"U6\", which is not read"));
    Pickle another;
    another.global("numpy.core.multiarray", "_reconstruct").global("mine", "Array").code("\x85R");
    EXPECT_THAT(refusal(another.end()), HasSubstr("found class mine.Array, which is not read"));
    Pickle p;
    p.code("}").text("w");
    put_array(p, {six_numbers, {2, 3}}).code("s").text("names");
    put_array(p, objects).code("s");
    const Checkpoint file = open(p.end());
    ASSERT_EQ(file.tensors().size(), 1u);
    EXPECT_THAT(file.notes(),
                ElementsAre("\"names\" is an array of Python objects (O8), which are never read"));
}

TEST_F(Checkpoints, ArraysOfNumpyThatDoNotFitTheirBytes) {
    EXPECT_EQ(refusal(pickle_of({six_numbers, {2, 2}})),
              "tensor \"tensor\": float32 [2, 2]: expected 16 bytes, found 24");
    EXPECT_THAT(refusal(pickle_of({six_numbers, {7, 1}})), HasSubstr("expected 0 + 28 bytes, found 24"));
    const std::int64_t huge = std::int64_t{1} << 62;
    EXPECT_THAT(refusal(pickle_of({six_numbers, {huge, 8}})), HasSubstr("too large"));
    EXPECT_THAT(refusal(pickle_of({six_numbers, {0, 3}})), HasSubstr("expected 0 bytes, found 24"));
    EXPECT_THAT(refusal(pickle_of({six_numbers, {-2, 3}})),
                HasSubstr("damaged: expected sizes of at least 0"));
    EXPECT_THAT(refusal(pickle_of({six_numbers, {1, 1, 1, 1, 1, 1, 1, 2, 3}})),
                HasSubstr("at most 8 dimensions"));
    Pickle stateless;
    stateless.global("numpy.core.multiarray", "_reconstruct").global("numpy", "ndarray").code("\x85R");
    EXPECT_THAT(refusal(stateless.end()),
                HasSubstr("damaged: expected an array's shape, type, order and bytes"));
    Pickle euro; // no byte
    euro.global("numpy.core.multiarray", "_reconstruct").global("numpy", "ndarray").code("\x85R(").integer(1);
    put_type(euro.tuple({1}), {}).code("\x89").global("_codecs", "encode");
    EXPECT_THAT(refusal(euro.text("€").text("latin1").code("\x86Rtb").end()),
                HasSubstr("damaged: expected bytes as characters up to U+00FF"));
}

TEST_F(Checkpoints, ArraysBesideTensorsOfPyTorchAreValues) {
    Pickle p;
    p.code("}").text("w").tensor("FloatStorage", "0", 1, 0, {1}, {1}).code("s").text("losses");
    put_array(p, {six_numbers, {2, 3}}).code("s");
    const Checkpoint file = open(torch_zip(p.end(), {raw<float>({1})}));
    ASSERT_EQ(file.tensors().size(), 1u);
    EXPECT_EQ(file.tensors()[0].name, "w");
}

TEST_F(Checkpoints, AttentionInAPickleOfNumpy) {
    Pickle p;
    p.code("}").text("source").text("a b").code("s").text("target").text("x y").code("s").text("attention");
    put_array(p, {raw<float>({0.75f, 0.25f, 0, 1}), {2, 2}}).code("s");
    open(p.end());
    const Trace trace = read_attention(folder_ / "f").at(0);
    EXPECT_EQ(trace.weight(0, 1), 0.25f);
    EXPECT_EQ(trace.weight(1, 1), 1.0f);
    EXPECT_EQ(glimpse(folder_ / "f", {}).kind, "weights and tokens");
}

} // namespace
} // namespace heed::io
