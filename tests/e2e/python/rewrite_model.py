"""Rewrites DIR/model.safetensors N times, as trainings do: renamed over, in place, in place and half of it first.

Each whole version has another bias of the readout's first token, WORD of the file; prints one line at the end: how
many whole versions there were.
"""

import json
import os
import struct
import sys
import time

folder, count, pause = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
path = os.path.join(folder, "model.safetensors")
with open(path, "rb") as file:
    first = file.read()
length = struct.unpack("<Q", first[:8])[0]
header = json.loads(first[8:8 + length])
name = sorted(key for key in header if "bias" in key and header[key]["dtype"] == "F32")[-1]
begin = 8 + length + header[name]["data_offsets"][0]
value = struct.unpack("<f", first[begin:begin + 4])[0]


def version(n):
    return first[:begin] + struct.pack("<f", value + n / 500) + first[begin + 4:]


for n in range(1, count + 1):
    data = version(n)
    way = n % 4
    if way == 0:  # renamed over
        with open(path + ".tmp", "wb") as file:
            file.write(data)
        os.replace(path + ".tmp", path)
    elif way == 1:  # in place
        with open(path, "wb") as file:
            file.write(data)
    elif way == 2:  # in place, in two parts with a pause
        with open(path, "wb") as file:
            file.write(data[:len(data) // 2])
            file.flush()
            time.sleep(pause)
            file.write(data[len(data) // 2:])
    else:  # closed when it is half of a file, then whole
        with open(path, "wb") as file:
            file.write(data[:len(data) // 2])
        time.sleep(pause)
        with open(path, "wb") as file:
            file.write(data)
    time.sleep(pause)
print(count)
