#!/usr/bin/env python3
"""crashreplay.py - replay an iorec log into every interesting crash state and check each one.

  crashreplay.py --log LOG --checker 'CMD...' [--model strict|journal] --scratch DIR
                 [--random N] [--sector 512] [--garbage] [--torn-durable] [--max N] [--json OUT]

Crash model (what may be on disk after power loss at a point of the log):
  * a write is durable once a later fsync/fdatasync of that file (or msync over it, or sync) has
    returned; a write through an O_DSYNC/O_SYNC descriptor is durable when it returns;
  * any subset of the not yet durable writes may be there, in any order, each one torn at
    --sector granularity; blocks beyond the durable length that did not make it read as zeros
    (with --garbage: also as 0xDB), and the length itself may or may not have been extended;
  * --model strict : a directory operation is durable only after an fsync of that directory
    (POSIX); --model journal : any fsync also makes all earlier directory operations durable
    (ext4/xfs/btrfs in practice). Pending directory operations survive as any prefix.
Crash points: before every sync-like record, after every marker and at the end - between two syncs
every earlier state is a subset state of the later point, so nothing is skipped.
For each state the checker gets "CHECK <dir> <acked> <started>" and must answer "OK ..." in one line;
anything else, or dying, is a failure. acked/started come from "ACK n"/"START n" marker lines.
"""
import argparse, re, struct, os, sys, subprocess, random, hashlib, json, signal, time, shutil, itertools, select

H = struct.Struct('<IIQIIIIQQII')
OPS = dict(enumerate(['', 'CREATE','WRITE','SYNC','TRUNC','RENAME','UNLINK','MKDIR','RMDIR','DIRSYNC','MARK','SYNCALL','FALLOC','LINK','OPEN','SYNCRANGE']))

def load(path):
    out=[]; b=open(path,'rb').read(); o=0
    while o+H.size<=len(b):
        m,op,seq,pid,tid,fid,fl,off,ln,pl,_=H.unpack_from(b,o); assert m==0x43455249,(o,m)
        o+=H.size; out.append((OPS[op],fid,fl,off,ln,b[o:o+pl])); o+=pl
    return out

class File:
    __slots__=('dur','pend')
    def __init__(s,dur=b''): s.dur=bytearray(dur); s.pend=[]          # pend: list of (kind,off,data|len)

def apply(buf,ops):
    for k,off,d in ops:
        if k=='W':
            e=off+len(d)
            if len(buf)<off: buf.extend(bytes(off-len(buf)))
            if len(buf)<e: buf.extend(bytes(e-len(buf)))
            buf[off:e]=d
        elif k=='T':
            if d<len(buf): del buf[d:]
            else: buf.extend(bytes(d-len(buf)))
        elif k=='G':                                               # lost block beyond the old end
            e=off+d
            if len(buf)<e: buf.extend(bytes(e-len(buf)))
    return buf

