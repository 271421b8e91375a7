#include "app/state/jobs/jobs.h"

#include "app/export/numbers.h"
#include "app/state/session/session.h"
#include "app/state/states/bank.h"
#include "app/state/update.h"
#include "core/base/error.h"
#include "core/io/base/file.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace heed {
namespace {

namespace fs = std::filesystem;

/// Runs the job and says what went wrong in words; empty when nothing did.
template <class Job>
std::string problem_of(Job job) {
    try {
        job();
        return {};
    } catch (const std::bad_alloc&) {
        return "there is not enough memory";
    } catch (const PlaceError& error) {
        return error.on_screen();
    } catch (const std::exception& error) {
        return error.what();
    }
}

std::string day_of(const fs::file_time_type& time) {
    const auto system = std::chrono::time_point_cast<std::chrono::system_clock::duration>(
        time - fs::file_time_type::clock::now() + std::chrono::system_clock::now());
    const std::time_t seconds = std::chrono::system_clock::to_time_t(system);
    std::tm parts{};
    localtime_r(&seconds, &parts);
    char month[16];
    std::strftime(month, sizeof month, "%b", &parts);
    return std::to_string(parts.tm_mday) + " " + month;
}

/// "2026-11-22".
std::string today() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm parts{};
    localtime_r(&now, &parts);
    char text[16];
    std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
    return text;
}

std::string picture_bytes(const SaveOrder& order, FileKind kind) {
    const auto metrics = paper_metrics();
    const Picture picture = export_picture(order.state, order.options, *metrics);
    return render_picture(picture.scene, kind, {picture.units_per_inch, order.options.dpi});
}

std::string file_bytes(const SaveOrder& order) {
    return is_picture(order.options.kind) ? picture_bytes(order, order.options.kind)
                                          : export_numbers(order.state, order.options, order.options.kind);
}

ExportDialog::Target seen(const fs::path& file) {
    const bool there = io::would_replace(file);
    return {file.string(), there ? io::next_free_name(file).string() : "", there};
}

const char* image_copier() {
    const auto has = [](const char* program) {
        const char* path = std::getenv("PATH");
        std::string folders = path ? path : "";
        for (std::size_t begin = 0; begin <= folders.size();) {
            const std::size_t end = std::min(folders.find(':', begin), folders.size());
            std::error_code error;
            if (fs::exists(fs::path(folders.substr(begin, end - begin)) / program, error)) return true;
            begin = end + 1;
        }
        return false;
    };
    if (std::getenv("WAYLAND_DISPLAY") && has("wl-copy")) return "wl-copy --type image/png";
    if (std::getenv("DISPLAY") && has("xclip"))
        return "xclip -selection clipboard -t image/png -i >/dev/null 2>&1";
    return nullptr;
}

} // namespace

bool can_copy_images() { return image_copier() != nullptr; }

Jobs::Jobs(Engine engine, std::function<void()> wake, int panels)
    : engine_(std::move(engine)), wake_(std::move(wake)) {
    if (panels <= 0)
        panels = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 2, most_compare_panels);
    pool_ = std::make_unique<Workers>(std::array<int, lanes>{1, 1, 1, 1, 1, 1, 1, panels});
}

Jobs::~Jobs() {
    ++listing_;
    pool_->stop();
}

void Jobs::post(Event event) {
    {
        const std::lock_guard guard(lock_);
        done_.push_back(std::move(event));
    }
    wake_();
}

std::vector<Event> Jobs::take() {
    const std::lock_guard guard(lock_);
    return std::exchange(done_, {});
}

bool Jobs::idle() const {
    if (!pool_->idle()) return false;
    const std::lock_guard guard(lock_);
    return done_.empty();
}

void Jobs::enqueue(std::function<void()> job, FileKey key) {
    pool_->add(Files,
               {key, [job = std::move(job)](const std::atomic<bool>&) { job(); }, key == FileKey::Save});
}

void Jobs::run(std::shared_ptr<const Model> model, std::vector<Request> requests, const std::string& id) {
    constexpr std::chrono::milliseconds patience(250);
    const std::string text = requests.empty() ? "" : requests.front().text;
    std::vector<Workers::Job> jobs;
    for (Request& request : requests)
        jobs.push_back(
            {RunKey{model, request}, [this, model, id, request](const std::atomic<bool>& cancelled) {
                 do_run(*model, id, request, cancelled);
             }});
    pool_->want(Runs, std::move(jobs), [&](const Key& key, auto since) {
        const RunKey& run = std::get<RunKey>(key);
        return !requests.empty() && run.model == model && run.request.text == text && since < patience;
    });
}

