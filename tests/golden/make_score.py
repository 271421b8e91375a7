#!/usr/bin/env python3
"""Golden values of one more scoring function, without PyTorch:
    make_score.py SCORE [seed] [output folder]     (defaults: 1, this folder)  writes SCORE-{bahdanau,luong,luongif}.json
    make_score.py --check SCORE                    computes the files that are there again from their own weights

The score's equation stands in scores/SCORE.py, two functions over numbers of this file's kind:
    weights(new, H, D, A)     new(name, *shape, scale) for each tensor, "attention.…"; an annotation has 2H numbers
    energies(w, q, h)         -> e_j for every annotation of h; a matrix is a list of rows, a vector a list
and EQUAL = True where the score needs D = 2H.

Everything around the score is as the head of make_golden.py has it, gru cells, in the same sizes.  Every number is a
node that knows what it was made of, so gradients are found by going back over the nodes; all of them are compared with
central finite differences.  That this file computes what PyTorch did is seen by --check general.
"""
import json, math, os, random, runpy, sys

HERE = os.path.dirname(os.path.abspath(__file__))
H, E, V, A, S, T, WIN, MAXLEN = 5, 4, 7, 3, 6, 4, 2, 8
STYLES = ["bahdanau", "luong", "luongif"]

# ---------------------------------------------------------------- numbers that know where they come from
class Number:
    __slots__ = ("value", "made_of", "grad")
    def __init__(self, value, made_of=()): self.value, self.made_of, self.grad = value, made_of, 0.
    def __add__(self, other): o = number(other); return Number(self.value + o.value, ((self, 1.), (o, 1.)))
    def __mul__(self, other): o = number(other); return Number(self.value * o.value, ((self, o.value), (o, self.value)))
    def __neg__(self): return Number(-self.value, ((self, -1.),))
    def __sub__(self, other): return self + -number(other)
    def __truediv__(self, other): return self * power(number(other), -1)
    def __rsub__(self, other): return number(other) - self
    __radd__, __rmul__ = __add__, __mul__

def number(x): return x if isinstance(x, Number) else Number(float(x))
def power(x, n): return Number(x.value ** n, ((x, n * x.value ** (n - 1)),))
def exp(x): y = math.exp(x.value); return Number(y, ((x, y),))
def log(x): return Number(math.log(x.value), ((x, 1 / x.value),))
def tanh(x): y = math.tanh(x.value); return Number(y, ((x, 1 - y * y),))
def sigmoid(x): y = 1 / (1 + math.exp(-x.value)); return Number(y, ((x, y * (1 - y)),))
def relu(x): return Number(max(0., x.value), ((x, 1. if x.value > 0 else 0.),))
def gelu(x):
    below = (1 + math.erf(x.value / math.sqrt(2))) / 2
    return Number(x.value * below, ((x, below + x.value * math.exp(-x.value ** 2 / 2) / math.sqrt(2 * math.pi)),))
def dot(a, b): return sum((x * y for x, y in zip(a, b)), number(0.))
def apply(W, x): return [dot(row, x) for row in W]
def plus(a, b): return [x + y for x, y in zip(a, b)]
def same(x): return Number(x.value, ((x, 1.),))        # a node of its own, with a gradient of its own

def softmax(e):
    top = max(x.value for x in e); powers = [exp(x - top) for x in e]; whole = sum(powers, number(0.))
    return [x / whole for x in powers]

def backward(loss):
    order, seen, stack = [], set(), [(loss, False)]
    while stack:
        n, done = stack.pop()
        if done: order.append(n)
        elif id(n) not in seen: seen.add(id(n)); stack.append((n, True)); stack.extend((m, False) for m, _ in n.made_of)
    loss.grad = 1.
    for n in reversed(order):
        for m, slope in n.made_of: m.grad += n.grad * slope

