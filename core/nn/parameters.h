// The learned numbers of a model under the names they have on disk.
#pragma once

#include "core/autodiff/stored_matrix.h"

#include <Eigen/Core>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heed::nn {

/// One tensor. Disk shape [out, in] is rows × cols here (stored column-major in memory); a vector [n] is
/// (n, 1) with rank 1; a scalar is (1, 1) with rank 0 or 1.
template <class T>
struct Parameter {
    std::string name;
    int rank = 2;
    Eigen::Index rows = 0, cols = 0;                        // as declared
    Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic> value; // of that shape; empty while it is declared alone
    StoredMatrix stored{}; // in place of `value`: as the file has it, for running alone

    Eigen::Index numbers() const { return stored ? stored.rows() * stored.cols() : value.size(); }
    /// The numbers, wherever they are.
    Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic> matrix() const {
        if (stored) return stored.matrix().template cast<T>();
        return value;
    }
};

/// What a declared parameter holds: zeros, or nothing yet, where all of them are about to be read.
enum class Fill { Zeros, Nothing };

enum class Init { Uniform, Normal, Zero, Constant }; // Uniform: U(-scale, scale)

/// An ordered set of parameters; the index of a parameter never changes. The order is the order of
/// declaration, and initialisation draws in that order. A copy has numbers of its own; a set that was moved
/// from may only be assigned to.
template <class T>
class ParameterSet {
public:
    using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
    using Items = std::vector<Parameter<T>>;

    explicit ParameterSet(Fill fill = Fill::Zeros) : items_(std::make_shared<Items>()), fill_(fill) {}
    ParameterSet(const ParameterSet& other)
        : items_(std::make_shared<Items>(*other.items_)), index_(other.index_), fill_(other.fill_) {}
    ParameterSet(ParameterSet&&) noexcept = default;
    ParameterSet& operator=(const ParameterSet& other) { return *this = ParameterSet(other); }
    ParameterSet& operator=(ParameterSet&&) noexcept = default;

    /// Declares a parameter of that shape. Names must be new.
    int add(std::string name, Eigen::Index rows, Eigen::Index cols, int rank = 2);
    int size() const { return static_cast<int>(items_->size()); }
    const Parameter<T>& operator[](int index) const { return (*items_)[static_cast<std::size_t>(index)]; }
    Parameter<T>& operator[](int index) { return (*items_)[static_cast<std::size_t>(index)]; }
    /// The index, or -1.
    int find(std::string_view name) const;
    const Matrix& value(std::string_view name) const; // throws std::out_of_range; empty where it is stored
    Eigen::Index count() const;                       // numbers in all
    auto begin() const { return items_->cbegin(); }
    auto end() const { return items_->cend(); }
    /// The same numbers, for whoever needs them longer than the set lives. What is shared is no longer
    /// changed.
    std::shared_ptr<const Items> shared() const { return items_; }

private:
    std::shared_ptr<Items> items_; // never null but after a move
    std::unordered_map<std::string, int> index_;
    Fill fill_ = Fill::Zeros;
};

extern template class ParameterSet<float>;
extern template class ParameterSet<double>;

/// The same set in another number type.
template <class To, class From>
ParameterSet<To> cast(const ParameterSet<From>& set) {
    ParameterSet<To> result;
    for (const auto& p : set) {
        const auto value = p.matrix();
        const int i = result.add(p.name, value.rows(), value.cols(), p.rank);
        result[i].value = value.template cast<To>();
    }
    return result;
}

} // namespace heed::nn
