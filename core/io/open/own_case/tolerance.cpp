// What may differ: by the types of the tensors, and by the digits that an example is written with.
#include "core/io/base/number_type.h"
#include "core/io/open/own_case/own_case.h"

#include <charconv>
#include <cmath>
#include <initializer_list>

namespace heed::io {

namespace {

/// Digits after the point that a number is written with, up to that many.
int digits_of(double number, int most) {
    for (int digits = 0; digits < most; ++digits, number *= 10)
        if (std::abs(number - std::round(number)) < 1e-9 * std::pow(10, digits)) return digits;
    return most;
}

void find_digits(const Json& numbers, std::size_t& count, int& digits) {
    constexpr int most = 6;
    if (numbers.is_number()) {
        ++count;
        digits = std::max(digits, digits_of(numbers.get<double>(), most));
    }
    if (!numbers.is_structured()) return;
    for (const Json& one : numbers) {
        if (digits == most) return;
        find_digits(one, count, digits);
    }
}

double rounding_with(std::size_t count, int digits, double otherwise) {
    constexpr std::size_t fewest = 6; // of few all may be short by themselves
    if (count < fewest) return otherwise;
    return digits >= 3 && digits <= 5 ? .5 * std::pow(10, -digits) : 0;
}

double rounding_over(const std::vector<Json>& examples, std::initializer_list<const char*> keys) {
    std::size_t count = 0;
    int digits = 0;
    for (const Json& example : examples)
        for (const char* key : keys)
            if (const auto numbers = example.find(key); example.is_object() && numbers != example.end())
                find_digits(*numbers, count, digits);
    return rounding_with(count, digits, 0);
}

} // namespace

double rounding_of(const Json& numbers, double otherwise) {
    std::size_t count = 0;
    int digits = 0;
    find_digits(numbers, count, digits);
    return rounding_with(count, digits, otherwise);
}

FileRounding file_rounding(const std::vector<Json>& examples) {
    return {rounding_over(examples, {"attention", "encoder_attentions", "decoder_attentions",
                                     "cross_attentions", "attention_rows"}),
            rounding_over(examples, {"top5"})};
}

CaseTolerance tolerance_of(const LoadReport& report) {
    CaseTolerance tolerance;
    const std::string half(plain_name(NumberType::F16)), brain(plain_name(NumberType::BF16));
    for (const ReportGroup& group : report.groups) {
        if (group.title == "Not used" || group.title == "Not understood") continue;
        for (const ReportRow& row : group.rows) {
            if (row.type == half && tolerance.weights < 1e-3) tolerance = {1e-3, 1e-2, half};
            if (row.type == brain) tolerance = {1e-2, 1e-1, brain};
        }
    }
    return tolerance;
}

namespace {

std::string roughly(const char* with, double difference, const CaseTolerance& allowed) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, difference, std::chars_format::fixed, 4).ptr;
    return std::string("It agrees with ") + with + " to " + std::string(text, end) + " only: weights in " +
           allowed.type + " round as much, but another computation may differ as little";
}

} // namespace

std::string roughly_words(double difference, const CaseTolerance& allowed) {
    return roughly("its example", difference, allowed);
}

std::string roughly_top_words(double difference, const CaseTolerance& allowed) {
    return roughly("the probabilities of its example", difference, allowed);
}

} // namespace heed::io
