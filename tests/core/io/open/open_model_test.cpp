// The one door for models: what it finds, what it says, and what it says to somebody who brought the wrong
// file.
#include "core/io/open/open_model.h"

#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/container/safetensors.h"
#include "core/io/open/model_library.h"
#include "core/models/seq2seq/config.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using test::message_of;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class OpenModel : public testing::Test {
protected:
    static fs::path checkpoints() { return test::source_dir() / "tests/checkpoints"; }
    static OpenOptions options() {
        OpenOptions o;
        o.families = {test::source_dir() / "assets/families"};
        return o;
    }
    /// Files of tests/checkpoints by themselves.
    fs::path copied(std::initializer_list<const char*> files) const {
        for (const char* file : files)
            fs::copy_file(checkpoints() / file, folder_ / fs::path(file).filename().string());
        return folder_ / fs::path(*files.begin()).filename().string();
    }
    fs::path tensors(std::initializer_list<const char*> names, const char* file = "model.safetensors") const {
        nn::ParameterSet<float> set;
        for (const char* name : names) set.add(name, 2, 2);
        write_file_atomic(folder_ / file, safetensors_bytes(set));
        return folder_ / file;
    }
    static std::string refusal(const fs::path& path, const OpenOptions& how = options()) {
        return message_of([&] { open_model({path}, how); });
    }
    static const ReportRow& row(const LoadReport& report, const std::string& group,
                                const std::string& names) {
        for (const ReportGroup& g : report.groups)
            for (const ReportRow& r : g.rows)
                if (g.title == group && r.names == names) return r;
        throw Error("no row " + names + " in " + group);
    }

    test::TemporaryFolder folder_;
};

TEST_F(OpenModel, ReportSaysWhatEveryTensorIsFor) {
    const Opened opened = open_model({checkpoints() / "bentrevett_tut4/tut4-model.pt"}, options());
    const LoadReport& r = opened.report;
    EXPECT_EQ(r.file, "tut4-model.pt");
    EXPECT_EQ(r.container, "PyTorch, zip");
    EXPECT_EQ(r.family, "bentrevett/pytorch-seq2seq, tutorial 4");
    EXPECT_EQ(r.parameters, 55327u);
    EXPECT_EQ(r.summary, "55 327 parameters used. Nothing missing, no NaN, no shape that does not fit.");
    EXPECT_EQ(row(r, "Encoder", "encoder.embedding.weight").role, "source embedding E");
    EXPECT_EQ(row(r, "Encoder", "encoder.rnn.weight_ih_l0").role, "forward W: r, z, n");
    EXPECT_EQ(row(r, "Encoder", "encoder.rnn.weight_hh_l0_reverse").part, PartRole::Backward);
    const ReportRow& pair = row(r, "Encoder", "encoder.rnn.bias_ih_l0, encoder.rnn.bias_hh_l0");
    EXPECT_EQ(pair.role, "forward b, two parts");
    EXPECT_EQ(pair.shape, (std::vector<std::int64_t>{2, 120}));
    EXPECT_EQ(pair.bytes, 960u);
    EXPECT_EQ(row(r, "Start", "encoder.fc.weight").role, "s\u2080 = tanh(W [\u2192h ; \u2190h] + b)");
    EXPECT_EQ(row(r, "Attention", "decoder.attention.attn.weight").role, "Wq (columns 1\u2013"
                                                                         "48), Wh (49\u2013"
                                                                         "128)");
    EXPECT_EQ(row(r, "Decoder", "decoder.fc_out.weight").role, "logits from [s ; c ; Ey]");
    EXPECT_EQ(row(r, "Decoder", "decoder.rnn.weight_ih_l0").role, "cell W on [Ey ; c]: r, z, n");
    const auto& h = row(r, "Decoder", "decoder.fc_out.weight").histogram;
    EXPECT_NEAR(std::accumulate(h.begin(), h.end(), 0.f), 1, 1e-5);
    EXPECT_EQ(r.source.tokens, 38);
    EXPECT_EQ(r.source.file, "src_vocab.pt");
    ASSERT_TRUE(r.own_case);
    ASSERT_EQ(r.own_case->lines.size(), 3u);
    EXPECT_EQ(r.own_case->lines[0].found,
              "10 of 10 sentences equal, of at most 19 source tokens and 11 outputs");
    for (const auto& line : r.own_case->lines) EXPECT_TRUE(line.good) << line.what << line.found;
}

