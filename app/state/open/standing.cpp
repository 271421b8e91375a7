#include "app/state/open/standing.h"

#include "app/figures/report/load_report.h"
#include "core/text/strings.h"

namespace heed {

Standing standing_of(const io::LoadReport& report) {
    if (report.own_case && report.own_case->disagrees()) return Standing::Disagrees;
    if (report.unread() > 0) return Standing::NotUnderstood;
    if (report.agrees()) return Standing::Verified;
    return report.verdict() == io::LoadVerdict::Partly ? Standing::InDoubt : Standing::NotVerified;
}

Standing standing_of(const io::Understanding& understanding) {
    if (understanding.unread > 0) return Standing::NotUnderstood;
    if (understanding.tensors == 0 || understanding.example) return Standing::Unsaid;
    return understanding.unsettled > 0 ? Standing::InDoubt : Standing::NotVerified;
}

namespace {

const io::LoadReport* report_shown(const AppState& s) {
    return s.report.shown && s.report.pending ? s.report.pending.get() : s.report.current.get();
}

} // namespace

Standing standing_of(const AppState& s) {
    const io::LoadReport* report = report_shown(s);
    if (report && !report->family.empty() && (s.model || s.report.pending)) return standing_of(*report);
    if (s.facts.doubt.empty() || !s.model) return Standing::Unsaid;
    // Turned into Heed's own format: the sentence is all that is left of its report.
    return s.facts.doubt.find("not understood") != std::string::npos ? Standing::NotUnderstood
                                                                     : Standing::InDoubt;
}

std::string standing_word(Standing standing) {
    constexpr const char* words[] = {"",         "verified", "not verified", "not verified", "not understood",
                                     "disagrees"}; // as in Standing
    return words[static_cast<std::size_t>(standing)];
}

namespace {

constexpr const char* without_example =
    "Not verified: every tensor is understood, and there is no example to compare with";
constexpr const char* without_words =
    "Not verified: every tensor is understood; its words are looked at when it is opened";

} // namespace

std::string standing_sentence(const AppState& s) {
    const io::LoadReport* report = report_shown(s);
    switch (standing_of(s)) {
    case Standing::Verified:
        return "Verified: its own example was run, and agrees" +
               (report && report->own_case && !report->own_case->besides.empty()
                    ? ". " + report->own_case->besides
                    : std::string());
    case Standing::NotVerified:
        return report && report->own_case && !report->own_case->only.empty()
                   ? "Not verified: every tensor is understood. " + report->own_case->only
                   : without_example;
    case Standing::Disagrees:
        return "Its own example says otherwise than what is run here";
    case Standing::InDoubt:
    case Standing::NotUnderstood:
        return s.facts.doubt;
    default:
        return {};
    }
}

std::string standing_sentence(const io::Understanding& of) {
    switch (standing_of(of)) {
    case Standing::NotUnderstood:
        return grouped(of.unread) + " of " + plural(of.tensors, "tensor", "tensors") + " (" +
               file_size(of.unread_bytes) +
               (of.unread == 1 ? ") is not understood" : ") are not understood") +
               ": what is shown may not be what it does";
    case Standing::InDoubt:
        return plural(of.unsettled, "thing", "things") + " that its files do not tell " +
               (of.unsettled == 1 ? "is" : "are") + " assumed: its report names " +
               (of.unsettled == 1 ? "it" : "them") + " when it is open";
    case Standing::NotVerified:
        return of.words_unseen ? without_words : without_example;
    default:
        return of.example ? "It carries an example: when it is opened, that is run and compared" : "";
    }
}

} // namespace heed
