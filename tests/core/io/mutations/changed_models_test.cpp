// Models of other programs, changed as whoever copies their code changes it: a tensor more, a layer more,
// another order, another activation. What nothing reads is never clean; what computes otherwise than the
// example beside it is never verified.
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/container/checkpoint.h"
#include "core/io/open/open_model.h"
#include "core/io/open/own_case/own_case.h"
#include "core/io/open/own_case/own_case_hub.h"
#include "core/models/transformer/architecture.h"
#include "tests/core/io/mutations/changed_copy.h"
#include "tests/core/io/mutations/code_changes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::Tensors;

constexpr std::size_t changed_models = 30; // that are changed at the least, of every kind together

// ---- what the file says

struct NewTensor {
    const char* name; // of a tensor beside the one it is put next to
    std::vector<std::int64_t> shape;
};
const NewTensor new_tensors[] = {
    {"gate.weight", {3, 5}}, {"norm.bias", {4}}, {"layer_norm.weight", {4}}, {"coverage.weight", {4, 1}}};

/// The name with another last part: "decoder.out.weight" -> "decoder.out.gate.weight".
std::string beside(const std::string& name, const std::string& with) {
    const std::size_t dot = name.rfind('.');
    return dot == name.npos ? name + "_" + with : name.substr(0, dot + 1) + with;
}

/// Of Marian's Transformers: "encoder_l2_self_Wq" once again as "encoder_l3_self_Wq".
void add_next_transformer_layers(const Tensors& tensors, std::map<std::string, Tensors>& found) {
    for (const std::string side : {"encoder_l", "decoder_l"}) {
        std::map<int, Tensors> layers; // by what follows the number
        for (const auto& [name, tensor] : tensors) {
            const std::size_t end = name.find('_', side.size());
            if (!name.starts_with(side) || end == name.npos ||
                !std::isdigit(static_cast<unsigned char>(name[side.size()])))
                continue;
            layers[std::stoi(name.substr(side.size()))][name.substr(end)] = tensor;
        }
        if (layers.empty()) continue;
        const auto& [number, top] = *layers.rbegin();
        for (const auto& [rest, tensor] : top) found[side][side + std::to_string(number + 1) + rest] = tensor;
    }
}

/// A layer more for each stack of layers: the tensors of the highest once again under the next number, those
/// that read the layer below as wide as what it gives. By what stands around the number.
std::map<std::string, Tensors> next_layers(const Tensors& tensors) {
    std::map<std::string, std::map<int, Tensors>> stacks; // prefix -> layer -> tensors, by their whole names
    const auto number_in = [](const std::string& name, std::size_t& from, std::size_t& to) {
        for (const char* sign : {"_l", "layers."})
            if (const std::size_t at = name.rfind(sign); at != name.npos) {
                from = to = at + std::string_view(sign).size();
                while (to < name.size() && std::isdigit(static_cast<unsigned char>(name[to]))) ++to;
                if (to > from) return true;
            }
        return false;
    };
    for (const auto& [name, tensor] : tensors) {
        std::size_t from = 0, to = 0;
        if (!number_in(name, from, to)) continue;
        const bool cell = name.find("weight_") != name.npos || name.find("bias_") != name.npos;
        const std::size_t dot = name.rfind('.', from - 2); // "decoder.rnn._l0", "decoder.layers.0.weight_ih"
        const std::string stack = name.substr(0, dot == name.npos ? 0 : dot);
        if (cell) stacks[stack][std::stoi(name.substr(from, to - from))][name] = tensor;
    }
    std::map<std::string, Tensors> found;
    add_next_transformer_layers(tensors, found);
    for (const auto& [name, tensor] : tensors) // Nematus' and Marian's names of a second layer
        for (const auto& [one, two] :
             {std::pair("encoder_bi_", "encoder_bi_cell2_"), std::pair("encoder_", "encoder_2_")})
            if (name.starts_with(one) && (name.ends_with("_U") || name.ends_with("_W"))) {
                found[one][two + name.substr(std::string_view(one).size())] = tensor;
                break;
            }
    for (const auto& [stack, layers] : stacks) {
        const auto& [number, top] = *layers.rbegin();
        const bool both =
            std::any_of(top.begin(), top.end(), [](const auto& t) { return t.first.ends_with("_reverse"); });
        for (const auto& [name, tensor] : top) {
            std::size_t from = 0, to = 0;
            number_in(name, from, to);
            std::string next = name;
            next.replace(from, to - from, std::to_string(number + 1));
            Eigen::MatrixXf value = tensor.value;
            if (name.find("weight_ih") != name.npos) { // reads the states of the layer below
                std::string recurrent = name;
                recurrent.replace(recurrent.find("weight_ih"), 9, "weight_hh");
                if (!top.contains(recurrent)) continue;
                value = top.at(recurrent).value.replicate(1, both ? 2 : 1);
            }
            found[stack][next] = {value, tensor.rank};
        }
    }
    return found;
}

