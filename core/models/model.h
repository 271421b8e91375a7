// A model ready to run: its configuration, its numbers and its words. Immutable once loaded, shared by
// pointer between the window, the jobs and the traces.
#pragma once

#include "core/models/architecture.h"
#include "core/nn/parameters.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"
#include "core/trace/trace.h"

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace heed {

namespace subword {
class SubwordTokenizer;
}
struct GenerationRules;

struct Model {
    std::string name;                           // "dates/additive"; a folder's own name otherwise
    std::filesystem::path folder;               // where it was read from; empty if it was made in memory
    std::vector<std::filesystem::path> files{}; // all that it was read from; empty: not known
    nlohmann::json config_json; // whole, with the keys this version does not know; "doubt" goes into facts
    Configuration config;       // and its architecture
    std::string task;           // "dates", "reverse", … or empty
    Vocabulary source, target;
    Tokenizer tokenizer;
    std::shared_ptr<const subword::SubwordTokenizer> subword; // reads and writes in place of it; or null
    std::shared_ptr<const GenerationRules> generation;        // how it writes (generation.h); or null
    nn::ParameterSet<float> parameters;
    nlohmann::json case_json; // null if the model carries none
    std::string card;         // Markdown, may be empty

    // Made once at loading, shared with every trace: the tensors are the parameters, not a copy of them.
    std::shared_ptr<const TensorMap> tensors;
    ModelFacts facts;
    int longest_input = 2000; // tokens, end token included
    int most_outputs = 0;     // tokens it has places for, end token included; 0: any number
    bool one_text = false;    // what it writes follows its input, and shares its places
};

/// Fills `tensors` and `facts` from the rest. Called by every loader, and by training for its snapshots.
void complete(Model& model);

/// Whether the first token of an input says what to write: the encoder reads the start token in its place.
inline bool is_tagged(const Model& model) {
    const Architecture* a = model.config.architecture();
    return a && a->tagged && a->tagged(model.config);
}
/// Whether it may write words of the source that its own vocabulary lacks.
inline bool copies_words(const Configuration& config) {
    const Architecture* a = config.architecture();
    return a && a->copies && a->copies(config);
}

} // namespace heed
