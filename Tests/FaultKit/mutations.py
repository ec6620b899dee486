"""The ways in which the damage tools damage a good LMDB file.

kinds(good, rng, n) yields (kind, what, edit): edit(good) returns the damaged file."""
import struct


class Layout:
    """Page size, number of pages, and pages by their kind, as the page headers have them."""

    def __init__(self, good):
        self.size = struct.unpack_from('<I', good, 40)[0]
        self.count = len(good) // self.size
        self.last = max(struct.unpack_from('<Q', good, at + 136)[0] for at in (0, self.size))
        self.branch, self.leaf, self.overflow = (
            [p for p in range(2, self.count)
             if struct.unpack_from('<H', good, p * self.size + 10)[0] & 0x1f == bit]
            for bit in (1, 2, 4))


def flip(offset, bit):
    def edit(good):
        b = bytearray(good)
        b[offset] ^= 1 << bit
        return bytes(b)
    return edit


def put(*edits):
    """Overwrites bytes: put(offset, bytes, offset, bytes, ...)."""
    def edit(good):
        b = bytearray(good)
        for offset, data in zip(edits[::2], edits[1::2]):
            b[offset:offset + len(data)] = data
        return bytes(b)
    return edit


def number(offset, size, value):
    return put(offset, (value & ((1 << 8 * size) - 1)).to_bytes(size, 'little'))


def cut(length):
    return lambda good: good[:length]


def whole(data):
    return lambda good: data


def kinds(good, rng, n):
    layout = Layout(good)
    yield from shapes(good, layout, rng)
    yield from metas(good, layout, rng)
    for name, pages in (('branch', layout.branch), ('leaf', layout.leaf), ('overflow', layout.overflow)):
        if pages:
            yield from somewhere(good, layout, rng, n, name, pages)
    yield from headers(layout)
    yield from nodes(good, layout)
    yield from others(good, layout, rng, n)


def shapes(good, layout, rng):
    """Files of other lengths and of other programs."""
    yield 'shape', 'zero-length', whole(b'')
    for length in (1, 16, 100, 151, 152, 511, 512, 4095, 4096, 4097, 8191, 8192):
        yield 'truncate', f'to {length}', cut(length)
    for page in range(2, layout.count):
        yield 'truncate', f'to page {page}', cut(page * layout.size)
    for _ in range(60):
        length = rng.randrange(len(good))
        yield 'truncate', f'to {length}', cut(length)
    foreign = (b'SQLite format 3\0' + bytes(8176), b'hello world\n' * 2000, bytes(65536),
               b'\xff' * 65536, rng.randbytes(40000), rng.randbytes(400000))
    for data in foreign:
        yield 'foreign', data[:8].hex(), whole(data)
    garbage = rng.randbytes(5000)
    yield 'shape', 'garbage appended', lambda good: good + garbage
    yield 'shape', 'zeros appended', lambda good: good + bytes(1 << 20)


META_FIELDS = (
    (0, 8), (8, 2), (10, 2), (16, 4), (20, 4), (24, 8), (32, 8), (40, 4), (44, 2), (46, 2), (48, 8),
    (56, 8), (64, 8), (72, 8), (80, 8), (88, 4), (92, 2), (94, 2), (96, 8), (104, 8), (112, 8),
    (120, 8), (128, 8), (136, 8), (144, 8))
META_VALUES = (
    0, 1, 2, 3, 7, 0x7f, 0xff, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0xffffffff, 1 << 40,
    (1 << 63) - 1, (1 << 64) - 1)


def metas(good, layout, rng):
    size = layout.size
    for meta in (0, 1):
        start = meta * size
        for offset in range(152):
            for bit in range(8):
                yield 'meta-bit', f'meta{meta}+{offset} bit {bit}', flip(start + offset, bit)
        for offset, width in META_FIELDS:
            for value in META_VALUES:
                yield ('meta-field', f'meta{meta}+{offset}={value:#x}',
                       number(start + offset, width, value))
        yield 'meta-page', f'meta{meta} zeroed', put(start, bytes(size))
        yield 'meta-page', f'meta{meta} random', put(start, rng.randbytes(size))
        yield ('meta-page', f'meta{meta} copied over other',
               put(size - start, good[start:start + size]))
    for value in (0, 1, 3, 128, 256, 512, 1024, 2048, 8192, 16384, 32768, 65536, 131072):
        data = struct.pack('<I', value)
        yield 'meta-page', f'psize {value} in both', put(40, data, size + 40, data)


