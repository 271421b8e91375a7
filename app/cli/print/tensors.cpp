#include "app/cli/print/tensors.h"

#include "app/cli/print/table.h"
#include "app/export/report_text.h"
#include "app/figures/report/load_report.h"
#include "core/models/seq2seq/tensor_role.h"
#include "core/text/escape.h"

#include <iostream>
#include <nlohmann/json.hpp>

namespace heed::cli {

namespace {

/// What a tensor of that architecture is for; empty: nobody asked for it.
std::string role_of(const std::string& tensor, const Configuration& config) {
    const Architecture* architecture = config.architecture();
    return architecture && architecture->part_of ? std::string(architecture->part_of(config, tensor).words)
                                                 : tensor_role(tensor);
}

} // namespace

void print_tensors(const io::Checkpoint& file, const Configuration& config) {
    std::vector<std::vector<std::string>> rows;
    for (const io::StoredTensor& tensor : file.tensors()) {
        const std::string role = role_of(tensor.name, config);
        rows.push_back({escaped(tensor.name), io::shape_text(tensor.shape),
                        std::string(io::to_string(tensor.type)), role.empty() ? "-" : role});
    }
    print_table(std::cout, {{"TENSOR"}, {"SHAPE"}, {"TYPE"}, {"ROLE"}}, rows);
}

nlohmann::ordered_json tensors_json(const io::Checkpoint& file, const Configuration& config) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const io::StoredTensor& tensor : file.tensors()) {
        const std::string role = role_of(tensor.name, config);
        nlohmann::ordered_json row{{"name", tensor.name},
                                   {"shape", tensor.shape},
                                   {"type", std::string(io::to_string(tensor.type))}};
        if (role.empty())
            row["unused"] = true;
        else
            row["part"] = role;
        list.push_back(std::move(row));
    }
    return list;
}

void print_load_report(const io::LoadReport& report) {
    std::cout << report.file << ": " << report.container << ", " << file_size(report.bytes) << "\n\n";
    if (const std::string doubt = report.doubt(); !doubt.empty()) std::cout << doubt << ".\n\n";
    std::vector<Column> columns;
    for (const ReportHeading& heading : report_headings()) columns.push_back({heading.title, heading.right});
    print_table(std::cout, columns, report_rows(report));
    std::cout << '\n';
    for (const std::string& line : report_facts(report)) std::cout << line << '\n';
    std::cout << '\n';
    for (const std::string& line : report_findings(report)) std::cout << line << '\n';
}

nlohmann::ordered_json report_tensors(const io::LoadReport& report) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const io::ReportTensor& tensor : report.tensors) {
        nlohmann::ordered_json one{{"name", tensor.name}, {"shape", tensor.shape}, {"type", tensor.type}};
        if (!tensor.part.empty()) one["part"] = tensor.part;
        if (!tensor.ignored.empty()) one["ignored"] = tensor.ignored;
        if (tensor.unread()) one["unused"] = true;
        if (!tensor.rest.empty()) one["rest"] = tensor.rest;
        list.push_back(std::move(one));
    }
    return list;
}

} // namespace heed::cli
