# SPDX-License-Identifier: Apache-2.0
"""A simulated camera that is held in front of a screen: the pictures it takes."""
from __future__ import annotations

import io
import random

import numpy as np
from PIL import Image, ImageFilter

SIZE = (1280, 720)


class Camera:
    """Perspective, rotation, uneven light, blur, noise, JPEG; the same for the same seed.

    The code fills `fill` of the picture's height. Each picture is a little different, as with unsteady hands.
    """

    def __init__(self, seed: int, fill: float = 0.8, blur: float = 0.7, noise: float = 9, contrast: float = 0.75, quality: int = 60):
        self.random = random.Random(seed)
        self.noise = np.random.default_rng(seed)
        self.fill, self.blur, self.grain, self.contrast, self.quality = fill, blur, noise, contrast, quality

    def shot(self, screen: Image.Image) -> bytes:
        """A picture of the screen as a JPEG file."""
        picture = self.warp(screen.convert("L"))
        picture = picture.filter(ImageFilter.GaussianBlur(self.blur))
        pixels = np.asarray(picture, dtype=np.float32) * self.contrast + 255 * (1 - self.contrast) / 2
        light = np.linspace(-18, 18, SIZE[0], dtype=np.float32)[None, :] + np.linspace(10, -10, SIZE[1], dtype=np.float32)[:, None]
        pixels += light + self.noise.normal(0, self.grain, pixels.shape).astype(np.float32)
        out = io.BytesIO()
        Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8)).save(out, "JPEG", quality=self.quality)
        return out.getvalue()

    def warp(self, screen: Image.Image) -> Image.Image:
        side = self.fill * SIZE[1]
        middle = (SIZE[0] / 2 + self.random.uniform(-20, 20), SIZE[1] / 2 + self.random.uniform(-10, 10))
        turn = np.radians(self.random.uniform(-6, 6))
        corners = []
        for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)):
            x, y = (side * (value + self.random.uniform(-0.02, 0.02)) for value in (x, y))
            corners.append((middle[0] + x * np.cos(turn) - y * np.sin(turn), middle[1] + x * np.sin(turn) + y * np.cos(turn)))
        width, height = screen.size
        rows, wanted = [], []
        for (x, y), (u, v) in zip(corners, ((0, 0), (width, 0), (width, height), (0, height))):
            rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
            wanted += [u, v]
        return screen.transform(SIZE, Image.PERSPECTIVE, np.linalg.solve(np.array(rows), np.array(wanted)), Image.BILINEAR, fillcolor=235)


def shown(codes: list[Image.Image], seed: int, loss: float, camera: Camera):
    """The pictures of a loop from a random start, one for each code shown; None for a missed code.

    Half of the lost codes are missed, and half are blended with the next one, as by a long exposure.
    """
    chance = random.Random(seed)
    place = chance.randrange(len(codes))
    while True:
        code, following = codes[place % len(codes)], codes[(place + 1) % len(codes)]
        place += 1
        if chance.random() >= loss:
            yield camera.shot(code)
        elif chance.random() < 0.5:
            yield None
        else:
            yield camera.shot(Image.blend(code.convert("L"), following.convert("L"), 0.5))
