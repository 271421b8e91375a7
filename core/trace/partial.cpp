#include "core/trace/partial.h"

namespace heed {
namespace {

constexpr int open_place = -2; // id of its token, which no token has

/// Whether that axis has a place for each output, or one behind another.
bool grows(Axis axis) { return axis == Axis::Output || axis == Axis::Past || axis == Axis::Step; }
bool grows(const Site& site) { return grows(info(site.quantity).rows) || grows(info(site.quantity).columns); }

std::vector<Site> sites_of(const Trace& run) {
    std::vector<Site> sites;
    for (const auto& [site, value] : run.values())
        if (grows(site)) sites.push_back(site);
    return sites;
}

/// So many places more along what outputs run over, or fewer.
void resize(Trace& run, int by) {
    for (Stage& stage : run.outline.stages)
        if (stage.axis == Axis::Output) stage.count += by;
    for (const Site& site : sites_of(run)) {
        const QuantityInfo& what = info(site.quantity);
        const MatrixXf& value = run.at(site);
        const Eigen::Index rows = grows(what.rows) ? by : 0, columns = grows(what.columns) ? by : 0;
        MatrixXf sized = MatrixXf::Zero(value.rows() + rows, value.cols() + columns);
        const Eigen::Index kept_rows = std::min(sized.rows(), value.rows()),
                           kept_columns = std::min(sized.cols(), value.cols());
        sized.topLeftCorner(kept_rows, kept_columns) = value.topLeftCorner(kept_rows, kept_columns);
        run.set(site, std::move(sized)); // where nobody else has it, what was there is gone
    }
    for (auto& [axis, labels] : run.labels)
        if (grows(axis)) labels.resize(labels.size() + static_cast<std::size_t>(by));
    run.steps.resize(run.steps.size() + static_cast<std::size_t>(by));
}

} // namespace

Trace with_open_place(Trace written) {
    resize(written, 1);
    written.steps.back().token = {.text = "…", .id = open_place};
    return written;
}

Trace without_open_place(const Trace& run) {
    Trace written = run;
    if (has_open_place(run)) resize(written, -1);
    return written;
}

void drop_grown(Trace& run) {
    for (const Site& site : sites_of(run)) run.erase(site.quantity, site.layer, site.head);
}

bool has_open_place(const Trace& run) {
    return !run.steps.empty() && run.steps.back().token.id == open_place;
}

int written_outputs(const Trace& run) { return run.outputs() - (has_open_place(run) ? 1 : 0); }

int written_substeps(const Trace& run) {
    const Stage* stage = has_open_place(run) ? run.outline.over(Axis::Output) : nullptr;
    return run.outline.total() - (stage ? static_cast<int>(stage->phases.size()) : 0);
}

std::string unfinished_words(const Trace& run) {
    const int written = written_outputs(run);
    const std::string words = "Unfinished: " + std::to_string(written) +
                              (written == 1 ? " output" : " outputs") +
                              " of a sentence that was still being written";
    return run.model.doubt.empty() ? words : run.model.doubt + ". " + words;
}

} // namespace heed
