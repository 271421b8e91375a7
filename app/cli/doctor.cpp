#include "app/cli/doctor.h"

#include "app/cli/read/lines.h"
#include "app/cli/read/load.h"
#include "app/state/jobs/thread_pool.h"
#include "core/base/error.h"
#include "core/io/base/json_text.h"
#include "core/io/base/line_source.h"
#include "core/tasks/item.h"
#include "core/tasks/sample.h"
#include "core/text/escape.h"

#include <chrono>
#include <cstdio>
#include <optional>
#include <ostream>

namespace heed::cli {
namespace {

constexpr std::size_t at_once = 64; // sentences held, however long the file

/// The sentence of a line, and what the file says of its right output; of what it does not say, what the
/// model's own task knows.
doctor::DoctorInput read_input(const Model& model, const std::string& text, const std::string& file,
                               long long line) {
    const std::string subject = file + ": line " + std::to_string(line);
    if (text.starts_with('{') && model.config.architecture()->lessons) {
        const tasks::Item item = tasks::item_from_json(io::parse_json(text, subject), subject);
        return {item.input, line, tasks::RightAnswer{{}, item.answer}, false, {}, {}};
    }
    if (text.find('\t') == std::string::npos) return doctor::doctor_input(model, text, line);
    const tasks::Sample sample = tasks::parse_line(text, model.tokenizer, file, static_cast<int>(line));
    return {model.tokenizer.join(sample.source),
            line,
            tasks::RightAnswer{sample.target, model.tokenizer.join(sample.target)},
            sample.has_gold,
            sample.sure,
            sample.possible};
}

struct Waiting {
    doctor::DoctorInput input;
    std::optional<doctor::Examined> examined;
    std::string error;
};

} // namespace

DoctorRun run_doctor(const Model& model, const std::string& file, long long limit, std::ostream& complaints) {
    const auto start = std::chrono::steady_clock::now();
    io::LineSource lines(file);
    ThreadPool pool(all_threads());
    DoctorRun result{doctor::Doctor(model), 0, true};
    std::vector<Waiting> waiting;
    const auto complain = [&](long long line, const std::string& error) {
        complaints << failed_line(line, error) << '\n';
        result.all_good = false;
    };
    long long taken = 0;
    const auto work = [&] {
        const long long done = taken - static_cast<long long>(waiting.size());
        pool.run(static_cast<int>(waiting.size()), [&](int k) {
            Waiting& w = waiting[static_cast<std::size_t>(k)];
            try {
                w.examined = doctor::examine(model, w.input, doctor::trials_of(done + k));
            } catch (const Error& error) {
                w.error = error.what();
            }
        });
        for (const Waiting& w : waiting)
            if (w.examined)
                result.doctor.add(*w.examined);
            else
                complain(w.input.line, w.error);
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
            waiting.push_back({read_input(model, text, lines.name(), lines.number()), {}, {}});
            ++taken;
        } catch (const Error& error) {
            complain(lines.number(), error.what());
        }
        if (waiting.size() >= at_once) work();
    }
    work();
    if (result.doctor.sentences() == 0 && result.all_good)
        throw Error(lines.name(), "nothing to look at", "a line or more", "none");
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

void print_doctor(std::ostream& out, const doctor::Doctor& doctor, double seconds) {
    const std::vector<doctor::Finding> findings = doctor.findings();
    const auto whole_number_of = [](long long n, const char* one, const char* many) {
        return doctor::counted(n, one, many);
    };
    char took[32];
    std::snprintf(took, sizeof took, "%.1f s", seconds);
    out << whole_number_of(static_cast<long long>(doctor::doctor_checks().size()), "check", "checks") << ", "
        << whole_number_of(doctor.sentences(), "sentence", "sentences") << ", " << took << '\n';
    if (findings.empty())
        out << "\nNothing found in " << whole_number_of(doctor.sentences(), "sentence", "sentences") << ".\n";
    for (const doctor::Finding& f : findings) {
        const char* mark = f.severity == doctor::Severity::Fault    ? "FAULT"
                           : f.severity == doctor::Severity::Notice ? "notice"
                                                                    : "harmless";
        out << '\n'
            << mark << "  " << f.title << "  (" << f.shown << " of " << f.looked << ", " << f.check->id
            << ")\n  " << f.words << "\n  Likely: " << f.likely << "\n  Try: " << f.advice << '\n';
        if (f.text.empty()) continue;
        out << "  See: ";
        if (f.line > 0) out << "line " << f.line << ", ";
        out << in_quotes(f.text, 80);
        if (f.output >= 0) out << ", output " << f.output;
        if (f.column >= 0) out << ", source " << f.column;
        out << '\n';
    }
    const auto list = [&](const char* title, const std::vector<const doctor::Check*>& checks, bool needs) {
        if (checks.empty()) return;
        out << '\n' << title << '\n';
        for (const doctor::Check* check : checks) {
            out << "  " << check->title;
            if (needs) out << " (needs " << check->needs << ')';
            out << '\n';
        }
    };
    list("Looked for, not found", doctor.not_found(), false);
    list("Could not be looked for", doctor.not_measured(), true);
}

} // namespace heed::cli
