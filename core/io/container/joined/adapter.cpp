#include "core/io/container/joined/adapter.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/container/joined/adapter_settings.h"
#include "core/io/container/joined/open_checkpoint.h"
#include "core/io/container/tensor_source.h"
#include "core/text/escape.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

/// The names under which PEFT writes the two factors, and how they lie: W is (out, in), an embedding (V, d).
struct FactorNames {
    std::string_view a, b; // (r, in), (out, r)
    bool turned;           // what is added is (B A)ᵀ
};
constexpr std::array<FactorNames, 2> factor_names = {
    {{".lora_A", ".lora_B", false}, {".lora_embedding_A", ".lora_embedding_B", true}}};

/// What tables of tokens are called, and matrices that give each token its score.
constexpr std::array<std::string_view, 4> table_names = {"wte.weight", "shared.weight", "embed_tokens.weight",
                                                         "word_embeddings.weight"};
constexpr std::array<std::string_view, 4> output_names = {
    "lm_head.weight", "lm_head.decoder.weight", "predictions.decoder.weight", "vocab_projector.weight"};

/// Modules whose matrix lies (in, out): Conv1D, of GPT-2 and its like.
constexpr std::array<std::string_view, 4> turned_modules = {"c_attn", "c_proj", "c_fc", "q_attn"};

/// W + scale · B A
struct Change {
    const StoredTensor *a = nullptr, *b = nullptr;
    double scale = 1;
    bool turned = false;
};

std::string without(std::string name, std::string_view what) {
    if (const std::size_t at = name.find(what); at != name.npos) name.erase(at, what.size());
    return name;
}

/// The tensor's name in the base: what PEFT puts around and into it left out.
std::string base_name(std::string name) {
    constexpr std::string_view before = "base_model.model.";
    if (name.starts_with(before)) name.erase(0, before.size());
    for (const char* what : {".modules_to_save", ".original_module", ".base_layer", ".default"})
        name = without(std::move(name), what);
    return name;
}

/// A file of tensors under the name of the base: a folder with weights, or a file.
fs::path weights_at(const fs::path& place) {
    std::error_code ignored;
    const fs::path found = fs::is_directory(place, ignored)      ? weights_in(place)
                           : fs::is_regular_file(place, ignored) ? place
                                                                 : fs::path();
    return is_adapter(found) ? fs::path() : found; // an adapter of an adapter is none
}

/// Empty where it is in none of its places.
fs::path look_for_base(const fs::path& folder, const AdapterSettings& settings) {
    std::vector<fs::path> places = {folder / "base"};
    const fs::path last = fs::path(settings.base()).filename();
    if (!last.empty() && last != "." && last != "..") {
        places.push_back(folder / last);
        places.push_back(folder / ".." / last);
    }
    for (const char* name : {"model.safetensors", "model.safetensors.index.json", "pytorch_model.bin",
                             "pytorch_model.bin.index.json"})
        places.push_back(folder / name);
    for (const fs::path& place : places)
        if (fs::path found = weights_at(place); !found.empty()) return found.lexically_normal();
    return {};
}

fs::path find_base(const fs::path& folder, const AdapterSettings& settings) {
    if (fs::path found = look_for_base(folder, settings); !found.empty()) return found;
    throw Error(settings.name(), "an adapter without its base",
                settings.base().empty() ? "the model it changes, inside its folder as \"base\""
                                        : in_quotes(settings.base()) + " inside its folder or beside it",
                "none");
}

/// What is to be said of a base that is not called as the settings name it.
std::string unnamed_base(const AdapterSettings& settings, const fs::path& base_file) {
    const fs::path named = fs::path(settings.base()).filename();
    if (named.empty() || named == base_file.parent_path().filename()) return {};
    return ", which its folder does not call " + in_quotes(settings.base()) + " as " + settings.name() +
           " does";
}

struct AdaptedSource : TensorSource {
    AdaptedSource(Checkpoint of_base, Checkpoint of_adapter, const AdapterSettings& settings,
                  const fs::path& base_file)
        : base(std::move(of_base)), adapter(std::move(of_adapter)) {
        name = adapter.name();
        container = std::string(adapter.container()) + ", an adapter on " + std::string(base.container());
        size = base.size() + adapter.size();
        tensors = base.tensors();
        values = base.values();
        notes = base.notes();
        notes.push_back("the adapter was added to " + base.name() + unnamed_base(settings, base_file));
        std::set<const StoredTensor*> read;
        doubts = base.doubts();
        for (const FactorNames& names : factor_names) find_changes(names, settings, read);
        replace_others(read);
        for (std::string& doubt : settings.doubts(modules, whole, untouched()))
            doubts.push_back(std::move(doubt));
        if (!settings.ties_output()) doubt_tied_output();
    }

