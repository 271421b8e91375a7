#include "core/io/base/doubt.h"
#include "core/io/report/load_report.h"
#include "core/text/strings.h"

#include <algorithm>
#include <numeric>

namespace heed::io {

std::size_t LoadReport::unread() const {
    return static_cast<std::size_t>(std::count_if(
        tensors.begin(), tensors.end(), [](const ReportTensor& tensor) { return tensor.unread(); }));
}

std::uint64_t LoadReport::unread_bytes() const {
    return std::accumulate(tensors.begin(), tensors.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const ReportTensor& tensor) {
                               return sum + (tensor.unread() ? tensor.bytes : 0);
                           });
}

bool ReportCase::disagrees() const {
    return std::any_of(lines.begin(), lines.end(), [](const Line& line) { return !line.good; });
}

std::vector<std::string> LoadReport::left_open() const {
    const bool settles = own_case && (own_case->decides || own_case->settles) && !own_case->disagrees();
    if (settles && own_case->only.empty()) return undecided;
    std::vector<std::string> sentences = unsettled;
    if (settles) sentences.insert(sentences.begin(), own_case->only);
    return sentences;
}

bool LoadReport::agrees() const {
    return own_case && own_case->decides && !own_case->disagrees() && own_case->only.empty() &&
           undecided.empty();
}

// An example that agrees settles what the files leave open, but what it would agree with either way. It does
// not say what a tensor is for that nothing reads: another input may need it.
LoadVerdict LoadReport::verdict() const {
    if (own_case && own_case->disagrees()) return LoadVerdict::Refused;
    if (unread() > 0) return LoadVerdict::Partly;
    if (agrees()) return LoadVerdict::Verified;
    return left_open().empty() ? LoadVerdict::Clean : LoadVerdict::Partly;
}

std::string LoadReport::doubt() const {
    if (own_case && own_case->disagrees())
        return doubt_because(own_case->unread ? "The model's own example cannot be compared"
                                              : "The model's own example disagrees");
    if (unread() > 0) return unread_doubt(unread(), unread_bytes(), left_open().size());
    return verdict() == LoadVerdict::Partly ? assumed_doubt(left_open()) : std::string();
}

std::string LoadReport::counts() const {
    if (parameters == 0 || doubt().empty()) return {};
    std::uint64_t unread_numbers = 0;
    std::size_t in_part = 0;
    for (const ReportTensor& tensor : tensors) {
        if (!tensor.unread()) continue;
        if (!tensor.rest.empty())
            ++in_part;
        else
            unread_numbers += std::accumulate(tensor.shape.begin(), tensor.shape.end(), std::uint64_t{1},
                                              [](std::uint64_t product, std::int64_t size) {
                                                  return product * static_cast<std::uint64_t>(size);
                                              });
    }
    std::string words = grouped(parameters) + " parameters used";
    if (unread_numbers > 0) words += ", " + grouped(unread_numbers) + " not understood";
    if (in_part > 0) words += ", " + plural(in_part, "tensor", "tensors") + " read in part";
    return words + ". Nothing missing, no NaN.";
}

std::vector<std::string> LoadReport::to_know() const {
    std::vector<std::string> sentences = left_open();
    if (unread() == 0 && sentences.size() == 1) sentences.clear(); // the doubt is that one
    if (own_case && !own_case->decides && !own_case->only.empty())
        sentences.insert(sentences.begin(), own_case->only);
    if (agrees() && !own_case->besides.empty()) sentences.push_back(own_case->besides);
    sentences.insert(sentences.end(), notes.begin(), notes.end());
    return sentences;
}

std::string to_string(LoadVerdict verdict) {
    constexpr const char* words[] = {"verified", "clean", "partly", "refused"};
    return words[static_cast<std::size_t>(verdict)];
}

} // namespace heed::io
