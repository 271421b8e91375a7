// Files of golden values: where they are, and how numbers are compared with them.
#pragma once

#include "core/autodiff/tape.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace heed::test {

/// tests/golden, or the folder that HEED_GOLDEN names.
inline std::filesystem::path golden_folder() {
    const char* named = std::getenv("HEED_GOLDEN");
    return named && *named ? std::filesystem::path(named) : source_dir() / "tests/golden";
}

/// The JSON files of a folder, by name; none where there is no such folder.
inline std::vector<std::filesystem::path> golden_files_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

/// Whether a file is of the other mechanisms ("heed-golden-2"); it says so at its beginning.
inline bool is_mechanism(const std::filesystem::path& file) {
    std::string head(4096, '\0');
    std::ifstream(file).read(head.data(), static_cast<std::streamsize>(head.size()));
    return head.find("\"heed-golden-2\"") != std::string::npos;
}

inline nlohmann::json read_golden(const std::filesystem::path& file) {
    return nlohmann::json::parse(std::ifstream(file));
}

/// A number, a list of numbers (one column) or a list of rows.
template <class T>
Matrix<T> matrix(const nlohmann::json& value) {
    if (value.is_number()) return Matrix<T>::Constant(1, 1, value.get<T>());
    const bool nested = !value.empty() && value[0].is_array();
    Matrix<T> m(static_cast<Eigen::Index>(value.size()),
                nested ? static_cast<Eigen::Index>(value[0].size()) : 1);
    for (Eigen::Index r = 0; r < m.rows(); ++r)
        for (Eigen::Index c = 0; c < m.cols(); ++c) {
            const nlohmann::json& x = value[static_cast<std::size_t>(r)];
            m(r, c) = static_cast<T>((nested ? x[static_cast<std::size_t>(c)] : x).get<double>());
        }
    return m;
}

/// |a - b| <= tolerance (1 + |b|), number by number.
template <class T>
void expect_close(const Matrix<T>& found, const Matrix<T>& expected, double tolerance,
                  const std::string& what) {
    ASSERT_EQ(found.rows(), expected.rows()) << what;
    ASSERT_EQ(found.cols(), expected.cols()) << what;
    for (Eigen::Index k = 0; k < found.size(); ++k) {
        const double a = static_cast<double>(found.data()[k]), b = static_cast<double>(expected.data()[k]);
        ASSERT_LE(std::abs(a - b), tolerance * (1 + std::abs(b)))
            << what << " [" << k << "]: expected " << b << ", found " << a;
    }
}

/// The file's name as a test may carry it.
inline std::string golden_name(const testing::TestParamInfo<std::filesystem::path>& info) {
    std::string name = info.param.stem().string();
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
    return name;
}

} // namespace heed::test
