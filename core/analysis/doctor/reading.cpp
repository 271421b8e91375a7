// A line of a file as the doctor takes it.
#include "core/analysis/doctor/doctor.h"
#include "core/analysis/heads/pairs/corpus.h"
#include "core/io/base/json_text.h"
#include "core/tasks/item.h"
#include "core/tasks/sample.h"

namespace heed::doctor {

DoctorInput read_input(const Model& model, const std::string& text, const std::string& file, long long line) {
    const std::string subject = file + ": line " + std::to_string(line);
    if (text.starts_with('{') && model.config.architecture()->lessons) {
        const tasks::Item item = tasks::item_from_json(io::parse_json(text, subject), subject);
        return {item.input, line, tasks::RightAnswer{{}, item.answer}, false, {}, {}};
    }
    if (text.find('\t') == std::string::npos) return doctor_input(model, text, line);
    if (model.subword) {
        if (!model.config.architecture()->make_stepper)
            return doctor_input(model, text, line); // a pair of texts
        heads::Pair pair = heads::read_pair(model, text, file, line);
        return {pair.source,
                line,
                tasks::RightAnswer{std::move(pair.sample.target), std::move(*pair.target)},
                pair.sample.has_gold && !model.one_text,
                std::move(pair.sample.sure),
                std::move(pair.sample.possible)};
    }
    const tasks::Sample sample = tasks::parse_line(text, model.tokenizer, file, static_cast<int>(line));
    return {model.tokenizer.join(sample.source),
            line,
            tasks::RightAnswer{sample.target, model.tokenizer.join(sample.target)},
            sample.has_gold,
            sample.sure,
            sample.possible};
}

} // namespace heed::doctor
