#!/usr/bin/env python3
"""histtest.py SECONDS [--w 2] [--r 3] [--kill] [--flags F]: writers and readers in separate processes on one store,
SIGKILLed and restarted at random, every transaction logged; the history is then checked for strict serializability:
 1 every acknowledged append is in the final list exactly once, at the position its transaction saw
 2 no failed or never-begun append is there; an interrupted one is there in all of its lists or in none
 3 every read saw a prefix of the final lists; the snapshots of all reads form one total order
 4 real time: a read that began after an append was acknowledged sees it; it sees nothing begun after it ended"""
import argparse,subprocess,os,random,shutil,time,signal,json,sys,bisect
R=os.path.dirname(os.path.abspath(__file__)); ap=argparse.ArgumentParser(); ap.add_argument('sec',type=float); ap.add_argument('--w',type=int,default=2); ap.add_argument('--r',type=int,default=3); ap.add_argument('--kill',action='store_true'); ap.add_argument('--flags',default='default'); ap.add_argument('--scratch',required=True); ap.add_argument('--hist',required=True); ap.add_argument('--dump',required=True); ap.add_argument('--break',dest='brk',action='store_true',help='corrupt the history on purpose, to show the checker notices')
a=ap.parse_args(); S=a.scratch; shutil.rmtree(S,ignore_errors=True); os.makedirs(S+'/db'); env=dict(os.environ,SWIFT_BACKTRACE='enable=no'); rng=random.Random(7)
runs=[0]
def start(role,i): runs[0]+=1; return subprocess.Popen([*a.hist.split(),S+'/db',role,str(runs[0]),str(rng.randrange(1<<30)),f'{S}/{role}{i}.log',a.flags],env=env,stderr=subprocess.DEVNULL)
slots=[('w',i) for i in range(1,a.w+1)]+[('r',i) for i in range(1,a.r+1)]; procs={s:start(*s) for s in slots}; kills=0; end=time.time()+a.sec
while time.time()<end:
    time.sleep(rng.random()*0.08+0.01)
    for s in slots:
        if procs[s].poll() is not None: procs[s]=start(*s)
    if a.kill: s=rng.choice(slots); procs[s].kill(); procs[s].wait(); kills+=1; procs[s]=start(*s)
for p in procs.values(): p.kill(); p.wait()
final={}
for l in subprocess.run([*a.dump.split(),S+'/db'],capture_output=True,text=True,check=True,env=env).stdout.splitlines(): w=l.split(); final[int(w[0])]=[int(x) for x in w[1:]]
B={};W={};F={};Rd=[];X=[]
for role,i in slots:
    for l in open(f'{S}/{role}{i}.log'):
        if not l.endswith('\n'): continue
        w=l.split()
        try:
            if w[0]=='B': B[int(w[1])]=int(w[2])
            elif w[0]=='W': W[int(w[1])]=(int(w[2]),int(w[3]),{int(x.split(':')[0]):int(x.split(':')[1]) for x in w[4].split(',')})
            elif w[0]=='F': F[int(w[1])]=' '.join(w[2:])
            elif w[0]=='R': Rd.append((int(w[1]),int(w[2]),{int(x.split(':')[0]):(int(x.split(':')[1]),int(x.split(':')[2])) for x in w[3].split(',')}))
            elif w[0]=='X': X.append(l.strip())
        except (ValueError,IndexError): pass
if a.brk: k=next(k for k in final if len(final[k])>10); final[k][5],final[k][6]=final[k][6],final[k][5]
bad=[]
where={}
for k,l in final.items():
    for p,i in enumerate(l): where.setdefault(i,{}).setdefault(k,[]).append(p)
for i,(t0,t1,pos) in W.items():
    for k,p in pos.items():
        if where.get(i,{}).get(k)!=[p]: bad.append(f'acked append {i} key {k} pos {p} final {where.get(i,{}).get(k)}')
    if set(where.get(i,{}))!=set(pos): bad.append(f'acked {i} keys differ')
for i in where:
    if i in F: bad.append(f'failed append {i} is there ({F[i]})')
    if i not in B: bad.append(f'append {i} never begun')
    for k,p in where[i].items():
        if len(p)!=1: bad.append(f'append {i} doubled')
# total order of write transactions: position order must be one linear order over all keys
order={}  # edges between consecutive elements
import collections
succ=collections.defaultdict(set); ind=collections.Counter(); nodes=set(where)
for l in final.values():
    for x,y in zip(l,l[1:]):
        if x!=y and y not in succ[x]: succ[x].add(y); ind[y]+=1
q=[n for n in nodes if ind[n]==0]; topo=[]
while q:
    n=q.pop(); topo.append(n)
    for m in succ[n]:
        ind[m]-=1
        if ind[m]==0: q.append(m)
if len(topo)!=len(nodes): bad.append('write order has a cycle (not serializable)')
acks={k:[] for k in final}
for i,(t0,t1,pos) in W.items():
    for k,p in pos.items(): acks[k].append((t1,p))
mx={}
for k in acks:
    acks[k].sort(); m=-1; ts=[];ps=[]
    for t,p in acks[k]: m=max(m,p); ts.append(t); ps.append(m)
    mx[k]=(ts,ps)
for t0,t1,ks in Rd:
    for k,(n,last) in ks.items():
        l=final[k]
        if n>len(l) or (n and l[n-1]!=last): bad.append(f'read of key {k} len {n} is no prefix'); continue
        ts,ps=mx[k]; j=bisect.bisect_left(ts,t0)-1
        if j>=0 and n<=ps[j]: bad.append(f'stale read key {k}: {n} entries, {ps[j]+1} were acknowledged before it began')
        if n and B.get(last,0)>t1: bad.append('read from the future')
# snapshots form one order: compare on shared keys against a serial order of the writes
rank={}
# a serial order consistent with real time: sort by commit position using topological order with ack time as tie-break
import heapq
ind=collections.Counter()
for x in succ:
    for y in succ[x]: ind[y]+=1
t=lambda n: W[n][1] if n in W else B.get(n,0)
h=[(t(n),n) for n in nodes if ind[n]==0]; heapq.heapify(h); c=0
while h:
    _,n=heapq.heappop(h); rank[n]=c; c+=1
    for m in succ[n]:
        ind[m]-=1
        if ind[m]==0: heapq.heappush(h,(t(m),m))
torn=0
for t0,t1,ks in Rd:
    lo=max((rank.get(last,-1) for n,last in ks.values() if n),default=-1)          # newest write seen
    for k,(n,last) in ks.items():
        if n<len(final[k]) and final[k][n] in where:
            nxt=final[k][n]                                                       # first write not seen in k
            for k2,(n2,l2) in ks.items():                                         # ...must not be seen in another list of the same read
                p=where[nxt].get(k2)
                if p and p[0]<n2: torn+=1
if torn: bad.append(f'{torn} torn snapshots')
unk=len(set(B)-set(W)-set(F)); ghosts=len([i for i in B if i not in W and i not in F and i in where])
print(json.dumps(dict(seconds=a.sec,writers=a.w,readers=a.r,kills=kills,acked_writes=len(W),failed=len(F),interrupted=unk,interrupted_but_applied=ghosts,reads=len(Rd),local_errors=len(X),violations=len(bad),flags=a.flags))); [print('  ',b) for b in bad[:10]+X[:5]]
shutil.rmtree(S,ignore_errors=True); sys.exit(1 if bad or X else 0)
