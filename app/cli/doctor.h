// heed check M --data FILE: the doctor over the sentences of a file.
#pragma once

#include "app/export/export.h"
#include "app/figures/doctor/page.h"
#include "core/analysis/doctor/doctor.h"

#include <iosfwd>
#include <memory>
#include <string>

namespace heed::cli {

struct DoctorRun {
    doctor::Diagnosis diagnosis;
    bool all_good() const { return diagnosis.bad == 0; }
};

/// Goes over the lines of the file ("-": standard input), at most `limit` (all where it is below 0): text, or
/// source<TAB>target[<TAB>links[<TAB>possible links]], or items as JSON. A bad line is answered with {"line",
/// "error"}, and the rest goes on. Throws heed::Error: a file that cannot be read, or has no good line.
DoctorRun run_doctor(const Model& model, const std::string& file, long long limit, std::ostream& complaints,
                     const Request& told = {});

/// Over one sentence.
std::shared_ptr<const DoctorBoard> doctor_over(const Model& model, const std::string& text);
/// The page of the window as a picture.
std::string draw_doctor(const Model& model, const DoctorRun& run, const std::string& file, FileKind kind);

void print_doctor(std::ostream& out, const doctor::Diagnosis& diagnosis);

} // namespace heed::cli
