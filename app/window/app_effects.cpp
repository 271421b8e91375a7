// What update() and apply() ask of the rest of the program.
#include "app/window/app.h"

#include "app/render/imgui_compat.h"
#include "app/state/open/opening.h"
#include "app/state/session/session.h"

#include <GLFW/glfw3.h>

namespace heed {

void App::perform(const Effect& effect) {
    switch (effect.kind) {
    case Effect::Kind::Run:
        jobs_->run(state_.model, state_.runs.asked);
        break;
    case Effect::Kind::Compare: {
        std::vector<PanelOrder> orders;
        for (const PanelState& panel : state_.compare.panels) orders.push_back(panel.order);
        jobs_->compare(std::move(orders));
        break;
    }
    case Effect::Kind::States:
        jobs_->states(state_.trajectory.asked);
        break;
    case Effect::Kind::FindFlip:
        if (state_.what_if.flip.request)
            jobs_->flip(state_.model, *state_.what_if.flip.request, state_.what_if.flip.output);
        break;
    case Effect::Kind::CancelRun:
        jobs_->cancel_run();
        break;
    case Effect::Kind::LoadModel:
        jobs_->load_model(effect.text, state_.opening_with);
        break;
    case Effect::Kind::ReadReport:
        jobs_->read_report(state_.model_name, remembered_answers(state_, state_.model_name));
        break;
    case Effect::Kind::WeighFiles:
        jobs_->weigh(effect.files);
        break;
    case Effect::Kind::SaveSession:
        jobs_->save_session(effect.text, session_text(state_), false);
        break;
    case Effect::Kind::ReadSession:
        jobs_->read_session(effect.text);
        break;
    case Effect::Kind::ForgetSession:
        autosave_->forget_orphan();
        break;
    case Effect::Kind::SaveModel:
        jobs_->save_model(state_.model, effect.text);
        break;
    case Effect::Kind::CancelLoad:
        jobs_->cancel_load();
        break;
    case Effect::Kind::ListModels:
        jobs_->list_models(state_.settings.recent);
        break;
    case Effect::Kind::ListFolder:
        jobs_->list_folder(effect.text);
        break;
    case Effect::Kind::Inspect:
        jobs_->inspect(effect.text);
        break;
    case Effect::Kind::Save:
        jobs_->save(order());
        break;
    case Effect::Kind::CopyText:
        glfwSetClipboardString(window_->handle(), effect.text.c_str());
        break;
    case Effect::Kind::CopyImage:
        jobs_->copy_image(order());
        break;
    case Effect::Kind::SaveSettings:
        leave();
        break;
    case Effect::Kind::FullScreen:
        window_->set_full_screen(state_.fullscreen);
        break;
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
        memory_.focus = effect.text;
        memory_.focus_visible = true;
        break;
    case Effect::Kind::LeaveField:
        compat::release_text_field();
        memory_.focus.clear();
        memory_.focus_visible = false;
        break;
    }
}

} // namespace heed
