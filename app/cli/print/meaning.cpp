#include "app/cli/print/meaning.h"

#include "app/cli/print/table.h"
#include "app/figures/base/format.h"
#include "app/figures/tokens.h"

#include <algorithm>
#include <iostream>

namespace heed::cli {
namespace {

using namespace analysis::meaning;

std::string tau_text(const std::optional<double>& value) { return value ? formatted("%.2f", *value) : "-"; }

std::string mean_words(const std::string& name, const std::optional<MeanTau>& mean) {
    if (!mean) return name + "  -\n";
    return name + "  " + tau_text(mean->mean) + "  (" + tau_text(mean->low) + " to " + tau_text(mean->high) +
           ", " + counted(mean->outputs, "output") + ")\n";
}

/// The place that has most of it; "-" where nothing has any, or it was not measured.
template <class Values>
std::string first_of(const Trace& run, const Values& values) {
    if (values.size() == 0) return "-";
    const auto best = std::max_element(values.begin(), values.end());
    return *best > 0 ? shown_source(run, static_cast<int>(best - values.begin())) : "-";
}

std::string first_of(const Trace& run, const Eigen::MatrixXf& measure, int i) {
    return measure.cols() > i ? first_of(run, measure.col(i)) : "-";
}

} // namespace

void print_meaning(std::ostream& out, const Trace& run, const Sentence& s,
                   std::span<const OutputMeaning> outputs) {
    out << "meaning  Kendall tau of the weights with each measure, mean and 95% interval\n"
        << mean_words("gradient x input", s.gradient_mean) << mean_words("leave one out   ", s.left_out_mean)
        << mean_words("what is added   ", s.norms_mean) << mean_words("shuffled weights", s.shuffled_mean);
    std::vector<std::vector<std::string>> rows;
    for (const OutputMeaning& output : outputs) {
        const int i = output.output;
        const auto at = static_cast<std::size_t>(i);
        const OtherRow* other = output.find(OtherRow::Kind::OtherMap);
        rows.push_back({std::to_string(i), shown_output(run, i), tau_text(s.with_gradient[at]),
                        tau_text(s.with_left_out[at]), first_of(run, s.weights, i),
                        first_of(run, s.gradient, i), first_of(run, s.left_out, i),
                        other ? first_of(run, other->row) : "-", other ? formatted("%.3f", output.jsd) : "-",
                        other ? formatted("%.4f", other->tvd) : "-"});
    }
    print_table(out,
                {{"output", true},
                 {"token", false},
                 {"tau grad", true},
                 {"tau left", true},
                 {"weights", false},
                 {"gradient", false},
                 {"left out", false},
                 {"other map", false},
                 {"JSD, bits", true},
                 {"TVD", true}},
                rows);
    out << "Names: the source token that each puts first. Other map: weights that differ most with the same "
           "output.\n";
}

} // namespace heed::cli
