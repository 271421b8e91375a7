#include "core/io/attention/file.h"

#include "core/base/error.h"
#include "core/io/attention/forms.h"
#include "core/io/attention/weights/axes.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/container/archive/unpack.h"
#include "core/text/strings.h"
#include "core/trace/given_facts.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

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
    {is_own_table, attention_in_own_table},
    {is_links, attention_in_links},
    {is_hypotheses, attention_in_hypotheses},
    {is_page, attention_in_page},
    {is_dump, attention_in_dump},
    {is_table, attention_in_tables},
    {is_columns, attention_in_columns},
    {is_attention_json, attention_in_json, true},
};

/// Two bytes a letter, as Excel and PowerShell write: none of our forms, and no other file begins so.
bool is_utf16(const fs::path& file) {
    const InputFile in(file);
    std::string mark(2, '\0');
    if (in.size() < mark.size()) return false;
    in.read(0, mark.data(), mark.size());
    return mark == "\xFF\xFE" || mark == "\xFE\xFF";
}

bool of_text_ending(const fs::path& file) {
    constexpr std::string_view endings[] = {".csv", ".tsv", ".json", ".jsonl"}; // a .txt may be words
    return std::find(std::begin(endings), std::end(endings), ascii_lower(file.extension().string())) !=
           std::end(endings);
}

bool is_array(ContentKind kind) {
    return kind == ContentKind::Numpy || kind == ContentKind::PyTorch || kind == ContentKind::Pickle;
}
bool is_text(ContentKind kind) { return kind == ContentKind::Json || kind == ContentKind::Text; }

const Form* form_of(std::string_view text, ContentKind kind) {
    const std::string_view beginning = text.substr(0, looked_at);
    for (const Form& form : forms)
        if ((!form.only_json || kind == ContentKind::Json) && form.begins(beginning)) return &form;
    return nullptr;
}

/// "map.json" of map.json.gz.
fs::path without_gz(const fs::path& file) {
    return ascii_lower(file.extension().string()) == ".gz" ? fs::path(file).replace_extension() : file;
}

/// Arrays that are packed are looked into when they are read alone: looking for tensors costs unpacking them.
bool is_packed_text(const fs::path& file) {
    const std::string beginning = gzip_beginning(InputFile(file), looked_at);
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    const bool json = first != beginning.npos && (beginning[first] == '{' || beginning[first] == '[');
    return heed::io::is_text(std::string_view(beginning)) &&
           form_of(beginning, json ? ContentKind::Json : ContentKind::Text) != nullptr;
}

/// More words than the last that is not 0: 0 there, too. Throws where that is a map of many cells.
void widen(GivenSentence& s) {
    const auto rows = static_cast<std::size_t>(s.weights.shape[0]);
    const auto columns = static_cast<std::size_t>(s.weights.shape[1]);
    if (rows > s.target.size() || columns > s.source.size()) return; // which axis that is will be said
    if (s.target.size() > link_cells / std::max<std::size_t>(1, s.source.size()))
        throw Error(s.what, "the map of its links", "at most " + std::to_string(link_cells) + " cells",
                    std::to_string(s.target.size()) + " × " + std::to_string(s.source.size()));
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
    } catch (const Error&) { // of something else
        return;
    }
    if (s.sparse) widen(s);
}

void count_sentences(std::vector<GivenSentence>& sentences) {
    for (std::size_t n = 0; n < sentences.size(); ++n) sentences[n].sentence = static_cast<int>(n);
}

/// Of what a gzip held.
std::string text_of(const InputFile& packed) {
    if (packed.size() > largest_attention_file)
        throw Error(packed.name(), "text in a gzip",
                    "at most " + std::to_string(largest_attention_file) + " bytes",
                    std::to_string(packed.size()));
    std::string text(static_cast<std::size_t>(packed.size()), '\0');
    packed.read(0, text.data(), text.size());
    return text;
}

/// `packed`: what the file holds, where it is a gzip.
std::vector<GivenSentence> sentences_in(const fs::path& file, ContentKind kind,
                                        const std::optional<InputFile>& packed, const GivenAs& as) {
    if (is_array(kind)) return attention_in_array(file, as.any_words() || !as.axes.empty());
    if (!is_text(kind)) return {};
    const std::string text = packed ? text_of(*packed) : read_regular_file(file, largest_attention_file);
    const std::string name = shown(file);
    const Form* form = form_of(text, kind);
    if (form == nullptr) { // what is nearly one says what it lacks
        if (kind == ContentKind::Json) return attention_in_json(text, name);
        if (is_page(text)) return attention_in_page(text, name); // far below its beginning
        const bool bars = text.substr(0, text.find('\n')).find("|||") != text.npos;
        return bars ? attention_in_dump(text, name) : attention_in_columns(text, name);
    }
    std::vector<GivenSentence> sentences = form->read(text, name);
    if (kind != ContentKind::Text || form->read == attention_in_page) return sentences;
    count_sentences(sentences);
    if (sentences.size() == 1 && sentences.front().source.empty()) look_beside(sentences.front(), file);
    return sentences;
}

/// Of how many sentences it has words: more than one of a batch.
int sentences_of(const GivenSentence& s) {
    return static_cast<int>(std::max<std::size_t>(1, s.sources.size()));
}

