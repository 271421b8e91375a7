#!/usr/bin/env python3
"""Golden values of forms that other people's encoder-decoders have, without PyTorch:
    make_form.py [seed] [output folder]     (defaults: 1, this folder)  writes switch-….json, one a form below

The additive score, and beside what the head of make_golden.py has (numbers, files and checks are make_score.py's):
    fedcontext     luong order; the cell reads [E y_{i-1}; c_{i-1}], c_0 = 0
    contextalone   the same without the token: the cell reads c_{i-1}
    recurrent      luong order; the cell takes t_{i-1} for the state before, s_0 at the first output
    exchanged      luong order with an lstm; from the second output on the cell takes c_{i-1} for the state before and s_{i-1}
                   for the memory before
    memorystart    lstm cells; c_0 = W [->c_T; <-c_1] + b, s_0 = tanh(c_0)
    padded         one direction, s_0 = the state after the source and its padding (token 0) up to 9 tokens; attention
                   looks at the source alone
    gateone        c_i = g_i sum_j alpha_ij h_j, g_i = sigma(gate.weight s_{i-1} + gate.bias), one number
    gateeach       the same unit by unit, of [sum_j alpha_ij h_j; s_i; E y_{i-1}]; fed back as fedcontext is
"""
import json, os, random, runpy, sys

HERE = os.path.dirname(os.path.abspath(__file__))
base = runpy.run_path(os.path.join(HERE, "make_score.py"))
number, tanh, sigmoid, exp, log, dot, apply, plus, same, softmax, plain, flat, backward = (
    base[k] for k in "number tanh sigmoid exp log dot apply plus same softmax plain flat backward".split())
H, E, V, A, S, T, WIN, MAXLEN = (base[k] for k in "H E V A S T WIN MAXLEN".split())
D, PADDED = 6, 9
score = base["load"]("additive")[0]

