// A family's file applied to the tensors and option values of one model: which variants hold, the sizes, the
// configuration, and an expression for each of our tensors.
#pragma once

#include "core/io/family/family_expression.h"

#include <map>
#include <string>
#include <vector>

namespace heed::io {

class FamilyReading {
public:
    struct Role {
        std::string name; // ours: "encoder.forward.1.weight_ih"
        Expression expression;
    };

    /// `beside` holds the option files that the family may ask for. Throws heed::Error: what the family
    /// refuses by name; a key of the family that cannot be read, with the family's file as its subject.
    /// Tensors that are not there are no error yet: see missing().
    FamilyReading(const Family& family, FamilyStock& stock, const std::filesystem::path& beside);

    /// encoder, decoder, attention, normalisation, source, … of a config.json, with numbers in place of
    /// sizes.
    const nlohmann::json& config() const { return config_; }
    const std::vector<Role>& roles() const { return roles_; }
    const std::vector<std::string>& missing() const { return missing_; } // by the family's names
    /// The family with the variants that hold: "vocabularies", "special", "ignore", "words".
    const nlohmann::json& spec() const { return spec_; }
    const std::vector<std::string>& notes() const { return notes_; }
    /// What these files cannot tell and the family assumes, a sentence each.
    const std::vector<std::string>& unsettled() const { return unsettled_; }
    /// Of that what can be tried: another reading of the files, as a patch of the family.
    struct Other {
        std::string sentence;
        nlohmann::json patch;
    };
    const std::vector<Other>& others() const { return others_; }
    /// Of that what an example that agrees does not tell, either.
    const std::vector<std::string>& undecided() const { return undecided_; }
    const FamilyStock& stock() const { return stock_; }

private:
    void read_options(const nlohmann::json& patch, const std::filesystem::path& beside);
    void apply(const nlohmann::json& patch, const std::filesystem::path& beside, int depth);
    bool holds(const nlohmann::json& condition) const;
    bool value_is(const nlohmann::json& condition) const;
    bool has_dimensions(const std::string& name, std::size_t count) const;
    bool is_there(const std::string& pattern) const;
    void refuse() const;
    void read_roles();
    void add_role(std::string ours, const nlohmann::json& theirs, const std::string& rule);

    double number(const std::string& arithmetic) const;
    double size(const std::string& name) const;
    nlohmann::json evaluated(const nlohmann::json& value, const std::string& place) const;

    const Family& family_;
    FamilyStock& stock_;
    nlohmann::json spec_ = nlohmann::json::object();
    nlohmann::json config_;
    std::vector<Role> roles_;
    std::map<std::string, std::string> rules_; // by which key of "tensors" each of ours was made
    std::vector<std::string> missing_;
    std::map<std::string, std::vector<std::string>> lacking_; // what each of ours would need and has not
    std::vector<std::string> notes_, unsettled_, undecided_;
    std::vector<Other> others_;
    mutable std::map<std::string, double> sizes_;
    mutable std::vector<std::string> in_hand_; // sizes being worked out, to notice circles
};

} // namespace heed::io