/// A batch among several has a number for each of its sentences.
void spread_numbers(std::vector<GivenSentence>& sentences) {
    std::map<int, int> numbers; // first how many there are, then from where on
    for (const GivenSentence& s : sentences)
        numbers[s.sentence] = std::max(numbers[s.sentence], sentences_of(s));
    int next = 0;
    for (auto& [number, count] : numbers) next += std::exchange(count, next);
    for (GivenSentence& s : sentences) s.sentence = numbers[s.sentence];
}

/// Of several sentences the one that is asked for; of a batch among them, its own is asked for yet.
void choose_sentence(std::vector<GivenSentence>& sentences, GivenAs& as, const std::string& file) {
    const auto is_first = [](const GivenSentence& s) { return s.sentence == 0; };
    if (!as.sentence || std::all_of(sentences.begin(), sentences.end(), is_first)) return;
    int last = 0;
    for (const GivenSentence& s : sentences) last = std::max(last, s.sentence + sentences_of(s) - 1);
    if (*as.sentence > last)
        throw Error(file, "sentence " + std::to_string(*as.sentence) + ", counted from 0",
                    "at most " + std::to_string(last), std::to_string(*as.sentence));
    std::erase_if(sentences, [&](const GivenSentence& s) {
        return *as.sentence < s.sentence || *as.sentence >= s.sentence + sentences_of(s);
    });
    if (sentences_of(sentences.front()) == 1) return as.sentence.reset();
    *as.sentence -= sentences.front().sentence;
}

/// Tokens that were said, of the only sentence, or of the one of a batch that was asked for.
void put_said_words(std::vector<GivenSentence>& sentences, const GivenAs& as, const std::string& file) {
    if (!as.any_words()) return;
    std::size_t count = 0;
    int seen = -1;
    for (const GivenSentence& s : sentences) {
        const int batch = as.sentence ? 1 : sentences_of(s);
        count += s.sentence == seen ? 0 : static_cast<std::size_t>(batch);
        seen = s.sentence;
    }
    if (count > 1)
        throw Error(file, "tokens that were given", "those of one sentence, and which it is (--sentence N)",
                    plural(count, "sentence", "sentences"));
    for (GivenSentence& s : sentences) {
        const auto put = [&](const Words& said, Words& words, std::vector<Words>& batch) {
            if (said.empty()) return;
            if (batch.empty())
                words = said;
            else if (as.sentence && static_cast<std::size_t>(*as.sentence) < batch.size())
                batch[static_cast<std::size_t>(*as.sentence)] = said;
        };
        put(as.source, s.source, s.sources);
        put(as.output, s.target, s.targets);
        if (s.sparse && !s.source.empty() && !s.target.empty()) widen(s);
    }
}

constexpr std::string_view can_be_said = " \"…\" gives it)";

/// Words of one side are no sentence: those of the other can be said, or numbered.
void check_sides(const std::vector<GivenSentence>& sentences) {
    for (const GivenSentence& s : sentences) {
        if (!s.one_sided || (!s.source.empty() && !s.target.empty())) continue;
        const char* option = s.source.empty() ? "--source" : "--output";
        throw Error(s.what, "attention", "\"source\", \"target\" and \"attention\"",
                    std::string(s.source.empty() ? "no source" : "no target") + " (heed trace --from FILE " +
                        (sentences.size() > 1 ? "--sentence N " : "") + option + std::string(can_be_said));
    }
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
    if (rows.empty() || rows.front().empty())
        throw Error(what, "weights", "rows of numbers, one an output", "none");
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

std::vector<Trace> read_attention(const fs::path& file, const GivenAs& said) {
    if (is_utf16(file))
        throw Error(shown(file), "text in UTF-16", "UTF-8: save it so, or iconv -f UTF-16 -t UTF-8",
                    "a mark of UTF-16 in front");
    ContentKind kind = content_kind(file);
    std::optional<InputFile> packed;
    if (kind == ContentKind::Gzip) {
        packed.emplace(unpacked_gzip(InputFile(file)));
        kind = content_kind(*packed, without_gz(file));
    }
    GivenAs as = said;
    std::vector<GivenSentence> sentences = sentences_in(file, kind, packed, as);
    if (sentences.empty())
        throw Error(shown(file), "no attention", "weights with their words", described(file, kind));
    spread_numbers(sentences);
    choose_sentence(sentences, as, shown(file));
    for (GivenSentence& sentence : sentences) { // a table's words stand where its numbers do
        if (!sentence.labelled) continue;
        sentence.turned = as.axes.empty() && only_columns_sum(sentence.weights);
        if (as.axes == "ST" || sentence.turned) std::swap(sentence.source, sentence.target);
    }
    put_said_words(sentences, as, shown(file));
    if (!as.numbered) check_sides(sentences);
    std::vector<Trace> traces;
    for (GivenSentence& sentence : sentences)
        for (Trace& trace : traces_of(std::move(sentence), without_gz(file).stem().string(), as))
            traces.push_back(std::move(trace));
    return traces;
}

bool lacks_side(std::string_view problem) { return problem.find(can_be_said) != problem.npos; }

int sentence_of_file(const Trace& trace) { return trace.model.of<GivenFacts>().sentence; }

bool is_attention_file(const fs::path& file) {
    try {
        if (is_utf16(file)) return of_text_ending(file); // it says why it is not read
        const ContentKind kind = content_kind(file);
        if (kind == ContentKind::Gzip) return is_packed_text(file);
        if (kind == ContentKind::Pickle && InputFile(file).size() > largest_attention_file) return false;
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
