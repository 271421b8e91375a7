#include "core/io/family/arithmetic.h"

#include "core/base/error.h"
#include "core/text/escape.h"

#include <charconv>
#include <cmath>

namespace heed::io {

namespace {

class Parser {
public:
    Parser(std::string_view text, const std::function<double(const std::string&)>& size,
           const std::string& subject)
        : whole_(text), rest_(text), size_(size), subject_(subject) {}

    double all() {
        const double value = sum(0);
        if (next() != 0) fail();
        return value;
    }

private:
    static constexpr int deepest = 32;

    [[noreturn]] void fail() const {
        throw Error(subject_, in_quotes(whole_), "numbers and sizes with + - * / ( ) sqrt",
                    rest_.empty() ? "its end" : in_quotes(rest_));
    }

    char next() {
        while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
        return rest_.empty() ? '\0' : rest_.front();
    }
    bool take(char c) {
        if (next() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }

    double sum(int depth) {
        if (depth > deepest) fail();
        double value = product(depth);
        for (;;) {
            if (take('+'))
                value += product(depth);
            else if (take('-'))
                value -= product(depth);
            else
                return value;
        }
    }

    double product(int depth) {
        double value = factor(depth);
        for (;;) {
            if (take('*')) {
                value *= factor(depth);
            } else if (take('/')) {
                const double by = factor(depth);
                if (by == 0) throw Error(subject_, in_quotes(whole_), "a divisor other than 0", "0");
                value /= by;
            } else {
                return value;
            }
        }
    }

    double factor(int depth) {
        if (take('(')) {
            const double value = sum(depth + 1);
            if (!take(')')) fail();
            return value;
        }
        const char c = next();
        if (c >= '0' && c <= '9') {
            double value = 0;
            const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
            if (error != std::errc()) fail();
            rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
            return value;
        }
        std::size_t length = 0;
        const auto letter = [](char l) {
            return (l >= 'a' && l <= 'z') || (l >= 'A' && l <= 'Z') || (l >= '0' && l <= '9') || l == '_';
        };
        while (length < rest_.size() && letter(rest_[length])) ++length;
        if (length == 0) fail();
        const std::string name(rest_.substr(0, length));
        rest_.remove_prefix(length);
        if (name != "sqrt") return size_(name);
        if (!take('(')) fail();
        const double value = sum(depth + 1);
        if (!take(')')) fail();
        return std::sqrt(value);
    }

    std::string_view whole_, rest_;
    const std::function<double(const std::string&)>& size_;
    const std::string& subject_;
};

} // namespace

double arithmetic(std::string_view text, const std::function<double(const std::string&)>& size,
                  const std::string& subject) {
    return Parser(text, size, subject).all();
}

} // namespace heed::io