class Sim:
    def __init__(s,model,base=None,torn_durable=False):
        s.model=model; s.files={}; s.names={}; s.dirs=set(); s.dpend=[]; s.acked=0; s.started=0; s.torn=torn_durable
        s.lastdur=None
        if base:
            s.basedir=base
    def sync_file(s,fid,rng=None):
        f=s.files.get(fid); 
        if not f: return
        if rng is None: apply(f.dur,f.pend); f.pend=[]
        else:
            lo,hi=rng; keep=[]
            for p in f.pend:
                if p[0]=='W' and p[1]>=lo and p[1]<hi: apply(f.dur,[p])
                elif p[0]=='T': apply(f.dur,[p])
                else: keep.append(p)
            f.pend=keep
        if s.model=='journal': s.flush_dirs()
    def flush_dirs(s,only=None):
        keep=[]
        for d in s.dpend:
            if only is None or s.parent_ok(d,only): s.apply_dir(s.names,s.dirs,d)
            else: keep.append(d)
        s.dpend=keep
    @staticmethod
    def parent_ok(d,only):
        ps=[os.path.dirname(p) for p in d[1:] if isinstance(p,str)]
        return all(p==only for p in ps)
    @staticmethod
    def apply_dir(names,dirs,d):
        k=d[0]
        if k=='CREATE': names[d[1]]=d[2]
        elif k=='UNLINK': names.pop(d[1],None)
        elif k=='RENAME':
            a,b=d[1],d[2]
            if a in names: names[b]=names.pop(a)
            elif a in dirs:
                dirs.discard(a); dirs.add(b)
                for p in [p for p in names if p.startswith(a+'/')]: names[b+p[len(a):]]=names.pop(p)
                for p in [p for p in dirs if p.startswith(a+'/')]: dirs.discard(p); dirs.add(b+p[len(a):])
        elif k=='LINK':
            if d[1] in names: names[d[2]]=names[d[1]]
        elif k=='MKDIR': dirs.add(d[1])
        elif k=='RMDIR': dirs.discard(d[1])
    def step(s,r):
        op,fid,fl,off,ln,pl=r
        if op=='CREATE': s.files[fid]=File(); s.dpend.append(('CREATE',pl.decode(),fid))
        elif op=='OPEN':
            if fid not in s.files:
                p=os.path.join(getattr(s,'basedir','/nonexistent'),pl.decode())
                s.files[fid]=File(open(p,'rb').read() if os.path.exists(p) else b''); s.names[pl.decode()]=fid
                d=os.path.dirname(pl.decode())
                while d: s.dirs.add(d); d=os.path.dirname(d)
        elif op=='WRITE':
            f=s.files[fid]
            if fl&1:                                               # O_DSYNC: durable on return
                s.lastdur=(fid,off,pl)
                lo,hi=off,off+len(pl); np=[]
                for k2,o2,d2 in f.pend:                            # what is now durable no longer depends on older pending writes
                    if k2!='W' or o2>=hi or o2+len(d2)<=lo: np.append((k2,o2,d2)); continue
                    if o2<lo: np.append((k2,o2,d2[:lo-o2]))
                    if o2+len(d2)>hi: np.append((k2,hi,d2[hi-o2:]))
                f.pend=np; apply(f.dur,[('W',off,pl)])
            else: f.pend.append(('W',off,pl))
        elif op=='TRUNC': s.files[fid].pend.append(('T',0,ln))
        elif op=='FALLOC': s.files[fid].pend.append(('G',off,ln))
        elif op=='SYNC': s.sync_file(fid)
        elif op=='SYNCRANGE': s.sync_file(fid,(off,off+ln))
        elif op=='SYNCALL':
            for f in list(s.files): s.sync_file(f)
            s.flush_dirs()
        elif op=='DIRSYNC': s.flush_dirs(None if s.model=='journal' else pl.decode())
        elif op in('RENAME','LINK'): a,b=pl.decode().split('\0'); s.dpend.append((op,a,b))
        elif op in('UNLINK','MKDIR','RMDIR'): s.dpend.append((op,pl.decode()))
        elif op=='MARK':
            for l in pl.decode(errors='replace').splitlines():
                w=l.split()
                if len(w)==2 and w[1].lstrip('-').isdigit():
                    if w[0]=='ACK': s.acked=max(s.acked,int(w[1])); s.started=max(s.started,s.acked)
                    if w[0]=='START': s.started=max(s.started,int(w[1]))