void Jobs::cancel_run() { pool_->want(Runs, {}); }

/// The run of the request, as far as its text fits; `run` where it is known. Its trace is null when it was
/// cancelled.
FinishedRun Jobs::made(const Model& model, const std::string& id, const Request& request,
                       std::shared_ptr<const Trace> run, const std::atomic<bool>& cancelled) {
    const Engine::Fit fit = engine_.fit(model, request.text);
    FinishedRun made{request, std::move(run), fit.tokens, fit.too_long, fit.bytes, {}, id};
    if (!made.trace) {
        Request fitting = request;
        if (fit.too_long) fitting.text.resize(fit.bytes);
        made.trace = engine_.run(model, fitting, cancelled);
    }
    if (made.trace) made.unknown = unknown_words(model, *made.trace);
    return made;
}

void Jobs::do_run(const Model& model, const std::string& id, const Request& request,
                  const std::atomic<bool>& cancelled) {
    FinishedRun run;
    const std::string problem = problem_of([&] { run = made(model, id, request, nullptr, cancelled); });
    if (problem.empty() && run.trace) post(std::move(run));
    if (problem.empty()) return;
    RunFailed failed{request, problem, 0, id};
    problem_of([&] { failed.tokens = engine_.fit(model, request.text).tokens; });
    post(std::move(failed));
}

void Jobs::compare(std::vector<PanelWork> work) {
    std::vector<Workers::Job> jobs;
    for (PanelWork& w : work)
        if (!w.order.request.text.empty())
            jobs.push_back({w, [this, w](const std::atomic<bool>& cancelled) { do_panel(w, cancelled); }});
    pool_->want(Panels, std::move(jobs));
}

FinishedRun Jobs::made_for_panel(const Model& model, const std::string& id, const PanelWork& work,
                                 const std::atomic<bool>& cancelled) {
    // What is changed in one run may mean nothing to another model: no such output, no such word, no weights.
    Request request = work.order.request;
    for (;;) {
        try {
            return made(model, id, request, work.run, cancelled);
        } catch (const Error&) {
            Edits& edits = request.edits;
            if (!edits.any()) throw;
            const bool places = !edits.forced.empty() || !edits.rows.empty();
            edits.forced.clear();
            edits.rows.clear();
            if (!places) edits = {};
        }
    }
}

void Jobs::do_panel(const PanelWork& work, const std::atomic<bool>& cancelled) {
    PanelFinished done{work.order, {}, {}, ""};
    done.problem = problem_of([&] {
        const KnownModel known = models_.of(engine_, work.order);
        if (cancelled) return;
        done.run = made_for_panel(*known.model, known.id, work, cancelled);
        if (!done.run.trace) return;
        Request fitting = done.run.request;
        if (done.run.too_long) fitting.text.resize(done.run.fitting);
        done.judgement = engine_.judge(*known.model, fitting, *done.run.trace, cancelled);
    });
    if (!cancelled) post(std::move(done));
}

void Jobs::states(StateOrders orders) {
    const auto by = [this](auto order, auto& last, auto make) {
        return Workers::Job{order, [this, order, &last, make](const std::atomic<bool>&) {
                                problem_of([&] { post(make(order)); }); // no memory: what was there stays
                                const std::lock_guard guard(lock_);
                                last = order;
                            }};
    };
    std::vector<Workers::Job> soon, bank;
    {
        const std::lock_guard guard(lock_);
        if (orders.path.trace && orders.path != made_) soon.push_back(by(orders.path, made_, make_paths));
        if (orders.near.trace && orders.near.bank && orders.near != found_)
            soon.push_back(by(orders.near, found_, find_near));
    }
    if (orders.bank.model)
        bank.push_back({orders.bank, [this, order = orders.bank](const std::atomic<bool>& cancelled) {
                            read_bank(engine_, order, cancelled,
                                      [this](BankState state) { post(std::move(state)); });
                        }});
    pool_->want(States, std::move(soon), [](const Key&, auto) { return true; });
    pool_->want(Bank, std::move(bank));
}

