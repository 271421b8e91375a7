// Central finite differences against the tape.
#pragma once

#include "core/autodiff/tape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace heed::test {

/// f makes a (1, 1) loss from leaves of `inputs`; every entry of every input is moved by ±h. Double
/// throughout.
inline void
expect_gradients(std::vector<Matrix<double>> inputs,
                 const std::function<Var<double>(Tape<double>&, const std::vector<Var<double>>&)>& f,
                 double tolerance = 1e-7, double h = 1e-6) {
    const auto leaves = [&](Tape<double>& tape) {
        std::vector<Var<double>> vars;
        for (const auto& m : inputs) vars.push_back(tape.leaf(m));
        return vars;
    };
    const auto loss = [&] {
        Tape<double> tape(false);
        return f(tape, leaves(tape)).value()(0, 0);
    };
    Tape<double> tape(true);
    const auto vars = leaves(tape);
    tape.backward(f(tape, vars));
    for (std::size_t n = 0; n < inputs.size(); ++n)
        for (Eigen::Index k = 0; k < inputs[n].size(); ++k) {
            double& x = inputs[n].data()[k];
            const double old = x;
            x = old + h;
            const double up = loss();
            x = old - h;
            const double down = loss();
            x = old;
            const double expected = (up - down) / (2 * h), found = vars[n].grad().data()[k];
            ASSERT_NEAR(found, expected, tolerance * std::max(1.0, std::abs(expected)))
                << "input " << n << ", entry " << k;
        }
}

} // namespace heed::test