# ---------------------------------------------------------------- the model of make_golden.py
def cell(w, p, x, h):
    a, b = plus(apply(w[p + "weight_ih"], x), w[p + "bias_ih"]), plus(apply(w[p + "weight_hh"], h), w[p + "bias_hh"]); n = len(h)
    r, z = ([sigmoid(u) for u in plus(a[k:k + n], b[k:k + n])] for k in (0, n))
    new = [tanh(a[2 * n + k] + r[k] * b[2 * n + k]) for k in range(n)]
    return [(1 - z[k]) * new[k] + z[k] * h[k] for k in range(n)]

def make_weights(score, style, D, draw):
    w = {}
    def new(name, *shape, scale=.5):
        one = lambda: number(draw.uniform(-scale, scale))
        w[name] = [[one() for _ in range(shape[1])] for _ in range(shape[0])] if len(shape) == 2 else [one() for _ in range(shape[0])]
    def cellw(p, inputs, n):
        new(p + "weight_ih", 3 * n, inputs); new(p + "weight_hh", 3 * n, n); new(p + "bias_ih", 3 * n, scale=.3); new(p + "bias_hh", 3 * n, scale=.3)
    new("encoder.embedding.weight", V, E, scale=1.); cellw("encoder.forward.", E, H); cellw("encoder.backward.", E, H)
    new("bridge.weight", D, 2 * H); new("bridge.bias", D, scale=.3)
    new("decoder.embedding.weight", V, E, scale=1.)
    cellw("decoder.cell.", {"bahdanau": E + 2 * H, "luong": E, "luongif": E + D}[style], D)
    score["weights"](new, H, D, A)
    new("readout.combine.weight", D, 2 * H + D); new("readout.combine.bias", D, scale=.3)
    new("readout.output.weight", V, D); new("readout.output.bias", V, scale=.3)
    return w

def forward(w, score, style, source, tin, tout):
    x = [w["encoder.embedding.weight"][k] for k in source]
    def run(p, order):
        h, out = [number(0.)] * H, [None] * len(x)
        for k in order: h = out[k] = cell(w, p, x[k], h)
        return out
    f, b = run("encoder.forward.", range(len(x))), run("encoder.backward.", reversed(range(len(x))))
    h = [[same(v) for v in f[j] + b[j]] for j in range(len(x))]
    s = [tanh(v) for v in plus(apply(w["bridge.weight"], h[-1][:H] + h[0][H:]), w["bridge.bias"])]
    out = {"encoder": {"embedded": x, "forward": f, "backward": b, "annotations": h}, "decoder": {"steps": [], "initial_state": s}}
    r, loss = [number(0.)] * len(s), number(0.)
    def attend(q):
        e = score["energies"](w, q, h); a = softmax(e)
        return e, a, [dot(a, [v[k] for v in h]) for k in range(2 * H)]
    for given, wanted in zip(tin, tout):
        y = w["decoder.embedding.weight"][given]
        if style == "bahdanau":
            q = s; e, a, c = attend(q); read = y + c; s = cell(w, "decoder.cell.", read, s)
        else:
            read = y if style == "luong" else y + r
            s = cell(w, "decoder.cell.", read, s); q = s; e, a, c = attend(q)
        r = [tanh(v) for v in plus(apply(w["readout.combine.weight"], c + s), w["readout.combine.bias"])]
        logits = plus(apply(w["readout.output.weight"], r), w["readout.output.bias"])
        top = max(v.value for v in logits); whole = log(sum((exp(v - top) for v in logits), number(0.))) + top
        log_probs = [v - whole for v in logits]; loss = loss - log_probs[wanted]
        out["decoder"]["steps"].append({"query": q, "cell_input": read, "energies": e, "weights": a, "context": c, "state": s,
                                        "readout": r, "logits": logits, "log_probs": log_probs})
    return out, loss

# ---------------------------------------------------------------- files
def plain(o, of=lambda n: n.value):
    if isinstance(o, Number): return of(o)
    return {k: plain(v, of) for k, v in o.items()} if isinstance(o, dict) else [plain(v, of) for v in o]

