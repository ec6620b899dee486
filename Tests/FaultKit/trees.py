"""Which page of a sound store's file belongs to which table, and of which kind the table is.

owners(data) returns {page: (table, kind of table, kind of page)}. Kinds of tables: main, catalog,
freelist, rows, ordered, unique, counting, search, blobs; of pages: branch, leaf, overflow."""
import struct


def owners(data):
    trees = Trees(data)
    found = {}
    for table, root in trees.roots().items():
        for page, kind in trees.pages(root):
            found[page] = (table, trees.kind(table), kind)
    return found


class Trees:
    def __init__(self, data):
        self.data = data
        self.size = struct.unpack_from('<I', data, 40)[0]
        self.meta = max((0, self.size), key=lambda at: struct.unpack_from('<Q', data, at + 144)[0])
        self.kinds = None

    def roots(self):
        free, main = (struct.unpack_from('<Q', self.data, self.meta + at + 40)[0] for at in (40, 88))
        roots = {'freelist': free, 'main': main}
        for key, flags, value in self.entries(main):
            if flags == 2:
                roots[key.decode()] = struct.unpack_from('<Q', value, 40)[0]
        return {name: root for name, root in roots.items() if root != (1 << 64) - 1}

    def nodes(self, page):
        start = page * self.size
        lower = struct.unpack_from('<H', self.data, start + 12)[0]
        for index in range((lower - 16) // 2):
            yield start + struct.unpack_from('<H', self.data, start + 16 + 2 * index)[0]

    def walk(self, page):
        """Yields (page, None) for each page of a tree and (page, node) for each entry."""
        yield page, None
        is_branch = struct.unpack_from('<H', self.data, page * self.size + 10)[0] & 1
        for node in self.nodes(page):
            if is_branch:
                low, high = struct.unpack_from('<IH', self.data, node)
                yield from self.walk(low | high << 32)
            else:
                yield page, node

    def entry(self, node):
        length, flags, key_size = struct.unpack_from('<IHH', self.data, node)
        key = self.data[node + 8:node + 8 + key_size]
        at = node + 8 + key_size
        if flags & 1:
            at = struct.unpack_from('<Q', self.data, at)[0] * self.size + 16
        return key, flags, self.data[at:at + length]

    def entries(self, root):
        return (self.entry(node) for _, node in self.walk(root) if node is not None)

    def pages(self, root):
        for page, node in self.walk(root):
            if node is None:
                is_branch = struct.unpack_from('<H', self.data, page * self.size + 10)[0] & 1
                yield page, 'branch' if is_branch else 'leaf'
                continue
            length, flags, key_size = struct.unpack_from('<IHH', self.data, node)
            if flags & 1:
                first = struct.unpack_from('<Q', self.data, node + 8 + key_size)[0]
                count = struct.unpack_from('<I', self.data, first * self.size + 12)[0]
                for page in range(first, first + count):
                    yield page, 'overflow'

    def kind(self, table):
        if self.kinds is None:
            self.kinds = self.catalog_kinds()
        return self.kinds.get(table, 'unused')

    def catalog_kinds(self):
        """The kinds by Docs/Format/Catalog.md; the name of an index begins with its kind."""
        kinds = {'freelist': 'freelist', 'main': 'main', 'lode': 'catalog'}
        for key, _, value in self.entries(self.roots()['lode']):
            table = f'c{struct.unpack_from("<I", value)[0]}' if len(value) >= 4 else ''
            if key[0] == 0x02:
                kinds[table] = 'rows'
            elif key[0] == 0x09:
                kinds[table] = 'blobs'
            elif key[0] == 0x0a:
                kinds[table] = key[5:].decode().split()[0]
        return kinds
