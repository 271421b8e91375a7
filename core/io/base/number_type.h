// How the numbers of a tensor are stored, and how its shape is said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heed::io {

/// Integers and booleans are read (a step count, a buffer), but no parameter of a model may be one.
enum class NumberType { F32, F16, BF16, F64, I8, U8, I16, I32, I64, Bool };

std::string_view to_string(NumberType type);  // "F32", as safetensors writes it
std::string_view plain_name(NumberType type); // "float32", as people say it
std::size_t byte_count(NumberType type);
bool is_floating(NumberType type);

/// Dimensions of a tensor; no real model comes near.
inline constexpr std::size_t largest_rank = 8;

std::vector<std::int64_t> row_major(const std::vector<std::int64_t>& shape); // strides, in elements
std::string shape_text(const std::vector<std::int64_t>& shape);              // "[48, 32]"

} // namespace heed::io
