#include "app/state/jobs/jobs.h"

#include "app/state/jobs/problem.h"
#include "app/state/session/session.h"
#include "app/state/states/bank.h"
#include "app/state/update.h"
#include "app/state/workspaces.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/mapping/files.h"
#include "core/trace/partial.h"

#include <algorithm>

namespace heed {

namespace fs = std::filesystem;

Jobs::Jobs(Engine engine, std::function<void()> wake, int panels)
    : engine_(std::move(engine)), wake_(std::move(wake)) {
    if (panels <= 0)
        panels = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 2, most_compare_panels);
    pool_ = std::make_unique<Workers>(std::array<int, lanes>{1, 1, 1, 1, 1, 1, 1, 1, panels, panels});
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

/// In place of what was told of the same run and has not been taken: nobody is to lag behind.
void Jobs::post_grown(RunGrown grown) {
    {
        const std::lock_guard guard(lock_);
        std::erase_if(done_, [&](const Event& event) {
            const RunGrown* earlier = std::get_if<RunGrown>(&event);
            return earlier && (grown.run.trace || !earlier->run.trace) &&
                   earlier->run.model == grown.run.model && earlier->run.request == grown.run.request;
        });
    }
    post(std::move(grown));
}

void Jobs::post_far(const PanelOrder& order, const decode::Progress& far) {
    {
        const std::lock_guard guard(lock_);
        std::erase_if(done_, [&](const Event& event) {
            const PanelGrown* earlier = std::get_if<PanelGrown>(&event);
            return earlier && earlier->order == order;
        });
    }
    post(PanelGrown{order, far});
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

bool Jobs::idle_but_unasked() const {
    const auto unasked = [](const Key& key) {
        const auto* workspace = std::get_if<std::string>(&key);
        return workspace && workspace_named(*workspace).unasked;
    };
    if (!pool_->idle_but(unasked)) return false;
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

void Jobs::stop_run() {
    ++stops_;
    pool_->want(Runs, {});
}

/// The run of the request, as far as its text fits; `run` where it is known. Its trace is null when it was
/// cancelled.
FinishedRun Jobs::made(const Model& model, const std::string& id, const Request& request,
                       std::shared_ptr<const Trace> run, const std::atomic<bool>& cancelled,
                       const Told& told) {
    const Engine::Fit fit = engine_.fit(model, request.text);
    FinishedRun made{request, std::move(run), fit.tokens, fit.too_long, fit.bytes, {}, id};
    if (!made.trace) {
        Request fitting = request;
        if (fit.too_long) fitting.text.resize(fit.bytes);
        decode::Telling telling;
        telling.progress = told.far;
        if (told.grown) {
            telling.so_far = [&](Trace so_far) {
                RunGrown now{made, {0, 0, so_far.outputs()}};
                now.run.trace = std::make_shared<const Trace>(with_open_place(std::move(so_far)));
                told.grown(std::move(now));
            };
            telling.progress = [&](const decode::Progress& far) { told.grown({made, far}); };
        }
        telling.last = told.last;
        made.trace = telling.progress && engine_.run_telling
                         ? engine_.run_telling(model, fitting, cancelled, telling)
                         : engine_.run(model, fitting, cancelled);
    }
    if (made.trace) made.unknown = unknown_words(model, *made.trace);
    return made;
}

void Jobs::do_run(const Model& model, const std::string& id, const Request& request,
                  const std::atomic<bool>& cancelled) {
    FinishedRun run;
    const auto stopped = [this, before = stops_.load()] { return stops_ != before; };
    const auto tell = [&](RunGrown grown) {
        if (!cancelled || (grown.run.trace && stopped())) post_grown(std::move(grown));
    };
    const std::string problem = problem_of([&] {
        run = made(model, id, request, nullptr, cancelled, {tell, stopped, {}});
    });
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
            const auto tell = [&](const decode::Progress& far) {
                if (!cancelled) post_far(work.order, far);
            };
            return made(model, id, request, work.run, cancelled, {{}, {}, tell});
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

void Jobs::measure(std::vector<PanelMeasure> work) {
    std::vector<Workers::Job> jobs;
    for (PanelMeasure& w : work)
        if (engine_.meaning)
            jobs.push_back({w, [this, w](const std::atomic<bool>& cancelled) { do_meaning(w, cancelled); }});
    pool_->want(Meanings, std::move(jobs));
}

void Jobs::do_meaning(const PanelMeasure& work, const std::atomic<bool>& cancelled) {
    PanelMeasured done{work, {}};
    const std::string problem = problem_of([&] {
        const KnownModel known = models_.of(engine_, work.order);
        const auto run = made(*known.model, known.id, work.order.request, work.run, cancelled, {}).trace;
        if (!run || cancelled) return;
        try {
            done.meaning = engine_.meaning(*known.model, *run, cancelled);
        } catch (const decode::Cancelled&) { // nobody waits for it: nothing is told
        }
    });
    if (!problem.empty()) done.meaning.none = as_sentence(problem);
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

namespace {

std::vector<std::filesystem::path> files_named(const std::string& name, const OpenAnswers& answers) {
    std::vector<std::filesystem::path> paths{name};
    paths.insert(paths.end(), answers.beside.begin(), answers.beside.end());
    return paths;
}

} // namespace

void Jobs::load_model(std::string name, OpenAnswers answers) {
    if (is_session_file(name)) return read_session(name);
    enqueue(
        [this, name = std::move(name), answers = std::move(answers)] {
            LoadedModel loaded;
            bool unknown = false;
            const std::string problem = problem_of([&] {
                try {
                    loaded = engine_.load(name, answers);
                } catch (const io::NoFamily&) {
                    unknown = io::mapping::can_be_mapped(files_named(name, answers));
                    throw;
                }
            });
            if (problem.empty())
                post(ModelLoaded{name, answers, std::move(loaded)});
            else
                post(ModelFailed{name, problem, answers, unknown});
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
                                 const auto known = made(of, "", key.run.request, run, cancelled, {}).trace;
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

void Jobs::work(std::string workspace, WorkspaceJob job, bool is_long, bool replaces) {
    const Lane lane = is_long ? Long : Others;
    const auto same = [&](const Key& key) { return key == Key(workspace); };
    if (replaces)
        pool_->give_up(lane, same);
    else
        pool_->drop(lane, same);
    pool_->add(lane, {workspace, [this, workspace, job = std::move(job)](const std::atomic<bool>& cancelled) {
                          WorkDone done{workspace, {}, ""};
                          try {
                              done.problem = problem_of([&] { done.result = job(engine_, cancelled); });
                          } catch (const decode::Cancelled&) {
                              return; // nobody waits for it: nothing is told
                          }
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

void Jobs::save_session(std::string text, SessionSaved as) {
    enqueue(
        [this, text = std::move(text), as = std::move(as)]() mutable {
            as.problem = problem_of([&] { io::write_file_atomic(as.file, text); });
            post(std::move(as));
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

} // namespace heed
