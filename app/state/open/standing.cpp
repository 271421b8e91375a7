#include "app/state/open/standing.h"

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

Standing standing_of(const AppState& s) {
    const io::LoadReport* report =
        s.report.shown && s.report.pending ? s.report.pending.get() : s.report.current.get();
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

std::string standing_sentence(const AppState& s) {
    switch (standing_of(s)) {
    case Standing::Verified:
        return "Verified: its own example was run, and agrees";
    case Standing::NotVerified:
        return "Not verified: every tensor is understood, and there is no example to compare with";
    case Standing::Disagrees:
        return "Its own example says otherwise than what is run here";
    case Standing::InDoubt:
    case Standing::NotUnderstood:
        return s.facts.doubt;
    default:
        return {};
    }
}

} // namespace heed
