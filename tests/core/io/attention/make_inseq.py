"""Writes inseq.json, inseq_lists.json and inseq_saliency.json: the maps of LHTS.json as Inseq's
FeatureAttributionOutput.save() leaves them, written by what its format is and without that library.

Objects are {"__instance_type__": [module, class], "attributes": {...}}; arrays {"__ndarray__": "b64.gz:...", "dtype",
"shape", "Corder"} (gzip only where it saves a tenth), or nested lists in place of the text. Axes: tokens that are looked
at, outputs, layers, heads; NaN where an output is not written yet.   usage: python3 make_inseq.py
"""

import base64
import gzip
import json
import os

import numpy as np

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../attention_files")


def instance(module, name, attributes):
    return {"__instance_type__": [module, name], "attributes": attributes}


def packed(array):
    raw = np.ascontiguousarray(array)
    small = gzip.compress(raw.tobytes(), 9, mtime=0)
    gz = len(small) < 0.9 * raw.nbytes
    text = ("b64.gz:" if gz else "b64:") + base64.b64encode(small if gz else raw.tobytes()).decode()
    return {"__ndarray__": text, "dtype": str(raw.dtype), "shape": list(raw.shape), "Corder": True}


def listed(array):
    return {"__ndarray__": array.tolist(), "dtype": str(array.dtype), "shape": list(array.shape), "Corder": True}


def output(method, source, target, on_source, on_target, write):
    tokens = lambda words: [
        instance("inseq.utils.typing", "TokenWithId", {"token": w, "id": n}) for n, w in enumerate(words)
    ]
    sequence = {
        "source": tokens(source),
        "target": tokens(target),
        "source_attributions": write(on_source),
        "target_attributions": None if on_target is None else write(on_target),
        "step_scores": {"probability": write(np.ones(len(target), np.float32))},
        "sequence_scores": {},
        "attr_pos_start": 0,
        "attr_pos_end": len(target),
    }
    sequence = instance("inseq.data.attribution", "GranularFeatureAttributionSequenceOutput", sequence)
    info = {"attribution_method": method, "model_name": "toy/en-fr", "constrained_decoding": False}
    everything = {"info": info, "sequence_attributions": [sequence], "step_attributions": None}
    return instance("inseq.data.attribution", "FeatureAttributionOutput", everything)


def main():
    given = json.load(open(os.path.join(HERE, "LHTS.json")))
    source, target = given["source"], given["target"]
    weights = np.array(given["attention"], np.float32)  # layers, heads, outputs, source tokens
    on_source = weights.transpose(3, 2, 0, 1)
    layers, heads, outputs, _ = weights.shape
    on_target = np.full((outputs, outputs, layers, heads), np.nan, np.float32)
    for n in range(1, outputs):
        on_target[:n, n] = 1 / n
    files = {
        "inseq.json": output("attention", source, target, on_source, on_target, packed),
        "inseq_lists.json": output("attention", source, target, on_source.astype(np.float64), on_target, listed),
        "inseq_saliency.json": output("saliency", source, target, on_source[:, :, 0, 0].astype(np.float16), None, packed),
    }
    for name, value in files.items():
        with open(os.path.join(HERE, name), "w") as f:
            json.dump(value, f, sort_keys=True)
            f.write("\n")


main()