TEST_F(OpenModel, WhatIsNotUsedStandsLastAndSaysWhatItIs) {
    const Opened opened =
        open_model({checkpoints() / "pytorch_chatbot_general/1640_checkpoint.tar"}, options());
    ASSERT_EQ(opened.report.groups.back().title, "Not used");
    std::string all;
    for (const ReportRow& r : opened.report.groups.back().rows) all += r.names + " | " + r.role + "\n";
    EXPECT_THAT(all, HasSubstr("en_opt.state, 51 tensors | what Adam remembers; not needed to run"));
    EXPECT_THAT(all, HasSubstr("de.attn.attn.bias | the same for every position: cancels in the softmax"));
    EXPECT_THAT(all, HasSubstr("iteration, loss | 2 numbers"));
    EXPECT_TRUE(opened.report.source.shared && opened.report.source.inside);
}

TEST_F(OpenModel, AnEncoderBringsItsDecoder) {
    const fs::path encoder =
        copied({"pytorch_tutorial_bahdanau/encoder.pt", "pytorch_tutorial_bahdanau/decoder.pt",
                "pytorch_tutorial_bahdanau/input_lang.json", "pytorch_tutorial_bahdanau/output_lang.json"});
    EXPECT_TRUE(open_model({encoder}, options()).model);
    EXPECT_TRUE(open_model({folder_ / "decoder.pt"}, options()).model);
    EXPECT_TRUE(open_model({folder_ / "decoder.pt", encoder}, options()).model);
    EXPECT_TRUE(open_model({folder_.path()}, options()).model);
    fs::remove(folder_ / "decoder.pt");
    EXPECT_THAT(refusal(encoder),
                AllOf(HasSubstr("encoder.pt: the encoder of a model"),
                      EndsWith("expected its decoder beside it, or given with it, found none")));
    EXPECT_FALSE(glimpse(encoder, options()).usable);
}

TEST_F(OpenModel, AnEncoderBesideTheDecoderOfAnotherModelDoesNotMissIt) {
    const fs::path encoder = copied({"pytorch_tutorial_bahdanau/encoder.pt"});
    tensors({"cell.weight_hh_l0", "dense.weight"}, "decoder.pt");
    for (const fs::path& given : {encoder, fs::path(folder_.path())}) {
        EXPECT_THAT(
            refusal(given),
            AllOf(HasSubstr("encoder.pt: with decoder.pt beside it of no family; by its own names the "
                            "encoder of a model"),
                  HasSubstr("--draft NEW"), EndsWith("found another")))
            << given;
        EXPECT_THROW(open_model({given}, options()), NoFamily) << "so that it can be mapped by hand";
    }
    tensors({"cell.weight_hh_l0"}, "other.safetensors");
    EXPECT_THROW(open_model({folder_.path()}, options()), NoFamily);
    EXPECT_THAT(refusal(folder_.path()), AllOf(HasSubstr("not a model: "), HasSubstr("--draft NEW"),
                                               HasSubstr("encoder.pt (with decoder.pt beside it")));
}

