// A page that BertViz wrote (head_view(html_action="return").data, or a notebook as HTML): its arguments
// stand in a script, "const params = {…};".
#include "core/base/error.h"
#include "core/io/attention/forms.h"
#include "core/io/base/json_text.h"
#include "core/text/strings.h"

namespace heed::io {

namespace {

constexpr std::string_view page_arguments = "const params = {";

/// The object that begins at that place.
std::string_view object_at(std::string_view text, std::size_t begin) {
    std::size_t end = text.size();
    for_each_bracket(text.substr(begin), [&](std::size_t at, int depth) {
        if (depth > 0) return true;
        end = begin + at + 1;
        return false;
    });
    return text.substr(begin, end - begin);
}

} // namespace

bool is_page(std::string_view text) {
    const std::size_t at = text.find(page_arguments);
    return trimmed(text).starts_with('<') && at != text.npos &&
           is_attention_json(text.substr(at + page_arguments.size() - 1));
}

std::vector<GivenSentence> attention_in_page(std::string_view text, const std::string& file) {
    std::string views; // one below the other
    for (std::size_t at = text.find(page_arguments); at != text.npos; at = text.find(page_arguments, at)) {
        const std::string_view view = object_at(text, at + page_arguments.size() - 1);
        views.append(view).append("\n");
        at += page_arguments.size() - 1 + view.size();
    }
    return attention_in_json(views, file);
}

} // namespace heed::io