/// Whether a run of the model as it is could tell those examples from its own.
bool differs(const Model& model, const json& examples) {
    for (const json& one : examples) {
        const ExampleDifference found = compare_example(model, one, "expected.json");
        if (!found.tokens || found.weights > 1e-4 || found.log_probs > 1e-3) return true;
    }
    return false;
}

/// A model in its own folder as it was written, before anything is changed.
class ChangedModel : public testing::TestWithParam<fs::path> {};

TEST_P(ChangedModel, WithATensorMoreIsNeverClean) {
    ChangedCopy copy(GetParam());
    const std::vector<Tensors> before = copy.tensors;
    copy.write_tensors();
    ASSERT_TRUE(opens(copy.verdict()));
    std::set<std::string> read; // what an optimizer keeps may be any number of tensors
    for (const ReportTensor& tensor : copy.opened().report.tensors)
        if (!tensor.part.empty()) read.insert(tensor.name);
    ASSERT_FALSE(read.empty());
    for (const NewTensor& more : new_tensors)
        for (std::size_t file = 0; file < copy.files.size(); ++file) {
            const auto own = std::find_if(before[file].rbegin(), before[file].rend(),
                                          [&](const auto& tensor) { return read.contains(tensor.first); });
            if (own == before[file].rend()) continue; // options alone
            const std::string name = beside(own->first, more.name);
            const auto rows = static_cast<Eigen::Index>(more.shape.front());
            const auto columns = static_cast<Eigen::Index>(more.shape.size() > 1 ? more.shape[1] : 1);
            copy.tensors = before;
            copy.tensors[file][name] = {Eigen::MatrixXf::Constant(rows, columns, .25f),
                                        static_cast<int>(more.shape.size())};
            copy.write_tensors();
            EXPECT_TRUE(never_so(copy.verdict())) << name << ": " << to_string(copy.verdict());
        }
}

TEST_P(ChangedModel, WithALayerMoreIsNeverClean) {
    ChangedCopy copy(GetParam());
    const std::vector<Tensors> before = copy.tensors;
    copy.write_tensors();
    ASSERT_TRUE(opens(copy.verdict()));
    std::size_t stacks = 0;
    for (std::size_t file = 0; file < copy.files.size(); ++file)
        for (const auto& [stack, layer] : next_layers(before[file])) {
            copy.tensors = before;
            copy.tensors[file].insert(layer.begin(), layer.end());
            copy.write_tensors();
            EXPECT_TRUE(never_so(copy.verdict()))
                << stack << ", as " << layer.begin()->first << ": " << to_string(copy.verdict());
            ++stacks;
        }
    EXPECT_GE(stacks, 1u);
}

/// A Transformer with another activation does not agree with what its own code wrote.
void expect_noticed(const Model& model, const json& expected) {
    Model other = model;
    transformer::Activation& activation = other.config.edit<transformer::Config>().feed.activation;
    activation = activation == transformer::Activation::Relu ? transformer::Activation::Gelu
                                                             : transformer::Activation::Relu;
    complete(other);
    const HubDifference own = compare_hub_input(model, expected.at("inputs").at(0), "expected.json"),
                        changed = compare_hub_input(other, expected.at("inputs").at(0), "expected.json");
    EXPECT_LE(own.attention, 2e-5);
    EXPECT_GT(changed.attention, 1e-3);
}

/// But as what it became, where its family knows that form.
TEST_P(ChangedModel, ByAnotherLineOfCodeIsNeverVerified) {
    ChangedCopy copy(GetParam());
    const Opened opened = copy.opened();
    ASSERT_TRUE(opened.model) << opened.problem;
    if (is_hub_case(copy.expected)) return expect_noticed(*opened.model, copy.expected);
    const json own = copy.expected.at("examples");
    int made = 0;
    for (const CodeChange& change : code_changes()) {
        Model other = *opened.model;
        if (!change.made(other)) continue;
        complete(other);
        copy.expected["examples"] = made_examples(other, own);
        if (!differs(*opened.model, copy.expected.at("examples"))) continue;
        copy.write_example();
        ++made;
        const LoadVerdict verdict = copy.verdict();
        if (verdict == LoadVerdict::Verified) // a form that the family knows, too, and takes for this example
            EXPECT_FALSE(differs(*copy.opened().model, copy.expected.at("examples"))) << change.name;
        else
            EXPECT_TRUE(never_so(verdict)) << change.name << ": " << to_string(verdict);
    }
    EXPECT_GE(made, 1);
}

std::string changed_name(const testing::TestParamInfo<fs::path>& info) {
    return info.param.filename().string();
}

INSTANTIATE_TEST_SUITE_P(checkpoints, ChangedModel, testing::ValuesIn(changeable_checkpoints()),
                         changed_name);

TEST(ChangedModels, AreManyEnough) { EXPECT_GE(changeable_checkpoints().size(), changed_models); }

} // namespace
} // namespace heed::io