TEST_F(OpenModel, WordsAreAskedFor) {
    const fs::path model = copied({"bentrevett_tut4/tut4-model.pt"});
    Opened opened = open_model({model}, options());
    EXPECT_FALSE(opened.model);
    EXPECT_THAT(opened.problem, AllOf(HasSubstr("tut4-model.pt: "), HasSubstr("--source-vocab")));
    EXPECT_EQ(opened.report.source.expected, 38);
    EXPECT_EQ(opened.report.target.expected, 15);
    EXPECT_EQ(opened.report.source.tokens, 0);
    EXPECT_FALSE(opened.report.groups.empty()); // the rest is reported all the same

    OpenOptions how = options();
    how.source_vocabulary = checkpoints() / "bentrevett_tut4/src_vocab.pt";
    how.target_vocabulary = checkpoints() / "fairseq_lstm/dict.src.txt";
    opened = open_model({model}, how);
    EXPECT_FALSE(opened.model);
    EXPECT_EQ(opened.report.target.problem, "dict.src.txt lists 40 tokens, 25 more than the target embedding "
                                            "has rows (15): it belongs to another model");
    how.target_vocabulary = how.source_vocabulary;
    EXPECT_THAT(open_model({model}, how).report.target.problem, HasSubstr("it is the source vocabulary"));
    how.target_vocabulary = model;
    EXPECT_THAT(open_model({model}, how).report.target.problem, HasSubstr("not a vocabulary"));
    how.target_vocabulary = checkpoints() / "bentrevett_tut4/TRG.Field.pkl";
    EXPECT_TRUE(open_model({model}, how).model);

    how = options();
    how.numbers = true;
    opened = open_model({model}, how);
    ASSERT_TRUE(opened.model);
    EXPECT_TRUE(opened.report.source.numbers);
    EXPECT_EQ(opened.model->source.token(17), "\u2039"
                                              "17\u203A");
    how.source_vocabulary = checkpoints() / "bentrevett_tut4/vocab.json"; // holds both lists
    EXPECT_EQ(open_model({model}, how).model->target.token(2), "<sos>");
}

TEST_F(OpenModel, WhatPeopleGetWrongIsSaid) {
    const fs::path checkpoint = checkpoints() / "bentrevett_tut4";
    EXPECT_THAT(refusal(checkpoint / "src_vocab.pt"),
                HasSubstr("found a vocabulary of 38 words: give the model's file"));
    EXPECT_THAT(refusal(checkpoint / "vocab.json"), HasSubstr("a vocabulary"));
    const test::TemporaryFolder half;
    io::write_file_atomic(half / "run.json", R"({"source": {"tok)");
    EXPECT_THAT(refusal(half / "run.json"), HasSubstr("not JSON: line 1, column"));
    io::write_file_atomic(half / "map.json", R"({"my_words": ["a"], "map": [[1]]})");
    EXPECT_THAT(refusal(half / "map.json"),
                AllOf(HasSubstr("or JSON with \"source\", \"target\" and \"attention\""),
                      HasSubstr("found JSON with \"map\" and \"my_words\"")));
    io::write_file_atomic(half / "own.json",
                          R"({"format": "heed.trace", "version": 1, "steps": ["a", "b"]})");
    EXPECT_THAT(refusal(half / "own.json"),
                HasSubstr("found a run that Heed wrote (heed trace --from FILE shows it)"));
    EXPECT_THAT(refusal(tensors({"state.0.exp_avg", "state.0.exp_avg_sq"})),
                HasSubstr("this is what an optimizer remembers: "));
    EXPECT_THAT(refusal(tensors({"encoder.layers.0.self_attn.k_proj.weight"})),
                HasSubstr("this is a transformer, of fairseq or with the names it uses: "));
    EXPECT_THAT(refusal(tensors({"encoder.layer.0.attention.self.query.weight"})),
                HasSubstr("a transformer of Hugging Face: "));
    EXPECT_THAT(refusal(tensors({"my.own.weight"})),
                AllOf(HasSubstr("no family of models has these tensors: expected those of one of "),
                      EndsWith("found 1 tensor, \"my.own.weight\"")));
    write_file_atomic(folder_ / "model.pt", "version https://git-lfs.github.com/spec/v1\noid sha256:00\n");
    EXPECT_THAT(refusal(folder_ / "model.pt"), HasSubstr("a git-lfs pointer"));
    write_file_atomic(folder_ / "notes.txt", "some words\n");
    EXPECT_THAT(refusal(folder_ / "notes.txt"), HasSubstr("found text"));
    EXPECT_THAT(refusal(folder_ / "absent.pt"), HasSubstr("no such model"));
    test::TemporaryFolder empty;
    EXPECT_THAT(refusal(empty.path()),
                HasSubstr("expected config.json, or files of a family of models, found neither"));
    test::TemporaryFolder other;
    write_file_atomic(other / "config.json", "{\"model_type\": \"bert\"}");
    fs::copy_file(tensors({"encoder.layer.0.attention.self.query.weight"}), other / "model.safetensors");
    EXPECT_THAT(refusal(other.path()),
                HasSubstr("model.safetensors: tensor \"embeddings.word_embeddings.weight\": expected it in "
                          "the file, found none"));
    OpenOptions how = options();
    how.family = "nonsense";
    EXPECT_THAT(
        refusal(checkpoint, how),
        testing::MatchesRegex("--family: a family: expected the name of one of [0-9]+ families .heed check "
                              "FILE --why names the nearest., or a file, found \"nonsense\""));
    how.family = "nemattus";
    EXPECT_THAT(refusal(checkpoint, how), testing::EndsWith("found \"nemattus\"; did you mean nematus?"));
    how.family = "nematus";
    EXPECT_THAT(refusal(checkpoint / "tut4-model.pt", how),
                HasSubstr("no family of models has these tensors"));
}