def somewhere(good, layout, rng, n, name, pages):
    """Random places of one kind of page."""
    size = layout.size
    for _ in range(n):
        page, offset = rng.choice(pages), rng.randrange(16)
        yield name + '-header', f'p{page}+{offset}', flip(page * size + offset, rng.randrange(8))
    for _ in range(n):
        page, offset = rng.choice(pages), rng.randrange(size)
        yield name + '-bit', f'p{page}+{offset}', flip(page * size + offset, rng.randrange(8))
    for _ in range(n):  # Node headers and pointers.
        page = rng.choice(pages)
        count = node_count(good, layout, page, least=1)
        if name == 'overflow' or count > 2000:
            continue
        index = rng.randrange(count)
        node = struct.unpack_from('<H', good, page * size + 16 + 2 * index)[0]
        offset = rng.choice((16 + 2 * index, 17 + 2 * index, *range(node, node + 8)))
        if offset < size:
            yield (name + '-node', f'p{page}+{offset}',
                   put(page * size + offset, bytes([rng.randrange(256)])))
    for _ in range(max(10, n // 5)):
        page, other = rng.choice(pages), rng.randrange(2, layout.count)
        start = page * size
        yield name + '-page', f'p{page} zero', put(start, bytes(size))
        yield name + '-page', f'p{page} random', put(start, rng.randbytes(size))
        yield (name + '-page', f'p{page}=p{other}',
               put(start, good[other * size:(other + 1) * size]))
        yield (name + '-page', f'p{page} sector lost',
               put(start + 512 * rng.randrange(size // 512), bytes(512)))


def node_count(good, layout, page, least=0):
    lower = struct.unpack_from('<H', good, page * layout.size + 12)[0]
    return max(least, (lower - 16) // 2)


def headers(layout):
    """CVE-2019-16224 to 16228 and their variants."""
    for page in layout.branch + layout.leaf:
        start = page * layout.size
        for bit in range(16):
            yield 'page-flags', f'p{page} bit {bit}', flip(start + 10 + bit // 8, bit % 8)
        for offset, value in ((12, 0), (12, 15), (12, 17), (12, 0xffff), (14, 0), (14, 0xffff), (8, 0xffff)):
            yield 'page-bounds', f'p{page}+{offset}={value}', number(start + offset, 2, value)


RECORD_FIELDS = ((0, 4), (4, 2), (6, 2), (8, 8), (16, 8), (24, 8), (32, 8), (40, 8))
RECORD_VALUES = (
    0, 1, 2, 4, 8, 0x10, 0x20, 0x40, 0x30, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff,
    (1 << 63) - 1, (1 << 64) - 1)


def nodes(good, layout):
    """Flags and sizes of nodes, and the records of tables."""
    size = layout.size
    for page in layout.leaf:
        count = node_count(good, layout, page)
        if not 0 < count < 2000:
            continue
        for index in sorted({0, count // 2, count - 1}):
            offset = struct.unpack_from('<H', good, page * size + 16 + 2 * index)[0]
            if offset + 8 > size:
                continue
            node, name = page * size + offset, f'p{page} node {index}'
            for value in range(8):
                yield 'node-flags', f'{name} flags {value}', number(node + 4, 2, value)
            for value in (0xff, 0xffff):
                yield 'node-size', f'{name} hi {value:#x}', number(node + 2, 2, value)
            yield 'node-size', f'{name} ksize', number(node + 6, 2, 0xffff)
            if struct.unpack_from('<H', good, node + 4)[0] != 2:
                continue
            record = node + 8 + struct.unpack_from('<H', good, node + 6)[0]
            for field, width in RECORD_FIELDS:
                for value in RECORD_VALUES:
                    yield ('db-record', f'{name} +{field}={value:#x}',
                           number(record + field, width, value))


def others(good, layout, rng, n):
    """Pages in the place of other pages, as they are and with their numbers put right."""
    size = layout.size

    def page_bytes(page):
        return good[page * size:(page + 1) * size]
    for _ in range(n):
        page, other = rng.randrange(2, layout.count), rng.randrange(2, layout.count)
        yield ('crosslink', f'p{page}:=p{other} renumbered',
               put(page * size, struct.pack('<Q', page) + page_bytes(other)[8:]))
    for _ in range(n):
        page, other = sorted(rng.sample(range(2, layout.count), 2))
        a, b = page_bytes(page), page_bytes(other)
        yield 'swapped', f'p{page} and p{other}', put(page * size, b, other * size, a)
        yield ('crosslink', f'p{page} and p{other} renumbered',
               put(page * size, struct.pack('<Q', page) + b[8:],
                   other * size, struct.pack('<Q', other) + a[8:]))
