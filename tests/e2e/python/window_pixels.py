#!/usr/bin/env python3
"""window_pixels DISPLAY WINDOW PICTURE: how far the window's pixels are from a screenshot's, as the mean over all
channels and pixels (0 to 255), then the same with the screenshot upside down. Needs libX11."""
import ctypes, struct, sys, zlib

x11 = ctypes.CDLL("libX11.so.6")


class Image(ctypes.Structure):  # the beginning of XImage
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int), ("format", ctypes.c_int),
                ("data", ctypes.c_void_p), ("byte_order", ctypes.c_int), ("unit", ctypes.c_int), ("bit_order", ctypes.c_int),
                ("pad", ctypes.c_int), ("depth", ctypes.c_int), ("bytes_per_line", ctypes.c_int)]


x11.XOpenDisplay.restype = x11.XGetImage.restype = ctypes.c_void_p
x11.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong] + [ctypes.c_int] * 2 + [ctypes.c_uint] * 2 + [ctypes.c_ulong, ctypes.c_int]


def window_rows(name, window, width, height):
    display = x11.XOpenDisplay(name.encode())
    image = ctypes.cast(x11.XGetImage(display, window, 0, 0, width, height, 0xFFFFFFFF, 2), ctypes.POINTER(Image)).contents
    data = ctypes.string_at(image.data, image.bytes_per_line * height)
    rows = [data[y * image.bytes_per_line:y * image.bytes_per_line + 4 * width] for y in range(height)]
    return [(row[2::4], row[1::4], row[0::4]) for row in rows]  # blue comes first


def picture_rows(file):
    data = open(file, "rb").read()
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert depth == 8 and kind in (2, 6), (depth, kind)
    bands, at, packed = 3 if kind == 2 else 4, 8, b""
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at:at + 8])
        if name == b"IDAT": packed += data[at + 8:at + 8 + size]
        at += 12 + size
    raw, rows, before = zlib.decompress(packed), [], bytes(width * bands)
    for y in range(height):
        how, row = raw[y * (width * bands + 1)], bytearray(raw[y * (width * bands + 1) + 1:(y + 1) * (width * bands + 1)])
        for n in range(len(row)) if how else ():
            left, up, corner = row[n - bands] if n >= bands else 0, before[n], before[n - bands] if n >= bands else 0
            near = min((abs(up - corner), 0, left), (abs(left - corner), 1, up), (abs(left + up - 2 * corner), 2, corner))[2]
            row[n] = (row[n] + (0, left, up, (left + up) // 2, near)[how]) & 255
        before = bytes(row)
        rows.append(tuple(before[k::bands] for k in range(3)))
    return width, height, rows


def apart(a, b):
    total = sum(sum(abs(p - q) for p, q in zip(x, y)) for row, other in zip(a, b) for x, y in zip(row, other))
    return total / (3 * len(a) * len(a[0][0]))


width, height, picture = picture_rows(sys.argv[3])
shown = window_rows(sys.argv[1], int(sys.argv[2]), width, height)
print(f"{apart(shown, picture):.2f} {apart(shown, picture[::-1]):.2f}")
