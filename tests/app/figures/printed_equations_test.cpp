// Every equation of an inspector, read off the scene and computed again from what is printed.
#include "app/figures/base/digits.h"
#include "app/figures/base/format.h"
#include "app/figures/one_rnn/one_rnn.h"
#include "app/figures/pooling/pooling.h"
#include "app/figures/seq2seq/inspector/inspector.h"
#include "core/analysis/heads/in_front.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "core/models/registry.h"
#include "core/models/seq2seq/config.h"
#include "tests/support/random_model.h"
#include "tests/support/samples/sample_board.h"
#include "tests/support/samples/sample_recall.h"
#include "tests/support/samples/sample_trace.h"
#include "tests/support/source_dir.h"
#include "tests/support/stub_metrics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace heed {
namespace {

// ------------------------------------------------------------------------------------------------ a
// calculator

/// Computes “0.91 × −1.00 + 0.09 × tanh(0.36)” from its digits. None: it is no such thing.
class Calculator {
public:
    explicit Calculator(std::string_view text) : rest_(text) {}
    std::optional<double> value() {
        const double found = sum();
        skip();
        return good_ && rest_.empty() ? std::optional(found) : std::nullopt;
    }

private:
    void skip() {
        while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    }
    bool take(std::string_view sign) {
        skip();
        if (!rest_.starts_with(sign)) return false;
        rest_.remove_prefix(sign.size());
        return true;
    }
    double sum() {
        double all = product();
        while (good_) {
            if (take("+"))
                all += product();
            else if (take(minus_sign))
                all -= product();
            else
                break;
        }
        return all;
    }
    double product() {
        double all = factor();
        while (good_) {
            if (take("×"))
                all *= factor();
            else if (take("/"))
                all /= factor();
            else
                break;
        }
        return all;
    }
    double inside() {
        const double value = sum();
        good_ = good_ && take(")");
        return value;
    }
    double factor() {
        if (take(minus_sign)) return -factor();
        if (take("tanh(")) return std::tanh(inside());
        if (take("exp(")) return std::exp(inside());
        if (take("σ(")) return 1 / (1 + std::exp(-inside()));
        if (take("(")) {
            const double value = inside();
            return take("²") ? value * value : value;
        }
        return number();
    }
    bool digit(std::size_t at) const { return at < rest_.size() && rest_[at] >= '0' && rest_[at] <= '9'; }
    double number() {
        skip();
        std::string digits;
        std::size_t at = 0;
        for (;
             digit(at) || (at < rest_.size() && rest_[at] == '.') ||
             (at > 0 && rest_[at] == ' ' && digit(at - 1) && digit(at + 1) && digit(at + 2) && digit(at + 3));
             ++at)
            if (rest_[at] != ' ') digits += rest_[at];
        if (at < rest_.size() && rest_[at] == 'e') { // 4.3e−5
            digits += 'e';
            ++at;
            if (rest_.substr(at).starts_with(minus_sign)) digits += '-', at += minus_sign.size();
            for (; digit(at); ++at) digits += rest_[at];
        }
        rest_.remove_prefix(at);
        good_ = good_ && digits.find_first_of("0123456789") == 0;
        return good_ ? std::stod(digits) : 0;
    }

