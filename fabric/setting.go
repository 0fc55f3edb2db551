package fabric

import (
	"fmt"
	"strconv"
	"strings"
)

// Setting is a knob of a stack that the model follows.
type Setting struct {
	Name     string
	Min, Max int64
	apply    func(t *Transport, v int64)
}

// set applies KNOB=VALUE, several separated by colons.
func (t *Transport) set(knobs string) error {
	for part := range strings.SplitSeq(knobs, ":") {
		name, text, ok := strings.Cut(part, "=")
		s := t.setting(name)
		if !ok || s == nil {
			return fmt.Errorf("transport %q has no setting %q (known: %s)", t.Name, part, strings.Join(t.settingNames(), ", "))
		}
		v, err := strconv.ParseInt(text, 10, 64)
		if err != nil || v < s.Min || v > s.Max {
			return fmt.Errorf("%s must be a whole number from %d to %d, not %q", name, s.Min, s.Max, text)
		}
		s.apply(t, v)
	}
	return nil
}

func (t *Transport) setting(name string) *Setting {
	for i := range t.Settings {
		if t.Settings[i].Name == name {
			return &t.Settings[i]
		}
	}
	return nil
}

func (t *Transport) settingNames() []string {
	if len(t.Settings) == 0 {
		return []string{"none"}
	}
	var out []string
	for _, s := range t.Settings {
		out = append(out, s.Name)
	}
	return out
}

var (
	ucxSendQueueLength = Setting{"UCX_RC_MLX5_TX_QUEUE_LEN", 1, 1 << 15, func(t *Transport, v int64) { t.PerPeer = v * ucxSendEntry }}
	ucxMaxEPs          = Setting{"UCX_RC_MAX_NUM_EPS", 1, 1 << 24, func(t *Transport, v int64) { t.Above = v }}
	ucxNumDCI          = Setting{"UCX_DC_MLX5_NUM_DCI", 1, 256, func(t *Transport, v int64) {
		t.Fixed += (v - t.PoolQPs) * ucxDCIQueue
		t.PoolQPs = v
	}}
	mvapichThreshold = Setting{"MV2_HYBRID_ENABLE_THRESHOLD", 1, 1 << 24, func(t *Transport, v int64) { t.LimitFrom = v }}

	daplBufferNum   = Setting{"I_MPI_DAPL_BUFFER_NUM", 2, 1 << 12, func(t *Transport, v int64) { t.Buffers = v }}
	daplBufferSize  = Setting{"I_MPI_DAPL_BUFFER_SIZE", 64, 1 << 24, func(t *Transport, v int64) { t.BufferBytes = v }}
	daplEnlargement = Setting{"I_MPI_DAPL_BUFFER_ENLARGEMENT", 0, 1, func(t *Transport, v int64) {
		if v == 1 {
			t.BufferBytes = daplSmall
		}
	}}
)