std::vector<UnknownWord> Jobs::unknown_words(const Model& model, const Trace& trace) {
    constexpr std::size_t most = 3;
    std::vector<UnknownWord> unknown;
    for (const TraceToken& token : trace.source) {
        if (!token.unknown || !engine_.nearest || unknown.size() >= most ||
            token.end > trace.source_text.size())
            continue;
        UnknownWord word{
            trace.source_text.substr(token.begin, token.end - token.begin), token.begin, token.end, {}};
        word.nearest = engine_.nearest(model, word.word);
        unknown.push_back(std::move(word));
    }
    return unknown;
}

void Jobs::load_model(std::string name, OpenAnswers answers) {
    if (is_session_file(name)) return read_session(name);
    enqueue(
        [this, name = std::move(name), answers = std::move(answers)] {
            LoadedModel loaded;
            const std::string problem = problem_of([&] { loaded = engine_.load(name, answers); });
            if (problem.empty())
                post(ModelLoaded{name, answers, std::move(loaded)});
            else
                post(ModelFailed{name, problem, answers});
        },
        FileKey::Load);
}

void Jobs::flip(std::shared_ptr<const Model> model, Request request, int output,
                std::shared_ptr<const Trace> run) {
    const OutputKey key{{model, request}, output};
    pool_->want(Flips, {{key, [this, key, output, run](const std::atomic<bool>& cancelled) {
                             FlipState found;
                             found.problem = problem_of([&] {
                                 const Model& of = *key.run.model;
                                 const auto known = made(of, "", key.run.request, run, cancelled).trace;
                                 if (known) found = engine_.flip(of, *known, output, cancelled);
                             });
                             if (cancelled) return;
                             found.request = key.run.request;
                             found.output = output;
                             post(FlipFound{std::move(found)});
                         }}});
}

void Jobs::fragility(std::shared_ptr<const Model> model, FragilityOrder order) {
    std::vector<Workers::Job> jobs;
    for (const int output : order.run&& engine_.fragility ? order.outputs : std::vector<int>{}) {
        const OutputKey key{{model, order.request}, output};
        jobs.push_back(
            {key, [this, key, id = order.model, run = order.run](const std::atomic<bool>& cancelled) {
                 FragilityFound found{id, key.run.request, run, key.output, {}};
                 const std::string problem = problem_of(
                     [&] { found.row = engine_.fragility(*key.run.model, *run, key.output, cancelled); });
                 if (cancelled) return;
                 if (!problem.empty()) found.row.mark.state = FragilityMark::State::None;
                 post(std::move(found));
             }});
    }
    pool_->want(Fragile, std::move(jobs));
}

void Jobs::work(std::string workspace, WorkspaceJob job) {
    pool_->drop(Others, [&](const Key& key) { return key == Key(workspace); });
    pool_->add(Others,
               {workspace, [this, workspace, job = std::move(job)](const std::atomic<bool>& cancelled) {
                    WorkDone done{workspace, {}, ""};
                    done.problem = problem_of([&] { done.result = job(engine_, cancelled); });
                    if (!cancelled) post(std::move(done));
                }});
}

void Jobs::read_report(std::string name, OpenAnswers answers) {
    enqueue([this, name = std::move(name), answers = std::move(answers)] {
        ReportRead read{name, nullptr, ""};
        read.problem = problem_of([&] { read.report = engine_.report(name, answers); });
        post(std::move(read));
    });
}

void Jobs::weigh(std::vector<std::string> files) {
    enqueue([this, files = std::move(files)] {
        FilesWeighed weighed{files, {}};
        for (const std::string& file : files) {
            std::string kind;
            problem_of([&] { kind = engine_.kind_of(file).first; });
            weighed.kinds.push_back(std::move(kind));
        }
        post(std::move(weighed));
    });
}

void Jobs::save_session(fs::path file, std::string text, bool kept) {
    enqueue(
        [this, file = std::move(file), text = std::move(text), kept] {
            post(SessionSaved{file, problem_of([&] { io::write_file_atomic(file, text); }), kept});
        },
        FileKey::Save);
}

void Jobs::read_session(fs::path file) {
    enqueue(
        [this, file = std::move(file)] {
            SessionRead read{file, nullptr};
            read.problem =
                problem_of([&] { read.session = std::make_shared<const Session>(heed::read_session(file)); });
            post(std::move(read));
        },
        FileKey::Load);
}

void Jobs::save_model(std::shared_ptr<const Model> model, fs::path folder) {
    enqueue(
        [this, model = std::move(model), folder = std::move(folder)] {
            post(ModelSaved{folder, problem_of([&] { engine_.save(*model, folder); })});
        },
        FileKey::Save);
}

