#include "core/io/huggingface/hub_unwrapped.h"

#include "core/io/container/joined/joined.h"
#include "core/io/family/renamed.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <optional>
#include <set>

namespace heed::io {
namespace {

using Names = std::vector<std::string>;

bool differ(const Names& names) {
    return std::set<std::string_view>(names.begin(), names.end()).size() == names.size();
}

/// What stands in front of a table of tokens and of the family's own prefix: "state_dict.", or nothing; null
/// where it is no table.
std::optional<std::string> in_front(std::string_view name, const HubFamily& family) {
    for (const std::string_view tables : {family.tables.read, family.tables.written})
        for (const std::string_view table : split(tables, "|")) {
            if (table.empty() || !name.ends_with(table)) continue;
            std::string_view rest = name.substr(0, name.size() - table.size());
            for (const std::string_view prefix : family.prefixes)
                if (rest.ends_with(prefix)) {
                    rest.remove_suffix(prefix.size());
                    break;
                }
            if (rest.empty() || rest.ends_with('.')) return std::string(rest);
        }
    return std::nullopt;
}

/// What stands in front of the models of a file, in its order.
Names roots_of(const Names& names, const HubFamily& family) {
    Names roots;
    for (const std::string& name : names)
        if (const auto root = in_front(name, family);
            root && std::find(roots.begin(), roots.end(), *root) == roots.end())
            roots.push_back(*root);
    return roots;
}

std::string quoted_root(const std::string& root) { return "\"" + escaped(root) + "\""; }

/// Takes the first model's root off. Nothing where a model stands without one.
void take_root_off(Names& names, const HubFamily& family, Names& notes) {
    const Names roots = roots_of(names, family);
    if (roots.empty() || std::find(roots.begin(), roots.end(), "") != roots.end()) return;
    const std::string& root = roots.front();
    Names shorter = names;
    for (std::string& name : shorter)
        if (name.starts_with(root)) name.erase(0, root.size());
    if (!differ(shorter)) return;
    names = std::move(shorter);
    if (roots.size() == 1) {
        notes.push_back("names are read without " + quoted_root(root));
        return;
    }
    Names others;
    for (std::size_t n = 1; n < roots.size(); ++n) others.push_back(quoted_root(roots[n]));
    notes.push_back("several models are in the file: read is " + quoted_root(root) + ", not " +
                    listed(others, " and ") + " (saved alone, each opens)");
}

} // namespace

Checkpoint hub_unwrapped(Checkpoint checkpoint, const HubFamily& family, std::vector<std::string>& notes) {
    Names before, names;
    for (const StoredTensor& tensor : checkpoint.tensors()) {
        before.push_back(tensor.name);
        names.push_back(without_wrappers(tensor.name));
    }
    if (!differ(names))
        names = before;
    else if (names != before)
        notes.emplace_back("names are read without the words of PyTorch's wrappers");
    take_root_off(names, family, notes);
    if (names == before) return checkpoint;
    return joined_checkpoint({{std::move(checkpoint), std::move(names)}});
}

} // namespace heed::io
