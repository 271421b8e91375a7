// Tensors that a family's own code does not have, or has once.
#include "tests/core/io/huggingface/changed_folder.h"

#include <gtest/gtest.h>

namespace heed::io {
namespace {

TEST(HubTables, M2MHasNoBiasOfLogits) {
    const auto opened = [](const char* name) {
        return ChangedFolder(name)
            .tensors([](test::Tensors& all) {
                const Eigen::Index words = all.contains("model.shared.weight")
                                               ? all.at("model.shared.weight").value.rows()
                                               : all.at("model.encoder.embed_tokens.weight").value.rows();
                all["final_logits_bias"] = {Eigen::MatrixXf::Constant(1, words, .5f), 2};
            })
            .opened();
    };
    const Opened m2m = opened("hf_m2m100_bf16"), mbart = opened("hf_mbart50_sharded_relu");
    ASSERT_TRUE(m2m.model) << m2m.problem;
    ASSERT_TRUE(mbart.model) << mbart.problem;
    EXPECT_EQ(m2m.report.unread(), 1u);
    EXPECT_EQ(m2m.report.verdict(), LoadVerdict::Partly);
    EXPECT_EQ(m2m.model->parameters.find("output.bias"), -1);
    EXPECT_EQ(mbart.report.unread(), 0u);
    EXPECT_GE(mbart.model->parameters.find("output.bias"), 0);
}

TEST(HubTables, TwoWhereTheFamilyHasOneAreSaid) {
    for (const float apart : {0.f, .5f})
        for (const char* other : {"model.shared.weight", "model.encoder.embed_tokens.weight"}) {
            const Opened opened = ChangedFolder("hf_bart_gelu_f16")
                                      .tensors([&](test::Tensors& all) {
                                          all[other] = all.at("model.decoder.embed_tokens.weight");
                                          all[other].value(3, 0) += apart;
                                      })
                                      .opened();
            ASSERT_TRUE(opened.model) << opened.problem;
            EXPECT_EQ(any_says(opened.report.unsettled, "two that differ"), apart != 0) << other;
        }
    const Opened marian = ChangedFolder("hf_marian_untied_relu").opened(); // whose config.json says two
    EXPECT_FALSE(any_says(marian.report.unsettled, "two that differ"));
}

TEST(HubTables, WhatAFileLacksIsNotTakenForNothing) {
    const auto without = [](const char* folder, const char* name) {
        return ChangedFolder(folder)
            .tensors([&](test::Tensors& all) { EXPECT_EQ(all.erase(name), 1u) << folder << " " << name; })
            .opened();
    };
    for (const auto& [folder, name, said] :
         {std::tuple{"hf_bert_uncased_old", "cls.predictions.bias", "which BERT models learn"},
          {"hf_distilbert", "vocab_projector.bias", "which DistilBERT models learn"},
          {"hf_marian_untied_relu", "final_logits_bias", "which MarianMT models learn"},
          {"hf_marian_untied_relu", "model.decoder.embed_tokens.weight",
           "each side has a table of tokens of its own"},
          {"hf_marian_untied_relu", "model.encoder.embed_tokens.weight",
           "each side has a table of tokens of its own"},
          {"hf_flan_t5_gated", "decoder.embed_tokens.weight", "the output matrix is one of its own"}}) {
        const Opened opened = without(folder, name);
        ASSERT_TRUE(opened.model) << opened.problem;
        EXPECT_TRUE(any_says(opened.report.unsettled, said)) << folder << " " << name;
        EXPECT_EQ(opened.report.verdict(), LoadVerdict::Partly) << folder << " " << name;
    }
    const Opened types = without("hf_bert_uncased_old", "bert.embeddings.token_type_embeddings.weight");
    EXPECT_FALSE(types.model);
    EXPECT_NE(types.problem.find("token_type_embeddings.weight\": expected it in the file"),
              std::string::npos)
        << types.problem;
}

/// The head of another task is a layer or two of known names: what else stands below them was added.
TEST(HubTables, BesideAHeadOfAnotherTaskNothingElseIsPassedOver) {
    struct Beside {
        const char *folder, *head, *added;
    };
    for (const Beside& one : {Beside{"hf_bert_uncased_old", "cls.seq_relationship", "gate"},
                              Beside{"hf_bert_uncased_old", "bert.pooler.dense", "lora"},
                              Beside{"hf_distilbert", "classifier", "layer_norm"},
                              Beside{"hf_roberta_f16", "classifier.out_proj", "gate"},
                              Beside{"hf_gpt2_base_prefix", "score", "gate"},
                              Beside{"hf_bart_gelu_f16", "classification_head.dense", "gate"},
                              Beside{"hf_t5_relu_tied", "qa_outputs", "gate"}}) {
        SCOPED_TRACE(std::string(one.folder) + " " + one.head);
        const std::string head = one.head;
        const auto with = [&](const std::string& more) {
            return ChangedFolder(one.folder)
                .tensors([&](test::Tensors& all) {
                    all[head + ".weight"] = {Eigen::MatrixXf::Constant(2, 3, .5f), 2};
                    all[head + ".bias"] = {Eigen::MatrixXf::Constant(2, 1, .5f), 1};
                    if (!more.empty()) all[more] = {Eigen::MatrixXf::Constant(3, 1, .5f), 1};
                })
                .opened();
        };
        EXPECT_EQ(with({}).report.unread(), 0u);
        const Opened more = with(head + "." + one.added + ".weight");
        EXPECT_EQ(more.report.unread(), 1u);
        EXPECT_EQ(more.report.verdict(), LoadVerdict::Partly);
    }
}

/// Its table of the decoder is its output matrix, and may be saved under that name alone.
TEST(HubTables, AnOutputMatrixIsTheDecodersTable) {
    const Opened opened = ChangedFolder("hf_marian_untied_relu")
                              .tensors([](test::Tensors& all) {
                                  all["lm_head.weight"] = all.at("model.decoder.embed_tokens.weight");
                                  all.erase("model.decoder.embed_tokens.weight");
                              })
                              .opened();
    ASSERT_TRUE(opened.model) << opened.problem;
    EXPECT_EQ(opened.report.verdict(), LoadVerdict::Clean);
}

/// As Lightning, a class around the model, FSDP and a file of two models have them.
TEST(HubTables, NamesMayHaveMoreAroundThem) {
    const auto renamed = [](const std::function<std::string(const std::string&)>& name, bool second = false) {
        return ChangedFolder("hf_bart_gelu_f16")
            .tensors([&](test::Tensors& all) {
                test::Tensors others;
                for (const auto& [own, tensor] : all) {
                    others[name(own)] = tensor;
                    if (second) others["xema." + own] = tensor;
                }
                all = std::move(others);
            })
            .opened();
    };
    for (const char* front : {"net.", "state_dict.model.", "student."}) {
        const Opened opened = renamed([&](const std::string& name) { return front + name; });
        ASSERT_TRUE(opened.model) << front << ": " << opened.problem;
        EXPECT_EQ(opened.report.verdict(), LoadVerdict::Clean) << front;
        EXPECT_TRUE(any_says(opened.report.notes, std::string("names are read without \"") + front + "\""));
    }
    const Opened wrapped = renamed([](const std::string& name) {
        const std::size_t dot = name.find('.', name.find('.') + 1) + 1;
        return dot > 1 ? name.substr(0, dot) + "_fsdp_wrapped_module." + name.substr(dot) : name;
    });
    ASSERT_TRUE(wrapped.model) << wrapped.problem;
    EXPECT_EQ(wrapped.report.verdict(), LoadVerdict::Clean);
    const Opened two = renamed([](const std::string& name) { return "model." + name; }, true);
    ASSERT_TRUE(two.model) << two.problem;
    EXPECT_EQ(two.report.verdict(), LoadVerdict::Partly) << "the other is not read";
    EXPECT_TRUE(any_says(two.report.notes, "read is \"model.\", not \"xema.\""));
}

} // namespace
} // namespace heed::io
