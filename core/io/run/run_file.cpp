#include "core/io/run/run_file.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/base/json_text.h"
#include "core/io/container/archive/private_folder.h"
#include "core/io/run/trace_json.h"

#include <algorithm>
#include <cctype>
#include <unistd.h>

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

namespace {

constexpr std::string_view standard_input = "-";

/// What a run of a pipe is called, as of a file by its name.
std::string name_of_piped(const std::filesystem::path& pipe) {
    const std::string name = pipe.filename().string();
    const bool number = name.find_first_not_of("0123456789") == name.npos; // of a shell's <(…), "/dev/fd/63"
    return pipe == standard_input || number ? "stdin" : name;
}

/// Readers of attention look at what they read more than once, which a pipe does not allow: it is laid out in
/// a file of its own for as long.
std::vector<Trace> read_laid_out(const std::string& text, const std::filesystem::path& pipe,
                                 const GivenAs& as) {
    const PrivateFolder folder(shown(pipe));
    const std::filesystem::path file = folder.path() / name_of_piped(pipe);
    create_file(file, text, shown(pipe));
    try {
        return read_runs(file, as);
    } catch (const Error& error) {
        std::string sentence = error.what();
        const std::string laid_out = shown(file);
        for (std::size_t at = 0; (at = sentence.find(laid_out, at)) != sentence.npos;
             at += shown(pipe).size())
            sentence.replace(at, laid_out.size(), shown(pipe));
        throw Error(sentence);
    }
}

} // namespace

std::vector<Trace> read_runs(const std::filesystem::path& file, const GivenAs& as) {
    std::error_code ignored;
    const bool regular = file != standard_input && std::filesystem::is_regular_file(file, ignored);
    if (regular && !is_run_file(file) && (is_attention_file(file) || content_kind(file) != ContentKind::Json))
        return read_attention(file, as);
    const std::string text = file == standard_input ? read_descriptor(STDIN_FILENO, largest, shown(file))
                                                    : read_file(file, largest); // a pipe, too
    if (!regular && !begins_like_a_run(text)) return read_laid_out(text, file, as);
    if (regular && text.find("heed.trace") == text.npos) return read_attention(file, as);
    return runs_in(text, shown(file));
}

} // namespace heed::io
