#!/usr/bin/env python3
"""damage.py [--n N] --base FILE --probe CMD --scratch DIR - damage a good store's file in many ways,
open each and count how it ends.
Outcomes: typed (an error), same (opened, contents intact), badvalue (opened; some row read was never written),
lost (opened; every row read was written once, but some are missing, doubled or old),
stale (the whole store is exactly as it was before the last commit, when the newest meta page's transaction number became lower by two, as LMDB itself leaves a file when the
write of a meta page failed and it took it back, so it may not be refused), crash (signal), hang.
Fails unless badvalue, lost, crash and hang are 0, refused files are unchanged, and the good file still opens at the end."""
import argparse,subprocess,os,random,shutil,json,struct,sys,time,collections,select,signal
ap=argparse.ArgumentParser(); ap.add_argument('--n',type=int,default=300);  ap.add_argument('--probe',required=True); ap.add_argument('--base',required=True); ap.add_argument('--earlier',required=True,help='the same store one transaction earlier'); ap.add_argument('--written',required=True,metavar='"SEED COUNT"',help='the workload that made the base file'); ap.add_argument('--seed',type=int,default=1); ap.add_argument('--scratch',required=True); ap.add_argument('--sample',type=int,default=1,help='every Kth file only'); ap.add_argument('--timeout',type=float,default=10); ap.add_argument('--extend',action='store_true',help='pad a short file with zeros up to its last page first'); ap.add_argument('--ro',action='store_true'); ap.add_argument('--keep'); ap.add_argument('--only'); ap.add_argument('--json')
a=ap.parse_args(); rng=random.Random(a.seed); S=a.scratch; shutil.rmtree(S,ignore_errors=True); os.makedirs(S+'/d')
env=dict(os.environ,SWIFT_BACKTRACE='enable=no')
good=open(a.base,'rb').read()
PS=struct.unpack_from('<I',good,40)[0]; N=len(good)//PS; LAST=max(struct.unpack_from('<Q',good,136)[0],struct.unpack_from('<Q',good,PS+136)[0])
def pages(kind): return [i for i in range(2,N) if struct.unpack_from('<H',good,i*PS+10)[0]&0x1f==kind]
BR,LF,OV=pages(1),pages(2),pages(4)
def flip(b,off,bit): b=bytearray(b); b[off]^=1<<bit; return bytes(b)
def put(b,off,d): b=bytearray(b); b[off:off+len(d)]=d; return bytes(b)
def gen():
    yield 'shape','zero-length',b''
    for n in (1,16,100,151,152,511,512,4095,4096,4097,8191,8192): yield 'truncate',f'to {n}',good[:n]
    for p in range(2,N): yield 'truncate',f'to page {p}',good[:p*PS]
    for _ in range(60): n=rng.randrange(len(good)); yield 'truncate',f'to {n}',good[:n]
    for g in (b'SQLite format 3\0'+bytes(8176),b'hello world\n'*2000,bytes(65536),b'\xff'*65536,rng.randbytes(40000),rng.randbytes(400000)): yield 'foreign',g[:8].hex(),g
    yield 'shape','garbage appended',good+rng.randbytes(5000)
    yield 'shape','zeros appended',good+bytes(1<<20)
    for m in (0,1):
        for off in range(152):
            for bit in range(8): yield 'meta-bit',f'meta{m}+{off} bit {bit}',flip(good,m*PS+off,bit)
        for off,sz in ((0,8),(8,2),(10,2),(16,4),(20,4),(24,8),(32,8),(40,4),(44,2),(46,2),(48,8),(56,8),(64,8),(72,8),(80,8),(88,4),(92,2),(94,2),(96,8),(104,8),(112,8),(120,8),(128,8),(136,8),(144,8)):
            for v in (0,1,2,3,7,0x7f,0xff,0x7fff,0xffff,0x10000,0x7fffffff,0xffffffff,1<<40,(1<<63)-1,(1<<64)-1): yield 'meta-field',f'meta{m}+{off}={v:#x}',put(good,m*PS+off,(v&((1<<8*sz)-1)).to_bytes(sz,'little'))
        yield 'meta-page',f'meta{m} zeroed',put(good,m*PS,bytes(PS)); yield 'meta-page',f'meta{m} random',put(good,m*PS,rng.randbytes(PS)); yield 'meta-page',f'meta{m} copied over other',put(good,(1-m)*PS,good[m*PS:(m+1)*PS])
        both=put(put(good,40,struct.pack('<I',0)),PS+40,struct.pack('<I',0)); yield 'meta-page','psize 0 in both',both
        for ps in (1,3,128,256,512,1024,2048,8192,16384,32768,65536,131072): yield 'meta-page',f'psize {ps} in both',put(put(good,40,struct.pack('<I',ps)),PS+40,struct.pack('<I',ps))
    for name,lst in (('branch',BR),('leaf',LF),('overflow',OV)):
        if not lst: continue
        for _ in range(a.n): p=rng.choice(lst); off=rng.randrange(16); yield name+'-header',f'p{p}+{off}',flip(good,p*PS+off,rng.randrange(8))
        for _ in range(a.n): p=rng.choice(lst); off=rng.randrange(PS); yield name+'-bit',f'p{p}+{off}',flip(good,p*PS+off,rng.randrange(8))
        for _ in range(a.n):  # node headers and pointers
            p=rng.choice(lst); lo=struct.unpack_from('<H',good,p*PS+12)[0]; k=max(1,(lo-16)//2)
            if name=='overflow' or k>2000: continue
            i=rng.randrange(k); o=struct.unpack_from('<H',good,p*PS+16+2*i)[0]; off=rng.choice((16+2*i,17+2*i,o,o+1,o+2,o+3,o+4,o+5,o+6,o+7))
            if off<PS: yield name+'-node',f'p{p}+{off}',put(good,p*PS+off,bytes([rng.randrange(256)]))
        for _ in range(max(10,a.n//5)): p=rng.choice(lst); yield name+'-page',f'p{p} zero',put(good,p*PS,bytes(PS)); yield name+'-page',f'p{p} random',put(good,p*PS,rng.randbytes(PS)); q=rng.randrange(2,N); yield name+'-page',f'p{p}=p{q}',put(good,p*PS,good[q*PS:(q+1)*PS]); yield name+'-page',f'p{p} sector lost',put(good,p*PS+512*rng.randrange(8),bytes(512))
    for p in BR+LF:                                                    # CVE-2019-16224..16228 and their variants
        for bit in range(16): yield 'page-flags',f'p{p} bit {bit}',flip(good,p*PS+10+bit//8,bit%8)
        for f,v in ((12,0),(12,15),(12,17),(12,0xffff),(14,0),(14,0xffff),(8,0xffff)): yield 'page-bounds',f'p{p}+{f}={v}',put(good,p*PS+f,struct.pack('<H',v))
    for p in LF:
        k=(struct.unpack_from('<H',good,p*PS+12)[0]-16)//2
        if not 0<k<2000: continue
        for i in sorted({0,k//2,k-1}):
            o=struct.unpack_from('<H',good,p*PS+16+2*i)[0]
            if o+8>PS: continue
            for v in range(8): yield 'node-flags',f'p{p} node {i} flags {v}',put(good,p*PS+o+4,struct.pack('<H',v))
            for v in (0xff,0xffff): yield 'node-size',f'p{p} node {i} hi {v:#x}',put(good,p*PS+o+2,struct.pack('<H',v))
            yield 'node-size',f'p{p} node {i} ksize',put(good,p*PS+o+6,struct.pack('<H',0xffff))
            if struct.unpack_from('<H',good,p*PS+o+4)[0]==2:
                r=p*PS+o+8+struct.unpack_from('<H',good,p*PS+o+6)[0]
                for off,sz in ((0,4),(4,2),(6,2),(8,8),(16,8),(24,8),(32,8),(40,8)):
                    for v in (0,1,2,4,8,0x10,0x20,0x40,0x30,0xff,0x7fff,0xffff,0x7fffffff,0xffffffff,(1<<63)-1,(1<<64)-1): yield 'db-record',f'p{p} node {i} +{off}={v:#x}',put(good,r+off,(v&((1<<8*sz)-1)).to_bytes(sz,'little'))
    for _ in range(a.n): # page-number cross links with a correct-looking header
        p=rng.randrange(2,N); q=rng.randrange(2,N); yield 'crosslink',f'p{p}:=p{q} renumbered',put(good,p*PS,struct.pack('<Q',p)+good[q*PS+8:(q+1)*PS])
    for _ in range(a.n): # two pages in each other's place, as they are and with their numbers put right
        p,q=sorted(rng.sample(range(2,N),2)); P1,Q1=good[p*PS:(p+1)*PS],good[q*PS:(q+1)*PS]; yield 'swapped',f'p{p} and p{q}',put(put(good,p*PS,Q1),q*PS,P1)
        yield 'crosslink',f'p{p} and p{q} renumbered',put(put(good,p*PS,struct.pack('<Q',p)+Q1[8:]),q*PS,struct.pack('<Q',q)+P1[8:])
class Probe:
    """The probe, one process for many files; when a file kills or hangs it, a new one is started."""
    def __init__(s): s.p=None; s.good=None; s.deaths=0
    def start(s):
        s.p=subprocess.Popen(a.probe.split(),stdin=subprocess.PIPE,stdout=subprocess.PIPE,stderr=subprocess.DEVNULL,bufsize=0,env=env); s.buf=b''
        if s.good: s.ask(f'WRITTEN {a.written}')
    def ask(s,line):
        if s.p is None: s.start()
        s.p.stdin.write(line.encode()+b'\n'); end=time.time()+a.timeout
        while b'\n' not in s.buf:
            r,_,_=select.select([s.p.stdout],[],[],max(0,end-time.time()))
            if not r: s.p.kill(); s.p.wait(); s.p=None; s.deaths+=1; return 'sig HANG'
            d=os.read(s.p.stdout.fileno(),65536)
            if not d: rc=s.p.wait(); s.p=None; s.deaths+=1; return 'sig '+(signal.Signals(-rc).name if rc<0 else f'exit {rc}')
            s.buf+=d
        l,s.buf=s.buf.split(b'\n',1); return l.decode()
P=Probe(); P.good=True; touched=0
def probe(b):
    """Opens a copy of the file; a file that was refused must have the same bytes afterwards."""
    global touched
    shutil.rmtree(S+'/d'); os.makedirs(S+'/d'); open(S+'/d/data.mdb','wb').write(b); r=P.ask(f'PROBE {S}/d'+(' ro' if a.ro else ''))
    if r.startswith('err open') and open(S+'/d/data.mdb','rb').read()!=b: touched+=1; ex.setdefault(('touched',r),what)
    return r
ex={}; what='the good file'
earlier=probe(open(a.earlier,'rb').read()); want=probe(good); assert earlier!=want and want.startswith('exit 0'),want
tab=collections.defaultdict(collections.Counter); codes=collections.Counter(); sigs=collections.Counter(); t0=time.time(); tot=0; made=0
for cat,what,b in gen():
    if a.only and not cat.startswith(a.only): continue
    made+=1
    if made%a.sample: continue
    tot+=1
    if a.extend and len(b)>=PS*2: b=b+bytes(max(0,(LAST+1)*PS-len(b)))
    r=probe(b)
    if r.startswith('sig'): o='hang' if 'HANG' in r else 'crash'; sigs[r]+=1; ex.setdefault((cat,r),what)
    elif r.startswith('exit 0'): o='same' if r==want else 'badvalue' if r.split()[-1]!='0' else 'stale' if r==earlier else 'lost'; o!='same' and ex.setdefault((cat,o),what)
    else: o='typed'; codes[' '.join(r.split()[1:3])]+=1
    if a.keep and o in('crash','hang'): os.makedirs(a.keep,exist_ok=True); open(f'{a.keep}/{cat}-{tot}.mdb','wb').write(b)
    tab[cat][o]+=1
cols=['typed','same','stale','badvalue','lost','crash','hang']; print(f'files={tot} pages={N} (branch {len(BR)} leaf {len(LF)} overflow {len(OV)}) {time.time()-t0:.0f}s'); print('%-18s'%'mutation'+''.join('%9s'%c for c in cols))
T=collections.Counter()
for c in tab: T.update(tab[c]); print('%-18s'%c+''.join('%9d'%tab[c][k] for k in cols))
print('%-18s'%'TOTAL'+''.join('%9d'%T[k] for k in cols)); print('signals',dict(sigs)); print('codes',dict(codes.most_common(14)))
for (c,r),w in list(ex.items())[:40]: print('  e.g.',c,r,w)
after=probe(good); print('refused but changed',touched,'- good file afterwards',after==want)
if a.json: json.dump(dict(files=tot,**T),open(a.json,'w'))
shutil.rmtree(S,ignore_errors=True)
sys.exit(1 if after!=want or touched or any(T[k] for k in ('badvalue','lost','crash','hang')) else 0)
