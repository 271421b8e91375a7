#include "app/figures/seq2seq/inspector/inspector.h"

#include "app/figures/base/format.h"
#include "app/figures/roles.h"
#include "app/figures/seq2seq/inspector/phases.h"
#include "app/figures/tokens.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace heed {
namespace inspector {
namespace {

/// What the user chose, where it is a revealed position of this phase; else the newest.
int chosen(const Trace& trace, int at, const Moment& moment, int choice) {
    const int count = moment.decoding() ? trace.outputs() : trace.source_length();
    return choice >= 0 && choice < count && revealed(trace.outline, at, moment.phase, choice)
               ? choice
               : moment.position;
}

/// The source position that a step looks at most: by weight, or by score while there are no weights.
int strongest_source(const Trace& trace, int i) {
    const Quantity q = trace.has(Quantity::Weights) ? Quantity::Weights : Quantity::Energies;
    if (!trace.has(q)) return 0;
    Eigen::Index j = 0;
    trace.at(q).col(i).maxCoeff(&j);
    return static_cast<int>(j);
}

struct PhaseView {
    const PhaseInfo& phase;
    void (*build)(Column&, const Subject&);
    std::vector<Tensor> (*tensors)(const Subject&, const Palette&);
    std::string (*closing)(const Subject&);
};

const std::array<PhaseView, 11> phase_views{{
    {seq2seq::Embed, build_embed, embed_tensors, embed_closing},
    {seq2seq::Forward, build_forward, forward_tensors, nullptr},
    {seq2seq::Backward, build_backward, backward_tensors, nullptr},
    {seq2seq::Annotate, build_annotate, annotate_tensors, annotate_closing},
    {seq2seq::Window, build_window, window_tensors, nullptr},
    {seq2seq::Score, build_score, score_tensors, nullptr},
    {seq2seq::Softmax, build_softmax, softmax_tensors, nullptr},
    {seq2seq::Context, build_context, context_tensors, nullptr},
    {seq2seq::State, build_state, state_tensors, nullptr},
    {seq2seq::Distribution, build_distribution, distribution_tensors, nullptr},
    {seq2seq::Choose, build_choose, choose_tensors, nullptr},
}};

const PhaseView& view_of(const PhaseInfo& kind) {
    return *std::find_if(phase_views.begin(), phase_views.end(),
                         [&](const PhaseView& v) { return v.phase == kind; });
}

std::string title_of(const Trace& trace, const Moment& moment) {
    const bool cell = seq2seq::is_reader(moment.phase);
    std::string title = std::string(moment.phase.info->title) + (cell ? " cell" : "");
    if (moment.phase.is(seq2seq::State) && seq2seq_facts(trace).order == "conditional")
        return moment.phase.layer == 0 ? "State, first cell" : "State, second cell";
    if (cell && seq2seq_facts(trace).encoder_layers > 1)
        title.append(" ").append(std::to_string(moment.phase.layer + 1));
    if (cell && seq2seq_facts(trace).cell == "lstm") title += ", LSTM";
    if (cell && seq2seq_facts(trace).cell == "rnn") title += ", plain RNN";
    const bool of_heads = moment.phase.is(seq2seq::Score) || moment.phase.is(seq2seq::Softmax) ||
                          moment.phase.is(seq2seq::Context);
    if (const std::string which = head_in_front(trace); of_heads && !which.empty()) title += ", " + which;
    return title;
}

} // namespace

Subject subject_of(const Trace& trace, const Playhead& playhead) {
    const int at = std::clamp(playhead.at, 0, trace.outline.total());
    Subject s{trace,
              playhead,
              moment_at(trace.outline, at),
              0,
              0,
              seq2seq_facts(trace).order == "luong",
              seq2seq_facts(trace).order == "conditional"};
    const int column = playhead.hover_column >= 0 ? playhead.hover_column : playhead.column;
    if (s.moment.decoding()) {
        s.i = chosen(trace, at, s.moment, playhead.row);
        s.j = column >= 0 && column < trace.source_length() ? column : strongest_source(trace, s.i);
    } else {
        s.j = chosen(trace, at, s.moment, column);
    }
    return s;
}

void build_phase(Column& column, const Subject& subject) {
    view_of(*subject.moment.phase.info).build(column, subject);
}

std::string column_name(Quantity quantity, int position, int layer, int head) {
    std::string name(info(quantity).key);
    if (head > 0) name.append(".head").append(std::to_string(head + 1));
    if (layer > 0) name.append(".").append(std::to_string(layer));
    return name.append("[").append(std::to_string(position + 1)).append("]");
}

std::vector<Tensor> vector_tensor(const Subject& s, Quantity quantity, int position,
                                  const std::string& symbol, Color color, int layer, int head) {
    if (!s.trace.has(quantity, layer, head) || position < 0 ||
        position >= s.trace.at(quantity, layer, head).cols())
        return {};
    std::vector<Tensor> rows(1);
    rows.front().name = column_name(quantity, position, layer, head);
    rows.front().symbol = symbol;
    rows.front().strip.values = s.trace.at(quantity, layer, head).col(position);
    rows.front().strip.color = color;
    return rows;
}

std::vector<Tensor> annotation_tensor(const Subject& s, int j, const Palette& p) {
    std::vector<Tensor> rows =
        vector_tensor(s, Quantity::Annotation, j, "h_{" + std::to_string(j + 1) + "}", p.forward);
    if (!rows.empty() && seq2seq_facts(s.trace).bidirectional && seq2seq_facts(s.trace).merge != "sum") {
        rows.front().strip.second = p.backward;
        rows.front().strip.split = seq2seq_facts(s.trace).hidden;
    }
    return rows;
}

std::string parameter_shape(const Trace& trace, const std::string& name) {
    const auto found = trace.parameters->find(name);
    if (found == trace.parameters->end()) return {};
    const auto& m = found->second;
    return m.cols() == 1 ? std::to_string(m.rows())
                         : std::to_string(m.rows()) + "×" + std::to_string(m.cols());
}

std::vector<Tensor> parameter_tensor(const Subject& s, const std::string& symbol,
                                     std::vector<std::string> names, const std::string& caption) {
    if (s.trace.parameters->count(names.front()) == 0) return {};
    std::vector<Tensor> rows(1);
    rows.front().name = names.front();
    rows.front().symbol = symbol;
    rows.front().parameters = std::move(names);
    rows.front().caption = caption;
    return rows;
}

std::vector<Tensor> joined(std::initializer_list<std::vector<Tensor>> lists) {
    std::vector<Tensor> all;
    for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
    return all;
}

} // namespace inspector

