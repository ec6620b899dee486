#!/usr/bin/env python3
"""trusted.py --base ROOT --probe "lode-fault inspect" --scratch DIR - damages a store's file as a
disk does while nobody looks, with a clean-shutdown marker that confirms the damaged file.

`lode-fault features ROOT SEED` makes the base: a store with all features in ROOT/db, and its file
after each of the last commits in ROOT/older. Each damaged copy gets a marker for its new inode,
time and size, so opening skips the full check. The probe opens a copy read-only, answers each
question, and verifies; then it opens a second copy, writes into each collection, answers again.
With --scrub it opens a third copy, waits for a pass of the scrubber, and answers again.

Outcome of a copy, the worst of all: hang, signal (of opening or reading, of verify, of writing),
wrong (an answer other than the known one, without an error; after writing: other than the answer
before and after the collection's own commit), stale (everything is as one commit earlier: LMDB
itself leaves such a file when it takes back a meta page), typed (an error), same.

  --files N      how many copies: an equal share of each kind of damage; without it, all
  --n N          random damages of each kind before the choice      --bits N  single bits of each kind of page
  --only A,B     only the kinds that begin with A or B              --no-write  no second open
  --checking full  each open makes the full check             --scrub     a third open with the scrubber
  --seed N       the seed of all random choices                     --workers N  processes (default 1)
  --keep DIR     keeps the copies that end in a signal, a hang, or a wrong answer
  --wrong F      the part of the copies that may give a wrong answer (default 0)
  --json FILE    the table as JSON

Example, after `swift build -c release --disable-default-traits --product lode-fault`:
  P=.build/release/lode-fault; $P features /dev/shm/base 1
  Tests/FaultKit/trusted.py --base /dev/shm/base --probe "$P inspect" --scratch /dev/shm/t --files 20000
Fails if a copy ends in a signal or a hang, if too many answers are wrong, or if an answer after a pass
of the scrubber is wrong."""
import argparse, collections, glob, json, multiprocessing, os, random, select, shutil, signal
import struct, subprocess, sys, time
import mutations, trees

COLUMNS = ('same', 'typed', 'stale', 'wrong read', 'wrong write', 'wrong scrub', 'sig read', 'sig verify',
           'sig write', 'sig scrub', 'hang')

QUIET = ('same', 'typed', 'stale')


def arguments():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--base', required=True)
    ap.add_argument('--probe', required=True)
    ap.add_argument('--scratch', required=True)
    ap.add_argument('--files', type=int)
    ap.add_argument('--n', type=int, default=600)
    ap.add_argument('--bits', type=int, default=1000)
    ap.add_argument('--only')
    ap.add_argument('--no-write', action='store_true')
    ap.add_argument('--scrub', action='store_true')
    ap.add_argument('--checking', choices=('automatic', 'full'), default='automatic')
    ap.add_argument('--seed', type=int, default=1)
    ap.add_argument('--workers', type=int, default=1)
    ap.add_argument('--timeout', type=float, default=20)
    ap.add_argument('--keep')
    ap.add_argument('--wrong', type=float, default=0)
    ap.add_argument('--json')
    return ap.parse_args()


# The damages.

def single_bits(good, owners, rng, count):
    """Single bits in each kind of page of each kind of table."""
    size = mutations.Layout(good).size
    groups = collections.defaultdict(list)
    for page, (_, table, kind) in owners.items():
        groups[f'bit {table} {kind}'].append(page)
    for name, pages in sorted(groups.items()):
        for _ in range(count):
            page, offset, bit = rng.choice(pages), rng.randrange(size), rng.randrange(8)
            yield name, f'p{page}+{offset} bit {bit}', mutations.flip(page * size + offset, bit)


def older_pages(good, owners, older):
    """What a disk leaves that lost the write of a page: bytes that the page had before."""
    size = mutations.Layout(good).size
    for name, old in older:
        was = trees.owners(old)
        lost = []
        for page, (table, kind, _) in sorted(owners.items()):
            at = page * size
            before = old[at:at + size]
            if not before or before == good[at:at + size]:
                continue
            lost += [at, before]
            same = was.get(page, ('',))[0] == table
            yield (f'older page {kind}' if same else 'older page of another table',
                   f'p{page} of {name}', mutations.put(at, before))
            if len(lost) > 2 and page % 3 == 0:
                yield 'older pages', f'p{page} and one more of {name}', mutations.put(*lost[-4:])
        for meta in (0, 1):
            at = meta * size
            if old[at:at + size] != good[at:at + size]:
                yield 'older meta', f'meta{meta} of {name}', mutations.put(at, old[at:at + size])
        if lost:
            yield 'older commit', f'all pages of {name}', mutations.put(*lost)


