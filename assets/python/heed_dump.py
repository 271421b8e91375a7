"""Attention weights from Python to Heed: one file, nothing to install.

    import heed_dump
    heed_dump.dump(["the", "law"], ["la", "loi"], attention, "run.json")   # writes a file that Heed opens
    heed_dump.show(["the", "law"], ["la", "loi"], attention)               # writes one and starts Heed on it
    heed_dump.watch("run.json")                                            # starts Heed, which follows the file

`attention` is nested lists or tuples, a NumPy array, a PyTorch tensor, or lists of those: weights of outputs
over source tokens, with heads, layers and a batch of one before them, or the steps of generate(). Heed tells the
axes by their lengths against the tokens. A file is written beside and renamed, so that whoever reads it never sees
a half of it: call dump() again and again on one file while training, with `heed --watch run.json` beside.
"""

import json
import math
import os
import subprocess
import tempfile

__all__ = ["dump", "show", "watch", "write_whole"]


def _plain(value, place):
    """Nested lists of float; `place` names what is wrong: attention[0][1]."""
    for method in ("detach", "cpu", "float"):  # of a tensor, wherever it is and whatever its type
        if hasattr(value, method) and hasattr(value, "tolist"):
            value = getattr(value, method)()
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        if not value:
            raise ValueError("%s: expected numbers, found none" % place)
        return [_plain(item, "%s[%d]" % (place, n)) for n, item in enumerate(value)]
    if value is None or isinstance(value, (str, bytes, bool)):
        raise ValueError("%s: expected a number, found %r" % (place, value))
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ValueError("%s: expected a number, found %s" % (place, type(value).__name__)) from None
    if not math.isfinite(number):
        raise ValueError("%s: expected a number, found %r" % (place, number))
    return number


def _words(tokens, name):
    if isinstance(tokens, str):
        return tokens.split()
    if hasattr(tokens, "tolist"):
        tokens = tokens.tolist()
    words = list(tokens)
    if not words:
        raise ValueError("%s: expected at least one token, found none" % name)
    return [str(word) for word in words]


def write_whole(path, data):
    """Writes text or bytes beside `path` and renames: the file is whole, or as it was before."""
    path = os.path.abspath(os.fspath(path))
    if isinstance(data, str):
        data = data.encode("utf-8")
    handle, beside = tempfile.mkstemp(prefix="." + os.path.basename(path), dir=os.path.dirname(path))
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, 0o644)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def _lists_layers(attention):
    """Tuples of tensors are what Hugging Face returns: a tensor a layer, or those of each step."""
    inner = attention
    while isinstance(inner, tuple) and inner:
        inner = inner[0]
    return isinstance(attention, tuple) and hasattr(inner, "tolist")


def dump(tokens, output_tokens, attention, path, **others):
    """Writes tokens and weights as JSON that Heed opens; returns the path.

    Further weights go by their names: encoder_attentions=…, decoder_attentions=….
    """
    record = {"source": _words(tokens, "tokens"), "target": _words(output_tokens, "output_tokens")}
    key = "cross_attentions" if others or _lists_layers(attention) else "attention"
    record[key] = _plain(attention, "attention")
    record.update((name, _plain(value, name)) for name, value in others.items())
    write_whole(path, json.dumps(record, ensure_ascii=False, allow_nan=False))
    return path


def _start(words, heed):
    program = heed or os.environ.get("HEED", "heed")
    try:
        return subprocess.Popen([program] + words)
    except FileNotFoundError:
        where = "expected Heed on the PATH, or named by heed= or HEED"
        raise FileNotFoundError("%s is not there: %s" % (program, where)) from None


def show(tokens, output_tokens, attention, path=None, heed=None, **others):
    """Writes the weights (to `path`, else to a file of their own) and starts Heed on them; returns its process."""
    if path is None:
        path = os.path.join(tempfile.mkdtemp(prefix="heed-"), "run.json")
    return _start(["--model", os.fspath(dump(tokens, output_tokens, attention, path, **others))], heed)


def watch(path, input=None, heed=None):
    """Starts Heed, which follows a file of weights or a checkpoint that is rewritten; returns its process."""
    return _start(["--watch", os.fspath(path)] + (["--input", input] if input is not None else []), heed)

