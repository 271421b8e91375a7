#include "core/io/open/asked_for.h"

#include "core/io/base/json_text.h"
#include "core/io/open/kinds/open_hub.h"
#include "core/io/open/no_family.h"

namespace heed::io {

namespace fs = std::filesystem;

std::vector<Family> families_of(const OpenOptions& options, std::vector<std::string>* broken) {
    std::vector<std::string> unsaid;
    if (broken == nullptr) broken = &unsaid;
    std::vector<Family> families;
    std::error_code ignored;
    if (!options.family.empty() && fs::is_regular_file(options.family, ignored)) {
        families.push_back(read_family(options.family));
        return families;
    }
    families = read_families(options.families, broken);
    if (options.family.empty()) return families;
    if (options.family.front() == '{') { // the family itself
        check_nesting(options.family, "the family that was given");
        nlohmann::json spec = nlohmann::json::parse(options.family, nullptr, false);
        if (spec.is_discarded()) throw Error("the family that was given", "is not JSON");
        return {checked_family(std::move(spec), "the family that was given")};
    }
    for (const Family& family : families)
        if (family.id == options.family) return {family};
    for (const std::string& why : *broken) // why the one that is meant takes no part
        if (why.find("/" + options.family + ".json: ") != why.npos) throw Error(why);
    throw no_such_family(options.family, families);
}

fs::path hub_of(const std::vector<fs::path>& paths, const OpenOptions& options) {
    return paths.size() == 1 && options.family.empty() ? hub_folder(paths.front()) : fs::path();
}

void check_family(const OpenOptions& options) {
    if (!options.family.empty()) families_of(options);
}

} // namespace heed::io