def damages(a, good, rng):
    owners = trees.owners(good)
    older = [(os.path.basename(path), open(path, 'rb').read())
             for path in sorted(glob.glob(a.base + '/older/*.mdb'))]
    every = list(mutations.kinds(good, rng, a.n))
    every += single_bits(good, owners, rng, a.bits)
    every += older_pages(good, owners, older)
    if a.only:
        every = [d for d in every if d[0].startswith(tuple(a.only.split(',')))]
    return share(every, a.files, rng) if a.files else every


def share(every, files, rng):
    """Chooses an equal number of each kind, as far as a kind has as many."""
    kinds = collections.defaultdict(list)
    for damage in every:
        kinds[damage[0]].append(damage)
    chosen, left = [], min(files, len(every))
    for index, group in enumerate(sorted(kinds.values(), key=len)):
        part = min(len(group), -(-left // (len(kinds) - index)))
        chosen += rng.sample(group, part)
        left -= part
    rng.shuffle(chosen)
    return chosen


# The probe.

class Probe:
    """One process for many copies; a new one follows a death."""

    def __init__(self, command, timeout):
        self.command, self.timeout, self.process = command, timeout, None

    def ask(self, line):
        """Returns the words of the answer and, if the process died, how."""
        if self.process is None:
            self.process = subprocess.Popen(
                self.command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, bufsize=0, env=dict(os.environ, SWIFT_BACKTRACE='enable=no'))
        self.process.stdin.write(line.encode() + b'\n')
        answer, end, death = b'', time.time() + self.timeout, None
        while not answer.endswith(b'\n'):
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.time()))
            data = os.read(self.process.stdout.fileno(), 65536) if ready else b''
            if not data:
                death = self.end(hangs=not ready)
                break
            answer += data
        return dict(word.split('=', 1) for word in answer.decode().split()), death

    def end(self, hangs):
        if hangs:
            self.process.kill()
        status = self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        self.process = None
        if hangs:
            return 'hang'
        return signal.Signals(-status).name if status < 0 else f'exit {status}'


def write_copy(directory, data):
    """Writes a copy with a marker that confirms the copy, as Docs/Format/Environment.md says."""
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    with open(directory + '/data.mdb', 'wb') as file:
        file.write(data)
    state = os.stat(directory + '/data.mdb')
    line = f'lode-mark 1 closed {state.st_ino} {state.st_mtime_ns} {state.st_size}'
    with open(directory + '/open.mark', 'w') as file:
        file.write(line.ljust(127) + '\n')


class Inspector:
    """Damages one copy after another, and judges the answers of the probe."""

    def __init__(self, a, good):
        self.a, self.good = a, good
        self.directory = f'{a.scratch}/{os.getpid()}'
        self.probe = Probe(a.probe, a.timeout)
        self.read, _ = self.ask('READ', good)
        self.written, _ = self.ask('WRITE', good)
        self.stale_read, _ = self.ask('READ', stale)
        self.stale_written, _ = self.ask('WRITE', stale)
        self.scrubbed, _ = self.ask('SCRUB', good)
        self.stale_scrubbed, _ = self.ask('SCRUB', stale)
        answers = *self.read.values(), *self.written.values(), *self.scrubbed.values()
        wrong = [w for w in answers if w[0] == '!']
        if wrong or self.written.get('close') != 'ok' or self.read['verify'] != 'sound' \
                or self.scrubbed.get('scrub') != 'sound':
            sys.exit(f'the good file gives wrong answers: {self.read} {self.written} {self.scrubbed}')

    def ask(self, command, data):
        write_copy(self.directory, data)
        checking = ' full' if self.a.checking == 'full' else ''
        return self.probe.ask(f'{command} {self.directory}{checking}')

    def inspect(self, edit):
        """Returns (outcome, details, error codes, whether verify misses a wrong answer)."""
        data = edit(self.good)
        found, death = self.ask('READ', data)
        results = [self.judge(found, death, self.accepted_read, 'read')]
        if not self.a.no_write:
            written, death = self.ask('WRITE', data)
            results.append(self.judge(written, death, self.accepted_written(written), 'write'))
            found = {**found, **{'w ' + name: value for name, value in written.items()}}
        if self.a.scrub:
            scrubbed, death = self.ask('SCRUB', data)
            results.append(self.judge(scrubbed, death, self.accepted_read, 'scrub'))
            found = {**found, **{'s ' + name: value for name, value in scrubbed.items()}}
        unseen = results[0][0].startswith('wrong') and found.get('verify') == 'sound'
        worst = max(results, key=lambda result: COLUMNS.index(result[0]))
        details = '; '.join(f'{outcome}: {text}' for outcome, text in results if text)
        codes = collections.Counter(
            f'{step(name)} {value[1:]}' for name, value in found.items() if value[0] == '!')
        return worst[0], details, codes, unseen

    def judge(self, found, death, accepted, stage):
        if death:
            last = list(found)[-1] if found else 'start'
            place = 'verify' if last == self.last_question(stage) else stage
            return ('hang' if death == 'hang' else 'sig ' + place), f'{death} after {last}'
        _, stale = self.sound_answers(stage)
        if found == stale:
            return 'stale', ''
        wrong = [name for name, value in found.items()
                 if value[0] != '!' and value not in (accepted(name) or (value,))]
        if wrong:
            return 'wrong ' + stage, ' '.join(wrong)
        errors = [name for name, value in found.items() if value[0] == '!' or value == 'unsound']
        return ('typed', ' '.join(errors)) if errors else ('same', '')

    def sound_answers(self, stage):
        """The answers of the good file, and of the file as it was one commit earlier."""
        return {'read': (self.read, self.stale_read), 'write': (self.written, self.stale_written),
                'scrub': (self.scrubbed, self.stale_scrubbed)}[stage]

    def last_question(self, stage):
        names = list(self.sound_answers(stage)[0])
        return names[names.index('verify') - 1]

    def accepted_read(self, name):
        return None if name in ('open', 'scrub', 'verify', 'close') else (self.read[name],)

    def accepted_written(self, written):
        """After a commit that failed, a collection is as before."""
        def accepted(name):
            outcome = written.get('write.' + name.split('.')[0])
            if outcome is None:
                return None
            before, after = self.read[name], self.written[name]
            if outcome == '!commitOutcomeUnknown':
                return before, after
            return (after,) if outcome == 'ok' else (before,)
        return accepted


