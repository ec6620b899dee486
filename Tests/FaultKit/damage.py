#!/usr/bin/env python3
"""damage.py [--n N] --base FILE --probe CMD --scratch DIR - damage a good store's file in many ways,
open each and count how it ends.
Outcomes: typed (an error), same (opened, contents intact), badvalue (opened; some row read was never written),
lost (opened; every row read was written once, but some are missing, doubled or old),
stale (the whole store is exactly as it was before the last commit, when the newest meta page's transaction number became lower by two, as LMDB itself leaves a file when the
write of a meta page failed and it took it back, so it may not be refused), crash (signal), hang.
Fails unless badvalue, lost, crash and hang are 0, refused files are unchanged, and the good file still opens at the end."""
import argparse,subprocess,os,random,shutil,json,sys,time,collections,select,signal,mutations
ap=argparse.ArgumentParser(); ap.add_argument('--n',type=int,default=300);  ap.add_argument('--probe',required=True); ap.add_argument('--base',required=True); ap.add_argument('--earlier',required=True,help='the same store one transaction earlier'); ap.add_argument('--written',required=True,metavar='"SEED COUNT"',help='the workload that made the base file'); ap.add_argument('--seed',type=int,default=1); ap.add_argument('--scratch',required=True); ap.add_argument('--sample',type=int,default=1,help='every Kth file only'); ap.add_argument('--timeout',type=float,default=10); ap.add_argument('--extend',action='store_true',help='pad a short file with zeros up to its last page first'); ap.add_argument('--ro',action='store_true'); ap.add_argument('--keep'); ap.add_argument('--only'); ap.add_argument('--json')
a=ap.parse_args(); rng=random.Random(a.seed); S=a.scratch; shutil.rmtree(S,ignore_errors=True); os.makedirs(S+'/d')
env=dict(os.environ,SWIFT_BACKTRACE='enable=no')
good=open(a.base,'rb').read()
layout=mutations.Layout(good); PS,N,LAST=layout.size,layout.count,layout.last; BR,LF,OV=layout.branch,layout.leaf,layout.overflow
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
for cat,what,edit in mutations.kinds(good,rng,a.n):
    if a.only and not cat.startswith(a.only): continue
    made+=1
    if made%a.sample: continue
    tot+=1; b=edit(good)
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
