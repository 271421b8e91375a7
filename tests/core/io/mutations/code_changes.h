// What whoever copies an encoder-decoder's code changes in it.
#pragma once

#include "core/models/model.h"

#include <nlohmann/json_fwd.hpp>
#include <span>

namespace heed::io {

/// Another line in the code that wrote the model. False: it has no such line.
struct CodeChange {
    const char* name;
    bool (*made)(Model&);
};

std::span<const CodeChange> code_changes();

/// What the changed code writes for the sentences of those examples.
nlohmann::json made_examples(const Model& model, const nlohmann::json& like);

} // namespace heed::io