def step(name):
    """The kind of a step, for the table of error codes."""
    name = name.removeprefix('w ').removeprefix('s ')
    return name.split('.')[0] if name.split('.')[0] in ('open', 'write', 'verify', 'close') else 'read'


# The run.

def inspect(index):
    global inspector
    if inspector is None:
        inspector = Inspector(options, good)
    kind, what, edit = chosen[index]
    outcome, details, codes, unseen = inspector.inspect(edit)
    if options.keep and outcome not in QUIET:
        os.makedirs(options.keep, exist_ok=True)
        name = f'{options.keep}/{outcome}-{kind}-{index}'.replace(' ', '_')
        open(name + '.mdb', 'wb').write(edit(good))
        open(name + '.txt', 'w').write(f'{kind} {what}: {outcome} {details}\n')
    return index, outcome, details, codes, unseen


def report(table, codes, examples, unseen, seconds):
    width = max(map(len, table), default=0) + 1
    total = sum(table.values(), collections.Counter())
    print('damage'.ljust(width) + ''.join(f'{c:>12}' for c in ('copies', *COLUMNS)))
    for kind, row in [*sorted(table.items()), ('TOTAL', total)]:
        print(kind.ljust(width) + ''.join(f'{n:12}' for n in (sum(row.values()), *(row[c] for c in COLUMNS))))
    print('errors:', dict(codes.most_common(30)))
    for (kind, outcome), texts in sorted(examples.items()):
        print(f'  {outcome}: {kind}: {texts[0]}')
    print(f'wrong read answers in copies that verify calls sound: {unseen}')
    print(f'{sum(total.values())} copies, seed {options.seed}, {seconds:.0f} s')
    return total


def main():
    counters = collections.defaultdict(collections.Counter)
    codes, examples, unseen, start = collections.Counter(), collections.defaultdict(list), 0, time.time()
    print(f'seed {options.seed}: {len(chosen)} damages of {len(good)} bytes', flush=True)
    pool = multiprocessing.get_context('fork').Pool(options.workers)
    results = pool.imap_unordered(inspect, range(len(chosen)), chunksize=8)
    for done, (index, outcome, details, found, misses) in enumerate(results, 1):
        kind, what, _ = chosen[index]
        counters[kind][outcome] += 1
        codes.update(found)
        if outcome not in QUIET:
            examples[kind, outcome].append(f'{what}: {details}')
        unseen += misses
        if done % 1000 == 0:
            print(f'{done} copies, {time.time() - start:.0f} s', file=sys.stderr, flush=True)
    # The workers end by themselves. A worker that inherited a blocked SIGTERM cannot be terminated.
    pool.close()
    pool.join()
    total = report(counters, codes, examples, unseen, time.time() - start)
    if options.json:
        json.dump({kind: dict(row) for kind, row in counters.items()}, open(options.json, 'w'))
    shutil.rmtree(options.scratch, ignore_errors=True)
    deaths = sum(total[c] for c in COLUMNS if c.startswith('sig') or c == 'hang')
    wrong = total['wrong read'] + total['wrong write']
    sys.exit(1 if deaths or total['wrong scrub'] or wrong > options.wrong * sum(total.values()) else 0)


inspector = None
options = arguments()
good = open(options.base + '/db/data.mdb', 'rb').read()
stale = open(sorted(glob.glob(options.base + '/older/*.mdb'))[-2], 'rb').read()
chosen = damages(options, good, random.Random(options.seed))
main()
