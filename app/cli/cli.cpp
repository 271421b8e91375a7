#include "app/cli/commands.h"

#include "app/cli/library.h"
#include "app/cli/print/terminal.h"
#include "app/cli/read/load.h"
#include "app/cli/read/options.h"
#include "app/state/data_paths.h"
#include "app/state/version.h"
#include "app/state/workspaces.h"
#include "core/base/error.h"
#include "core/io/open/model_library.h"
#include "core/text/strings.h"
#include "core/text/suggest.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <new>
#include <sstream>
#include <vector>

namespace heed::cli {

// Each is in the file of its name. A new command is a line here and a line in the table.
Action add_trace(CLI::App& command);
Action add_export(CLI::App& command);
Action add_train(CLI::App& command);
Action add_compare(CLI::App& command);
Action add_memory(CLI::App& command);
Action add_align(CLI::App& command);
Action add_heads(CLI::App& command);
Action add_evaluate(CLI::App& command);
Action add_data(CLI::App& command);
Action add_models(CLI::App& command);
Action add_check(CLI::App& command);
Action add_import(CLI::App& command);
Action add_watch(CLI::App& command);

std::span<const Command> commands() {
    static const std::vector<Command> table = {
        {"trace", "Run a model", "Run a model on a text: a picture of its attention, or JSON", add_trace},
        {"export", "Run a model", "Write a figure or its numbers to a file", add_export},
        {"compare", "Run a model", "Run several models, or one under several scores, on a text", add_compare},
        {"memory", "Run a model", "Influence of each token on each state, and accuracy by length",
         add_memory},
        {"watch", "Run a model", "Follow a file of weights or a model that is being rewritten", add_watch},
        {"align", "Run a model", "Print the links between source and target tokens, a line at a time",
         add_align},
        {"heads", "Run a model", "Measure every attention head on pairs, best first", add_heads},
        {"train", "Make a model", "Learn a model from a task or a file", add_train},
        {"evaluate", "Make a model", "Measure a model on items whose answers are known", add_evaluate},
        {"data", "Make a model", "Print items of a task", add_data},
        {"import", "Make a model", "Bring in a model of another toolkit", add_import},
        {"models", "Look at models", "List every model there is, where, and what it is", add_models},
        {"check", "Look at models", "List a model's tensors and run the case it carries", add_check},
    };
    return table;
}

namespace {

/// CLI11's own help, with less noise: metavariables as they are, no defaults, no "REQUIRED".
class HelpText : public CLI::Formatter {
public:
    HelpText() {
        column_width(28);
        label("Positionals", "Arguments");
    }

    std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
        std::ostringstream out;
        out << app->get_description() << "\n\n" << usage(app);
        if (!app->get_parent()) out << make_subcommands(app, CLI::AppFormatMode::Normal);
        out << make_positionals(app) << make_groups(app, CLI::AppFormatMode::Normal);
        if (!app->get_footer().empty()) out << '\n' << app->get_footer() << '\n';
        return out.str();
    }

    std::string make_option(const CLI::Option* option, bool positional) const override {
        std::string name = "  " + option->get_name(positional, !positional);
        for (std::size_t at; (at = name.find("{false}")) != std::string::npos;)
            name.erase(at, 7); // of --no-…
        if (!positional && option->get_type_size() != 0) name += ' ' + option->get_type_name();
        const int column = static_cast<int>(get_column_width());
        const bool fits = display_width(name) < column;
        return (fits ? padded_right(name, column) : name + '\n' + padded_right("", column)) +
               hanging(option->get_description(), column) + '\n';
    }

private:
    /// In lines of a hundred columns, each of which begins at `column`.
    static std::string hanging(const std::string& text, int column) {
        constexpr int most = 100;
        std::istringstream words(text);
        std::string out, line;
        for (std::string word; words >> word;) {
            if (!line.empty() && column + display_width(line) + 1 + display_width(word) > most) {
                out += line + '\n' + padded_right("", column);
                line.clear();
            }
            line += (line.empty() ? "" : " ") + word;
        }
        return out + line;
    }

