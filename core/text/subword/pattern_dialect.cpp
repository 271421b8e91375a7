#include "core/text/subword/pattern_dialect.h"

#include "core/base/error.h"
#include "core/text/escape.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace heed::subword {

namespace {

constexpr std::size_t nowhere = std::string_view::npos;

constexpr std::string_view word_class = "\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}\\x{24B6}-\\x{24E9}"
                                        "\\x{1F130}-\\x{1F149}\\x{1F150}-\\x{1F169}\\x{1F170}-\\x{1F189}",
                           latin_numbers = "\\xB2\\xB3\\xB9\\xBC-\\xBE", // words outside a class alone
    space_class = "\\p{Z}\\t-\\r\\x{85}", hex_class = "0-9A-Fa-f";

/// What an escape such as \w stands for within a class; of \W too, which is all else. Nothing: another.
std::string_view class_of(char letter) {
    switch (letter) {
    case 'w':
    case 'W':
        return word_class;
    case 's':
    case 'S':
        return space_class;
    case 'h':
    case 'H':
        return hex_class;
    default:
        return {};
    }
}

struct NamedClass {
    std::string_view name, content;
};
/// Those of [:name:] that Perl takes for something else.
constexpr NamedClass named_classes[] = {{"alpha", "\\p{Alphabetic}"}, {"alnum", "\\p{Alphabetic}\\p{Nd}"},
                                        {"punct", "\\p{P}\\p{S}"},    {"space", space_class},
                                        {"word", word_class},         {"upper", "\\p{Uppercase}"},
                                        {"lower", "\\p{Lowercase}"},  {"digit", "\\p{Nd}"},
                                        {"blank", "\\t\\p{Zs}"}};

/// Letters that are one character, too, where case does not count: the longest first.
struct Folded {
    std::string_view letters, written;
};
constexpr Folded folded_letters[] = {{"ffi", "ffi|\uFB03"},         {"ffl", "ffl|\uFB04"},
                                     {"ff", "ff|\uFB00"},           {"fi", "fi|\uFB01"},
                                     {"fl", "fl|\uFB02"},           {"ss", "ss|\u00DF|\u1E9E"},
                                     {"st", "st|\uFB05|\uFB06"},    {"\u00DF", "ss|\u00DF|\u1E9E"},
                                     {"\u1E9E", "ss|\u00DF|\u1E9E"}};

bool same_letters(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return lower(x) == lower(y); });
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

class Translation {
public:
    Translation(std::string_view expression, const std::function<bool(const std::string&)>& is_script,
                const std::string& subject)
        : from_(expression), is_script_(is_script), subject_(subject) {}

    std::string all() {
        while (at_ < from_.size()) {
            const char c = from_[at_];
            if (c == '\\' && at_ + 1 < from_.size()) {
                atom_ = to_.size();
                escape();
            } else if (c == '[') {
                atom_ = to_.size();
                character_class();
            } else if (c == '(') {
                open();
            } else if (c == ')') {
                take(1);
                atom_ = groups_.empty() ? nowhere : groups_.back().begin;
                if (!groups_.empty()) close();
            } else if (!folded() && (c != '{' || !interval())) {
                const bool begins = (static_cast<unsigned char>(c) & 0xC0) != 0x80; // a character
                if (begins && c != '*' && c != '+' && c != '?') atom_ = to_.size();
                take(1);
            }
        }
        return std::move(to_);
    }

private:
    void take(std::size_t bytes) {
        to_ += from_.substr(at_, bytes);
        at_ += bytes;
    }

    void escape() {
        const char letter = from_[at_ + 1];
        if (const std::string_view content = class_of(letter); !content.empty()) {
            to_.append(is_capital(letter) ? "[^" : "[").append(content);
            if (content == word_class) to_ += latin_numbers;
            to_ += ']';
            at_ += 2;
        } else if (letter == 'b' || letter == 'B') {
            const std::string word = "[" + std::string(word_class) + std::string(latin_numbers) + "]";
            const char* const after = letter == 'b' ? "(?!" : "(?=";
            const char* const otherwise = letter == 'b' ? "(?=" : "(?!";
            to_ += "(?:(?<=" + word + ")" + after + word + ")|(?<!" + word + ")" + otherwise + word + "))";
            at_ += 2;
        } else {
            to_ += plain_escape();
            if ((letter == 'k' || letter == 'g') && from_.substr(at_).starts_with('<')) // a group's name
                take(std::min(from_.find('>', at_), from_.size() - 1) + 1 - at_);
        }
    }

