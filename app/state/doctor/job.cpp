// What the doctor asks of a worker, and what comes of it.
#include "app/state/doctor/doctor.h"
#include "app/state/jobs/problem.h"
#include "app/state/jobs/thread_pool.h"
#include "core/analysis/doctor/doctor.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/base/line_source.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace heed {
namespace {

struct Diagnosed {
    DoctorOrder order;
    std::shared_ptr<const doctor::Diagnosis> diagnosis; // null: it was given up
};

/// One round of the doctor over the sentences of an order.
class Round {
public:
    Round(const DoctorOrder& order, DoctorProgress& progress, const std::atomic<bool>& cancelled)
        : order_(order), progress_(progress), cancelled_(cancelled), doctor_(*order.model),
          pool_(std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1)) {
        order.languages.tell(request_);
    }

    void over_texts() {
        for (std::size_t n = 0; n < order_.texts.size() && !over(); ++n) {
            take([&] {
                return doctor::doctor_input(*order_.model, order_.texts[n], static_cast<long long>(n) + 1);
            });
            told_ = static_cast<float>(n + 1) / static_cast<float>(order_.texts.size());
        }
        work();
    }
    void over_file() {
        io::LineSource lines(order_.file);
        const auto size = static_cast<float>(std::max<std::uint64_t>(1, io::InputFile(order_.file).size()));
        std::string text;
        float read = 0;
        using Read = io::LineSource::Read;
        for (Read what; !over() && (what = lines.next(text)) != Read::End;) {
            read += static_cast<float>(text.size() + 1);
            told_ = std::min(1.0f, read / size);
            if (what == Read::Line && text.empty()) continue;
            take([&] {
                if (what == Read::TooLong)
                    throw Error(lines.name() + ": line " + std::to_string(lines.number()) +
                                ": longer than a mebibyte");
                return doctor::read_input(*order_.model, text, lines.name(), lines.number());
            });
        }
        work();
    }
    doctor::Diagnosis diagnosis() const {
        doctor::Diagnosis d = doctor_.diagnosis();
        if (d.sentences == 0) throw Error(bad_ > 0 ? first_bad_ : "there is no sentence to look at");
        d.bad = bad_;
        d.first_bad = first_bad_;
        d.stopped = progress_.enough;
        d.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
        return d;
    }

private:
    static constexpr std::size_t at_once = 16; // sentences, between two looks at whether anybody waits

    bool over() const { return cancelled_ || progress_.given_up || progress_.enough; }
    void complain(const std::string& error) {
        if (bad_++ == 0) first_bad_ = error;
    }
    template <class Make>
    void take(const Make& make) {
        try {
            waiting_.push_back(make());
            ++taken_;
        } catch (const Error& error) {
            complain(error.what());
        }
        if (waiting_.size() >= at_once) work();
    }
    void work() {
        if (progress_.given_up) throw decode::Cancelled{};
        doctor::add_examined(
            doctor_, *order_.model, waiting_, taken_ - std::ssize(waiting_), pool_.executor(), &cancelled_,
            [&](const doctor::DoctorInput&, const std::string& error) { complain(error); }, request_);
        waiting_.clear();
        progress_.sentences = doctor_.sentences() + bad_;
        progress_.share = told_;
    }

    const DoctorOrder& order_;
    DoctorProgress& progress_;
    const std::atomic<bool>& cancelled_;
    doctor::Doctor doctor_;
    ThreadPool pool_;
    Request request_;
    std::vector<doctor::DoctorInput> waiting_;
    long long taken_ = 0, bad_ = 0;
    std::string first_bad_;
    float told_ = 0;
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace

WorkspaceJob doctor_job(const AppState& s) {
    return [order = s.doctor.asked,
            progress = s.doctor.progress](const Engine&, const std::atomic<bool>& cancelled) -> std::any {
        if (!order.model || !progress) return {};
        try {
            Round round(order, *progress, cancelled);
            if (order.file.empty())
                round.over_texts();
            else
                round.over_file();
            if (cancelled || progress->given_up) return Diagnosed{order, nullptr};
            return Diagnosed{order, std::make_shared<const doctor::Diagnosis>(round.diagnosis())};
        } catch (const decode::Cancelled&) {
            return Diagnosed{order, nullptr};
        }
    };
}

void apply_doctor(AppState& s, const WorkDone& done) {
    DoctorState& d = s.doctor;
    if (!done.problem.empty()) {
        d.progress = nullptr;
        d.problem = as_sentence(done.problem);
        return;
    }
    const auto* made = std::any_cast<Diagnosed>(&done.result);
    if (!made || !made->diagnosis || made->order != d.asked) return;
    d.order = made->order;
    d.diagnosis = made->diagnosis;
    d.progress = nullptr;
}

} // namespace heed
