//go:build slurm

package main

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// cluster is a Slurm of one node on this machine, with ports and folders of its own.
type cluster struct {
	t    *testing.T
	dir  string
	conf string
}

func freePort(t *testing.T) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func startCluster(t *testing.T) *cluster {
	t.Helper()
	for _, program := range []string{"munged", "slurmctld", "slurmd", "srun", "sbatch"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	if os.Getuid() != 0 {
		t.Skip("Slurm's daemons run as root")
	}
	// The path of a socket must be short, and munge wants no folder above it that others may write to without the sticky bit.
	dir, err := os.MkdirTemp("/tmp", "slurm")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	c := &cluster{t, dir, filepath.Join(dir, "slurm.conf")}
	key := make([]byte, 128)
	rand.Read(key)
	c.write("munge.key", string(key), 0o400)
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	for _, sub := range []string{"state", "spool"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	c.write("slurm.conf", fmt.Sprintf(`ClusterName=mpivet
SlurmctldHost=%[1]s(127.0.0.1)
SlurmctldPort=%[2]d
SlurmdPort=%[3]d
AuthType=auth/munge
AuthInfo=socket=%[4]s/munge.socket
CredType=cred/munge
SlurmUser=root
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
MpiDefault=none
ReturnToService=2
StateSaveLocation=%[4]s/state
SlurmdSpoolDir=%[4]s/spool
SlurmctldPidFile=%[4]s/slurmctld.pid
SlurmdPidFile=%[4]s/slurmd.pid
SlurmctldLogFile=%[4]s/slurmctld.log
SlurmdLogFile=%[4]s/slurmd.log
NodeName=n1 NodeHostname=%[1]s NodeAddr=127.0.0.1 CPUs=1
PartitionName=p Nodes=n1 Default=YES State=UP OverSubscribe=FORCE:8
`, host, freePort(t), freePort(t), dir), 0o644)
	c.daemon("munged", "--force", "--key-file="+dir+"/munge.key", "--socket="+dir+"/munge.socket", "--pid-file="+dir+"/munged.pid",
		"--log-file="+dir+"/munged.log", "--seed-file="+dir+"/munged.seed")
	c.daemon("slurmctld", "-i", "-c", "-f", c.conf)
	c.daemon("slurmd", "-f", c.conf, "-N", "n1")
	return c
}

func (c *cluster) write(name, text string, mode os.FileMode) {
	if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), mode); err != nil {
		c.t.Fatal(err)
	}
}

// daemon starts a daemon, which goes into the background by itself, and ends it by its pid file after the test.
func (c *cluster) daemon(program string, args ...string) {
	c.t.Helper()
	if out, err := c.command(program, args...).CombinedOutput(); err != nil {
		c.t.Fatalf("%s: %v\n%s", program, err, out)
	}
	c.t.Cleanup(func() {
		text, err := os.ReadFile(filepath.Join(c.dir, program+".pid"))
		if err != nil {
			return
		}
		if pid, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
			_ = syscall.Kill(pid, syscall.SIGTERM)
			for range 50 {
				if syscall.Kill(pid, 0) != nil {
					return
				}
				time.Sleep(100 * time.Millisecond)
			}
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	})
}

func (c *cluster) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "SLURM_CONF="+c.conf)
	cmd.Dir = c.dir
	return cmd
}

// log returns the end of the daemons' logs.
func (c *cluster) log() string {
	var out strings.Builder
	for _, name := range []string{"munged.log", "slurmctld.log", "slurmd.log"} {
		text, _ := os.ReadFile(filepath.Join(c.dir, name))
		fmt.Fprintf(&out, "%s:\n%s\n", name, text[max(0, len(text)-1500):])
	}
	return out.String()
}

// TestSlurm parses in four tasks of one job, and in the four jobs of an array as docs/SCALE.md shows it.
func TestSlurm(t *testing.T) {
	root := program(t, 14)
	want := output(t, root, "-no-cache", "-severity", "note", "-json")
	time.Sleep(100 * time.Millisecond)
	c := startCluster(t)
	tool := filepath.Join(binDir, "mpivet")
	for name, job := range map[string][]string{
		"tasks": {"srun", "-n", "4", "--overcommit", "--chdir", root, tool, "-shard", "auto", "-j", "1"},
		"array": {"sbatch", "--wait", "--array=1-4", "--chdir", root, "--output", c.dir + "/array-%a", "--wrap",
			tool + " -cache CACHE -shard $SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT -j 1"},
	} {
		cache := filepath.Join(t.TempDir(), name)
		for i, arg := range job {
			job[i] = strings.ReplaceAll(arg, "CACHE", cache)
		}
		if name == "tasks" {
			job = append(job, "-cache", cache)
		}
		said, err := c.command("timeout", append([]string{"120"}, job...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s\n%s", name, err, said, c.log())
		}
		for k := 1; k <= 4 && name == "array"; k++ {
			text, _ := os.ReadFile(fmt.Sprintf("%s/array-%d", c.dir, k))
			said = append(said, text...)
		}
		for k := 1; k <= 4; k++ {
			if !bytes.Contains(said, fmt.Appendf(nil, "part %d of 4 is in the cache: 4 files", k)) {
				t.Errorf("%s: nothing from part %d:\n%s", name, k, said)
			}
		}
		if got := output(t, root, "-cache", cache, "-severity", "note", "-json"); !bytes.Equal(got, want) {
			t.Errorf("%s: after four shards\n%s\nin one run\n%s", name, got, want)
		}
	}
}
