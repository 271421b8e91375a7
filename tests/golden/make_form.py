#!/usr/bin/env python3
"""Golden values of forms that other people's encoder-decoders have, without PyTorch:
    make_form.py [seed] [output folder]     (defaults: 1, this folder)  writes switch-….json, one a form below

The score that the name begins with (additive but for heads), and beside what the head of make_golden.py has (numbers, files and checks are make_score.py's):
    fedcontext     luong order; the cell reads [E y_{i-1}; c_{i-1}], c_0 = 0
    contextalone   the same without the token: the cell reads c_{i-1}
    recurrent      luong order; the cell takes t_{i-1} for the state before, s_0 at the first output
    exchanged      luong order with an lstm; from the second output on the cell takes c_{i-1} for the state before and s_{i-1}
                   for the memory before
    memorystart    lstm cells; c_0 = W [->c_T; <-c_1] + b, s_0 = tanh(c_0)
    padded         one direction, s_0 = the state after the source and its padding (token 0) up to 9 tokens; attention
                   looks at the source alone
    gateone        c_i = g_i sum_j alpha_ij h_j, g_i = sigma(gate.weight s_{i-1} + gate.bias), one number
    heads          K = 2 or 5 heads. A score's A units, or the numbers of h_j (of dot and scaled: and of what asks), are cut
                   into K parts of equal size, head k has part k: e^k_ij is the score of the parts, alpha^k = softmax(e^k),
                   c^k_i = sum_j alpha^k_ij (part k of h_j), c_i = [c^1; ...; c^K]; scaled is divided by the root of a part's size
    values         part k of attention.Wv h_j + attention.bv in the place of part k of h_j
    projection     c_i = attention.Wo [c^1; ...; c^K] + attention.bo
    projected      the score (Wq q_i + bq) . (Wh h_j + bh); projected-scaled: divided by the root of the (part's) size
    gateeach       the same unit by unit, of [sum_j alpha_ij h_j; s_i; E y_{i-1}]; fed back as fedcontext is
"""
import json, math, os, random, runpy, sys

HERE = os.path.dirname(os.path.abspath(__file__))
base = runpy.run_path(os.path.join(HERE, "make_score.py"))
number, tanh, sigmoid, exp, log, dot, apply, plus, same, softmax, plain, flat, backward = (
    base[k] for k in "number tanh sigmoid exp log dot apply plus same softmax plain flat backward".split())
H, E, V, UNITS, S, T, WIN, MAXLEN = (base[k] for k in "H E V A S T WIN MAXLEN".split())
D, PADDED = 6, 9

FORMS = {  # name -> style, cell, switches in the words of config.json
    "switch-additive-luong-fedcontext": ("luong", "gru", {"decoder": {"input_feeding": True, "fed": "context"}}),
    "switch-additive-luong-fedcontext-contextalone": ("luong", "gru", {"decoder": {"input_feeding": True, "fed": "context", "reads_token": False}}),
    "switch-additive-luong-recurrent": ("luong", "gru", {"decoder": {"recurrent": "readout"}}),
    "switch-lstm-additive-bahdanau-memorystart": ("bahdanau", "lstm", {"decoder": {"start": "memory"}}),
    "switch-lstm-additive-luong-exchanged": ("luong", "lstm", {"decoder": {"recurrent": "exchanged"}}),
    "switch-additive-bahdanau-gateone": ("bahdanau", "gru", {"decoder": {"gate": "one"}}),
    "switch-additive-luong-fedcontext-gateeach": ("luong", "gru", {"decoder": {"input_feeding": True, "fed": "context", "gate": "each", "gate_reads": ["context", "state", "token"]}}),
    "switch-additive-bahdanau-heads": ("bahdanau", "gru", {"attention": {"heads": 2, "size": 4}}),
    "switch-additive-luong-fedcontext-heads-values-projection": ("luong", "gru", {"decoder": {"input_feeding": True, "fed": "context"}, "attention": {"heads": 2, "size": 4, "values": 6, "projection": 7}}),
    "switch-concat-bahdanau-heads-values": ("bahdanau", "gru", {"attention": {"heads": 5, "size": 5, "values": 15}}),
    "switch-dot-bahdanau-heads": ("bahdanau", "gru", {"decoder": {"hidden": 2 * H}, "attention": {"heads": 5}}),
    "switch-scaled-luong-heads-projection": ("luong", "gru", {"decoder": {"hidden": 2 * H}, "attention": {"heads": 2, "projection": 4}}),
    "switch-general-luong-heads-projection": ("luong", "gru", {"attention": {"heads": 2, "projection": 10}}),
    "switch-projected-luong": ("luong", "gru", {"attention": {"size": 3}}),
    "switch-projected-scaled-bahdanau-values-projection": ("bahdanau", "gru", {"attention": {"size": 3, "values": 4, "projection": 5}}),
    "switch-lstm-projected-scaled-bahdanau-heads-values-projection": ("bahdanau", "lstm", {"attention": {"heads": 2, "size": 6, "values": 6, "projection": 6}}),
    "switch-additive-bahdanau-oneway-last-padded": ("bahdanau", "gru", {"encoder": {"bidirectional": False, "padded": PADDED, "padding": 0}, "decoder": {"start": "last"}}),
}