TEST_F(OpenModel, AMissingTensorIsNamedAndReported) {
    EXPECT_THAT(
        refusal(test::source_dir() / "tests/hostile/npz_missing_tensor_nematus.npz"),
        EndsWith("Nematus (Theano): tensor \"decoder_W_comb_att\": expected it in the file, found none"));
    const fs::path model =
        copied({"fairseq_lstm/checkpoint_best.pt", "fairseq_lstm/dict.src.txt", "fairseq_lstm/dict.tgt.txt"});
    auto spec =
        nlohmann::json::parse(read_file(test::source_dir() / "assets/families/fairseq_lstm.json", 1 << 20));
    spec["tensors"]["readout.output.bias"] = "decoder.gone";
    write_file_atomic(folder_ / "mine.json", spec.dump());
    OpenOptions how = options();
    how.family = (folder_ / "mine.json").string();
    const Opened opened = open_model({model}, how);
    EXPECT_FALSE(opened.model);
    EXPECT_EQ(opened.report.groups.front().title, "Missing");
    EXPECT_EQ(opened.report.groups.front().rows.front().names, "decoder.gone");
    EXPECT_THAT(opened.problem, EndsWith("tensor \"decoder.gone\": expected it in the file, found none; heed "
                                         "check FILE --draft NEW maps it by hand"));
}

TEST_F(OpenModel, MoreRowsThanTheFileHoldsAreRefusedBeforeRoomIsMade) {
    nn::ParameterSet<float> set; // every size is large, and no two tensors agree
    for (const char* name :
         {"encoder.embedding.weight", "encoder.rnn.bias_ih_l0", "encoder.rnn.bias_hh_l0",
          "encoder.rnn.weight_ih_l0", "encoder.rnn.bias_ih_l0_reverse", "encoder.rnn.bias_hh_l0_reverse",
          "encoder.rnn.weight_ih_l0_reverse", "encoder.rnn.weight_hh_l0_reverse", "encoder.fc.bias",
          "decoder.rnn.weight_ih_l0", "decoder.rnn.bias_ih_l0", "decoder.rnn.bias_hh_l0",
          "decoder.attention.v.weight", "decoder.fc_out.bias", "decoder.embedding.weight"})
        set.add(name, 1, 1 << 16);
    for (const char* name : {"encoder.rnn.weight_hh_l0", "decoder.rnn.weight_hh_l0"})
        set.add(name, 3, 1 << 16);
    for (const char* name : {"encoder.fc.weight", "decoder.attention.attn.weight", "decoder.fc_out.weight"})
        set.add(name, 1, 3 << 16);
    write_file_atomic(folder_ / "big.safetensors", safetensors_bytes(set));
    EXPECT_THAT(refusal(folder_ / "big.safetensors"), HasSubstr("gates"));
    nn::ParameterSet<float> square;
    for (const auto& p : set)
        square.add(p.name, p.name.find("weight_hh") == std::string::npos ? p.value.rows() : 3,
                   p.name.find("weight_hh") == std::string::npos ? p.value.cols() : 1);
    write_file_atomic(folder_ / "big.safetensors", safetensors_bytes(square));
    EXPECT_THAT(refusal(folder_ / "big.safetensors"), Not(HasSubstr("nothing was thrown")));
}

