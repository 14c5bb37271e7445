"""The fields of protobuf messages as their bytes have them."""


def read_varint(data, at):
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return number, at


def skip(data, at, tag):
    """The end of the field whose tag ends at `at`, and what follows its length."""
    kind = tag & 7
    if kind == 0:
        return read_varint(data, at)[1], None
    if kind == 2:
        length, at = read_varint(data, at)
        return at + length, data[at:at + length]
    if kind == 3:
        while True:
            inner, at = read_varint(data, at)
            if inner & 7 == 4:
                return at, None
            at, _ = skip(data, at, inner)
    return at + {1: 8, 5: 4}[kind], None


def fields(data):
    """(number, bytes, payload) of each field; a payload of None has no length."""
    at, found = 0, []
    while at < len(data):
        begin = at
        tag, at = read_varint(data, at)
        at, payload = skip(data, at, tag)
        found.append((tag >> 3, data[begin:at], payload))
    return found


def varint(number, least=1):
    """`number`, in at least `least` bytes."""
    data = bytearray()
    while number > 127 or len(data) + 1 < least:
        data.append(number & 127 | 128)
        number >>= 7
    return bytes(data + bytes([number]))


def field(number, payload, least=1):
    """A field of a message or text, whose length has at least `least` bytes."""
    return varint(number << 3 | 2) + varint(len(payload), least) + payload
