#include "core/io/run/attention_file.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/run/attention_forms.h"
#include "core/text/strings.h"

#include <algorithm>
#include <charconv>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t looked_at = 1u << 16;

/// A form of text: what begins so, and who reads it. The first that fits reads.
struct Form {
    bool (*begins)(std::string_view beginning);
    std::vector<GivenSentence> (*read)(std::string_view text, const std::string& file);
    bool only_json = false; // its content looks like JSON
};
constexpr Form forms[] = {
    {is_own_table, attention_in_own_table}, {is_links, attention_in_links},
    {is_dump, attention_in_dump},           {is_table, attention_in_tables},
    {is_columns, attention_in_columns},     {is_attention_json, attention_in_json, true},
};

bool is_array(ContentKind kind) { return kind == ContentKind::Numpy || kind == ContentKind::PyTorch; }
bool is_text(ContentKind kind) { return kind == ContentKind::Json || kind == ContentKind::Text; }

const Form* form_of(std::string_view text, ContentKind kind) {
    const std::string_view beginning = text.substr(0, looked_at);
    for (const Form& form : forms)
        if ((!form.only_json || kind == ContentKind::Json) && form.begins(beginning)) return &form;
    return nullptr;
}

/// More words than the last that is not 0: 0 there, too.
void widen(GivenSentence& s) {
    const auto rows = static_cast<std::size_t>(s.weights.shape[0]);
    const auto columns = static_cast<std::size_t>(s.weights.shape[1]);
    if (rows > s.target.size() || columns > s.source.size()) return; // which axis that is will be said
    std::vector<float> wide(s.target.size() * s.source.size(), 0.0f);
    for (std::size_t row = 0; row < rows; ++row)
        std::copy_n(&s.weights.values[row * columns], columns, &wide[row * s.source.size()]);
    s.weights.shape = {std::ssize(s.target), std::ssize(s.source)};
    s.weights.values = std::move(wide);
}

/// Words that the only sentence of a text lacks may stand beside it, as those of an array do.
void look_beside(GivenSentence& s, const fs::path& file) {
    try {
        auto words = words_beside(file);
        if (!words) return;
        s.source = std::move(words->first);
        if (s.target.empty()) s.target = std::move(words->second);
        if (s.sparse) widen(s);
    } catch (const Error&) { // of something else
    }
}

/// Numbers between commas, tabs or semicolons that no words name.
void refuse_table(std::string_view text, const std::string& file) {
    std::string_view line;
    if (!next_line(text, line)) return;
    for (const std::string_view between : {"\t", ";", ","}) {
        const auto fields = split(line, between);
        const bool numbers =
            fields.size() > 1 && std::all_of(fields.begin(), fields.end(), [](std::string_view field) {
                return number_of(trimmed(field)).has_value();
            });
        if (numbers)
            throw Error(file + ": line 1", "a table of weights",
                        "a header of source tokens, behind an empty field, and an output's token in front of "
                        "each row",
                        "numbers alone");
    }
}

std::vector<GivenSentence> sentences_in(const fs::path& file, ContentKind kind) {
    if (is_array(kind)) return attention_in_array(file);
    if (!is_text(kind)) return {};
    const std::string text = read_regular_file(file, largest_attention_file);
    const Form* form = form_of(text, kind);
    if (form == nullptr) { // what is nearly one says what it lacks
        if (kind == ContentKind::Json) return attention_in_json(text, shown(file));
        const bool bars = text.substr(0, text.find('\n')).find("|||") != text.npos;
        if (!bars) refuse_table(text, shown(file));
        return bars ? attention_in_dump(text, shown(file)) : std::vector<GivenSentence>();
    }
    std::vector<GivenSentence> sentences = form->read(text, shown(file));
    if (kind == ContentKind::Text && sentences.size() == 1 && sentences.front().source.empty())
        look_beside(sentences.front(), file);
    return sentences;
}

} // namespace

Words words_of(std::string_view text) {
    constexpr std::string_view space = " \t\r\n\f\v";
    Words words;
    for (std::size_t at = text.find_first_not_of(space); at != text.npos;
         at = text.find_first_not_of(space, at)) {
        const std::size_t end = std::min(text.find_first_of(space, at), text.size());
        words.emplace_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

std::optional<float> number_of(std::string_view text) {
    double value = 0; // smaller than any float: 0
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool tiny = error == std::errc::result_out_of_range && text.find("e-") != text.npos;
    if ((error != std::errc() && !tiny) || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    return static_cast<float>(tiny ? 0 : value);
}

GivenArray matrix_of(const std::vector<std::vector<float>>& rows, const std::string& what) {
    if (rows.empty() || rows.front().empty()) throw Error(what, "weights", "rows of numbers", "none");
    GivenArray m;
    m.written = true;
    m.shape = {std::ssize(rows), std::ssize(rows.front())};
    for (std::size_t n = 0; n < rows.size(); ++n) {
        if (rows[n].size() != rows.front().size())
            throw Error(what, "row " + std::to_string(n + 1) + " of the weights",
                        std::to_string(rows.front().size()) + " numbers", std::to_string(rows[n].size()));
        m.values.insert(m.values.end(), rows[n].begin(), rows[n].end());
    }
    return m;
}

std::vector<Trace> read_attention(const fs::path& file, const GivenAs& as) {
    const ContentKind kind = content_kind(file);
    std::vector<GivenSentence> sentences = sentences_in(file, kind);
    if (sentences.empty())
        throw Error(shown(file), "no attention", "weights with their words", std::string(describe(kind)));
    std::vector<Trace> traces;
    for (GivenSentence& sentence : sentences)
        for (Trace& trace : traces_of(std::move(sentence), file.stem().string(), as))
            traces.push_back(std::move(trace));
    return traces;
}

bool is_attention_file(const fs::path& file) {
    try {
        const ContentKind kind = content_kind(file);
        if (is_array(kind)) return is_attention_array(file);
        if (!is_text(kind)) return false;
        const InputFile in(file);
        std::string beginning(static_cast<std::size_t>(std::min(in.size(), looked_at)), '\0');
        in.read(0, beginning.data(), beginning.size());
        return form_of(beginning, kind) != nullptr;
    } catch (const Error&) {
        return false;
    }
}

} // namespace heed::io
