#!/usr/bin/env python3
"""killtest.py - SIGKILL a real writer process at every I/O call (and at random times), reopen, check.
  killtest.py --workload 'CMD {root}' --checker 'CMD' [--every K] [--random N] [--resume]
The workload must write "START n"/"ACK n" lines to {root}/w.ack; a resumable workload goes on from
the stored sequence number, so with --resume one store lives through all kills."""
import argparse,subprocess,os,shutil,signal,random,time,json,sys
ap=argparse.ArgumentParser(); ap.add_argument('--workload',required=True); ap.add_argument('--checker',required=True)
ap.add_argument('--every',type=int,default=1); ap.add_argument('--maxpoints',type=int,default=400); ap.add_argument('--random',type=int,default=0); ap.add_argument('--scratch',required=True); ap.add_argument('--shim',required=True); ap.add_argument('--resume',action='store_true')
ap.add_argument('--actions',default='killbefore,killafter,killtorn=512,killtorn=100'); ap.add_argument('--maxdelay',type=float,default=0.15)
a=ap.parse_args(); rng=random.Random(5)
env0=dict(os.environ,SWIFT_BACKTRACE='enable=no')
ck=subprocess.Popen(a.checker.split(),stdin=subprocess.PIPE,stdout=subprocess.PIPE,text=True,bufsize=1,env=env0)
def marks(root):
    ac=st=0
    try:
        for l in open(root+'/w.ack'):
            w=l.split()
            if len(w)==2 and l.endswith('\n'):
                if w[0]=='ACK': ac=max(ac,int(w[1]))
                if w[0]=='START': st=max(st,int(w[1]))
    except FileNotFoundError: pass
    return ac,max(st,ac)
kills=fails=0; ended=0; bad={}; t0=time.time()
def check(root,why):
    global fails
    ac,st=marks(root); ck.stdin.write(f'CHECK {root} {ac} {st}\n'); r=ck.stdout.readline().strip()
    if not r.startswith('OK'): fails+=1; bad[f'{why}: {r}']=bad.get(f'{why}: {r}',0)+1
for act in filter(None,a.actions.split(',')):
    n=1; pts=0
    while pts<a.maxpoints:
        root=a.scratch; 
        if not a.resume or n==1: shutil.rmtree(root,ignore_errors=True)
        os.makedirs(root,exist_ok=True)
        env=dict(env0,LD_PRELOAD=a.shim,IOFAULT_FILE='*',IOREC_ROOT=root,IOFAULT=f'{"anywrite" if "torn" in act else "any"}:{n}:{act}')
        p=subprocess.run(a.workload.replace('{root}',root).split(),env=env,stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL)
        if p.returncode!=-9: ended+=1; break
        kills+=1; pts+=1; check(root,f'{act} op {n}'); n+=a.every
for i in range(a.random):
    root=a.scratch
    if not a.resume or i==0: shutil.rmtree(root,ignore_errors=True)
    os.makedirs(root,exist_ok=True)
    p=subprocess.Popen(a.workload.replace('{root}',root).split(),env=env0,stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL)
    time.sleep(rng.random()*a.maxdelay); p.kill(); p.wait(); kills+=1; check(root,'random kill')
print(json.dumps(dict(kills=kills,failures=fails,bad=bad,seconds=round(time.time()-t0,1)),indent=1)); shutil.rmtree(a.scratch,ignore_errors=True); sys.exit(1 if fails else 0)
