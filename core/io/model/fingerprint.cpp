#include "core/io/model/fingerprint.h"

#include "core/io/model/model_config.h"

#include <cstdio>
#include <libdeflate.h>

namespace heed::io {

std::string fingerprint(const Model& model) {
    std::uint32_t sum = 0;
    const auto text = [&](const std::string& value) {
        sum = libdeflate_crc32(sum, value.c_str(), value.size() + 1);
    };
    for (const auto& parameter : model.parameters) {
        text(parameter.name);
        const auto& value = parameter.value;
        const StoredMatrix& stored = parameter.stored;
        if (stored) {
            text(std::to_string(stored.rows()) + "x" + std::to_string(stored.cols()));
            sum = libdeflate_crc32(sum, stored.row(0), stored.bytes());
            continue;
        }
        text(std::to_string(value.rows()) + "x" + std::to_string(value.cols()));
        sum = libdeflate_crc32(sum, value.data(), sizeof(float) * static_cast<std::size_t>(value.size()));
    }
    for (const Vocabulary* words : {&model.source, &model.target})
        for (const std::string& word : *words->tokens()) text(word);
    char digits[16];
    std::snprintf(digits, sizeof digits, "%08x-", sum);
    return digits + std::to_string(model.parameters.count());
}

std::string form_fingerprint(const Model& model) {
    const std::string form = form_to_json(model).dump();
    char digits[16];
    std::snprintf(digits, sizeof digits, "%08x", libdeflate_crc32(0, form.data(), form.size()));
    return digits;
}

} // namespace heed::io
