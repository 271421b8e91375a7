// Checks for options, all in the one voice: "--at: expected a whole number from 0, found x".
#pragma once

#include <CLI/CLI.hpp>

#include <limits>
#include <string>
#include <vector>

namespace heed::cli {

CLI::Validator whole_number(long long from, long long to = std::numeric_limits<long long>::max());
CLI::Validator real_number(double from, double to);
CLI::Validator one_of(std::vector<std::string> words);
CLI::Validator something(const std::string& expected); // anything but nothing
CLI::Validator ending_in(const std::string& ending);   // the name of a file, in whatever letter case

} // namespace heed::cli
