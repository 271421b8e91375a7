// What the program knows of a kind of model: a row of the registry (registry.h).
#pragma once

#include "core/nn/graph.h"
#include "core/nn/sequences.h"
#include "core/trace/head_edit.h"
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
class ItemLessons;
struct Language;
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

/// What lists say of a model in a word or two.
struct ModelBrief {
    std::string score;     // "additive", "linear"; "none" where nothing is attended to
    std::string alignment; // "global"
    std::string function;  // what sets it apart in its family: "general", "local-m", "none"
    std::string cell;      // "gru", "gru+lstm", "none"
    int size = 0;          // of its states
};

/// What a tensor is for: the part of the model it belongs to, and that in words.
struct TensorPart {
    std::string_view group; // "Attention"
    Role role;
    std::string_view words; // "one number a moment, before the softmax"
};

/// A row of an architecture's table of its tensors.
struct TensorRow {
    std::string_view tensor; // its name in a model folder
    TensorPart part;
};

/// The part of a tensor by its name; one without a group where no row has that name.
TensorPart part_in(std::span<const TensorRow> rows, std::string_view tensor);

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
    /// Which of the two there must be; one that need not be there is empty.
    struct Vocabularies {
        bool source = true, target = true;
        int classes = 0; // above 0: the target's words are so many classes, and none stands for anything else
    };
    Vocabularies (*vocabularies)(const Configuration& configuration);
    nn::ParameterSet<float> (*declare)(const Configuration& configuration, nn::Fill fill);
    /// Fills the facts, and what a model can read at most.
    void (*complete)(Model& model);
    ModelBrief (*brief)(const Configuration& configuration);
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
    /// log p (V, N·B) of every output, fed `inputs`: what training minimises. `besides` is set where an
    /// output costs more than its token (1, N·B).
    Var<float> (*forced)(const Configuration& configuration, nn::Graph<float>& graph,
                         const nn::Sequences& source, const nn::Sequences& inputs,
                         Var<float>* besides) = nullptr;
    /// Whether it may write words of the source that the target lacks.
    bool (*copies)(const Configuration& configuration) = nullptr;
    /// Whether the first token read says what to write, and is fed to the decoder instead.
    bool (*tagged)(const Configuration& configuration) = nullptr;
    /// The functions that can take the place of the model's own score, which comes first; and the same run
    /// under one of them (throws heed::Error: one that cannot).
    std::vector<std::string> (*shared_functions)(const Model& model) = nullptr;
    Trace (*rescore)(const Model& model, Trace base, const std::string& function) = nullptr;

    // Where it answers a whole input at once.
    /// Throws heed::Error: an input it cannot read, a request for what only a written output has.
    Trace (*run)(const Model& model, const Request& request, const std::atomic<bool>* cancelled) = nullptr;
    /// Every row of its values that a trace may hold.
    std::span<const Quantity> (*quantities)() = nullptr;
    /// The part of a tensor of ours by its name.
    TensorPart (*part_of)(const Configuration& configuration, std::string_view tensor) = nullptr;
    /// "encoder" -> "32 units, each moment by itself", …
    std::vector<std::pair<std::string, std::string>> (*described)(const Configuration& configuration) =
        nullptr;
    /// Items to learn from and to be measured on (lessons.h), none yet.
    std::unique_ptr<ItemLessons> (*lessons)(const Configuration& configuration,
                                            const Language& language) = nullptr;
    /// Fills what the configuration holds of a finished model, as measured on such items; null: nothing.
    void (*finish)(Configuration& configuration, const nn::ParameterSet<float>& parameters,
                   const ItemLessons& taught, const ItemLessons& held_out) = nullptr;

    /// Keys of config.json and of recipes that are its own beside `objects`, and may be absent.
    std::span<const std::string_view> settings{};
    /// Adds to a run that is over what is made of what it recorded: means, labels of its axes.
    void (*derive)(const Model& model, Trace& trace) = nullptr;

    /// Draws the numbers that training begins with, where that is not as core/train/initialise.h does.
    void (*initialise)(nn::ParameterSet<float>& parameters, Random& random) = nullptr;

    /// Of what has heads that a run can change one by one: how many there are in a layer (from 0) of that
    /// kind of attention; 0 where there is no such layer.
    int (*heads)(const Configuration& configuration, HeadKind kind, int layer) = nullptr;
    /// Where a run records what such a head found, its context: (d_h, places that look).
    Site (*head_context)(const Configuration& configuration, const HeadPlace& head) = nullptr;
};

/// Rows are written over the architecture's own type of configuration C. `of_config<f>` is f(const C&, …) as
/// a row takes it: over a Configuration that holds a C.
template <auto f>
struct OfConfig;
template <class R, class C, class... Rest, R (*f)(const C&, Rest...)>
struct OfConfig<f> {
    static R call(const Configuration& configuration, Rest... rest) {
        return f(configuration.as<C>(), std::forward<Rest>(rest)...);
    }
};
template <auto f>
constexpr auto of_config = &OfConfig<f>::call;

/// C f(json, subject) and to_json(json, const C&) as a row takes them.
template <auto f>
Configuration read_config(const nlohmann::json& config, const std::string& subject) {
    return f(config, subject);
}
template <class C>
void write_config(const Configuration& configuration, nlohmann::json& config) {
    to_json(config, configuration.as<C>());
}

} // namespace heed