    std::string_view rest_;
    bool good_ = true;
};

TEST(PrintedEquations, TheCalculatorOfTheseTestsCanCompute) {
    EXPECT_NEAR(*Calculator("0.91 × −1.00 + 0.09 × −0.36").value(), -0.9424, 1e-12);
    EXPECT_NEAR(*Calculator("exp(2.5) / 10 233.5").value(), std::exp(2.5) / 10233.5, 1e-12);
    EXPECT_NEAR(*Calculator("0.5 × exp(−(3 − 2.5)² / 8)").value(), 0.5 * std::exp(-0.25 / 8), 1e-12);
    EXPECT_NEAR(*Calculator("σ(0.17 − 1.057 + 0.183) / 4.3e−5").value(), 1 / (1 + std::exp(0.704)) / 4.3e-5,
                1e-9);
    EXPECT_FALSE(Calculator("sum over 32 units").value());
    EXPECT_FALSE(Calculator("+ 3 others").value());
}

// ------------------------------------------------------------------------------------------------ the scene

bool is_mono(const TextItem& t) { return t.face == Face::Mono || t.face == Face::MonoSemibold; }

/// The monospaced words of the card of equations, from the top left.
std::vector<TextItem> words_of_card(const Scene& scene) {
    Box card;
    for (const SceneItem& item : scene.items)
        if (const auto* rect = std::get_if<RectItem>(&item); rect && rect->radius == 8 && rect->box.w > 200) {
            card = rect->box;
            break;
        }
    std::vector<TextItem> words;
    for (const SceneItem& item : scene.items)
        if (const auto* text = std::get_if<TextItem>(&item); text && card.contains(text->at))
            words.push_back(*text);
    std::stable_sort(words.begin(), words.end(), [](const TextItem& a, const TextItem& b) {
        return std::abs(a.at.y - b.at.y) > 4 ? a.at.y < b.at.y : a.at.x < b.at.x;
    });
    return words;
}

struct Found {
    int held = 0, about = 0;
};

int decimals_of(const std::string& number) {
    const std::size_t point = number.find('.');
    return point == std::string::npos ? 0 : static_cast<int>(number.size() - point - 1);
}

void check(const std::string& words, std::string result, Found& found) {
    const bool about = words.find("≈") != std::string::npos || result.find("≈") != std::string::npos;
    for (const std::string_view sign : {"= ", "≈ "})
        if (result.starts_with(sign)) result.erase(0, sign.size());
    const auto printed = Calculator(result).value();
    if (!printed) return; // “48 values”
    std::vector<std::string> parts{""};
    for (std::size_t at = 0; at < words.size();) {
        const std::string_view rest = std::string_view(words).substr(at);
        const std::string_view sign = rest.starts_with("= ") ? "= " : rest.starts_with("≈ ") ? "≈ " : "";
        if (!sign.empty()) parts.emplace_back();
        if (sign.empty()) parts.back() += words[at];
        at += sign.empty() ? 1 : sign.size();
    }
    for (std::string part : parts) {
        if (const std::size_t unit = part.find(": "); unit != std::string::npos) part.erase(0, unit + 2);
        while (part.starts_with(' ') || part.starts_with('+')) part.erase(0, 1);
        while (part.ends_with(' ')) part.pop_back();
        const auto value = Calculator(part).value();
        if (!value || part.find_first_of(" (") == std::string::npos) continue; // words, or a number alone
        if (about) {
            ++found.about;
            continue;
        }
        ++found.held;
        EXPECT_EQ(fixed(*value, decimals_of(result)), result) << part;
    }
}

/// exp(e) over a sum, and at its right the weight.
void check_fractions(const std::vector<TextItem>& words, Found& found) {
    for (std::size_t n = 0; n < words.size(); ++n) {
        const TextItem& above = words[n];
        if (!is_mono(above) || !above.text.starts_with("exp(") || above.align != Align::Left) continue;
        const TextItem *below = nullptr, *weight = nullptr;
        bool about = false;
        for (const TextItem& t : words) {
            const bool near = t.at.y > above.at.y + 4 && t.at.y < above.at.y + 40;
            if (near && t.face == Face::Mono && !below && t.at.x < above.at.x + 90 &&
                Calculator(t.text).value())
                below = &t;
            if (near && t.face == Face::MonoSemibold && t.size == 15) weight = &t;
            about = about || (near && t.text == "≈");
        }
        if (!below || !weight) continue;
        ++(about ? found.about : found.held);
        if (about) continue;
        const double value = *Calculator(above.text).value() / *Calculator(below->text).value();
        EXPECT_EQ(fixed(value, decimals_of(weight->text)), weight->text)
            << above.text << " over " << below->text;
    }
}

void check_scene(const Scene& scene, Found& found) {
    const std::vector<TextItem> words = words_of_card(scene);
    std::string pending;
    std::vector<std::string> listed;
    for (const TextItem& t : words) {
        if (!is_mono(t) || t.size == 15) continue;
        if (t.align != Align::Right) {
            pending += (pending.empty() ? "" : " ") + t.text;
            continue;
        }
        const bool about = pending.find("≈") != std::string::npos;
        if (pending.ends_with("=") && !listed.empty()) { // a sum: what was listed above it
            double sum = 0;
            for (const std::string& term : listed) sum += Calculator(term).value().value_or(0);
            ++found.held;
            EXPECT_EQ(fixed(sum, decimals_of(t.text)), t.text) << "the terms listed above";
            listed.clear();
        } else if (!about || !pending.ends_with("≈")) {
            check(pending, t.text, found);
            std::string term = t.text;
            if (term.starts_with("≈ ")) term.erase(0, std::string("≈ ").size());
            if (t.face == Face::Mono) listed.push_back(term);
        }
        pending.clear();
    }
    check_fractions(words, found);
}

void expect_mostly_exact(const Found& found) {
    EXPECT_GT(found.held, 0);
    EXPECT_LE(found.about * 25, found.held + found.about); // six digits are nearly always enough
}

Found check_run(const Trace& trace) {
    const StubMetrics metrics;
    const FigureStyle style{.theme = Theme::Dark, .metrics = &metrics};
    Found found;
    for (int at = 1; at <= trace.outline.total(); ++at)
        for (const int unit : {-1, 7}) {
            SCOPED_TRACE("at " + std::to_string(at));
            const Playhead playhead{
                .at = at, .column = unit < 0 ? -1 : at % trace.source_length(), .unit = unit};
            check_scene(inspector_figure(trace, playhead, 360, style), found);
        }
    return found;
}

std::vector<std::string> inputs_of(const std::string& task) {
    if (task == "dates") return {"3 March 1987", "2001-12-31"};
    if (task == "reverse") return {"heed"};
    if (task == "twoway") return {"< heed"};
    if (task == "translate") return {"the agreement was signed"};
    return {};
}

TEST(PrintedEquations, OfBundledModelsHoldToTheDigitsTheyArePrintedWith) {
    const io::ModelLibrary library({test::source_dir() / "assets"});
    Found all;
    int models = 0;
    for (const io::ModelPlace& place : library.bundled()) {
        const Model model = io::load_model(place.folder, place.name);
        if (!model.config.find<Seq2SeqConfig>()) continue; // another inspector's
        for (const std::string& text : inputs_of(model.facts.task)) {
            SCOPED_TRACE(place.name + " " + text);
            Request request;
            request.text = text;
            const Found found = check_run(heads::with_head_in_front(decode::run(model, request), 1));
            all.held += found.held;
            all.about += found.about;
            ++models;
            if (testing::Test::HasFailure()) return;
        }
    }
    EXPECT_GE(models, 30);
    EXPECT_GT(all.held, 10000);
    expect_mostly_exact(all);
}

TEST(PrintedEquations, OfEditedRowsHold) {
    const io::ModelLibrary library({test::source_dir() / "assets"});
    const io::ModelPlace place = library.resolve("dates");
    const Model model = io::load_model(place.folder, place.name);
    Request request;
    request.text = "3 March 1987";
    request.edits.rows[2] = {RowEdit::Kind::Held, {}, {{3, 0.4f}}, {}, 0};
    request.edits.rows[4] = {RowEdit::Kind::Without, {}, {}, {1, 11}, 0};
    expect_mostly_exact(check_run(decode::run(model, request)));
    request.edits = {};
    request.edits.temperature = 0.37;
    expect_mostly_exact(check_run(decode::run(model, request)));
}

TEST(PrintedEquations, OfEveryScoreAndCellHold) {
    for (const char* function : {"additive", "coverage", "own-past", "local-p", "location-aware",
                                 "general-tanh", "cosine-beta", "token-plain", "scaled"})
        for (const Order order : {Order::Bahdanau, Order::Luong}) {
            SCOPED_TRACE(function);
            expect_mostly_exact(check_run(test::random_trace(test::config_of(function, order))));
        }
    for (const char* cell : {"gru", "lstm", "rnn"}) {
        SampleOptions options;
        options.cell = cell;
        expect_mostly_exact(check_run(sample_trace(6, 5, options)));
    }
}

TEST(PrintedEquations, OfPoolingHold) {
    const StubMetrics metrics;
    const FigureStyle style{.theme = Theme::Dark, .metrics = &metrics};
    for (const bool words : {false, true})
        for (int chosen = 0; chosen < 4; ++chosen) {
            const PoolingBoard board = sample_board({.moments = 12, .words = words, .chosen = chosen});
            Found found;
            for (int at = 1; at < 60; ++at)
                for (const int column : {-1, 3}) {
                    SCOPED_TRACE(at);
                    check_scene(pooling_inspector(board, {.at = at, .column = column}, 360, 900, style),
                                found);
                }
            EXPECT_LE(found.about * 10, found.held + found.about);
        }
}

TEST(PrintedEquations, OfOneRnnHold) {
    const StubMetrics metrics;
    const FigureStyle style{.theme = Theme::Dark, .metrics = &metrics};
    for (const one_rnn::Config& kind : one_rnn_kinds()) {
        SCOPED_TRACE(one_rnn_label(kind));
        const Trace trace = sample_recall_run(kind, "c 7 a 2 f 9 b 4 ? f");
        Found found;
        for (int at = 1; at <= trace.outline.total(); ++at)
            for (const int column : {-1, 3}) {
                SCOPED_TRACE(at);
                check_scene(one_rnn_inspector(trace, {}, {.at = at, .column = column}, 360, 1200, style),
                            found);
            }
        EXPECT_LE(found.about * 10, found.held + found.about);
    }
}

// ------------------------------------------------------------------------------------------------ digits

TEST(Digits, AreAsManyAsItTakes) {
    const double z = 0.9123456, n = -0.9987654, h = -0.3612345, result = z * n + (1 - z) * h;
    const Digits digits = digits_until_it_holds(
        [&](int d) { return as_fixed(z, d) * as_fixed(n, d) + as_fixed(1 - z, d) * as_fixed(h, d); }, result);
    EXPECT_TRUE(digits.holds);
    EXPECT_EQ(fixed(as_fixed(z, digits.decimals) * as_fixed(n, digits.decimals) +
                        as_fixed(1 - z, digits.decimals) * as_fixed(h, digits.decimals),
                    3),
              fixed(result, 3));
    const Digits never = digits_until_it_holds([](int) { return 2.0; }, 3.0);
    EXPECT_FALSE(never.holds);
    EXPECT_EQ(never.decimals, least_digits);
}

} // namespace
} // namespace heed
