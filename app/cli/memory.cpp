// heed memory: the influence of every token on every state, and accuracy by length.
#include "app/cli/memory.h"
#include "app/cli/commands.h"
#include "app/cli/export_source.h"
#include "app/cli/library.h"
#include "app/cli/print/table.h"
#include "app/cli/read/load.h"
#include "app/cli/read/options.h"
#include "app/export/export.h"
#include "app/figures/figures.h"
#include "app/figures/report/doubt.h"
#include "app/figures/tokens.h"
#include "app/state/data_paths.h"
#include "app/state/jobs/thread_pool.h"
#include "app/state/memory/orders.h"
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/open/model_library.h"
#include "core/text/strings.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

namespace heed::cli {
namespace {

using nlohmann::ordered_json;

struct MemoryOptions {
    std::vector<std::string> models;
    std::string input, family, json, file;
    int items = 200;
    std::uint64_t seed = 1;
    bool random = false, by_length = true;
};

/// One model's answers.
struct Remembered {
    MeasuredMemory measured;
    train::LengthCurve curve;
    std::string no_curve; // why there is none
};

/// 9 significant digits, as a trace has them.
ordered_json norm_rows(const Eigen::MatrixXf& norms) {
    ordered_json rows = ordered_json::array();
    for (Eigen::Index r = 0; r < norms.rows(); ++r) {
        ordered_json row = ordered_json::array();
        for (Eigen::Index j = 0; j < norms.cols(); ++j)
            row.push_back(std::stod(formatted("%.9g", static_cast<double>(norms(r, j)))));
        rows.push_back(std::move(row));
    }
    return rows;
}

ordered_json token_list(const std::vector<std::string>& tokens) { return ordered_json(tokens); }

ordered_json memory_of_model(const Remembered& one, bool random) {
    const Trace& run = *one.measured.run;
    const influence::Norms<float>& norms = one.measured.norms;
    std::vector<std::string> source, target;
    for (const TraceToken& token : run.source) source.push_back(token.text);
    for (const TraceStep& step : run.steps) target.push_back(step.token.text);
    ordered_json json;
    json["name"] = run.model.name;
    if (!run.model.doubt.empty()) json["doubt"] = run.model.doubt;
    json["score"] = run.model.score;
    json["cell"] = one.measured.model->config.architecture()->brief(one.measured.model->config).cell;
    json["weights"] = random ? "random" : "trained";
    json["source"] = {{"tokens", token_list(source)}};
    json["target"] = {{"tokens", token_list(target)}};
    ordered_json& influences = json["influence"];
    influences["forward"] = norm_rows(norms.forward);
    influences["backward"] = norms.backward.size() ? norm_rows(norms.backward) : ordered_json(nullptr);
    influences["annotations"] = norm_rows(norms.annotations);
    influences["initial"] = norm_rows(norms.initial)[0];
    influences["decoder"] = norm_rows(norms.decoder);
    influences["readout"] = norm_rows(norms.readout);
    json["by_length"] = one.curve.points.empty() ? ordered_json(nullptr) : train::to_json(one.curve);
    if (!one.no_curve.empty()) json["no_lengths"] = one.no_curve;
    return json;
}

std::string memory_text(const MemoryOptions& options, const std::vector<Remembered>& all, int indent) {
    ordered_json json;
    json["format"] = "heed.memory";
    json["version"] = 1;
    json["input"] = options.input;
    json["models"] = ordered_json::array();
    for (const Remembered& one : all) json["models"].push_back(memory_of_model(one, options.random));
    return json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

std::string share_text(float value) {
    return value >= 0.005f ? formatted("%.2f", static_cast<double>(value))
                           : short_exponent(formatted("%.0e", static_cast<double>(value)));
}

void print_influences(const MemoryBoard& board, const std::vector<Remembered>& all) {
    std::cout << "influence on the last state read, and on the output it changes most; 1: the strongest\n";
    std::vector<Column> columns{{"", false}};
    for (const MemoryModel& model : board.models) {
        columns.push_back({model.key, true});
        columns.push_back({"at most, output", true});
    }
    std::vector<std::vector<std::string>> rows;
    for (std::size_t j = 0; j < board.words.size(); ++j) {
        const auto column = static_cast<Eigen::Index>(j);
        std::vector<std::string> cells{std::to_string(j + 1) + "  " + board.words[j]};
        for (const MemoryModel& model : board.models) {
            cells.push_back(share_text(model.read(model.read.rows() - 1, column)));
            Eigen::Index i = 0;
            const float most = model.written.col(column).maxCoeff(&i);
            cells.push_back(share_text(most) + "  " + std::to_string(i + 1) + " " +
                            model.outputs[static_cast<std::size_t>(i)]);
        }
        rows.push_back(std::move(cells));
    }
    print_table(std::cout, columns, rows);
    for (const Remembered& one : all)
        std::cout << one.measured.run->model.name << " wrote " << written_text(*one.measured.run) << '\n';
}

void print_lengths(const std::vector<Remembered>& all) {
    std::set<int> lengths;
    for (const Remembered& one : all)
        for (const train::LengthPoint& at : one.curve.points) lengths.insert(at.length);
    for (const Remembered& one : all)
        if (!one.no_curve.empty()) std::cout << one.no_curve << '\n';
    if (lengths.empty()) return;
    std::cout << "\nshare of fresh items without a fault, by length, and its 95 % interval\n";
    std::vector<Column> columns{{"length", true}, {"items", true}};
    for (const Remembered& one : all) columns.push_back({one.measured.run->model.name, true});
    std::vector<std::vector<std::string>> rows;
    for (const int length : lengths) {
        std::vector<std::string> cells{std::to_string(length), ""};
        for (const Remembered& one : all) {
            std::string cell = "-";
            for (const train::LengthPoint& at : one.curve.points)
                if (at.length == length) {
                    cells[1] = std::to_string(at.tally.items);
                    cell = formatted("%.3f", at.tally.exact_match()) + formatted("  %.3f", at.exact.low) +
                           formatted(" to %.3f", at.exact.high);
                }
            cells.push_back(cell);
        }
        rows.push_back(std::move(cells));
    }
    print_table(std::cout, columns, rows);
    for (const Remembered& one : all)
        if (one.curve.longest > 0)
            std::cout << one.measured.run->model.name << " learnt from " << one.curve.shortest << " to "
                      << one.curve.longest << '\n';
}

/// What must be doubted of each of them, a sentence a model.
std::string doubts_of(const std::vector<Remembered>& all) {
    std::string sentences;
    for (const Remembered& one : all)
        if (const auto& model = one.measured.run->model; !model.doubt.empty())
            sentences += (sentences.empty() ? "" : ". ") + model.name + ": " + model.doubt;
    return sentences;
}

std::string memory_picture(MemoryBoard board, const std::string& doubt, FileKind kind) {
    const auto metrics = paper_metrics();
    const FigureStyle style{.theme = Theme::Light, .metrics = metrics.get()};
    PaperSettings paper;
    paper.width_mm = 174;
    paper.font_pt = 0;
    const FigureKind& figure = *find_figure("memory");
    FigureSource source;
    source.board = &board;
    Picture picture = figure.paper(source, paper, style);
    const float size = 7 * static_cast<float>(picture.units_per_inch) / 72;
    picture.scene = with_doubt(std::move(picture.scene), doubt, size, style);
    return render_picture(picture.scene, kind, {.units_per_inch = picture.units_per_inch});
}

std::vector<Remembered> remember_all(const MemoryOptions& options) {
    const io::ModelLibrary library = models_of(options.family);
    ThreadPool pool(all_threads());
    std::vector<Remembered> all;
    std::map<std::string, train::ItemsOfLength> items; // by task
    for (const std::string& name : options.models) {
        Remembered one;
        auto model = std::make_shared<const Model>(load_model(library, name));
        one.measured = measure_memory(model, options.input, options.random, pool.executor(), nullptr);
        if (options.by_length) {
            try {
                if (!items.contains(model->task)) {
                    train::LengthPlan plan;
                    plan.items = options.items;
                    plan.seed = options.seed;
                    items[model->task] = train::fresh_items(*model, plan);
                }
                one.curve = train::accuracy_by_length(*model, items.at(model->task), pool.executor());
            } catch (const Error& error) {
                one.no_curve = error.what();
            }
        }
        all.push_back(std::move(one));
    }
    return all;
}

MemoryBoard board_of(const MemoryOptions& options, const std::vector<Remembered>& all) {
    std::vector<MeasuredMemory> measured;
    for (const Remembered& one : all) measured.push_back(one.measured);
    MemoryBoard board = memory_board(measured);
    board.random = options.random;
    for (const Remembered& one : all) {
        if (!one.curve.points.empty()) board.lines.push_back(length_line(*one.measured.model, one.curve));
        if (!one.no_curve.empty()) board.no_lines = one.no_curve;
    }
    if (!options.by_length) board.no_lines = "Not measured.";
    name_apart(board);
    return board;
}

/// A picture has room for one reader of each cell: whose is left out is said.
void print_left_out(const MemoryBoard& board) {
    std::string names;
    for (const MemoryModel& model : board.models)
        if (!model.reads) names += (names.empty() ? "" : ", ") + model.key;
    if (!names.empty())
        std::cout << "\nThe picture shows what is left while reading of one model a cell: not of " << names
                  << ".\n";
}

int memory(const MemoryOptions& options) {
    const std::optional<FileKind> kind =
        options.file.empty() ? std::nullopt : std::optional(picture_kind(options.file));
    const std::vector<Remembered> all = remember_all(options);
    if (!options.json.empty() && options.json != "-")
        io::write_file_atomic(options.json, memory_text(options, all, 1));
    if (kind || options.json != "-") {
        const MemoryBoard board = board_of(options, all);
        if (kind) io::write_file_atomic(options.file, memory_picture(board, doubts_of(all), *kind));
        if (options.json != "-") {
            for (const Remembered& one : all)
                std::cout << doubt_line(one.measured.run->model.name, one.measured.run->model.doubt);
            print_influences(board, all);
            print_lengths(all);
            if (kind) print_left_out(board);
        }
    }
    if (options.json == "-") std::cout << memory_text(options, all, -1);
    return 0;
}

} // namespace

std::shared_ptr<const MemoryBoard> measured_memory(const std::string& model, const std::string& input,
                                                   const std::string& family, bool attentive) {
    const io::ModelLibrary library = models_of(family);
    const auto own = std::make_shared<const Model>(load_model(library, model));
    MemoryOptions options;
    options.input = input;
    options.family = family;
    const MemoryModels shown = memory_models(heed_engine(), own, attentive);
    if (attentive && !shown.both_kinds)
        throw Error(model, "--readers attention", "a task whose models read with attention and without",
                    "one whose readers are of one kind");
    for (const auto& beside : shown.models)
        options.models.push_back(beside->name == own->name ? model : beside->name);
    MemoryBoard board = board_of(options, remember_all(options));
    board.absent = shown.absent;
    return std::make_shared<const MemoryBoard>(std::move(board));
}

Action add_memory(CLI::App& command) {
    const auto options = std::make_shared<MemoryOptions>();
    command.add_option("M", options->models, "Encoder-decoders: bundled names, folders or files")->required();
    add_family(command, options->family);
    command.add_option("--input", options->input, "What they read")->type_name("TEXT")->required();
    command
        .add_option("--json", options->json, "Write every norm and the curves as JSON, - to standard output")
        ->type_name("FILE|-");
    command.add_option("-o", options->file, "Picture to write: .pdf, .svg or .png")->type_name("FILE");
    command.add_option("--items", options->items, "Fresh items of each length")
        ->type_name("N")
        ->check(whole_number(1));
    command.add_option("--seed", options->seed, "That these are drawn from")->type_name("S");
    command.add_flag("--random", options->random, "Influence with the weights that training begins with");
    command.add_flag("!--no-lengths", options->by_length, "Leave out accuracy by length");
    command.footer("Influence of token j on a state: the Frobenius norm of the state's derivative by x_j, "
                   "the embedding at\n"
                   "that place, over the whole run in which the model writes by itself. Of the encoder's "
                   "states forward,\n"
                   "backward and side by side (the topmost layer), of s_0, of every s_i, and of t_i, what an "
                   "output is read\n"
                   "from. Accuracy by length is measured on fresh items that no model of the recipe learns "
                   "from; intervals\n"
                   "are Wilson's, items counted.");
    return [options] { return memory(*options); };
}

} // namespace heed::cli
