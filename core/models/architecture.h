// What the program knows of a kind of model: a row of the registry (registry.h).
#pragma once

#include "core/nn/graph.h"
#include "core/nn/sequences.h"
#include "core/trace/trace.h"

#include <any>
#include <atomic>
#include <cassert>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

struct Architecture;
struct Model;
class Stepper;

/// What a model is made of, as its architecture reads it from config.json: a value of the architecture's own
/// type, which is told by `const Architecture& architecture_of(const C&)` beside it.
class Configuration {
public:
    Configuration() = default;
    template <class C>
    requires requires(const C& value) { architecture_of(value); }
    Configuration(C value) : architecture_(&architecture_of(value)), value_(std::move(value)) {}

    /// Null until it is set.
    const Architecture* architecture() const { return architecture_; }
    /// Null where it is another architecture's.
    template <class C>
    const C* find() const {
        return std::any_cast<C>(&value_);
    }
    template <class C>
    const C& as() const {
        assert(find<C>());
        return *find<C>();
    }
    template <class C>
    C& edit() {
        return *std::any_cast<C>(&value_);
    }

private:
    const Architecture* architecture_ = nullptr;
    std::any value_;
};

struct Architecture {
    std::string_view id;                       // in config.json: "seq2seq"
    std::string_view title;                    // "Encoder-decoder"
    std::span<const std::string_view> objects; // of config.json that are its own

    /// Reads those objects of config.json, or of a recipe; what is absent takes its default. Throws
    /// heed::Error naming `subject` and the key.
    Configuration (*read)(const nlohmann::json& config, const std::string& subject);
    /// Brings the same objects up to date.
    void (*write)(const Configuration& configuration, nlohmann::json& config);
    /// How many words there are to read and to write.
    void (*set_vocabularies)(Configuration& configuration, int source, int target);
    nn::ParameterSet<float> (*declare)(const Configuration& configuration, nn::Fill fill);
    /// Fills the facts, and what a model can read at most.
    void (*complete)(Model& model);
    /// "GRU 48, additive".
    std::string (*made_of)(const Configuration& configuration);
    /// For a model's card: "additive attention", and what it is built of, "A GRU encoder (…), …".
    std::string (*attention_words)(const Configuration& configuration);
    std::string (*in_words)(const Configuration& configuration);
    /// The stages of a run over T places that gives N outputs.
    Outline (*outline)(const Configuration& configuration, int source_length, int outputs);

    // Where it writes token by token.
    std::unique_ptr<Stepper> (*make_stepper)(const Configuration& configuration,
                                             const nn::ParameterSet<float>& parameters,
                                             Recorder<float>* recorder) = nullptr;
    /// log p (V, N·B) of every output, fed `inputs`: what training minimises.
    Var<float> (*forced)(const Configuration& configuration, nn::Graph<float>& graph,
                         const nn::Sequences& source, const nn::Sequences& inputs) = nullptr;
    /// Whether the first token read says what to write, and is fed to the decoder instead.
    bool (*tagged)(const Configuration& configuration) = nullptr;
    /// The functions that can take the place of the model's own score, which comes first; and the same run
    /// under one of them (throws heed::Error: one that cannot).
    std::vector<std::string> (*shared_functions)(const Model& model) = nullptr;
    Trace (*rescore)(const Model& model, Trace base, const std::string& function) = nullptr;

    // Where it does not.
    Trace (*run)(const Model& model, const Request& request, const std::atomic<bool>* cancelled) = nullptr;
};

} // namespace heed
