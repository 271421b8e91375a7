// heed check M --data FILE: the doctor over the sentences of a file.
#pragma once

#include "core/analysis/doctor/doctor.h"

#include <iosfwd>
#include <string>

namespace heed::cli {

struct DoctorRun {
    doctor::Doctor doctor;
    double seconds = 0;
    bool all_good = true; // no line failed
};

/// Goes over the lines of the file ("-": standard input), at most `limit` (all where it is below 0): text, or
/// source<TAB>target[<TAB>links[<TAB>possible links]], or items as JSON. A bad line is answered with {"line",
/// "error"}, and the rest goes on. Throws heed::Error: a file that cannot be read, or has no good line.
DoctorRun run_doctor(const Model& model, const std::string& file, long long limit, std::ostream& complaints);

void print_doctor(std::ostream& out, const doctor::Doctor& doctor, double seconds);

} // namespace heed::cli