Scene inspector_figure(const Trace& trace, const Playhead& playhead, float width, const FigureStyle& style,
                       const std::vector<float>* preview, int previewed) {
    using namespace inspector;
    Subject subject = subject_of(trace, playhead);
    if (preview && subject.i == previewed && std::ssize(*preview) == trace.source_length())
        subject.preview = preview;
    if (!subject.moment.started) return welcome_figure(width, style, &trace.model);
    const PhaseView& view = view_of(*subject.moment.phase.info);

    Column column(width, style);
    head(column, title_of(trace, subject.moment), heading_color(subject.moment.phase, style.colors()),
         subject.moment.phase_index + 1, subject.moment.phases);
    view.build(column, subject);
    const std::vector<Tensor> rows = view.tensors(subject, style.colors());
    if (!rows.empty()) {
        section(column, "Tensors");
        tensors(column, rows, [&](const std::string& name) { return parameter_shape(trace, name); });
    }
    if (view.closing) {
        const std::string words = view.closing(subject);
        if (!words.empty()) note(column, words, style.colors().t3);
    }
    column.scene.height = column.y + 20;
    return std::move(column.scene);
}

namespace {

void print_matrix(std::ostream& out, const MatrixXf& m) {
    for (Eigen::Index r = 0; r < m.rows(); ++r)
        for (Eigen::Index c = 0; c < m.cols(); ++c) out << m(r, c) << (c + 1 < m.cols() ? ", " : "\n");
}

} // namespace

std::string tensor_text(const Trace& trace, const std::string& name, const Playhead& playhead) {
    using namespace inspector;
    const Subject subject = subject_of(trace, playhead);
    if (!subject.moment.started) return {};
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out.precision(9);
    for (const Tensor& row : view_of(*subject.moment.phase.info).tensors(subject, dark_palette)) {
        if (row.name != name) continue;
        if (row.parameters.empty()) print_matrix(out, row.strip.values.transpose());
        for (const std::string& parameter : row.parameters) {
            const auto found = trace.parameters->find(parameter);
            if (found == trace.parameters->end()) continue;
            if (row.parameters.size() > 1) out << "# " << parameter << "\n";
            const auto& m = found->second;
            print_matrix(out, m.cols() == 1 ? MatrixXf(m.transpose()) : MatrixXf(m));
        }
        break;
    }
    return out.str();
}

} // namespace heed