    /// An escape that means the same within a class and outside.
    std::string plain_escape() {
        const char letter = from_[at_ + 1];
        if (letter == 'p' || letter == 'P') return property();
        const std::string_view digits = from_.substr(at_ + 2, 4);
        const bool code = letter == 'u' && digits.size() == 4 &&
                          std::all_of(digits.begin(), digits.end(), [](char c) { return is_hex(c); });
        const std::string whole(from_.substr(at_, 2));
        at_ += code ? 6 : 2;
        if (code) return "\\x{" + std::string(digits) + "}";
        if (letter == 'v') return "\\x0B";
        return letter == 'Q' || letter == 'E' ? std::string(1, letter) : whole;
    }

    /// \p{Han}, \p{^Han}
    std::string property() {
        const std::size_t begin = at_, end = from_.find('}', at_);
        at_ += 2;
        if (at_ >= from_.size() || from_[at_] != '{' || end == nowhere)
            return std::string(from_.substr(begin, 2));
        std::string name(from_.substr(at_ + 1, end - at_ - 1));
        const std::size_t sign = name.starts_with('^') ? 1 : 0;
        if (name.size() - sign > 2 && is_script_(name.substr(sign))) name.insert(sign, "sc:");
        at_ = end + 1;
        return std::string(from_.substr(begin, 2)) + "{" + name + "}";
    }

    /// What a class has, and the classes whose complements it has too.
    struct Members {
        std::string listed;
        std::vector<std::string_view> all_but;
    };

    void character_class() {
        ++at_;
        const bool negated = at_ < from_.size() && from_[at_] == '^';
        at_ += negated;
        Members members;
        bool first = true;
        for (; at_ < from_.size() && (from_[at_] != ']' || first); first = false) member(members);
        if (at_ == from_.size()) { // it does not end, which the search says
            to_ += negated ? "[^" : "[";
            to_ += members.listed;
            return;
        }
        ++at_;
        const auto& [listed, all_but] = members;
        if (all_but.empty()) {
            to_ += (negated ? "[^" : "[") + listed + "]";
        } else if (!negated) { // [a\W]: a, or no word character
            to_ += "(?:" + (listed.empty() ? "" : "[" + listed + "]|");
            for (std::size_t n = 0; n < all_but.size(); ++n)
                to_.append(n > 0 ? "|[^" : "[^").append(all_but[n]).append("]");
            to_ += ')';
        } else { // [^a\W]: a word character that is no a
            to_ += "(?:" + (listed.empty() ? "" : "(?![" + listed + "])");
            for (std::size_t n = 0; n + 1 < all_but.size(); ++n)
                to_.append("(?=[").append(all_but[n]).append("])");
            to_.append("[").append(all_but.back()).append("])");
        }
    }

    void member(Members& members) {
        const std::string_view rest = from_.substr(at_);
        const std::size_t name_end = rest.starts_with("[:") ? rest.find(":]") : nowhere;
        if (name_end != nowhere) {
            const bool negated = rest.substr(2).starts_with('^');
            const std::string_view name = rest.substr(2 + negated, name_end - 2 - negated);
            const auto* const row = std::find_if(std::begin(named_classes), std::end(named_classes),
                                                 [&](const NamedClass& each) { return each.name == name; });
            at_ += name_end + 2;
            if (row == std::end(named_classes))
                members.listed += rest.substr(0, name_end + 2);
            else if (negated)
                members.all_but.push_back(row->content);
            else
                members.listed += row->content;
        } else if (rest.starts_with('[') || rest.starts_with("&&")) {
            throw Error(subject_, "pattern " + in_quotes(from_, 60), "classes without others in them",
                        in_quotes(rest.substr(0, rest.starts_with('[') ? 1 : 2), 4) + " at byte " +
                            std::to_string(at_));
        } else if (rest.starts_with('\\') && rest.size() > 1) {
            const std::string_view content = class_of(rest[1]);
            if (content.empty()) {
                members.listed += plain_escape();
                return;
            }
            at_ += 2;
            if (is_capital(rest[1]))
                members.all_but.push_back(content);
            else
                members.listed += content;
        } else {
            members.listed += rest.starts_with(']') ? "\\]" : rest.substr(0, 1);
            ++at_;
        }
    }

