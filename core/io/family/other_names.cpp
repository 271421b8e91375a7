#include "core/io/family/other_names.h"

#include "core/io/family/family.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>

namespace heed::io {

namespace {

/// What stands before the last word of a name, with its dot, and that word.
struct SplitName {
    std::string before, last;
};

SplitName split_name(const std::string& name) {
    const std::size_t dot = name.rfind('.');
    return dot == name.npos ? SplitName{"", name} : SplitName{name.substr(0, dot + 1), name.substr(dot + 1)};
}

using ByBefore = std::map<std::string, std::vector<std::string>>; // last words

ByBefore grouped_names(const std::vector<std::string>& names) {
    ByBefore all;
    for (const std::string& name : names) {
        SplitName one = split_name(name);
        all[one.before].push_back(std::move(one.last));
    }
    return all;
}

/// Letters that they have in common at their beginnings and ends.
std::size_t likeness(std::string_view a, std::string_view b) {
    const std::size_t most = std::min(a.size(), b.size());
    std::size_t begin = 0, end = 0;
    while (begin < most && a[begin] == b[begin]) ++begin;
    while (end < most - begin && a[a.size() - 1 - end] == b[b.size() - 1 - end]) ++end;
    return begin + end;
}

std::vector<std::string> matching(const std::vector<std::string>& lasts,
                                  const std::vector<std::string>& patterns) {
    std::vector<std::string> found;
    std::copy_if(lasts.begin(), lasts.end(), std::back_inserter(found), [&](const std::string& last) {
        return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
            return matches_pattern(last, any_layer(pattern));
        });
    });
    return found;
}

} // namespace

std::string any_layer(std::string name) {
    if (const std::size_t at = name.rfind("_l0"); at != name.npos) name.replace(at, 3, "_l*");
    return name;
}

std::map<std::string, std::string> other_names(const std::vector<std::string>& left,
                                               const std::vector<std::string>& missing) {
    std::map<std::string, std::string> named;
    ByBefore theirs = grouped_names(left), wanted = grouped_names(missing);
    while (!theirs.empty() && !wanted.empty()) {
        std::tuple<std::size_t, std::size_t> best{0, 0};
        std::string from, to;
        for (const auto& [before, lasts] : theirs)
            for (const auto& [other, patterns] : wanted) {
                const std::tuple now{matching(lasts, patterns).size(), likeness(before, other)};
                if (std::get<0>(now) == 0 || now <= best) continue;
                best = now;
                from = before;
                to = other;
            }
        if (std::get<0>(best) == 0) return named;
        for (const std::string& last : matching(theirs[from], wanted[to])) named[from + last] = to + last;
        theirs.erase(from);
        wanted.erase(to);
    }
    return named;
}

} // namespace heed::io
