// adapter_config.json beside an adapter, as PEFT writes it (https://huggingface.co/docs/peft): what it says
// of the factors, against those that are there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace heed::io {

inline constexpr std::string_view adapter_config_name = "adapter_config.json";

class AdapterSettings {
public:
    /// Throws heed::Error where it is no LoRA, or one that is no sum of base and factors.
    explicit AdapterSettings(const std::filesystem::path& folder);

    std::string name() const;
    bool turned() const;      // the base's matrices are (in, out)
    bool ties_output() const; // what is changed of the table of tokens is changed of the output matrix
    std::string base() const;

    /// α / r, or α / √r: Kalajdzievski (2023), "A rank stabilization scaling factor for fine-tuning with
    /// LoRA". `module`: "transformer.h.0.attn.c_attn".
    double scale(const std::string& module, std::int64_t rank) const;

    /// Throws heed::Error where a module's factors are not as the settings say: of another rank, of a layer
    /// or a module that is not to be changed. `tensor` names them.
    void check_factors(const std::string& module, const std::string& tensor, std::int64_t rank) const;

    /// A sentence without its end for all that it says and that is not among the tensors, cannot be compared,
    /// or is not known. `changed`: modules with factors; `whole`: tensors that were learned whole;
    /// `untouched`: modules of the base with a matrix that has none.
    std::vector<std::string> doubts(const std::vector<std::string>& changed,
                                    const std::vector<std::string>& whole,
                                    const std::vector<std::string>& untouched) const;

private:
    using Json = nlohmann::json;
    Json value(const char* key) const { return json_.value(key, Json()); }
    double alpha(const std::string& module) const;
    /// Of these modules those that PEFT changes by that name of target_modules.
    std::vector<std::string> to_be_changed(const std::vector<std::string>& modules,
                                           const std::string& name) const;

    std::filesystem::path file_;
    Json json_;
};

} // namespace heed::io
