#include "core/trace/edits.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

constexpr std::array<std::string_view, 7> kinds = {"given",    "held",    "uniform", "strongest",
                                                   "previous", "without", "shuffled"};

} // namespace

std::string_view to_string(RowEdit::Kind kind) { return kinds.at(static_cast<std::size_t>(kind)); }

std::optional<RowEdit::Kind> find_row_edit(std::string_view name) {
    const auto found = std::find(kinds.begin(), kinds.end(), name);
    if (found == kinds.end()) return std::nullopt;
    return static_cast<RowEdit::Kind>(found - kinds.begin());
}

const RowEdit* Edits::row(int i) const {
    if (const auto found = rows.find(i); found != rows.end()) return &found->second;
    return every_row ? &*every_row : nullptr;
}

int Edits::first() const {
    if (every_row || temperature != 1) return 0;
    std::set<int> starts;
    if (!forced.empty()) starts.insert(forced.begin()->first);
    if (!rows.empty()) starts.insert(rows.begin()->first);
    for (const auto& [place, edit] : heads) starts.insert(edit.outputs.empty() ? 0 : *edit.outputs.begin());
    return starts.empty() ? -1 : *starts.begin();
}

} // namespace heed
