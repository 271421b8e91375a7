#include "core/text/subword/pattern.h"

#include "core/base/error.h"
#include "core/text/escape.h"
#include "core/text/subword/pattern_dialect.h"
#include "core/text/tokenizer.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <utility>

namespace heed::subword {

namespace {

/// Places found go in, in order; what stands between them is filled in.
class Places {
public:
    explicit Places(std::size_t size) : size_(size) {}
    void add(std::size_t begin, std::size_t end) {
        if (begin > done_) all_.push_back({done_, begin, false});
        all_.push_back({begin, end, true});
        done_ = end;
    }
    std::vector<Found> all() && {
        if (done_ < size_) all_.push_back({done_, size_, false});
        return std::move(all_);
    }

private:
    std::size_t size_, done_ = 0;
    std::vector<Found> all_;
};

/// One search may take so many steps; a sensible pattern needs a few dozen.
constexpr std::uint32_t most_steps = 200000, deepest = 20000, most_memory = 20000; // kibibytes

template <auto release>
struct Releases {
    template <class T>
    void operator()(T* what) const {
        release(what);
    }
};
using Code = std::unique_ptr<pcre2_code, Releases<pcre2_code_free_8>>;
using Limits = std::unique_ptr<pcre2_match_context, Releases<pcre2_match_context_free_8>>;
using Hit = std::unique_ptr<pcre2_match_data, Releases<pcre2_match_data_free_8>>;

Code compiled(const std::string& written, std::size_t& place) {
    int error = 0;
    return Code(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(written.data()), written.size(),
                              PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C, &error,
                              &place, nullptr));
}

bool is_script(const std::string& name) {
    std::size_t place = 0;
    const bool plain = name.find_first_of("}:=") == name.npos;
    return plain && compiled("\\p{sc:" + name + "}", place) != nullptr;
}

struct Expression {
    Code code;
    Limits limits;
    std::string subject, pattern;

    Expression(const std::string& expression, std::string of) : subject(std::move(of)), pattern(expression) {
        std::size_t place = 0;
        const std::string written = in_perl(pattern, is_script, subject);
        code = compiled(written, place);
        if (!code)
            throw Error(subject, "pattern " + in_quotes(pattern, 60), "a regular expression",
                        "an error at byte " + std::to_string(place) + " of " + in_quotes(written, 60));
        limits.reset(pcre2_match_context_create(nullptr));
        pcre2_set_match_limit(limits.get(), most_steps);
        pcre2_set_depth_limit(limits.get(), deepest);
        pcre2_set_heap_limit(limits.get(), most_memory);
    }

    /// A match of nothing counts, but not at the end of the match before it.
    std::vector<Found> over(std::string_view text) const {
        Places places(text.size());
        const Hit hit(pcre2_match_data_create(1, nullptr));
        std::size_t last = std::string_view::npos; // where the match before this one ended
        for (std::size_t at = 0; !text.empty() && at <= text.size();) {
            const int count = pcre2_match(code.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(),
                                          at, PCRE2_NO_UTF_CHECK, hit.get(), limits.get());
            if (count == PCRE2_ERROR_NOMATCH) break;
            if (count < 0)
                throw Error(subject, "pattern " + in_quotes(pattern, 60), "a search of few steps",
                            "one of more than " + std::to_string(most_steps));
            const std::size_t* const ends = pcre2_get_ovector_pointer(hit.get());
            if (ends[0] < at || ends[1] < ends[0]) break; // \K inside looking ahead
            if (ends[0] == ends[1] && ends[1] == last) {
                at += at < text.size() ? decode_utf8(text, at).length : 1;
                continue;
            }
            places.add(ends[0], ends[1]);
            at = last = ends[1];
        }
        return std::move(places).all();
    }
};

} // namespace

Pattern literal_pattern(std::string wanted) {
    return [wanted = std::move(wanted)](std::string_view text) {
        Places places(text.size());
        for (std::size_t at = 0; !wanted.empty() && (at = text.find(wanted, at)) != text.npos;
             at += wanted.size())
            places.add(at, at + wanted.size());
        return std::move(places).all();
    };
}

Pattern character_pattern(std::function<bool(char32_t)> wanted) {
    return [wanted = std::move(wanted)](std::string_view text) {
        Places places(text.size());
        for (std::size_t at = 0; at < text.size();) {
            const CodePoint c = decode_utf8(text, at);
            if (wanted(c.value)) places.add(at, at + c.length);
            at += c.length;
        }
        return std::move(places).all();
    };
}

Pattern regular_expression(const std::string& expression, const std::string& subject) {
    const auto compiled = std::make_shared<const Expression>(expression, subject);
    return [compiled](std::string_view text) { return compiled->over(text); };
}

std::vector<Found> cut_at(std::vector<Found> found, Cut cut) {
    std::vector<Found> parts;
    bool joins = false; // whether the next part goes on with the last
    for (const Found& part : found) {
        const Found* const last = parts.empty() ? nullptr : &parts.back();
        if (cut == Cut::Removed && part.match) continue;
        if (cut == Cut::MergedWithPrevious) joins = part.match && last != nullptr && !last->match;
        if (cut == Cut::MergedWithNext) joins = !part.match && last != nullptr && last->match;
        if (cut == Cut::Contiguous) joins = last != nullptr && last->match == part.match;
        if (joins) {
            parts.back().end = part.end;
            if (cut == Cut::MergedWithPrevious) parts.back().match = true;
            if (cut == Cut::MergedWithNext) parts.back().match = false;
        } else {
            parts.push_back(part);
        }
    }
    return parts;
}

} // namespace heed::subword
