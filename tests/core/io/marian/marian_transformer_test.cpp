// Transformers in Marian's own file: which settings are taken, that every tensor is accounted for, and what
// is said of files that do not hold together. Their numbers are compared with those of tests/checkpoints.
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/container/checkpoint.h"
#include "core/io/marian/marian_options.h"
#include "core/io/open/open_model.h"
#include "core/models/generation.h"
#include "core/models/model.h"
#include "core/models/transformer/config.h"
#include "tests/support/archives.h"
#include "tests/support/message_of.h"
#include "tests/support/rewritten.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using test::message_of;

fs::path marian_folder(const std::string& name) { return test::source_dir() / "tests/checkpoints" / name; }

OpenOptions marian_options() {
    OpenOptions options;
    options.families = {test::source_dir() / "assets/families"};
    return options;
}

/// A model.npz that can be changed before it is opened, with what lies beside it.
struct MarianFile {
    fs::path from;
    test::Tensors tensors;
    std::string options; // special:model.yml

    explicit MarianFile(const std::string& name = "marian_transformer_plain") : from(marian_folder(name)) {
        const Checkpoint file(from / "model.npz");
        tensors = test::tensors_of(file);
        std::erase_if(tensors, [](const auto& one) { return one.first.starts_with("special:"); });
        options = file.values().at("special:model.yml").get<std::string>();
    }

    void set(const std::string& key, const std::string& value) {
        const std::size_t at = ("\n" + options).find("\n" + key + ":");
        if (at == std::string::npos) {
            options += key + ": " + value + "\n";
            return;
        }
        std::size_t end = options.find('\n', at);
        while (end + 1 < options.size() && options[end + 1] == ' ') end = options.find('\n', end + 1);
        options.replace(at, end - at, key + ": " + value);
    }

    std::string bytes() const {
        std::vector<test::ZipMember> members;
        for (const auto& [name, tensor] : tensors) {
            std::string numbers;
            for (Eigen::Index i = 0; i < tensor.value.rows(); ++i)
                for (Eigen::Index j = 0; j < tensor.value.cols(); ++j)
                    numbers += test::raw({tensor.value(i, j)});
            const std::string shape =
                "(" + std::to_string(tensor.value.rows()) + ", " + std::to_string(tensor.value.cols()) + ")";
            members.push_back({name + ".npy", test::npy_of("<f4", shape, numbers)});
        }
        if (!options.empty())
            members.push_back({"special:model.yml.npy",
                               test::npy_of("|i1", "(" + std::to_string(options.size()) + ",)", options)});
        return test::zip_of(members);
    }

    /// Into a folder of its own, which is opened. `without`: a file that is left out.
    Opened open(const std::string& without = "-") const {
        const test::TemporaryFolder folder;
        for (const auto& file : fs::directory_iterator(from))
            if (file.path().filename() != without && file.path().filename() != "expected.json")
                fs::copy_file(file.path(), folder / file.path().filename().string());
        write_file_atomic(folder / "model.npz", bytes());
        return open_model({folder.path()}, marian_options());
    }

    std::string refusal() const {
        return message_of([&] { open(); });
    }
};

bool says(const std::string& message, const std::string& part) { return message.find(part) != message.npos; }

TEST(MarianTransformer, EveryTensorIsReadOrIgnoredForAReason) {
    for (const char* name : {"marian_transformer", "marian_transformer_converted", "marian_transformer_plain",
                             "marian_transformer_pieces"}) {
        OpenOptions how = marian_options();
        how.run_case = true;
        const Opened opened = open_model({marian_folder(name)}, how);
        ASSERT_TRUE(opened.model) << name << ": " << opened.problem;
        EXPECT_EQ(opened.report.verdict(), LoadVerdict::Verified) << name;
        EXPECT_EQ(opened.report.family, "Marian, transformer");
        for (const ReportTensor& tensor : opened.report.tensors)
            EXPECT_TRUE(!tensor.part.empty() || !tensor.ignored.empty()) << name << ": " << tensor.name;
        for (const std::string& note : opened.report.notes) EXPECT_FALSE(says(note, "key")) << note;
    }
}

TEST(MarianTransformer, SettingsThatComputeOtherwiseAreRefusedByTheirNames) {
    const std::pair<const char*, const char*> others[] = {
        {"type", "amun"},
        {"type", "multi-transformer"},
        {"transformer-preprocess", "n"},
        {"transformer-postprocess", "dahn"},
        {"transformer-postprocess", "da"},
        {"transformer-postprocess-emb", "nd"},
        {"transformer-postprocess-top", "n"},
        {"transformer-ffn-depth", "3"},
        {"transformer-decoder-ffn-depth", "1"},
        {"transformer-decoder-autoreg", "average-attention"},
        {"transformer-decoder-autoreg", "rnn"},
        {"transformer-tied-layers", "[1, 1]"},
        {"transformer-train-position-embeddings", "true"},
        {"transformer-no-projection", "true"},
        {"transformer-pool", "true"},
        {"ulr", "true"},
        {"lemma-dim-emb", "64"},
        {"right-left", "true"},
        {"transformer-ffn-activation", "tanh-like"},
    };
    ASSERT_EQ(MarianFile().refusal(), "nothing was thrown");
    for (const auto& [key, value] : others) {
        MarianFile file;
        file.set(key, value);
        const std::string refusal = file.refusal();
        EXPECT_TRUE(says(refusal, "model.npz: special:model.yml: " + std::string(key) + ": expected"))
            << refusal;
    }
}

