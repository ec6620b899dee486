#!/usr/bin/env python3
"""powercut.py FS ROUNDS [workload opts...] - a real filesystem on a loop device is shut down in mid-write
(ext4/xfs shutdown ioctl, journal not flushed), mounted again (journal recovery) and the store checked.
FS = ext4 | ext4-writeback | xfs | btrfs.  Needs root and loop devices."""
import subprocess,sys,os,random,time,json
fs=sys.argv[1]; rounds=int(sys.argv[2]); opts=sys.argv[3:]
P=os.environ['LODE_FAULT']; G=os.environ['GODOWN']; S=os.environ['SCRATCH']
img=f'{S}/{fs}.img'; mp=f'{S}/mnt-{fs}'; ack=f'{S}/{fs}.ack'; os.makedirs(mp,exist_ok=True)
def sh(*a,**k): return subprocess.run(a,stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL,**k).returncode
base=fs.split('-')[0]; size={'ext4':64,'xfs':320,'btrfs':128}[base]
subprocess.run(['umount',mp],stderr=subprocess.DEVNULL)
with open(img,'wb') as f: f.truncate(size<<20)
assert sh('mkfs.'+base,*(['-F','-q'] if base=='ext4' else ['-f','-q']),img)==0
mo='loop'+(',data=writeback' if fs.endswith('writeback') else '')
rng=random.Random(int(os.environ.get('SEED','3'))); ck=subprocess.Popen([P,'checker','4','1000000'],stdin=subprocess.PIPE,stdout=subprocess.PIPE,text=True,bufsize=1,env=dict(os.environ,SWIFT_BACKTRACE='enable=no'))
fails=0; bad={}; cuts=0; lastseq=0; fresh=os.environ.get('FRESH'); t0=time.time(); acks=0
for i in range(rounds):
    assert sh('mount','-o',mo,img,mp)==0
    if fresh or i==0: sh('rm','-rf',mp+'/db',mp+'/db.tmp'); sh('sync'); open(ack,'w').close()
    p=subprocess.Popen([P,'workload',mp,'1000000','4',*opts,'mark='+ack],stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL,env=dict(os.environ,SWIFT_BACKTRACE='enable=no'))
    time.sleep(rng.random()*(0.03 if fresh else 0.12)+0.003)
    assert sh(G,mp,'2')==0; cuts+=1
    try: p.wait(1)
    except subprocess.TimeoutExpired: p.kill(); p.wait()
    for _ in range(20):
        if sh('umount',mp)==0: break
        time.sleep(.05)
    assert sh('mount','-o',mo,img,mp)==0
    ac=st=0
    for l in open(ack):
        w=l.split()
        if len(w)==2 and l.endswith('\n'):
            if w[0]=='ACK': ac=max(ac,int(w[1]))
            if w[0]=='START': st=max(st,int(w[1]))
    acks=max(acks,ac)
    ck.stdin.write(f'CHECK {mp} {ac} {max(st,ac)}\n'); r=ck.stdout.readline().strip()
    if not r.startswith('OK'):
        fails+=1; k=r[:90]; bad[k]=bad.get(k,0)+1
        sh('rm','-rf',mp+'/db'); open(ack,'w').close()
    sh('umount',mp)
print(json.dumps(dict(fs=fs,opts=opts,fresh=bool(fresh),powercuts=cuts,failures=fails,acked_total=acks,bad=bad,seconds=round(time.time()-t0,1)))); os.remove(img); sys.exit(1 if fails else 0)