    static std::string usage(const CLI::App* app) {
        if (!app->get_parent())
            return "Usage: heed [OPTIONS]        opens the window\n"
                   "       heed COMMAND …        heed COMMAND --help says more\n";
        std::string line = "Usage: heed " + app->get_name();
        for (const CLI::Option* option : app->get_options()) {
            if (!option->get_positional()) continue;
            const bool many = option->get_expected_max() > 1;
            const std::string word = option->get_name(true, false) + (many ? "…" : "");
            line += option->get_required() ? " " + word : " [" + word + "]";
        }
        return line + " [OPTIONS]\n";
    }
};

/// "1600x1000"; empty on success, as CLI11 wants it.
std::string parse_size(const std::string& text, WindowOptions::Size& size) {
    char by = 0, more = 0;
    std::istringstream in(text);
    if (in >> size.width >> by >> size.height && by == 'x' && !(in >> more) && size.width > 0 &&
        size.height > 0 && size.width <= 16384 && size.height <= 16384)
        return {};
    return "expected WxH such as 1600x1000, found " + text;
}

void add_window_options(CLI::App& app, WindowOptions& window) {
    app.add_option("--model", window.model, "Model to open: a bundled name, a folder or a file")
        ->type_name("M");
    app.add_option("--watch", window.watch, "The same of a file that is followed as it is rewritten")
        ->type_name("FILE")
        ->excludes("--model");
    app.add_option(
           "--family", window.family,
           "Of a model of another toolkit: a family's name or file; found by the tensors if not given")
        ->type_name("NAME|FILE");
    app.add_option("--input", window.input, "Text for it to read")->type_name("TEXT");
    std::vector<std::string> views{"states", "meaning"}; // of Step
    for (const Workspace& workspace : workspaces())
        if (!workspace.title.empty()) views.insert(views.end() - 2, std::string(workspace.id));
    app.add_option("--view", window.view,
                   "Workspace: " + listed(views, " or ") + ", the last two parts of Step")
        ->type_name("NAME")
        ->check(one_of(views));
    app.add_option("--at", window.at, "Number of sub-steps revealed")
        ->type_name("N")
        ->check(whole_number(0, 1'000'000'000));
    app.add_option("--theme", window.theme, "dark or light")
        ->type_name("T")
        ->check(one_of({"dark", "light"}));
    app.add_option_function<std::string>(
           "--size",
           [&window](const std::string& text) {
               WindowOptions::Size size;
               if (const auto wrong = parse_size(text, size); !wrong.empty())
                   throw CLI::ValidationError("--size", wrong);
               window.size = size;
           },
           "Size of the window")
        ->type_name("WxH");
    app.add_option("--scale", window.scale, "Scale of everything in it, 0.5 to 4")
        ->type_name("S")
        ->check(real_number(0.5, 4));
    app.add_option("--session", window.session, "Session to open")->type_name("FILE");
    app.add_option("--screenshot", window.screenshot, "Write what the window shows and leave")
        ->type_name("FILE.png")
        ->check(ending_in(".png"));
    app.add_option("--dump-state", window.dump_state, "Write the program's whole state on leaving")
        ->type_name("FILE.json");
    app.add_option("--record", window.record, "Write every command of the session, a line each")
        ->type_name("FILE");
    app.add_option(
           "--replay", window.replay,
           "Give the commands of a recording; with --screenshot or --dump-state, leave after them, and "
           "keep neither settings nor session")
        ->type_name("FILE");
}

/// "-.97 .3*": the text of a model that reads numbers, not an option.
bool is_number(const std::string& word) {
    const std::size_t digit = word.starts_with("-.") ? 2 : 1;
    return word.starts_with('-') && digit < word.size() && word[digit] >= '0' && word[digit] <= '9';
}

// CLI11 takes a word "[a,b]" apart where several are allowed. A text may well look like that, so such words
// end with a NUL, which no argument can hold, until they reach their option. Numbers below 0, which look like
// options, begin with one.
std::vector<std::string> marked_words(int argc, const char* const* argv) {
    std::vector<std::string> words(argv + std::min(1, argc), argv + argc);
    if (!words.empty() && words.front() == "help") { // "heed help trace" is "heed trace --help"
        words.erase(words.begin());
        words.emplace_back("--help");
    }
    for (std::string& word : words)
        if (word.size() > 1 && word.front() == '[' && word.back() == ']')
            word += '\0';
        else if (is_number(word))
            word.insert(word.begin(), '\0');
    std::reverse(words.begin(), words.end()); // as CLI11 wants them
    return words;
}

void take_marks_off(CLI::App& app) {
    const auto unmark = [](std::string word) {
        if (!word.empty() && word.back() == '\0') word.pop_back();
        if (!word.empty() && word.front() == '\0') word.erase(0, 1);
        return word;
    };
    for (CLI::Option* option : app.get_options())
        if (option->get_type_size() != 0) option->transform(std::function<std::string(std::string)>(unmark));
}

/// One line on standard error, whatever was in the sentence.
void complain(std::string sentence) {
    for (char& c : sentence)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
    while (!sentence.empty() && (sentence.back() == ' ' || sentence.back() == '.')) sentence.pop_back();
    std::cout.flush();
    std::cerr << "heed: " << sentence << std::endl;
}

int wrong_words(const std::string& what, const CLI::App& app) {
    std::string help = "heed";
    for (const CLI::App* named : app.get_subcommands()) help += " " + named->get_name();
    complain(what + " (" + help + " --help shows what there is)");
    return 2;
}

/// "--theme", "--size", … of a command, or of the window.
std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

std::vector<std::string> command_names() {
    std::vector<std::string> names;
    for (const Command& row : commands()) names.emplace_back(row.name);
    return names;
}

/// What to type, where the first word is the name of a model or of a file.
std::string meant_as_model(const std::string& word) {
    const auto bundled = io::ModelLibrary(data_directories()).bundled();
    const bool model = std::any_of(bundled.begin(), bundled.end(), [&](const io::ModelPlace& place) {
        return place.name == word || place.name.starts_with(word + "/");
    });
    std::error_code ignored;
    if (!model && !std::filesystem::exists(word, ignored)) return {};
    const std::string quoted = word.find(' ') == std::string::npos ? word : '"' + word + '"';
    return "; heed --model " + quoted + " opens it, heed trace " + quoted + " TEXT runs it";
}

/// CLI11 counts in words of its own: "--json: 1 required FILE missing", "--at: At Most 1 required but
/// received 2".
std::string plainer(const std::string& text) {
    const std::size_t name = text.find(": "), one = text.find(": 1 required "),
                      most = text.find(": At Most 1 ");
    constexpr std::string_view missing = " missing", count = ": 1 required ";
    if (one != std::string::npos && text.ends_with(missing))
        return text.substr(0, one) + ": expected " +
               text.substr(one + count.size(), text.size() - one - count.size() - missing.size()) +
               " after it" + (text.starts_with("--json:") ? " (- is standard output)" : "") +
               ", found nothing";
    if (most != std::string::npos) return text.substr(0, name) + ": expected once, found more than once";
    return text;
}

std::string reworded(const CLI::ParseError& error, const CLI::App& app) {
    const bool extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    const bool named = !app.get_subcommands().empty();
    const CLI::App& command = named ? *app.get_subcommands().front() : app;
    const auto extras = extra ? command.remaining() : std::vector<std::string>();
    if (!named && !extras.empty() && extras.front().substr(0, 1) != "-") {
        const std::string as_model = meant_as_model(extras.front());
        return extras.front() + ": no such command" +
               (as_model.empty() ? did_you_mean(command_names(), extras.front()) : as_model);
    }
    std::string text = error.what();
    if (!text.empty() && text.compare(0, 4, "The ") == 0) text[0] = 't';
    for (const std::string& word : extras) // "--thme=dark" as well
        if (const std::string option = word.substr(0, word.find('=')); option.starts_with("--"))
            return option + ": no such option" + did_you_mean(option_names(command), option);
    return plainer(text);
}

/// Runs what was asked for; every failure becomes a line and a status here.
int perform(const Action& action) {
    try {
        const int status = action();
        errno = 0;
        if (std::cout.flush()) return status;
        complain(std::string("standard output: not written: ") +
                 (errno ? std::strerror(errno) : "no room left"));
    } catch (const Error& error) {
        complain(error.what());
    } catch (const std::bad_alloc&) {
        complain("there is not enough memory for this");
    } catch (const WrongWords&) {
        throw;
    } catch (const std::exception& error) { // not expected: a mistake of ours, still one line
        complain(error.what());
    }
    return 1;
}

} // namespace

int run(int argc, const char* const* argv, OpenWindow open_window) {
    CLI::App app{"heed " + std::string(version()) + ": see attention at work", "heed"};
    app.formatter(std::make_shared<HelpText>());
    app.set_help_flag("-h,--help", "Show this help");
    app.set_version_flag("--version", "heed " + std::string(version()), "Show the version");
    app.require_subcommand(0, 1);
    app.footer("Exit status: 0 done, 1 the work failed, 2 the words were wrong.");

    WindowOptions window;
    add_window_options(app, window);

    std::vector<std::pair<CLI::App*, Action>> actions;
    for (const Command& row : commands()) {
        CLI::App* command = app.add_subcommand(std::string(row.name), std::string(row.help));
        command->group(std::string(row.group));
        actions.emplace_back(command, row.add(*command));
        take_marks_off(*command);
    }
    take_marks_off(app);

    try {
        app.parse(marked_words(argc, argv));
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return perform([&] { return app.exit(error); }); // --help, --version
        return wrong_words(reworded(error, app), app);
    }

    try {
        for (const auto& [command, action] : actions) {
            if (!command->parsed()) continue;
            for (const CLI::Option* option : app.get_options())
                if (option->count() > 0 && option->nonpositional())
                    throw WrongWords(option->get_name() +
                                     " is for the window: a command takes its own options after its name");
            std::signal(SIGPIPE, SIG_DFL); // `heed trace … | head` ends without a word
            return perform(action);
        }
        if (window.family && !window.model && !window.watch)
            throw WrongWords("--family goes with --model or --watch");
        if (open_window)
            return perform([&] {
                if (window.family) models_of(*window.family); // throws where there is none
                return open_window(window);
            });
    } catch (const WrongWords& wrong) {
        return wrong_words(wrong.what(), app);
    }
    complain("this build has no window; heed --help lists the commands");
    return 1;
}

} // namespace heed::cli
