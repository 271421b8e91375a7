// What update() and apply() ask of the rest of the program.
#include "app/window/app.h"

#include "app/state/jobs/runs.h"
#include "app/state/open/opening.h"
#include "app/state/session/session.h"
#include "app/state/workspaces.h"

#include <GLFW/glfw3.h>

namespace heed {

void App::perform(const Effect& effect) {
    switch (effect.kind) {
    case Effect::Kind::Run:
        jobs_->run(state_.model, state_.runs.asked, model_id(state_));
        break;
    case Effect::Kind::Compare:
        jobs_->compare(state_.compare.asked);
        break;
    case Effect::Kind::PanelMeaning:
        jobs_->measure(state_.compare.asked_meaning);
        break;
    case Effect::Kind::States:
        jobs_->states(state_.states.asked);
        break;
    case Effect::Kind::Work: {
        const Workspace& workspace = workspace_named(effect.text);
        jobs_->work(effect.text, workspace.job(state_), workspace.long_jobs, workspace.replaces);
        break;
    }
    case Effect::Kind::FindFlip:
        if (const auto& flip = state_.what_if.flip; flip.request) {
            const FinishedRun* run = known_run(state_, *flip.request);
            jobs_->flip(state_.model, *flip.request, flip.output, run ? run->trace : nullptr);
        }
        break;
    case Effect::Kind::FindFragility:
        return jobs_->fragility(state_.model, state_.what_if.fragility.asked);
    case Effect::Kind::CancelRun:
        return jobs_->stop_run();
    case Effect::Kind::LoadModel:
        return jobs_->load_model(effect.text, state_.opening_with);
    case Effect::Kind::ReadReport:
        return jobs_->read_report(state_.model_name, remembered_answers(state_, state_.model_name));
    case Effect::Kind::WeighFiles:
        return jobs_->weigh(effect.files);
    case Effect::Kind::SaveSession:
        return jobs_->save_session(session_text(state_), {.file = effect.text, .problem = {}});
    case Effect::Kind::ReadSession:
        return jobs_->read_session(effect.text);
    case Effect::Kind::ForgetSession:
        if (autosave_) autosave_->forget_orphan();
        break;
    case Effect::Kind::SaveModel:
        return jobs_->save_model(state_.model, effect.text);
    case Effect::Kind::CancelLoad:
        return jobs_->cancel_load();
    case Effect::Kind::ListModels:
        return jobs_->list_models(state_.settings.recent);
    case Effect::Kind::ListFolder:
        return jobs_->list_folder(effect.text);
    case Effect::Kind::Inspect:
        return jobs_->inspect(effect.text, effect.files.empty() ? "" : effect.files.front());
    case Effect::Kind::Save:
        return jobs_->save(order());
    case Effect::Kind::LookAtTarget:
        return jobs_->look_at_target(effect.text);
    case Effect::Kind::CopyText:
        return glfwSetClipboardString(window_->handle(), effect.text.c_str());
    case Effect::Kind::CopyImage: {
        SaveOrder wanted = order();
        if (!effect.text.empty()) wanted.options.figure = find_figure(effect.text)->id;
        return jobs_->copy_image(std::move(wanted));
    }
    case Effect::Kind::SaveSettings:
        return keep_settings();
    case Effect::Kind::FullScreen:
        return window_->set_full_screen(state_.fullscreen);
    case Effect::Kind::FocusInput:
        memory_.wanted_field = "field:input";
        break;
    case Effect::Kind::EditInput:
        memory_.field_edit = {"field:input", std::stoi(effect.text)};
        if (memory_.active_field != "field:input") {
            memory_.wanted_field = "field:input";
            frames_until_field_ = 6; // what is typed meanwhile is for it
        }
        break;
    case Effect::Kind::Focus:
        memory_.focus = memory_.reveal = effect.text;
        memory_.focus_visible = true;
        break;
    case Effect::Kind::LeaveField:
        memory_.drafts.clear();
        memory_.field.id.clear();
        memory_.focus.clear();
        memory_.focus_visible = false;
        break;
    }
}

} // namespace heed