def numbers(o): return [number(v) if not isinstance(v, list) else numbers(v) for v in o]

def flat(o):
    if isinstance(o, dict): return [x for k in sorted(o) for x in flat(o[k])]
    return [x for v in o for x in flat(v)] if isinstance(o, list) else [o]

def computed(w, score, style, given):
    out, loss = forward(w, score, style, given["source"], given["target_in"], given["target_out"]); backward(loss)
    return {**plain(out), "loss": loss.value, "gradients": plain(w, lambda n: n.grad), "gradient_annotations": plain(out["encoder"]["annotations"], lambda n: n.grad)}

def differences(w, score, style, given):
    """the largest difference of a gradient from a central finite difference, relative above 0.01"""
    worst = 0.
    for n in flat(list(w.values())):
        def at(value): n.value = value; return forward(w, score, style, given["source"], given["target_in"], given["target_out"])[1].value
        old, step = n.value, 1e-5; slope = (at(old + step) - at(old - step)) / (2 * step); n.value = old
        worst = max(worst, abs(slope - n.grad) / max(1e-2, abs(n.grad)))
    assert worst < 1e-6, (style, worst)
    return worst

def load(name):
    score = runpy.run_path(os.path.join(HERE, "scores", name + ".py"), {"tanh": tanh, "relu": relu, "gelu": gelu, "exp": exp, "log": log, "power": power, "dot": dot, "apply": apply, "plus": plus, "number": number})
    return score, 2 * H if score.get("EQUAL") else 5

def make(name, style, seed, folder):
    score, D = load(name)
    draw = random.Random("%d %s %s" % (seed, name, style))
    w = make_weights(score, style, D, draw)
    some = lambda n: [draw.randrange(3, V) for _ in range(n)]
    out = some(T - 1) + [2]; given = {"source": some(S - 1) + [2], "target_in": [1] + out[:-1], "target_out": out}   # 1 = <s>, 2 = </s>
    values = computed(w, score, style, given); worst = differences(w, score, style, given)
    golden = {"format": "heed-golden-1", "score": name, "style": style, "cell": "gru", "dtype": "float64", "seed": seed,
              "sizes": {"hidden": H, "embed": E, "vocab": V, "attention": A, "state": D, "source_length": S, "steps": T, "window": WIN, "max_len": MAXLEN},
              "layout": "matrices are lists of rows, shape [out, in]; cells in PyTorch layout, gru rows r,z,n; see make_golden.py and scores/" + name + ".py",
              "weights": plain(w), "input": given, **values}
    with open(os.path.join(folder, name + "-" + style + ".json"), "w") as file: json.dump(golden, file, separators=(",", ":"))
    return values["loss"], worst

def check(name, style):
    """the largest difference of this file's values and gradients from those of the golden"""
    with open(os.path.join(HERE, name + "-" + style + ".json")) as file: golden = json.load(file)
    found = computed({k: numbers(v) for k, v in golden["weights"].items()}, load(name)[0], style, golden["input"])
    worst = 0.
    for key, value in found.items():
        a, b = flat(value), flat(golden[key]); assert len(a) == len(b), (key, len(a), len(b))
        worst = max([worst] + [abs(x - y) / (1 + abs(y)) for x, y in zip(a, b)])
    assert worst < 1e-12, (name, style, worst)
    return worst

if __name__ == "__main__":
    words = [a for a in sys.argv[1:] if a != "--check"]
    if not words: sys.exit(__doc__)
    for style in STYLES:
        if "--check" in sys.argv: print("%-32s differs by %.1e at most" % (words[0] + "-" + style, check(words[0], style))); continue
        loss, worst = make(words[0], style, int(words[1]) if len(words) > 1 else 1, words[2] if len(words) > 2 else HERE)
        print("%-32s loss %.6f, gradients differ from finite differences by %.1e at most" % (words[0] + "-" + style, loss, worst))