def split(p,unit):
    k,off,d=p
    if k!='W': return [p]
    out=[]; e=off+len(d); o=off
    while o<e:
        n=min(e,(o//unit+1)*unit); out.append(('W',o,d[o-off:n-off])); o=n
    return out

def choices(pend,rng,nrand,sector,garbage,durlen,exhaust):
    """yield lists of surviving operations (in order) for one file's pending list"""
    n=len(pend)
    seen=set()
    def lens(sel):
        """length variants: nothing more / the full length reached with zeros (lost blocks)"""
        yield sel
        full=durlen
        for p in pend:
            if p[0]=='W': full=max(full,p[1]+len(p[2]))
        top=durlen
        for p in sel:
            if p[0]=='W': top=max(top,p[1]+len(p[2]))
        if full>top: yield sel+[('G',top,full-top)]
    yield from lens([])
    if n==0: return
    yield pend
    if n<=exhaust:
        for m in range(1,(1<<n)-1):
            for v in lens([pend[i] for i in range(n) if m>>i&1]): yield v
    else:
        for i in range(1,n): yield from lens(pend[:i]); yield pend[i:]
        for i in range(n): yield from lens([pend[i]]); yield from lens(pend[:i]+pend[i+1:])
    # torn: the i-th write cut inside, with everything before it / nothing else
    for i in range(n):
        if pend[i][0]!='W': continue
        us=split(pend[i],sector)
        if len(us)<2: continue
        cuts=range(1,len(us)) if len(us)<=9 else sorted(rng.sample(range(1,len(us)),8))
        for c in cuts: yield pend[:i]+us[:c]; yield pend[:i]+us[c:]; yield us[:c]
    pages=[u for p in pend for u in split(p,4096)]; secs=[u for p in pend for u in split(p,sector)]
    for _ in range(nrand):
        for lst in (pend,pages,secs):
            pr=rng.choice((.1,.5,.9)); sel=[u for u in lst if rng.random()<pr]
            rng.random()<.3 and rng.shuffle(sel)
            yield from lens(sel)

class Checker:
    def __init__(s,cmd,timeout): s.cmd=cmd; s.p=None; s.t=timeout; s.deaths=0; s.err=open('/dev/null' if not os.environ.get('CR_STDERR') else os.environ['CR_STDERR'],'ab')
    def ask(s,line):
        if s.p is None: s.p=subprocess.Popen(s.cmd,stdin=subprocess.PIPE,stdout=subprocess.PIPE,stderr=s.err,bufsize=0,env=dict(os.environ,SWIFT_BACKTRACE='enable=no')); s.buf=b''
        try: s.p.stdin.write(line.encode()+b'\n')
        except BrokenPipeError: pass
        end=time.time()+s.t
        while b'\n' not in s.buf:
            r,_,_=select.select([s.p.stdout],[],[],max(0,end-time.time()))
            if not r: s.p.kill(); s.p.wait(); s.p=None; return 'HANG'
            d=os.read(s.p.stdout.fileno(),65536)
            if not d:
                rc=s.p.wait(); s.p=None; s.deaths+=1
                return 'CRASH '+(signal.Signals(-rc).name if rc<0 else f'exit {rc}')
            s.buf+=d
        l,s.buf=s.buf.split(b'\n',1); return l.decode()

def main():
    ap=argparse.ArgumentParser()
    ap.add_argument('--log',required=True); ap.add_argument('--checker',required=True); ap.add_argument('--model',default='journal')
    ap.add_argument('--scratch',required=True); ap.add_argument('--sample',type=int,default=1,help='check every Kth distinct state only'); ap.add_argument('--random',type=int,default=12); ap.add_argument('--sector',type=int,default=512)
    ap.add_argument('--garbage',action='store_true'); ap.add_argument('--max',type=int,default=0); ap.add_argument('--json'); ap.add_argument('--seed',type=int,default=1)
    ap.add_argument('--exhaust',type=int,default=6); ap.add_argument('--timeout',type=float,default=20); ap.add_argument('--base'); ap.add_argument('--keep',default='')
    ap.add_argument('--torn-durable',action='store_true',help='also tear O_DSYNC writes inside a sector (breaks the sector-atomicity LMDB relies on)')
    ap.add_argument('--show',type=int,default=8); ap.add_argument('--final',help='the directory as the workload left it: the replayed end state must equal it, or the recorder missed something'); ap.add_argument('--skip',default='lock.mdb,-lock,.ack')
    a=ap.parse_args()
    log=load(a.log); sim=Sim(a.model,a.base); rng=random.Random(a.seed); ck=Checker(a.checker.split(),a.timeout)
    seen=set(); fails={}; nfail=0; states=0; points=0; dup=0; t0=time.time(); oks={}; examples=[]
    os.makedirs(a.scratch,exist_ok=True); sd=os.path.join(a.scratch,'s')
    cache={}
    def materialise(names,dirs,content):
        # only rewrite what differs from the previous state
        shutil.rmtree(sd,ignore_errors=True); os.makedirs(sd)
        for d in sorted(dirs): os.makedirs(os.path.join(sd,d),exist_ok=True)
        for p,fid in names.items():
            q=os.path.join(sd,p)
            if not os.path.isdir(os.path.dirname(q)): continue      # its directory did not survive
            with open(q,'wb') as f: f.write(content[fid])
    def check(names,dirs,content,why):
        nonlocal states,nfail,dup
        h=hashlib.blake2b(digest_size=16)
        for p in sorted(names): h.update(p.encode()+b'\0'+struct.pack('<Q',len(content[names[p]]))); h.update(content[names[p]])
        for d in sorted(dirs): h.update(b'D'+d.encode())
        key=(h.digest(),sim.acked)
        if key in seen: dup+=1; return
        seen.add(key)
        if len(seen)%a.sample: return
        states+=1
        materialise(names,dirs,content)
        r=ck.ask(f'CHECK {sd} {sim.acked} {sim.started}')
        if not r.startswith('OK'):
            nfail+=1; k=re.sub(r'-?\d+','#',r)[:110]; fails[k]=fails.get(k,0)+1
            if len(examples)<a.show: examples.append(f'{why} acked={sim.acked} started={sim.started}: {r}')
            if a.keep and fails[k]<=2:
                dst=os.path.join(a.keep,f'fail{nfail}'); shutil.rmtree(dst,ignore_errors=True); materialise(names,dirs,content); shutil.copytree(sd,dst); open(dst+'.txt','w').write(why+' '+r+'\n')
        else:
            k=r.split()[0]; oks[k]=oks.get(k,0)+1
    def explore(i,r):
        nonlocal points; points+=1
        act=[f for f in sim.files if sim.files[f].pend]
        nd=len(sim.dpend)
        for dk in ([nd] if nd==0 else range(nd+1)):
            names=dict(sim.names); dirs=set(sim.dirs)
            for d in sim.dpend[:dk]: Sim.apply_dir(names,dirs,d)
            base={fid:sim.files[fid].dur for fid in set(names.values())}
            live=[f for f in act if f in base]
            if not live: check(names,dirs,base,f'point {i} before {r[0]} dir {dk}/{nd}'); continue
            # one file at a time against none/all of the others, then random mixtures
            for f in live:
                for others in ('none','all') if len(live)>1 else ('none',):
                    cont=dict(base)
                    if others=='all':
                        for g in live:
                            if g!=f: cont[g]=apply(bytearray(base[g]),sim.files[g].pend)
                    for sel in choices(sim.files[f].pend,rng,a.random if dk==nd else 1,a.sector,a.garbage,len(base[f]),a.exhaust if dk==nd else 3):
                        cont[f]=apply(bytearray(base[f]),sel)
                        check(names,dirs,cont,f'point {i} before {r[0]} dir {dk}/{nd} kept {len(sel)}/{len(sim.files[f].pend)}')
                        if a.garbage and any(k=='G' for k,_,_ in sel):
                            b=bytearray(base[f]); apply(b,[x for x in sel if x[0]!='G']); g=[x for x in sel if x[0]=='G'][0]
                            b.extend(b'\xdb'*(g[1]+g[2]-len(b))); cont[f]=b; check(names,dirs,cont,f'point {i} garbage')
                        if a.max and states>=a.max: return
    for i,r in enumerate(log):
        if a.max and states>=a.max: sim.step(r); continue
        if r[0] in('SYNC','SYNCALL','SYNCRANGE','DIRSYNC') or (r[0]=='WRITE' and r[2]&1) or r[0]=='MARK': explore(i,r)
        if r[0]=='WRITE' and r[2]&1:
            # the O_DSYNC write in flight: whole sectors persisted or not, while pending ones are lost or not
            f=sim.files[r[1]]; w=('W',r[3],r[5]); names=dict(sim.names); dirs=set(sim.dirs)
            for d in sim.dpend: Sim.apply_dir(names,dirs,d)
            if r[1] in names.values():
                us=split(w,a.sector)
                var=[us[:c] for c in range(1,len(us)+1)]+[us[c:] for c in range(1,len(us))]
                if a.torn_durable:
                    n=len(r[5]); var+=[[('W',r[3],r[5][:c])] for c in range(8,n,8)]+[[('W',r[3]+c,r[5][c:])] for c in range(8,n,8)]
                for v in var:
                    for pend in ([],f.pend):
                        cont={x:sim.files[x].dur for x in set(names.values())}; cont[r[1]]=apply(bytearray(f.dur),list(pend)+v); check(names,dirs,cont,f'point {i} in O_DSYNC write of {len(r[5])} bytes')
        sim.step(r)
    if not(a.max and states>=a.max): explore(len(log),('END',))
    missed=[]
    if a.final:
        names=dict(sim.names); dirs=set(sim.dirs)
        for d in sim.dpend: Sim.apply_dir(names,dirs,d)
        sk=tuple(a.skip.split(','))
        real={os.path.relpath(os.path.join(r,f),a.final) for r,_,fs in os.walk(a.final) for f in fs if not f.endswith(sk)}
        for p in sorted(real|set(names)):
            if p not in names: missed.append(p+': on disk, not in the log'); continue
            if p not in real: missed.append(p+': in the log, not on disk'); continue
            f=sim.files[names[p]]; b=bytes(apply(bytearray(f.dur),f.pend))
            if b!=open(os.path.join(a.final,p),'rb').read(): missed.append(p+': contents differ from the log')
        nfail+=len(missed); examples+=['RECORDER MISSED '+m for m in missed]
    res=dict(recorder_missed=len(missed) if a.final else None,log_records=len(log),crash_points=points,states=states,duplicates=dup,failures=nfail,failure_kinds=fails,checker_deaths=ck.deaths,seconds=round(time.time()-t0,1),acked=sim.acked,model=a.model,sector=a.sector)
    print(json.dumps(res,indent=1)); [print('  e.g.',e) for e in examples]
    if a.json: json.dump(res,open(a.json,'w'))
    sys.exit(1 if nfail else 0)
main()