TEST_F(OpenModel, AFolderOfModelsNamesThem) {
    for (const char* name : {"keon", "bastings", "nematus", "d2l"})
        fs::copy(checkpoints() / name, folder_ / name, fs::copy_options::recursive);
    EXPECT_THAT(refusal(folder_.path()),
                HasSubstr("found neither; models lie in its folders bastings, d2l, keon"));
    for (const char* name : {"bastings", "nematus", "d2l"}) fs::remove_all(folder_ / name);
    EXPECT_THAT(refusal(folder_.path()), testing::EndsWith("found neither; a model lies in its folder keon"));
}

TEST_F(OpenModel, GlimpsesTellWithoutOpening) {
    const fs::path folder = checkpoints() / "bentrevett_tut4";
    Glimpse g = glimpse(folder / "tut4-model.pt", options());
    EXPECT_TRUE(g.usable);
    EXPECT_EQ(g.kind, "checkpoint");
    EXPECT_EQ(g.text, "A bentrevett/pytorch-seq2seq model, from tutorial 4 (or 3, before 2024).");
    EXPECT_TRUE(g.needs_vocabularies);
    EXPECT_EQ(g.source_vocabulary, "src_vocab.pt");
    EXPECT_EQ(g.target_vocabulary, "trg_vocab.pt");
    EXPECT_EQ(g.facts.front().second, "GRU 40, both directions, embedding 32");
    EXPECT_EQ(glimpse(folder / "src_vocab.pt", options()).kind, "vocabulary, 38");
    EXPECT_EQ(glimpse(folder / "vocab.json", options()).kind, "vocabularies, 38 and 15");
    EXPECT_EQ(glimpse(folder / "expected.json", options()).kind, "the model's own case");
    EXPECT_EQ(glimpse(checkpoints() / "marian_s2s/vocab.src.yml", options()).kind, "vocabulary, 36");
    EXPECT_FALSE(glimpse(checkpoints() / "opennmt_lstm_general/m35_lstm_general_step_1600.pt", options())
                     .needs_vocabularies);
    g = glimpse(test::source_dir() / "assets/models/dates/additive", options());
    EXPECT_EQ(g.kind, "model");
    EXPECT_TRUE(g.usable);
    for (const char* odd : {"README.md", "CMakeLists.txt"})
        EXPECT_FALSE(glimpse(test::source_dir() / odd, options()).usable) << odd;
    EXPECT_FALSE(glimpse(folder_ / "absent", options()).usable);
}

TEST_F(OpenModel, HeedsOwnFolderComesWithAReport) {
    const Opened opened = open_model({test::source_dir() / "assets/models/dates/additive"}, options());
    ASSERT_TRUE(opened.model);
    EXPECT_TRUE(opened.report.family.empty());
    EXPECT_EQ(row(opened.report, "Attention", "attention.Wq").role, "Wq");
    EXPECT_EQ(row(opened.report, "Encoder", "encoder.forward.weight_ih").role, "forward W: r, z, n");
    ASSERT_TRUE(opened.report.own_case);
    for (const auto& line : opened.report.own_case->lines)
        EXPECT_TRUE(line.good) << line.what << ": " << line.found;
}

