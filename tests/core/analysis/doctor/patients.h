// Models that come with the program, sentences of their tasks, and what the doctor finds over them.
#pragma once

#include "core/analysis/doctor/doctor.h"
#include "core/io/open/model_library.h"
#include "core/tasks/task.h"
#include "tests/support/source_dir.h"

#include <string>
#include <vector>

namespace heed::doctor {

inline Model bundled(const std::string& name) {
    const io::ModelLibrary library({test::source_dir() / "assets"});
    const io::ModelPlace place = library.resolve(name);
    return io::load_model(place.folder, place.name);
}

inline std::string tasks_of(const std::string& name) { return name.substr(0, name.find('/')); }

inline std::vector<std::string> sentences_of(const std::string& task, int count, std::uint64_t seed = 77001) {
    Random random(seed);
    std::vector<std::string> texts;
    for (int n = 0; n < count; ++n)
        texts.push_back(tasks::get(task).tokenizer().join(tasks::get(task).sample(random).source));
    return texts;
}

inline Doctor examined(const Model& model, const std::vector<std::string>& texts, int tried = 100,
                       int influenced = 0) {
    Doctor doctor(model);
    for (std::size_t n = 0; n < texts.size(); ++n)
        doctor.add(examine(model, doctor_input(model, texts[n], static_cast<long long>(n) + 1),
                           Trials{int(n) < tried, int(n) < influenced}));
    return doctor;
}

inline std::vector<std::string> ids(const Doctor& doctor) {
    std::vector<std::string> found;
    for (const Finding& f : doctor.findings()) found.emplace_back(f.check->id);
    return found;
}
inline std::vector<std::string> faults(const Doctor& doctor) {
    std::vector<std::string> found;
    for (const Finding& f : doctor.findings())
        if (f.severity == Severity::Fault) found.emplace_back(f.check->id);
    return found;
}

inline MatrixXf& parameter(Model& model, const char* name) {
    return model.parameters[model.parameters.find(name)].value;
}

} // namespace heed::doctor
