// Figures to files, and traces to data.
#pragma once

#include "app/figures/base/scene.h"
#include "core/trace/trace.h"

#include <filesystem>
#include <memory>
#include <string>

namespace heed {

enum class FileKind { Png, Svg, Pdf, Csv, Json };
/// From the ending; throws heed::Error naming the file and the endings there are.
FileKind file_kind(const std::filesystem::path& file);

struct PictureOptions {
    double units_per_inch = 72; // of the scene: 72 when it is laid in points
    double dpi = 300;           // PNG only
};
/// The picture's bytes: PNG, SVG or PDF. Text stays text in SVG and PDF. The same scene gives the same bytes.
/// Throws heed::Error when a PNG would have more pixels than can be made.
std::string render_picture(const Scene& scene, FileKind kind, const PictureOptions& options = {});
/// Straight RGBA, for previews and the clipboard; width and height in pixels are returned.
std::string render_rgba(const Scene& scene, double pixels_per_unit, int& width, int& height);

struct Span {
    int first = 0, last = -1; // both included; -1: to the end
};
/// The weights: a header of source tokens, one row an output, quoted as RFC 4180 says, 9 significant digits
/// (a float survives). Spans must lie within the run. Throws heed::Error when the model has no weights.
std::string trace_csv(const Trace& trace, Span outputs = {}, Span sources = {});
/// Text measured as the exporter will set it.
std::shared_ptr<const TextMetrics> paper_metrics();

} // namespace heed
