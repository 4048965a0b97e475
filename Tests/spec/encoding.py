# SPDX-License-Identifier: Apache-2.0
"""The encodings that docs/spec describes, written from the specification and the documents it names, not from Coldstar's sources."""

import hashlib
import json
import zlib

WORDS = """
    able acid also apex aqua arch atom aunt away axis back bald barn belt beta bias blue body brag brew bulb buzz
    calm cash cats chef city claw code cola cook cost crux curl cusp cyan dark data days deli dice diet door down
    draw drop drum dull duty each easy echo edge epic even exam exit eyes fact fair fern figs film fish fizz flap
    flew flux foxy free frog fuel fund gala game gear gems gift girl glow good gray grim guru gush gyro half hang
    hard hawk heat help high hill holy hope horn huts iced idea idle inch inky into iris iron item jade jazz join
    jolt jowl judo jugs jump junk jury keep keno kept keys kick kiln king kite kiwi knob lamb lava lazy leaf legs
    liar limp lion list logo loud love luau luck lung main many math maze memo menu meow mild mint miss monk nail
    navy need news next noon note numb obey oboe omit onyx open oval owls paid part peck play plus poem pool pose
    puff puma purr quad quiz race ramp real redo rich road rock roof ruby ruin runs rust safe saga scar sets silk
    skew slot soap solo song stub surf swan taco task taxi tent tied time tiny toil tomb toys trip tuna twin ugly
    undo unit urge user vast very veto vial vibe view visa void vows wall wand warm wasp wave waxy webs what when
    whiz wolf work yank yawn yell yoga yurt zaps zero zest zinc zone zoom
""".split()


def canonical(value):
    """JSON as Coldstar writes it: ASCII, no white space, members in the given order."""
    return json.dumps(value, separators=(",", ":"))


class Tagged:
    def __init__(self, tag, value):
        self.tag, self.value = tag, value


class Raw:
    """CBOR that is inserted unchanged, to make invalid items."""

    def __init__(self, data):
        self.data = data


def head(major, number):
    """The shortest head of a CBOR item (RFC 8949, section 4.2.1)."""
    if number < 24:
        return bytes([major << 5 | number])
    for mark, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if number < 1 << 8 * size:
            return bytes([major << 5 | mark]) + number.to_bytes(size, "big")
    raise ValueError(number)


def cbor(value):
    if isinstance(value, Raw):
        return value.data
    if value is None or isinstance(value, bool):
        return {False: b"\xf4", True: b"\xf5", None: b"\xf6"}[value]
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(cbor, value))
    if isinstance(value, Tagged):
        return head(6, value.tag) + cbor(value.value)
    return head(5, len(value)) + b"".join(cbor(key) + cbor(item) for key, item in value.items())


def bytewords(data):
    """Minimal bytewords (BCR-2020-012): the first and last letter of each word, of the data and its CRC-32."""
    data += zlib.crc32(data).to_bytes(4, "big")
    return "".join(WORDS[byte][0] + WORDS[byte][-1] for byte in data)


def ur(kind, message):
    return f"ur:{kind}/{bytewords(message)}"


class Xoshiro:
    """Xoshiro256**, seeded as specified in BCR-2024-001."""

    def __init__(self, seed):
        digest = hashlib.sha256(seed).digest()
        self.state = [int.from_bytes(digest[place:place + 8], "big") for place in range(0, 32, 8)]

    def next(self):
        mask = (1 << 64) - 1
        rotated = lambda word, by: (word << by | word >> 64 - by) & mask
        s = self.state
        result = rotated(s[1] * 5 & mask, 7) * 9 & mask
        t = s[1] << 17 & mask
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotated(s[3], 45)
        return result

    def fraction(self):
        return self.next() / 18446744073709551616.0

    def below(self, count):
        return int(self.fraction() * count)


def degree(count, random):
    """The number of fragments that a part mixes: n with a probability proportional to 1/n (Walker's alias method)."""
    weights = [1 / number for number in range(1, count + 1)]
    total = sum(weights)
    scaled = [weight * count / total for weight in weights]
    small = [place for place in reversed(range(count)) if scaled[place] < 1]
    large = [place for place in reversed(range(count)) if scaled[place] >= 1]
    odds, alias = [0.0] * count, [0] * count
    while small and large:
        low, high = small.pop(), large.pop()
        odds[low], alias[low] = scaled[low], high
        scaled[high] += scaled[low] - 1
        (small if scaled[high] < 1 else large).append(high)
    for place in large + small:
        odds[place] = 1
    first, second = random.fraction(), random.fraction()
    place = int(count * first)
    return (place if second < odds[place] else alias[place]) + 1


def fragments(number, count, checksum):
    if number <= count:
        return {number - 1}
    random = Xoshiro(number.to_bytes(4, "big") + checksum.to_bytes(4, "big"))
    size = degree(count, random)
    left, shuffled = list(range(count)), []
    while left:
        shuffled.append(left.pop(random.below(len(left))))
    return set(shuffled[:size])


class Parts:
    """The parts of one message (BCR-2024-001); members can be changed to make invalid parts."""

    def __init__(self, kind, message, longest):
        self.kind, self.message = kind, message
        self.count = -(-len(message) // longest)
        size = -(-len(message) // self.count)
        self.checksum = zlib.crc32(message)
        self.pieces = [message[place:place + size].ljust(size, b"\0") for place in range(0, len(message), size)]

    def data(self, number):
        mixed = bytes(len(self.pieces[0]))
        for place in fragments(number, self.count, self.checksum):
            mixed = bytes(a ^ b for a, b in zip(mixed, self.pieces[place]))
        return mixed

    def array(self, number):
        return [number, self.count, len(self.message), self.checksum, self.data(number)]

    def text(self, number, path=None, array=None):
        return f"ur:{self.kind}/{path or f'{number}-{self.count}'}/{bytewords(cbor(array or self.array(number)))}"

    def lines(self, *numbers):
        return "\n".join(map(self.text, numbers or range(1, self.count + 1)))
