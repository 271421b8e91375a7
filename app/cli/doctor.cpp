#include "app/cli/doctor.h"

#include "app/cli/read/lines.h"
#include "app/cli/read/load.h"
#include "app/figures/figures.h"
#include "app/figures/report/doubt.h"
#include "app/state/jobs/thread_pool.h"
#include "core/base/error.h"
#include "core/io/base/line_source.h"
#include "core/text/escape.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <ostream>

namespace heed::cli {
namespace {

constexpr std::size_t at_once = 64; // sentences held, however long the file

} // namespace

DoctorRun run_doctor(const Model& model, const std::string& file, long long limit, std::ostream& complaints,
                     const Request& told) {
    const auto start = std::chrono::steady_clock::now();
    io::LineSource lines(file);
    ThreadPool pool(all_threads());
    doctor::Doctor looking(model);
    DoctorRun result;
    std::vector<doctor::DoctorInput> waiting;
    const auto complain = [&](long long line, const std::string& error) {
        complaints << failed_line(line, error) << '\n';
        if (result.diagnosis.bad++ == 0) result.diagnosis.first_bad = error;
    };
    long long taken = 0;
    const auto work = [&] {
        doctor::add_examined(
            looking, model, waiting, taken - std::ssize(waiting), pool.executor(), nullptr,
            [&](const doctor::DoctorInput& input, const std::string& error) { complain(input.line, error); },
            told);
        waiting.clear();
    };
    using Read = io::LineSource::Read;
    std::string text;
    for (Read read; (limit < 0 || taken < limit) && (read = lines.next(text)) != Read::End;) {
        if (read == Read::Line && text.empty()) continue;
        try {
            if (read == Read::TooLong)
                throw Error(lines.name() + ": line " + std::to_string(lines.number()) +
                            ": longer than a mebibyte");
            waiting.push_back(doctor::read_input(model, text, lines.name(), lines.number()));
            ++taken;
        } catch (const Error& error) {
            complain(lines.number(), error.what());
        }
        if (waiting.size() >= at_once) work();
    }
    work();
    if (looking.sentences() == 0 && result.all_good())
        throw Error(lines.name(), "nothing to look at", "a line or more", "none");
    doctor::Diagnosis found = looking.diagnosis();
    found.bad = result.diagnosis.bad;
    found.first_bad = result.diagnosis.first_bad;
    found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    result.diagnosis = std::move(found);
    return result;
}

std::shared_ptr<const DoctorBoard> doctor_over(const Model& model, const std::string& text) {
    doctor::Doctor looking(model);
    looking.add(doctor::examine(model, doctor::doctor_input(model, text), doctor::trials_of(0)));
    auto board = std::make_shared<DoctorBoard>();
    board->diagnosis = std::make_shared<const doctor::Diagnosis>(looking.diagnosis());
    board->model = model.name;
    board->over = in_quotes(text, 60);
    return board;
}

std::string draw_doctor(const Model& model, const DoctorRun& run, const std::string& file, FileKind kind) {
    DoctorBoard board;
    board.diagnosis = std::make_shared<const doctor::Diagnosis>(run.diagnosis);
    board.model = model.name;
    board.over = file == "-" ? "standard input" : std::filesystem::path(file).filename().string();
    const auto metrics = paper_metrics();
    const FigureStyle style{.theme = Theme::Light, .metrics = metrics.get()};
    PaperSettings paper;
    paper.width_mm = 174;
    paper.font_pt = 0;
    FigureSource source;
    source.board = &board;
    Picture picture = find_figure("doctor")->paper(source, paper, style);
    const float size = 7 * static_cast<float>(picture.units_per_inch) / 72;
    picture.scene = with_doubt(std::move(picture.scene), model.facts.doubt, size, style);
    return render_picture(picture.scene, kind, {.units_per_inch = picture.units_per_inch});
}

void print_doctor(std::ostream& out, const doctor::Diagnosis& diagnosis) {
    const auto whole_number_of = [](long long n, const char* one, const char* many) {
        return doctor::counted(n, one, many);
    };
    const std::string sentences = whole_number_of(diagnosis.sentences, "sentence", "sentences");
    char took[32];
    std::snprintf(took, sizeof took, "%.1f s", diagnosis.seconds);
    out << whole_number_of(static_cast<long long>(doctor::doctor_checks().size()), "check", "checks") << ", "
        << sentences << ", " << took << '\n';
    if (diagnosis.findings.empty()) out << "\nNothing found in " << sentences << ".\n";
    for (const doctor::Finding& f : diagnosis.findings) {
        const char* mark = f.severity == doctor::Severity::Fault    ? "FAULT"
                           : f.severity == doctor::Severity::Notice ? "notice"
                                                                    : "harmless";
        out << '\n'
            << mark << "  " << f.title << "  (" << f.shown << " of " << f.looked << ", " << f.id << ")\n  "
            << f.words << "\n  Likely: " << f.likely << "\n  Try: " << f.advice << '\n';
        if (f.text.empty()) continue;
        out << "  See: ";
        if (f.line > 0) out << "line " << f.line << ", ";
        out << in_quotes(f.text, 80);
        if (f.output >= 0) out << ", output " << f.output;
        if (f.column >= 0) out << ", source " << f.column;
        out << '\n';
    }
    const auto list = [&](const char* title, const std::vector<doctor::NoFinding>& checks, bool needs) {
        if (checks.empty()) return;
        out << '\n' << title << '\n';
        for (const doctor::NoFinding& check : checks) {
            out << "  " << check.title;
            if (needs) out << " (needs " << check.needs << ')';
            out << '\n';
        }
    };
    list("Looked for, not found", diagnosis.not_found, false);
    list("Could not be looked for", diagnosis.not_measured, true);
}

} // namespace heed::cli