TEST_F(OpenModel, TheLibraryLoadsWhatItOpens) {
    const ModelLibrary library({test::source_dir() / "assets"});
    Request request;
    request.text = "8 september 1959";
    EXPECT_EQ(decode::run(library.load((checkpoints() / "nematus/model.npz").string()), request).target_text,
              "1959-09-08");
    EXPECT_EQ(library.load((checkpoints() / "nematus/model.npz").string()).name,
              "nematus"); // "model" says nothing
    EXPECT_EQ(library.load((checkpoints() / "bentrevett_tut4/tut4-model.pt").string()).name, "tut4-model");
    const fs::path model = copied({"bentrevett_tut4/tut4-model.pt"});
    EXPECT_THAT(message_of([&] { library.load(model.string()); }),
                HasSubstr("which words the numbers stand for is not known"));
    // Its program calls them otherwise, and their names say what they are.
    io::write_file_atomic(model.parent_path() / "src_vocab.txt", "a\nb\nc\n");
    EXPECT_THAT(message_of([&] { library.load(model.string()); }), HasSubstr("src_vocab.txt lists 3 tokens"));
}

TEST_F(OpenModel, AFolderHeedWroteGivesTheSameTrace) {
    for (const char* name :
         {"bentrevett_tut4", "nematus", "pytorch_tutorial_location", "pytorch_chatbot_general",
          "fairseq_projections", "opennmt3_lstm_dot_two_layers_bridge", "joeynmt_lstm_last_scale",
          "marian_tied_all", "ibm_gru"}) {
        SCOPED_TRACE(name);
        const Opened opened = open_model({checkpoints() / name}, options());
        ASSERT_TRUE(opened.model) << opened.problem;
        save_model(*opened.model, folder_ / name);
        const Model back = load_model(folder_ / name);
        EXPECT_TRUE(back.config.as<Seq2SeqConfig>() == opened.model->config.as<Seq2SeqConfig>());
        EXPECT_TRUE(back.tokenizer == opened.model->tokenizer);
        EXPECT_TRUE(back.source.special() == opened.model->source.special());
        EXPECT_TRUE(back.target.special() == opened.model->target.special());
        EXPECT_EQ(back.longest_input, opened.model->longest_input);
        Request request;
        for (int id = 6; id < 10; ++id) request.text += (id > 6 ? " " : "") + back.source.token(id);
        const Trace a = decode::run(*opened.model, request), b = decode::run(back, request);
        ASSERT_EQ(a.outputs(), b.outputs());
        EXPECT_EQ(a.source_length(), b.source_length());
        EXPECT_EQ(a.log_prob, b.log_prob);
        EXPECT_EQ(a.at(Quantity::Weights), b.at(Quantity::Weights));
    }
}

TEST_F(OpenModel, RowsWithoutATokenAreSaidWhereThereAreManyAndADoubtWhereTheyAreMost) {
    const auto where_words_are_cut = [&](const char* name, int lines) {
        const fs::path folder = folder_ / name;
        fs::copy(checkpoints() / "hf_bert_uncased_old", folder);
        fs::remove(folder / "expected.json");
        std::string words = read_file(folder / "vocab.txt", 1 << 20);
        std::size_t end = 0;
        for (int n = 0; n < lines; ++n) end = words.find('\n', end) + 1;
        fs::remove(folder / "vocab.txt");
        write_file_atomic(folder / "vocab.txt", words.substr(0, end));
        return open_model({folder}, options()).report;
    };
    const std::string some = "120 of the 420 rows of the table of tokens have no token in vocab.txt";
    EXPECT_THAT(where_words_are_cut("cut", 300).notes, testing::Contains(some));
    EXPECT_THAT(where_words_are_cut("padded", 400).notes, testing::Each(Not(HasSubstr("have no token"))));
    const LoadReport most = where_words_are_cut("most", 10);
    EXPECT_THAT(most.unsettled,
                testing::Contains(HasSubstr("410 of the 420 rows of the table of tokens have no token")));
    EXPECT_EQ(most.verdict(), LoadVerdict::Partly);
}

} // namespace
} // namespace heed::io