FORMS = {  # name -> style, cell, switches in the words of config.json
    "switch-additive-luong-fedcontext": ("luong", "gru", {"decoder": {"input_feeding": True, "fed": "context"}}),
    "switch-additive-luong-fedcontext-contextalone": ("luong", "gru", {"decoder": {"input_feeding": True, "fed": "context", "reads_token": False}}),
    "switch-additive-luong-recurrent": ("luong", "gru", {"decoder": {"recurrent": "readout"}}),
    "switch-lstm-additive-bahdanau-memorystart": ("bahdanau", "lstm", {"decoder": {"start": "memory"}}),
    "switch-lstm-additive-luong-exchanged": ("luong", "lstm", {"decoder": {"recurrent": "exchanged"}}),
    "switch-additive-bahdanau-gateone": ("bahdanau", "gru", {"decoder": {"gate": "one"}}),
    "switch-additive-luong-fedcontext-gateeach": ("luong", "gru", {"decoder": {"input_feeding": True, "fed": "context", "gate": "each", "gate_reads": ["context", "state", "token"]}}),
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
    return (H, H) if one_way else (2 * H, D)  # of an annotation, of the decoder's state

def make_weights(style, kind, switches, draw):
    w, (d, s), G = {}, sizes(switches), 4 if kind == "lstm" else 3
    def new(name, *shape, scale=.5):
        one = lambda: number(draw.uniform(-scale, scale))
        w[name] = [[one() for _ in range(shape[1])] for _ in range(shape[0])] if len(shape) == 2 else [one() for _ in range(shape[0])]
    def cellw(p, inputs, n):
        new(p + "weight_ih", G * n, inputs); new(p + "weight_hh", G * n, n); new(p + "bias_ih", G * n, scale=.3); new(p + "bias_hh", G * n, scale=.3)
    decoder = switches.get("decoder", {})
    new("encoder.embedding.weight", V, E, scale=1.); cellw("encoder.forward.", E, H)
    if d == 2 * H: cellw("encoder.backward.", E, H)
    if decoder.get("start") != "last": new("bridge.weight", s, 2 * H); new("bridge.bias", s, scale=.3)
    new("decoder.embedding.weight", V, E, scale=1.)
    token = E if decoder.get("reads_token", True) else 0
    cellw("decoder.cell.", token + (d if style == "bahdanau" or decoder.get("fed") else 0), s)
    new("attention.Wq", A, s, scale=1.); new("attention.Wh", A, d, scale=1.); new("attention.b", A); new("attention.v", A, scale=2.)
    if "gate" in decoder:
        units, read = 1 if decoder["gate"] == "one" else d, decoder.get("gate_reads", ["state"])
        new("gate.weight", units, sum({"context": d, "state": s, "token": E}[part] for part in read), scale=1.); new("gate.bias", units)
    new("readout.combine.weight", s, d + s); new("readout.combine.bias", s, scale=.3)
    new("readout.output.weight", V, s); new("readout.output.bias", V, scale=.3)
    return w

def forward(w, style, kind, switches, source, tin, tout):
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
    r, c, loss = None, [number(0.)] * d, number(0.)
    def attend(q, y):
        e = score["energies"](w, q, h); a = softmax(e); m = [dot(a, [v[k] for v in h]) for k in range(d)]
        if "gate" not in decoder: return e, a, m, None, m
        x = [v for part in decoder.get("gate_reads", ["state"]) for v in {"context": m, "state": q, "token": y}[part]]
        g = [sigmoid(v) for v in plus(apply(w["gate.weight"], x), w["gate.bias"])]
        return e, a, m, g, [g[k if len(g) > 1 else 0] * m[k] for k in range(d)]
    for given, wanted in zip(tin, tout):
        y = w["decoder.embedding.weight"][given] if decoder.get("reads_token", True) else []
        if style == "bahdanau":
            q = s; e, a, mix, g, c = attend(q, y); fed = y + c; s, m = step(w, "decoder.cell.", kind, fed, s, m)
        else:
            before = r if decoder.get("recurrent") == "readout" and r is not None else s
            if decoder.get("recurrent") == "exchanged" and r is not None: before, m = m, s
            fed = y + c if decoder.get("fed") == "context" else y
            s, m = step(w, "decoder.cell.", kind, fed, before, m); q = s; e, a, mix, g, c = attend(q, y)
        r = [tanh(v) for v in plus(apply(w["readout.combine.weight"], c + s), w["readout.combine.bias"])]
        logits = plus(apply(w["readout.output.weight"], r), w["readout.output.bias"])
        top = max(v.value for v in logits); whole = log(sum((exp(v - top) for v in logits), number(0.))) + top
        log_probs = [v - whole for v in logits]; loss = loss - log_probs[wanted]
        one = {"query": q, "cell_input": fed, "energies": e, "weights": a, "context": mix, "state": s, "readout": r, "logits": logits, "log_probs": log_probs}
        if kind == "lstm": one["cell_state"] = m
        if g: one["context_gate"], one["gated_context"] = g, c
        out["decoder"]["steps"].append(one)
    return out, loss

def make(name, seed, folder):
    style, kind, switches = FORMS[name]
    draw = random.Random("%d %s" % (seed, name))
    w, some = make_weights(style, kind, switches, draw), lambda n: [draw.randrange(3, V) for _ in range(n)]
    ends = some(T - 1) + [2]; given = (some(S - 1) + [2], [1] + ends[:-1], ends)   # 1 = <s>, 2 = </s>
    out, loss = forward(w, style, kind, switches, *given); backward(loss)
    worst = 0.
    for n in flat(list(w.values())):   # every gradient against a central finite difference
        def at(value): n.value = value; return forward(w, style, kind, switches, *given)[1].value
        old, size = n.value, 1e-5; slope = (at(old + size) - at(old - size)) / (2 * size); n.value = old
        worst = max(worst, abs(slope - n.grad) / max(1e-2, abs(n.grad)))
    assert worst < 1e-6, (name, worst)
    golden = {"format": "heed-golden-1", "score": "additive", "style": style, "cell": kind, "dtype": "float64", "seed": seed, "switches": switches,
              "sizes": {"hidden": H, "embed": E, "vocab": V, "attention": A, "state": sizes(switches)[1], "source_length": S, "steps": T, "window": WIN, "max_len": MAXLEN},
              "layout": "matrices are lists of rows, shape [out, in]; cells in PyTorch layout, gru rows r,z,n, lstm i,f,g,o; see make_golden.py and make_form.py",
              "weights": plain(w), "input": dict(zip(("source", "target_in", "target_out"), given)), **plain(out), "loss": loss.value,
              "gradients": plain(w, lambda n: n.grad)}
    with open(os.path.join(folder, name + ".json"), "w") as file: json.dump(golden, file, separators=(",", ":"))
    print("%-50s loss %.6f, gradients differ from finite differences by %.1e at most" % (name, loss.value, worst))

if __name__ == "__main__":
    for name in FORMS: make(name, int(sys.argv[1]) if len(sys.argv) > 1 else 1, sys.argv[2] if len(sys.argv) > 2 else HERE)