void Jobs::cancel_load() {
    pool_->drop(Files, [](const Key& key) { return key == Key(FileKey::Load); });
}

void Jobs::list_models(std::vector<std::string> recent) {
    enqueue([this, recent = std::move(recent)] {
        std::vector<ModelChoice> models;
        problem_of([&] { models = engine_.list(recent); });
        ModelsListed listed{std::move(models)};
        listed.today = today();
        problem_of([&] { listed.sessions = bundled_sessions(); });
        post(std::move(listed));
    });
}

void Jobs::list_folder(fs::path folder) {
    const int ticket = ++listing_;
    enqueue([this, ticket, folder = std::move(folder)] {
        if (ticket == listing_) do_list_folder(folder);
    });
}

void Jobs::do_list_folder(const fs::path& folder) {
    const int ticket = listing_;
    FolderListed listed{folder, {}, ""};
    listed.error = problem_of([&] {
        std::error_code error;
        for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
            FileEntry entry;
            entry.name = it->path().filename().string();
            if (entry.name.starts_with('.')) continue;
            entry.path = it->path();
            std::error_code ignored;
            entry.folder = it->is_directory(ignored);
            if (!entry.folder) entry.size = it->file_size(ignored);
            if (ignored) entry.size = 0;
            const auto time = it->last_write_time(ignored);
            if (!ignored) entry.changed = day_of(time);
            listed.entries.push_back(std::move(entry));
            if (listed.entries.size() >= 5000) break;
        }
        if (error) throw Error(folder.string(), "cannot be read, " + error.message());
    });
    std::sort(listed.entries.begin(), listed.entries.end(), [](const FileEntry& a, const FileEntry& b) {
        return a.folder != b.folder ? a.folder : a.name < b.name;
    });
    auto entries = std::make_shared<const std::vector<FileEntry>>(listed.entries);
    post(std::move(listed)); // names at once, kinds as headers are read
    read_kinds(ticket, std::move(entries), 0);
}

void Jobs::read_kinds(int ticket, std::shared_ptr<const std::vector<FileEntry>> entries, std::size_t from) {
    constexpr auto turn = std::chrono::milliseconds(40);
    const auto until = std::chrono::steady_clock::now() + turn;
    for (std::size_t n = from; n < entries->size(); ++n) {
        if (ticket != listing_) return;
        if (n > from &&
            std::chrono::steady_clock::now() > until) { // the file that is chosen or opened goes first
            enqueue([this, ticket, entries, n] { read_kinds(ticket, entries, n); });
            return;
        }
        const FileEntry& entry = (*entries)[n];
        FileKnown known{entry.path, false, entry.folder ? "folder" : "cannot be read"};
        problem_of([&] { std::tie(known.kind, known.usable) = engine_.kind_of(entry.path); });
        post(std::move(known));
    }
}

void Jobs::inspect(fs::path file) {
    enqueue([this, file = std::move(file)] {
        FilePreview preview;
        const std::string problem = problem_of([&] { preview = engine_.inspect(file); });
        preview.path = file;
        if (!problem.empty()) {
            preview.title = file.filename().string();
            preview.text = problem;
        }
        post(FileInspected{std::move(preview)});
    });
}

void Jobs::save(SaveOrder order) {
    enqueue(
        [this, order = std::move(order)] {
            std::uintmax_t bytes = 0;
            bool written = true;
            const std::string problem = problem_of([&] {
                const std::string data = file_bytes(order);
                bytes = data.size();
                if (order.options.replace)
                    io::write_file_atomic(order.file, data);
                else
                    written = io::write_file_unless_there(order.file, data);
            });
            if (!written)
                post(TargetSeen{seen(order.file), true});
            else if (problem.empty())
                post(Saved{order.file, bytes});
            else
                post(SaveFailed{problem});
        },
        FileKey::Save);
}

void Jobs::look_at_target(fs::path file) {
    enqueue([this, file = std::move(file)] { post(TargetSeen{seen(file)}); });
}

void Jobs::copy_image(SaveOrder order) {
    enqueue([this, order = std::move(order)] {
        const std::string problem = problem_of([&] {
            const std::string png = picture_bytes(order, FileKind::Png);
            FILE* pipe = popen(image_copier(), "w");
            const bool written = pipe && std::fwrite(png.data(), 1, png.size(), pipe) == png.size();
            if (!pipe || pclose(pipe) != 0 || !written) throw Error("the clipboard did not take it");
        });
        post(Copied{"The picture", problem});
    });
}

} // namespace heed
