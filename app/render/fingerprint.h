// A number for a few values: equal values give equal numbers, others another, for all that chance can do.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

namespace heed {

class Fingerprint {
public:
    /// Numbers and structures without gaps.
    template <class... T>
    Fingerprint& add(const T&... values) {
        (take(&values, sizeof values, std::is_trivially_copyable<T>()), ...);
        return *this;
    }
    template <class T>
    Fingerprint& add_all(const std::vector<T>& values) {
        take(values.data(), values.size() * sizeof(T), std::is_trivially_copyable<T>());
        return *this;
    }
    std::uint64_t value() const { return hash_; }

private:
    void take(const void* bytes, std::size_t size, std::true_type) {
        const char* at = static_cast<const char*>(bytes);
        for (; size > 0; at += 8) {
            const std::size_t now = size < 8 ? size : 8;
            std::uint64_t word = 0;
            std::memcpy(&word, at, now);
            hash_ = (hash_ ^ word) * 0x9E3779B97F4A7C15u; // 2⁶⁴ / golden ratio: spreads neighbouring values
            hash_ ^= hash_ >> 29;
            size -= now;
        }
    }
    std::uint64_t hash_ = 1;
};

} // namespace heed
