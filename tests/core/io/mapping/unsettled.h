// Models of random numbers that no family knows, and examples that a reading of them gave.
#pragma once

#include "tests/core/io/mapping/folders.h"

#include "core/base/random.h"
#include "core/io/container/safetensors.h"
#include "core/io/open/open_best.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

namespace heed::io::mapping {

/// Tensors of random numbers with lists of words beside them, and examples that a reading of them gave.
class Unsettled : public testing::Test {
protected:
    Unsettled() {
        write_file_atomic(
            folder_ / "src_vocab.txt",
            "<unk>\n<pad>\n<eos>\nsmall\na\nthe\nman\ndog\nsees\nold\nred\nhouse\nruns\nin\n.\nbig\n");
        write_file_atomic(folder_ / "trg_vocab.txt",
                          "<unk>\n<pad>\n<sos>\n<eos>\nun\nle\nhomme\nchien\nvoit\nvieux\n"
                          "rouge\nmaison\ncourt\ndans\n.\ngrand\nla\n");
    }

    void add(const std::string& name, int rows, int columns, float size = 1.2f) {
        auto& value = set_[set_.add(name, rows, columns, columns == 1 ? 1 : 2)].value;
        value.resize(rows, columns);
        for (Eigen::Index n = 0; n < value.size(); ++n)
            value.data()[n] = static_cast<float>(random_.uniform(-1, 1)) * size;
    }
    void add_layer(const std::string& name, int rows, int columns) {
        add(name + ".weight", rows, columns);
        add(name + ".bias", rows, 1);
    }
    void add_gru(const std::string& name, int input, int hidden) {
        add(name + ".weight_ih_l0", 3 * hidden, input);
        add(name + ".weight_hh_l0", 3 * hidden, hidden);
        add(name + ".bias_ih_l0", 3 * hidden, 1);
        add(name + ".bias_hh_l0", 3 * hidden, 1);
    }
    /// A reader of one direction, a score with v, and the context before the cell.
    void add_bahdanau() {
        add("enc_embedding.weight", 16, 8);
        add_gru("enc_gru", 8, 12);
        add("dec_embedding.weight", 17, 8);
        add_gru("dec_gru", 20, 12);
        add_layer("attn_W", 9, 24);
        add("attn_v.weight", 1, 9);
        add_layer("dec_out", 17, 12);
    }
    /// Luong's: t or c is fed back, both as long.
    void add_luong() {
        add("encoder.embedding.weight", 16, 8);
        add_gru("encoder.gru", 8, 12);
        add("decoder.embedding.weight", 17, 8);
        add_gru("decoder.gru", 20, 12);
        add("decoder.attn.weight", 12, 12);
        add_layer("decoder.concat", 12, 24);
        add_layer("decoder.out", 17, 12);
    }

    Reading reading(const Answers& answers = {}, const Parts& parts = {}) {
        write_file_atomic(folder_ / "model.safetensors", brain_ ? brain_bytes() : safetensors_bytes(set_));
        return read_unknown({folder_ / "model.safetensors"}, {parts, answers}, {});
    }

    /// The same as a file of bfloat16, which nothing else of Heed writes.
    std::string brain_bytes() const {
        Json header;
        std::string numbers;
        for (int n = 0; n < set_.size(); ++n) {
            const auto& value = set_[n].value;
            const std::size_t begin = numbers.size();
            for (Eigen::Index r = 0; r < value.rows(); ++r)
                for (Eigen::Index c = 0; c < value.cols(); ++c) {
                    const auto bits = std::bit_cast<std::uint32_t>(value(r, c));
                    numbers += static_cast<char>(bits >> 16 & 255);
                    numbers += static_cast<char>(bits >> 24);
                }
            Json shape{value.rows()};
            if (value.cols() > 1) shape.push_back(value.cols());
            header[set_[n].name] = {
                {"dtype", "BF16"}, {"shape", shape}, {"data_offsets", {begin, numbers.size()}}};
        }
        const std::string text = header.dump();
        std::string size;
        for (int n = 0; n < 8; ++n) size += static_cast<char>(text.size() >> (8 * n) & 255);
        return size + text + numbers;
    }

    /// Examples of what the model writes by those answers.
    void write_examples(const Answers& answers, const std::vector<std::string>& texts, int longest,
                        const Parts& parts = {}) {
        const Reading by = reading(answers, parts);
        ASSERT_TRUE(by.drafted().ready()) << by.drafted().problems.front();
        const Model model = drafted_model(by, by.drafted(), {});
        Json examples = Json::array();
        for (const std::string& text : texts) {
            const Trace whole = run_words(model, text, {});
            std::vector<std::string> words;
            for (const TraceStep& step : whole.steps)
                if (std::ssize(words) < longest) words.push_back(step.token.text);
            const Trace run = run_words(model, text, words);
            Json one{{"raw_source", text}};
            for (const TraceToken& token : run.source) {
                one["source_tokens"].push_back(token.text);
                one["source_ids"].push_back(token.id);
            }
            for (int i = 0; i < run.outputs(); ++i) {
                const TraceToken& token = run.steps[static_cast<std::size_t>(i)].token;
                one["output_tokens"].push_back(token.text);
                one["output_ids"].push_back(token.id);
                Json row;
                for (int j = 0; j < run.source_length(); ++j) row.push_back(run.weight(i, j));
                one["attention"].push_back(row);
            }
            examples.push_back(one);
        }
        write_file_atomic(folder_ / "expected.json", Json{{"examples", examples}}.dump());
    }

    /// Takes the weights out of the examples, which say how likely the likeliest tokens of `model` are
    /// instead.
    void leave_top_alone(const Model& model) {
        Json expected = read_json(folder_ / "expected.json", 1u << 20);
        for (Json& example : expected["examples"]) {
            const Trace run = run_words(model, example["raw_source"],
                                        example["output_tokens"].get<std::vector<std::string>>());
            example.erase("attention");
            const Eigen::MatrixXf& log_probs = run.at(Quantity::LogProbs); // (V, N)
            for (int i = 0; i < run.outputs(); ++i) {
                Json step = Json::array();
                for (int id = 4; id < 9; ++id) // any five
                    step.push_back(Json::array({model.target.token(id), log_probs(id, i)}));
                example["top5"].push_back(step);
            }
        }
        write_file_atomic(folder_ / "expected.json", expected.dump());
    }

    /// The report of the model, opened by the family of the answers that were found.
    LoadReport report_of_found() { return report_of(try_all(reading(), {})); }
    Json family_of(const Search& search) {
        const Combination& best = search.tried.front();
        const Answers answers = best.answers;
        const Reading by = reading(answers, best.parts);
        Changes changes{{}, "model.safetensors", {}};
        for (const Undecided& one : search.undecided(answers)) changes.undecided.insert(one.question);
        return family_json(by.drafted(), "found", "found", by.said, changes);
    }
    LoadReport report_of(const Search& search) {
        Opened opened = open_draft(reading(search.tried.front().answers).unknown, family_of(search), {});
        EXPECT_TRUE(opened.model) << opened.problem;
        run_examples(opened, folder_.path(), tolerance_of(opened.report), {});
        give_verdict(opened);
        return opened.report;
    }

    test::TemporaryFolder folder_;
    nn::ParameterSet<float> set_;
    bool brain_ = false; // written as bfloat16
    Random random_{17};
};

} // namespace heed::io::mapping