TEST(MarianTransformer, SettingsWithoutEffectAreKnownAndOthersAreNamed) {
    MarianFile file;
    file.set("transformer-postprocess", "an"); // without dropout
    file.set("transformer-postprocess-emb", "\"\"");
    file.set("enc-cell-depth", "4");
    file.set("bert-train-type-embeddings", "true");
    const Opened quiet = file.open();
    ASSERT_TRUE(quiet.model);
    for (const std::string& note : quiet.report.notes) EXPECT_FALSE(says(note, "not known")) << note;
    const auto named = [](const std::vector<std::string>& all) {
        return std::any_of(all.begin(), all.end(),
                           [](const std::string& one) { return says(one, "transformer-curious"); });
    };
    file.set("transformer-depth-scaling", "true");
    file.set("transformer-curious", "false");
    const Opened unused = file.open();
    EXPECT_TRUE(named(unused.report.notes));
    EXPECT_FALSE(named(unused.report.unsettled));
    file.set("transformer-curious", "7"); // that may be another computation
    EXPECT_TRUE(named(file.open().report.unsettled));
}

TEST(MarianTransformer, SizesMustBeTheFiles) {
    const std::tuple<const char*, const char*, const char*> wrong[] = {
        {"transformer-heads", "5", "transformer-heads: expected a number that divides dim-emb (12), found 5"},
        {"transformer-heads", "0", "transformer-heads: expected a number from 1"},
        {"enc-depth", "1000000000", "enc-depth: expected 2, as many as"},
        {"dim-emb", "13", "expected"},
        {"dim-vocabs", "\n  - 17\n  - 25", "25 rows (dim-vocabs in special:model.yml"},
        {"dim-vocabs", "17", "dim-vocabs: expected two numbers"},
        {"transformer-dim-ffn", "-3", "transformer-dim-ffn: expected a whole number"},
        {"transformer-dim-ffn", "21", "_ffn_W1\": expected [12, 21]"},
        {"transformer-guided-alignment-layer", "3", "expected a layer of the decoder, at most 2, found 3"},
    };
    for (const auto& [key, value, part] : wrong) {
        MarianFile file;
        file.set(key, value);
        EXPECT_TRUE(says(file.refusal(), part)) << file.refusal();
    }
}

TEST(MarianTransformer, WhatIsMissingOrTooManyIsNamed) {
    MarianFile file;
    file.tensors.erase("decoder_l2_context_Wo_ln_bias");
    EXPECT_TRUE(says(file.open().problem, "tensor \"decoder_l2_context_Wo_ln_bias\"")) << file.open().problem;

    file = MarianFile();
    file.tensors["Wpos"] = {Eigen::MatrixXf::Zero(9, 12), 2};
    EXPECT_TRUE(says(file.refusal(), "found tensor \"Wpos\"")) << file.refusal();

    file = MarianFile();
    file.tensors.erase("decoder_ff_logit_out_W");
    EXPECT_TRUE(says(file.refusal(), "decoder_ff_logit_out_Wt")) << file.refusal();

    file = MarianFile();
    file.options.clear();
    EXPECT_TRUE(says(file.refusal(), "special:model.yml: expected the options of the model, found none"));

    file = MarianFile();
    file.tensors["encoder_l3_self_Wq"] = {Eigen::MatrixXf::Zero(12, 12), 2};
    const Opened opened = file.open();
    EXPECT_EQ(opened.report.groups.front().title, "Not understood");
    EXPECT_EQ(opened.report.verdict(), LoadVerdict::Partly);
}

TEST(MarianTransformer, TheVersionSaysHowItIsComputed) {
    using transformer::Positions;
    for (const auto& [version, own] : {std::pair{"v1.10.0 6f6d484 2021-02-06 15:35:16 -0800", true},
                                       {"v1.5.0+5c6e9c7", true},
                                       {"v1.12.0 made-by-hand", false},
                                       {"", false}}) {
        MarianFile file;
        file.set("version", version);
        const Opened opened = file.open();
        ASSERT_TRUE(opened.model);
        const auto& config = opened.model->config.as<transformer::Config>();
        EXPECT_EQ(config.positions, own ? Positions::Fairseq : Positions::Halves) << version;
        EXPECT_EQ(config.position.offset, 0);
        EXPECT_EQ(config.norm_epsilon, own ? 1e-6 : 1e-5) << version;
        EXPECT_EQ(opened.model->generation->suppressed.size(), own ? 1u : 0u); // <unk>
    }
}

TEST(MarianTransformer, WordsAreAskedForAndMustFit) {
    EXPECT_TRUE(says(MarianFile().open("vocab.trg.yml").problem, "vocabular"));
    MarianFile pieces("marian_transformer_pieces");
    EXPECT_TRUE(says(pieces.open("vocab.trg.spm").problem, "vocabular"))
        << pieces.open("vocab.trg.spm").problem;
    OpenOptions how = marian_options();
    how.source_vocabulary = how.target_vocabulary =
        marian_folder("hf_marian_untied_relu") / "target.spm"; // 260
    const std::string refusal =
        message_of([&] { open_model({marian_folder("marian_transformer_pieces")}, how); });
    EXPECT_TRUE(says(refusal, "target.spm: pieces: expected at most 210, the rows")) << refusal;
}

TEST(MarianTransformer, TheDecoderIsFirstFedZeros) {
    const Opened opened = open_model({marian_folder("marian_transformer")}, marian_options());
    ASSERT_TRUE(opened.model);
    Request request;
    request.text = "our large trees were old";
    const Trace trace = decode::run(*opened.model, request);
    EXPECT_EQ(trace.labels.at(Axis::Past).front(), "\u27E8zeros\u27E9");
    EXPECT_EQ(opened.model->generation->beams, 4);
    EXPECT_EQ(opened.model->generation->exponent, 0.6);
    EXPECT_EQ(opened.model->target.size(), 358); // no row for padding
}

} // namespace
} // namespace heed::io
