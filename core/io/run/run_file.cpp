#include "core/io/run/run_file.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/base/json_text.h"
#include "core/io/run/trace_json.h"

#include <algorithm>
#include <cctype>

namespace heed::io {
namespace {

constexpr std::uint64_t largest = std::uint64_t{1} << 30;

bool begins_like_a_run(std::string_view text) {
    std::string beginning(text.substr(0, 256));
    std::erase_if(beginning, [](unsigned char c) { return std::isspace(c) != 0; });
    return beginning.starts_with("{\"format\":\"heed.trace\"") ||
           beginning.starts_with("{\"format\":\"heed.compare\"");
}

/// A comparison's models, or the run itself.
void add_runs(const Json& json, const std::string& subject, std::vector<Trace>& runs) {
    const bool several = json.is_object() && json.contains("format") && json["format"] == "heed.compare" &&
                         json.contains("models") && json["models"].is_array();
    if (!several) return runs.push_back(trace_from_json(json, subject));
    for (std::size_t n = 0; n < json["models"].size(); ++n)
        runs.push_back(trace_from_json(json["models"][n], subject + ": models[" + std::to_string(n) + "]"));
}

/// Whether each line is a value of its own: the first one closes what it opens.
bool is_lines(std::string_view text) {
    const std::size_t end = text.find('\n');
    if (end == text.npos || text.find_first_not_of(" \t\r\n", end) == text.npos) return false;
    int depth = -1;
    for_each_bracket(text.substr(0, end), [&](std::size_t, int now) {
        depth = now;
        return true;
    });
    return depth == 0;
}

std::vector<Trace> runs_in(std::string_view text, const std::string& subject) {
    std::vector<Trace> runs;
    if (!is_lines(text)) {
        add_runs(parse_json(text, subject), subject, runs);
        return runs;
    }
    int line = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view one = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++line;
        if (one.find_first_not_of(" \t\r") == one.npos) continue;
        const std::string place = subject + ": line " + std::to_string(line);
        add_runs(parse_json(one, place), place, runs);
    }
    return runs;
}

} // namespace

bool is_run_file(const std::filesystem::path& file) {
    try {
        const InputFile input(file);
        std::string beginning(std::min<std::uint64_t>(input.size(), 256), ' ');
        input.read(0, beginning.data(), beginning.size());
        return begins_like_a_run(beginning);
    } catch (const Error&) {
        return false;
    }
}

std::vector<Trace> read_runs(const std::filesystem::path& file, const GivenAs& as) {
    std::error_code ignored;
    const bool regular = std::filesystem::is_regular_file(file, ignored);
    if (regular && !is_run_file(file) && (is_attention_file(file) || content_kind(file) != ContentKind::Json))
        return read_attention(file, as);
    const std::string text = read_file(file, largest); // a pipe, too
    if (regular && text.find("heed.trace") == text.npos) return read_attention(file, as);
    return runs_in(text, shown(file));
}

} // namespace heed::io
