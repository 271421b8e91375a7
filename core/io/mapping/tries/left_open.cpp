#include "core/io/mapping/tries/left_open.h"

#include "core/base/error.h"
#include "core/io/mapping/tries/all_answers.h"

#include <algorithm>

namespace heed::io::mapping {

namespace {

constexpr std::uint64_t read_at_most = std::uint64_t{1} << 30; // bytes of tensors, over all that is tried
constexpr std::uint64_t least_tried = 32, most_tried = 256;    // as many as change one answer, and more

/// Of large files only as many are tried as are soon read.
Reach reach_of(const Unknown& files) {
    const std::uint64_t tried = std::clamp(read_at_most / bytes_of(files), least_tried, most_tried);
    return {static_cast<std::size_t>(tried), 2, false, false};
}

Answers taken_of(const Draft& draft) {
    Answers taken;
    for (const Question* question : draft.open()) taken[question->id] = question->answer;
    return taken;
}

} // namespace

std::optional<std::vector<std::string>> left_open(const nlohmann::json& family, const Unknown& files,
                                                  const Model& model, const OpenOptions& options) {
    const Said said = said_in(family);
    if (said.answers.empty()) return std::nullopt;
    try {
        const Reading reading = read_unknown(files, said, options);
        const Draft draft = reading.drafted();
        if (!draft.ready()) return std::nullopt;
        const Answers taken = taken_of(draft);
        Reach reach = reach_of(files);
        Search search = try_all(reading, options, nullptr, {}, reach);
        if (search.agreeing() == 1 && search.tried.front().answers == taken)
            return std::vector<std::string>(); // as nearly always, and soon told
        reach.probed = true;
        search = try_all(reading, options, nullptr, {}, reach);
        const Combination* own = search.agreeing_with(taken);
        if (own == nullptr || !own->runs) return std::nullopt;
        const std::vector<std::string> texts = input_texts(model, examples_in(files.folder()));
        if (!same_runs(*own->runs, run_probes(model, texts))) return std::nullopt;
        std::vector<std::string> sentences;
        for (const Undecided& one : search.undecided(taken))
            sentences.push_back(undecided_words(draft, one.question, files.title()));
        return sentences;
    } catch (const Error&) {
        return std::nullopt;
    }
}

} // namespace heed::io::mapping