def lstm(w, p, x, h, c):
    a, n = plus(plus(apply(w[p + "weight_ih"], x), w[p + "bias_ih"]), plus(apply(w[p + "weight_hh"], h), w[p + "bias_hh"])), len(h)
    i, f, o = ([sigmoid(u) for u in a[k * n:k * n + n]] for k in (0, 1, 3))
    c = [f[k] * c[k] + i[k] * tanh(a[2 * n + k]) for k in range(n)]
    return [o[k] * tanh(c[k]) for k in range(n)], c

def step(w, p, kind, x, h, c): return lstm(w, p, x, h, c) if kind == "lstm" else (base["cell"](w, p, x, h), None)

def sizes(switches):
    one_way = switches.get("encoder", {}).get("bidirectional") is False
    return (H, H) if one_way else (2 * H, switches.get("decoder", {}).get("hidden", D))  # of an annotation, of the decoder's state

def score_of(name):
    known = ["projected-scaled", "projected", "additive", "concat", "dot", "scaled", "general"]
    return next(s for s in known if "-" + s + "-" in name)

# ---------------------------------------------------------------- attention, one head or several
def attention_sizes(switches):
    a, d = switches.get("attention", {}), sizes(switches)[0]
    mixed = a.get("values", d)
    return a.get("heads", 1), a.get("size", UNITS), a.get("projection", mixed), mixed  # K, A, of a context, of all heads' parts

def attention_weights(new, score, switches):
    (d, s), (K, A, context, mixed), a = sizes(switches), attention_sizes(switches), switches.get("attention", {})
    if score == "additive": new("attention.Wq", A, s, scale=1.); new("attention.Wh", A, d, scale=1.); new("attention.b", A); new("attention.v", A, scale=2.)
    if score == "concat": new("attention.W", A, s + d, scale=1.); new("attention.v", A, scale=2.)
    if score == "general": new("attention.W", d, s, scale=1.)
    if score.startswith("projected"):
        new("attention.Wq", A, s, scale=1.); new("attention.bq", A); new("attention.Wh", A, d, scale=1.); new("attention.bh", A)
    if "values" in a: new("attention.Wv", mixed, d); new("attention.bv", mixed)
    if "projection" in a: new("attention.Wo", context, mixed); new("attention.bo", context)

def part(x, k, K): n = len(x) // K; return x[k * n:(k + 1) * n]