    /// A group, a comment, or options for what follows.
    void open() {
        const std::string_view rest = from_.substr(at_);
        if (rest.starts_with("(?#")) {
            at_ = std::min(from_.find(')', at_), from_.size() - 1) + 1;
            return;
        }
        groups_.push_back({to_.size(), any_case_, looks_back_});
        if (!rest.starts_with("(?")) return take(1);
        const bool back = rest.starts_with("(?<=") || rest.starts_with("(?<!");
        looks_back_ = looks_back_ || back;
        if (rest.starts_with("(?<") && !back) return take(std::min(rest.find('>'), rest.size() - 1) + 1);
        const std::size_t end = rest.find_first_not_of("imx-", 2);
        if (end == nowhere || (rest[end] != ')' && rest[end] != ':')) return take(1);
        std::string options(rest.substr(0, end + 1));
        std::replace(options.begin(), options.end(), 'm', 's');
        to_ += options;
        at_ += end + 1;
        const std::size_t off = options.find('-'), letter = options.find('i');
        if (letter != nowhere) any_case_ = letter < off;
        if (rest[end] == ':') return;
        groups_.pop_back();
        atom_ = nowhere;
    }

    void close() {
        any_case_ = groups_.back().any_case;
        looks_back_ = groups_.back().looks_back;
        groups_.pop_back();
    }

    /// "ss" where case does not count, which ß is, too; false where there is none. What is repeated is its
    /// last letter alone; what looks back has one length.
    bool folded() {
        if (!any_case_ || looks_back_) return false;
        for (const Folded& each : folded_letters) {
            if (!same_letters(from_.substr(at_, each.letters.size()), each.letters)) continue;
            const std::string_view behind = from_.substr(at_ + each.letters.size(), 1);
            if (!behind.empty() && std::string_view("*+?{").find(behind.front()) != nowhere) continue;
            atom_ = to_.size();
            to_.append("(?:").append(each.written).append(")");
            at_ += each.letters.size();
            return true;
        }
        return false;
    }

    /// {n}, {n,}, {n,m} or {,m}; false where it is none.
    bool interval() {
        if (atom_ == nowhere) return false;
        std::size_t end = at_ + 1;
        const auto digits = [&] {
            const std::size_t begin = end;
            while (end < from_.size() && is_digit(from_[end])) ++end;
            return end > begin;
        };
        const bool least = digits(), comma = end < from_.size() && from_[end] == ',';
        end += comma;
        const bool most = comma && digits();
        if ((!least && !most) || end == from_.size() || from_[end] != '}') return false;
        if (!least) to_ += "{0";
        at_ += !least;
        take(end + 1 - at_);
        const char next = at_ < from_.size() ? from_[at_] : '\0';
        if (next == '+' || (next == '?' && !comma)) {
            to_.insert(atom_, "(?:");
            to_ += ')';
        }
        return true;
    }

    std::string_view from_;
    const std::function<bool(const std::string&)>& is_script_;
    const std::string& subject_;
    std::string to_;
    std::size_t at_ = 0;
    std::size_t atom_ = nowhere; // where in to_ that begins which a quantifier repeats
    struct Group {
        std::size_t begin;         // in to_
        bool any_case, looks_back; // around it
    };
    std::vector<Group> groups_;                  // that are open
    bool any_case_ = false, looks_back_ = false; // (?i) holds; within (?<= or (?<!
};

} // namespace

std::string in_perl(std::string_view expression, const std::function<bool(const std::string&)>& is_script,
                    const std::string& subject) {
    return Translation(expression, is_script, subject).all();
}

} // namespace heed::subword
