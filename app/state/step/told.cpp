#include "app/state/step/told.h"

#include "core/models/generation.h"
#include "core/models/model.h"
#include "core/text/language_names.h"
#include "core/text/subword/subword_tokenizer.h"

#include <algorithm>

namespace heed {
namespace {

const subword::Languages* languages_known(const AppState& s) {
    return s.model && s.model->subword && !s.model->subword->languages().all.empty()
               ? &s.model->subword->languages()
               : nullptr;
}

std::vector<Told> languages_told(const AppState& s, const std::string& own, const std::string& chosen) {
    std::vector<Told> told;
    const std::string& now = chosen.empty() ? own : chosen;
    for (const subword::Language& language : languages_known(s)->all) {
        const std::string name = language_name(language.code);
        told.push_back(
            {language.code, name.empty() ? language.code : name, language.code == own, language.code == now});
    }
    // By what is read, not by the code beside it; those without a name last.
    std::stable_sort(told.begin(), told.end(), [](const Told& a, const Told& b) {
        const bool nameless = a.name == a.code, other = b.name == b.code;
        return nameless != other ? other : a.name < b.name;
    });
    return told;
}

template <std::string LanguageChoice::*which>
EffectList tell(AppState& s, const Command& c) {
    s.languages.*which = c.text;
    return {};
}

/// What the model takes by itself is no choice.
template <std::string LanguageChoice::*which>
EffectList tell_language(AppState& s, const Command& c) {
    const subword::Languages* known = languages_known(s);
    if (!known || !known->find(c.text)) return {};
    const std::string& own = which == &LanguageChoice::target ? known->default_target : known->default_source;
    s.languages.*which = c.text == own ? std::string() : c.text;
    return {};
}

void open_told(AppState& s) { s.menu = s.menu == Menu::Score ? Menu::None : Menu::Score; }
bool shows_told(const AppState& s) { return s.view == "step" && can_be_told(s); }

} // namespace

std::vector<Told> languages_to_write(const AppState& s) {
    const subword::Languages* known = languages_known(s);
    return known ? languages_told(s, known->default_target, s.languages.target) : std::vector<Told>();
}

std::vector<Told> languages_to_read(const AppState& s) {
    const subword::Languages* known = languages_known(s);
    if (!known || known->target_before_source) return {}; // it is told only what to write
    return languages_told(s, known->default_source, s.languages.source);
}

std::vector<Told> tasks_to_tell(const AppState& s) {
    if (!s.model || !s.model->generation || s.model->generation->tasks.empty()) return {};
    std::vector<Told> told{{"", "none", true, s.languages.prefix.empty()}};
    for (const auto& [name, prefix] : s.model->generation->tasks)
        told.push_back({prefix, name, false, s.languages.prefix == prefix});
    return told;
}

bool can_be_told(const AppState& s) {
    return languages_known(s) || (s.model && s.model->generation && !s.model->generation->tasks.empty());
}

Rows told_commands() {
    return {recorded<Records::Nothing>({"languages", "Choose the language, or the task", keys(), "Looking",
                                        false, shows_told, plain<open_told>,
                                        "translate target source prefix T5 mBART M2M NLLB"}),
            hidden("write-language", tell_language<&LanguageChoice::target>, {text("code")}),
            hidden("read-language", tell_language<&LanguageChoice::source>, {text("code")}),
            hidden("tell-task", tell<&LanguageChoice::prefix>, {text("prefix")})};
}

} // namespace heed