def energies_of_head(w, score, q, h, k, K):
    if score == "additive":
        asked = plus(apply(w["attention.Wq"], q), w["attention.b"])
        return [dot(part(w["attention.v"], k, K), part([tanh(u) for u in plus(asked, apply(w["attention.Wh"], x))], k, K)) for x in h]
    if score == "concat":
        return [dot(part(w["attention.v"], k, K), part([tanh(u) for u in apply(w["attention.W"], q + x)], k, K)) for x in h]
    if score.startswith("projected"):
        q = plus(apply(w["attention.Wq"], q), w["attention.bq"]); h = [plus(apply(w["attention.Wh"], x), w["attention.bh"]) for x in h]
    if score == "general": q = apply(w["attention.W"], q)
    root = math.sqrt(len(q) // K) if score.endswith("scaled") else 1.
    return [dot(part(q, k, K), part(x, k, K)) * (1 / root) for x in h]

def look(w, score, switches, q, h):
    """what attention finds, and what of it is recorded"""
    K, a = attention_sizes(switches)[0], switches.get("attention", {})
    values = [plus(apply(w["attention.Wv"], x), w["attention.bv"]) for x in h] if "values" in a else h
    e = [energies_of_head(w, score, q, h, k, K) for k in range(K)]
    rows = [softmax(x) for x in e]
    parts = [[dot(rows[k], column) for column in zip(*(part(x, k, K) for x in values))] for k in range(K)]
    c = [x for p in parts for x in p]
    if "projection" in a: c = plus(apply(w["attention.Wo"], c), w["attention.bo"])
    if K == 1 and "values" not in a and "projection" not in a: return c, {"energies": e[0], "weights": rows[0]}
    mean = [sum(column, number(0.)) * (1 / K) for column in zip(*rows)]
    return c, {"weights": mean, "head_energies": e, "head_weights": rows, "head_context": parts}

def make_weights(score, style, kind, switches, draw):
    w, (annotation, s), d, G = {}, sizes(switches), attention_sizes(switches)[2], 4 if kind == "lstm" else 3
    def new(name, *shape, scale=.5):
        one = lambda: number(draw.uniform(-scale, scale))
        w[name] = [[one() for _ in range(shape[1])] for _ in range(shape[0])] if len(shape) == 2 else [one() for _ in range(shape[0])]
    def cellw(p, inputs, n):
        new(p + "weight_ih", G * n, inputs); new(p + "weight_hh", G * n, n); new(p + "bias_ih", G * n, scale=.3); new(p + "bias_hh", G * n, scale=.3)
    decoder = switches.get("decoder", {})
    new("encoder.embedding.weight", V, E, scale=1.); cellw("encoder.forward.", E, H)
    if annotation == 2 * H: cellw("encoder.backward.", E, H)
    if decoder.get("start") != "last": new("bridge.weight", s, 2 * H); new("bridge.bias", s, scale=.3)
    new("decoder.embedding.weight", V, E, scale=1.)
    token = E if decoder.get("reads_token", True) else 0
    cellw("decoder.cell.", token + (d if style == "bahdanau" or decoder.get("fed") else 0), s)
    attention_weights(new, score, switches)
    if "gate" in decoder:
        units, read = 1 if decoder["gate"] == "one" else d, decoder.get("gate_reads", ["state"])
        new("gate.weight", units, sum({"context": d, "state": s, "token": E}[part] for part in read), scale=1.); new("gate.bias", units)
    new("readout.combine.weight", s, d + s); new("readout.combine.bias", s, scale=.3)
    new("readout.output.weight", V, s); new("readout.output.bias", V, scale=.3)
    return w

def forward(w, score, style, kind, switches, source, tin, tout):
    encoder, decoder, (d, s_size) = switches.get("encoder", {}), switches.get("decoder", {}), sizes(switches)
    read = source + [encoder["padding"]] * (PADDED - len(source)) if "padded" in encoder else source
    x = [w["encoder.embedding.weight"][k] for k in read]
    def run(p, order):
        h, c, out = [number(0.)] * H, [number(0.)] * H, [None] * len(x)
        for k in order: h, c = step(w, p, kind, x[k], h, c); out[k] = h
        return out, h, c
    f, f_last, f_memory = run("encoder.forward.", range(len(x)))
    out = {"encoder": {"embedded": x[:len(source)], "forward": f[:len(source)]}, "decoder": {"steps": []}}
    if d == 2 * H:
        b, b_last, b_memory = run("encoder.backward.", reversed(range(len(x))))
        out["encoder"]["backward"] = b
        h = [[same(v) for v in f[j] + b[j]] for j in range(len(source))]
    else: h = [[same(v) for v in f[j]] for j in range(len(source))]
    m = [number(0.)] * s_size
    if decoder.get("start") == "last": s = f_last
    elif decoder.get("start") == "memory":
        m = plus(apply(w["bridge.weight"], f_memory + b_memory), w["bridge.bias"]); s = [tanh(v) for v in m]
    else: s = [tanh(v) for v in plus(apply(w["bridge.weight"], h[-1][:H] + h[0][H:]), w["bridge.bias"])]
    out["encoder"]["annotations"] = h; out["decoder"]["initial_state"] = s
    r, c, loss = None, [number(0.)] * attention_sizes(switches)[2], number(0.)
    def attend(q, y):
        m, looked = look(w, score, switches, q, h)
        if "gate" not in decoder: return looked, m, None, m
        x = [v for part in decoder.get("gate_reads", ["state"]) for v in {"context": m, "state": q, "token": y}[part]]
        g = [sigmoid(v) for v in plus(apply(w["gate.weight"], x), w["gate.bias"])]
        return looked, m, g, [g[k if len(g) > 1 else 0] * m[k] for k in range(d)]
    for given, wanted in zip(tin, tout):
        y = w["decoder.embedding.weight"][given] if decoder.get("reads_token", True) else []
        if style == "bahdanau":
            q = s; looked, mix, g, c = attend(q, y); fed = y + c; s, m = step(w, "decoder.cell.", kind, fed, s, m)
        else:
            before = r if decoder.get("recurrent") == "readout" and r is not None else s
            if decoder.get("recurrent") == "exchanged" and r is not None: before, m = m, s
            fed = y + c if decoder.get("fed") == "context" else y
            s, m = step(w, "decoder.cell.", kind, fed, before, m); q = s; looked, mix, g, c = attend(q, y)
        r = [tanh(v) for v in plus(apply(w["readout.combine.weight"], c + s), w["readout.combine.bias"])]
        logits = plus(apply(w["readout.output.weight"], r), w["readout.output.bias"])
        top = max(v.value for v in logits); whole = log(sum((exp(v - top) for v in logits), number(0.))) + top
        log_probs = [v - whole for v in logits]; loss = loss - log_probs[wanted]
        one = {"query": q, "cell_input": fed, **looked, "context": mix, "state": s, "readout": r, "logits": logits, "log_probs": log_probs}
        if kind == "lstm": one["cell_state"] = m
        if g: one["context_gate"], one["gated_context"] = g, c
        out["decoder"]["steps"].append(one)
    return out, loss

def make(name, seed, folder):
    style, kind, switches = FORMS[name]
    score = score_of(name)
    draw = random.Random("%d %s" % (seed, name))
    w, some = make_weights(score, style, kind, switches, draw), lambda n: [draw.randrange(3, V) for _ in range(n)]
    ends = some(T - 1) + [2]; given = (some(S - 1) + [2], [1] + ends[:-1], ends)   # 1 = <s>, 2 = </s>
    out, loss = forward(w, score, style, kind, switches, *given); backward(loss)
    worst = 0.
    for n in flat(list(w.values())):   # every gradient against a central finite difference
        def at(value): n.value = value; return forward(w, score, style, kind, switches, *given)[1].value
        old, size = n.value, 1e-5; slope = (at(old + size) - at(old - size)) / (2 * size); n.value = old
        worst = max(worst, abs(slope - n.grad) / max(1e-2, abs(n.grad)))
    assert worst < 1e-6, (name, worst)
    golden = {"format": "heed-golden-1", "score": score, "style": style, "cell": kind, "dtype": "float64", "seed": seed, "switches": switches,
              "sizes": {"hidden": H, "embed": E, "vocab": V, "attention": UNITS, "state": sizes(switches)[1], "source_length": S, "steps": T, "window": WIN, "max_len": MAXLEN},
              "layout": "matrices are lists of rows, shape [out, in]; cells in PyTorch layout, gru rows r,z,n, lstm i,f,g,o; see make_golden.py and make_form.py",
              "weights": plain(w), "input": dict(zip(("source", "target_in", "target_out"), given)), **plain(out), "loss": loss.value,
              "gradients": plain(w, lambda n: n.grad)}
    with open(os.path.join(folder, name + ".json"), "w") as file: json.dump(golden, file, separators=(",", ":"))
    print("%-50s loss %.6f, gradients differ from finite differences by %.1e at most" % (name, loss.value, worst))

if __name__ == "__main__":
    for name in FORMS: make(name, int(sys.argv[1]) if len(sys.argv) > 1 else 1, sys.argv[2] if len(sys.argv) > 2 else HERE)