    Eigen::MatrixXf matrix(const StoredTensor& tensor, const Executor& executor) const override {
        if (const auto other = replaced.find(tensor.name); other != replaced.end())
            return adapter.matrix(*other->second, executor);
        const StoredTensor* own = base.find(tensor.name);
        if (own == nullptr) throw wrong(tensor.name, "it in the file", "none");
        Eigen::MatrixXf value = base.matrix(*own, executor); // (out, in)
        const auto change = changes.find(tensor.name);
        if (change == changes.end()) return value;
        const auto& [a, b, scale, turned] = change->second;
        const Eigen::MatrixXf A = adapter.matrix(*a, executor), B = adapter.matrix(*b, executor);
        // Hu et al. (2021), LoRA, section 4.1: W = W₀ + (α/r) B A
        const auto s = static_cast<float>(scale);
        if (turned)
            value.noalias() += s * (B * A).transpose();
        else
            value.noalias() += s * (B * A);
        return value;
    }

private:
    Error wrong(const std::string& tensor, const std::string& expected, const std::string& found) const {
        return {adapter.name(), "tensor \"" + escaped(tensor) + "\"", expected, found};
    }

    void find_changes(const FactorNames& names, const AdapterSettings& settings,
                      std::set<const StoredTensor*>& read) {
        for (const StoredTensor& a : adapter.tensors()) {
            const std::size_t at = a.name.find(names.a);
            const std::size_t end = at + names.a.size();
            if (at == a.name.npos || (end < a.name.size() && a.name[end] != '.')) continue;
            std::string other = a.name;
            other.replace(at, names.a.size(), names.b);
            const StoredTensor* b = adapter.find(other);
            if (b == nullptr) throw wrong(a.name, "\"" + escaped(other) + "\" beside it", "none");
            const std::string module = base_name(a.name.substr(0, at));
            const StoredTensor* own = in_base(module + ".weight");
            if (own == nullptr)
                throw wrong(a.name, "\"" + escaped(module) + ".weight\" in " + base.name(), "none");
            if (changes.contains(own->name))
                throw wrong(a.name, "one change of \"" + escaped(own->name) + "\"",
                            "another in the same file, as of several adapters");
            const bool turned = names.turned || lie_turned(module, *own, a, *b, settings);
            check_shapes(*own, a, *b, turned);
            settings.check_factors(module, a.name, a.shape[0]);
            modules.push_back(module);
            changes[own->name] = {&a, b, settings.scale(module, a.shape[0]), turned};
            read.insert({&a, b});
        }
    }

    /// Whether W lies (in, out). PEFT takes that from the module, whatever its settings say: the matrices of
    /// GPT-2 do. Where they say otherwise, and both ways fit, that is doubted.
    bool lie_turned(const std::string& module, const StoredTensor& own, const StoredTensor& a,
                    const StoredTensor& b, const AdapterSettings& settings) {
        const std::string last = module.substr(module.rfind('.') + 1);
        const bool said = settings.turned(), likely = std::find(turned_modules.begin(), turned_modules.end(),
                                                                last) != turned_modules.end();
        if (said == likely || !are_factors_of(own, a, b, likely)) return said;
        const std::string doubt = std::string(adapter_config_name) + " says \"fan_in_fan_out\" " +
                                  (said ? "true" : "false") + ", and " + in_quotes(last) +
                                  (likely ? " lies" : " does not lie") +
                                  " so: it is taken from the module, as PEFT does";
        if (std::find(doubts.begin(), doubts.end(), doubt) == doubts.end()) doubts.push_back(doubt);
        return likely;
    }

    /// Modules of the base whose matrix stays as it is.
    std::vector<std::string> untouched() const {
        constexpr std::string_view end = ".weight";
        std::vector<std::string> all;
        for (const StoredTensor& tensor : base.tensors())
            if (tensor.shape.size() == 2 && tensor.name.ends_with(end) && !changes.contains(tensor.name) &&
                !replaced.contains(tensor.name))
                all.push_back(tensor.name.substr(0, tensor.name.size() - end.size()));
        return all;
    }

    /// The base may have been saved with its head around it, or without: "transformer.h.0" is "h.0".
    const StoredTensor* in_base(const std::string& name) const {
        if (const StoredTensor* own = base.find(name)) return own;
        for (const std::string_view around : {"transformer.", "model.", "bert.", "roberta.", "distilbert."}) {
            if (const StoredTensor* own = base.find(std::string(around) + name)) return own;
            if (name.starts_with(around))
                if (const StoredTensor* own = base.find(name.substr(around.size()))) return own;
        }
        return nullptr;
    }

    static bool are_factors_of(const StoredTensor& own, const StoredTensor& a, const StoredTensor& b,
                               bool turned) {
        const bool factors =
            a.shape.size() == 2 && b.shape.size() == 2 && a.shape[0] == b.shape[1] && a.shape[0] > 0;
        if (!factors) return false;
        std::vector<std::int64_t> sum = {b.shape[0], a.shape[1]};
        if (turned) std::swap(sum[0], sum[1]);
        return sum == own.shape;
    }

