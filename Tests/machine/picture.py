"""Pictures as rows of RGB, read from PNG files of 8 bits a channel without interlacing."""

import pathlib
import struct
import zlib


class Picture:
    """An opaque picture: `width`, `height`, and `pixels`, three bytes each, top row first."""

    def __init__(self, width, height, pixels):
        self.width, self.height, self.pixels = width, height, bytes(pixels)

    @classmethod
    def read(cls, file):
        data = pathlib.Path(file).read_bytes()
        if not data.startswith(b"\x89PNG\r\n\x1a\n"):
            raise ValueError(f"{file} is no PNG")
        at, packed = 8, b""
        while at < len(data):
            (length,) = struct.unpack_from(">I", data, at)
            kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
            if kind == b"IHDR":
                width, height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", body)
            elif kind == b"IDAT":
                packed += body
            at += 12 + length
        channels = {0: 1, 2: 3, 4: 2, 6: 4}.get(color)
        if depth != 8 or interlace or not channels:
            raise ValueError(f"{file} is a kind of PNG that is not read here")
        rows = _unfilter(zlib.decompress(packed), width * channels, channels)
        red, green, blue = (0, 1, 2) if channels > 2 else (0, 0, 0)
        pixels = bytearray(width * height * 3)
        for to, channel in enumerate((red, green, blue)):
            pixels[to::3] = rows[channel::channels]
        return cls(width, height, pixels)

    def __eq__(self, other):
        return (self.width, self.height, self.pixels) == (other.width, other.height, other.pixels)

    def at(self, x, y):
        """The red, green and blue of one pixel."""
        start = (y * self.width + x) * 3
        return tuple(self.pixels[start : start + 3])

    def colors(self):
        """How many different colours there are: 1 is an empty screen."""
        return len(set(zip(self.pixels[0::3], self.pixels[1::3], self.pixels[2::3])))

    def turned(self, degrees):
        """The same, turned clockwise by 90, 180 or 270 degrees, as a display hung that way needs it."""
        picture = self
        for _ in range(degrees // 90):
            width, height = picture.width, picture.height
            rows = [picture.pixels[y * width * 3 : (y + 1) * width * 3] for y in reversed(range(height))]
            pixels = bytearray(len(picture.pixels))
            for channel in range(3):
                columns = zip(*(row[channel::3] for row in rows))
                pixels[channel::3] = bytes(value for column in columns for value in column)
            picture = Picture(height, width, pixels)
        return picture

    def unlike(self, other, levels):
        """How many values of colour differ by more than so many levels, as a share of all."""
        differing = sum(abs(a - b) > levels for a, b in zip(self.pixels, other.pixels))
        return differing / len(self.pixels)

    def difference(self, other):
        """Says in words how another picture differs; an empty string where it does not."""
        if (self.width, self.height) != (other.width, other.height):
            return f"{self.width}x{self.height} is not {other.width}x{other.height}"
        differing = [at for at in range(0, len(self.pixels), 3) if self.pixels[at : at + 3] != other.pixels[at : at + 3]]
        if not differing:
            return ""
        y, x = divmod(differing[0] // 3, self.width)
        largest = max(abs(a - b) for a, b in zip(self.pixels, other.pixels))
        return (
            f"{len(differing)} pixels differ by up to {largest}; "
            f"the first at {x},{y}: {self.at(x, y)} is not {other.at(x, y)}"
        )


def _unfilter(data, stride, channels):
    """Undoes PNG's filter of each row (PNG specification, 9.2)."""
    out, above = bytearray(), bytearray(stride)
    for start in range(0, len(data), stride + 1):
        kind, row = data[start], bytearray(data[start + 1 : start + 1 + stride])
        if kind == 1 or kind >= 3:
            for i in range(stride):
                left = row[i - channels] if i >= channels else 0
                corner = above[i - channels] if i >= channels else 0
                guess = left if kind == 1 else (left + above[i]) // 2 if kind == 3 else _paeth(left, above[i], corner)
                row[i] = (row[i] + guess) & 255
        elif kind == 2:
            row = bytearray((a + b) & 255 for a, b in zip(row, above))
        out += row
        above = row
    return out


def _paeth(left, up, corner):
    near = left + up - corner
    return min((left, up, corner), key=lambda each: abs(near - each))