    void check_shapes(const StoredTensor& own, const StoredTensor& a, const StoredTensor& b,
                      bool turned) const {
        if (!are_factors_of(own, a, b, turned))
            throw wrong(a.name, "factors of " + shape_text(own.shape),
                        shape_text(b.shape) + " and " + shape_text(a.shape));
    }

    /// Where the table of tokens is the output matrix, too, and is changed: as PEFT runs the model, the
    /// output stays the base's, and once the change is merged it does not.
    void doubt_tied_output() {
        const auto is_in = [](const auto& names, const std::string& name) {
            return std::any_of(names.begin(), names.end(), [&](std::string_view one) {
                return name == one || name.ends_with("." + std::string(one));
            });
        };
        for (const StoredTensor& tensor : tensors)
            if (is_in(output_names, tensor.name)) return;
        for (const StoredTensor& tensor : tensors)
            if ((changes.contains(tensor.name) || replaced.contains(tensor.name)) &&
                is_in(table_names, tensor.name))
                doubts.push_back(
                    "the adapter changes \"" + escaped(tensor.name) +
                    "\", which is the output matrix, too, as none is in the files: it was changed "
                    "in both places, and PEFT leaves the output as it was unless " +
                    std::string(adapter_config_name) + " says \"ensure_weight_tying\"");
    }

    /// Whole tensors that were learned beside the factors.
    void replace_others(const std::set<const StoredTensor*>& read) {
        int storages = 0;
        std::unordered_map<std::string, std::size_t> places; // of the base's tensors, by their names
        for (const StoredTensor& tensor : tensors) {
            storages = std::max(storages, tensor.storage + 1);
            places.try_emplace(tensor.name, places.size());
        }
        for (const StoredTensor& tensor : adapter.tensors()) {
            if (read.contains(&tensor)) continue;
            const StoredTensor* there = in_base(base_name(tensor.name));
            const std::string name_there = there != nullptr ? there->name : base_name(tensor.name);
            if (tensor.name.find("lora_") != tensor.name.npos)
                throw wrong(tensor.name, "a factor, or a whole tensor", "a change of another kind");
            if (tensor.name.find(".original_module") != tensor.name.npos) continue; // the base's own
            if (replaced.contains(name_there) || changes.contains(name_there))
                throw wrong(tensor.name, "one change of \"" + escaped(name_there) + "\"",
                            "another in the same file, as of several adapters");
            StoredTensor own = tensor;
            own.name = name_there;
            own.storage += storages;
            const auto [place, added] = places.try_emplace(name_there, tensors.size());
            if (added) {
                tensors.push_back(own);
            } else {
                StoredTensor& at = tensors[place->second];
                if (at.shape != tensor.shape)
                    throw wrong(tensor.name, shape_text(at.shape) + " as in " + base.name(),
                                shape_text(tensor.shape));
                at = own;
            }
            replaced[name_there] = &tensor;
            whole.push_back(base_name(tensor.name));
        }
    }

    Checkpoint base, adapter;
    std::map<std::string, Change> changes;
    std::map<std::string, const StoredTensor*> replaced;
    std::vector<std::string> modules, whole; // with factors; tensors that were learned whole
};

} // namespace

bool is_adapter(const fs::path& file) {
    const std::string name = file.filename().string();
    const bool own =
        name == adapter_config_name || name == "adapter_model.safetensors" || name == "adapter_model.bin";
    std::error_code ignored;
    return own && fs::is_regular_file(file.parent_path() / adapter_config_name, ignored);
}

fs::path base_of_adapter(const fs::path& folder) {
    if (!is_adapter(folder / adapter_config_name)) return {};
    try {
        return look_for_base(folder, AdapterSettings(folder));
    } catch (const Error&) { // opening it says what is wrong
        return {};
    }
}

Checkpoint open_adapter(const fs::path& file) {
    const fs::path folder = file.parent_path();
    const AdapterSettings settings(folder);
    fs::path numbers = folder / "adapter_model.safetensors";
    std::error_code ignored;
    if (!fs::exists(numbers, ignored)) numbers = folder / "adapter_model.bin";
    if (!fs::exists(numbers, ignored))
        throw Error(settings.name(), "an adapter without its numbers",
                    "adapter_model.safetensors or adapter_model.bin beside it", "neither");
    Checkpoint adapter(numbers);
    const fs::path base_file = find_base(folder, settings);
    Checkpoint base = open_checkpoint(base_file);
    return Checkpoint(
        std::make_shared<AdaptedSource>(std::move(base), std::move(adapter), settings, base_file));
}

} // namespace heed::io
