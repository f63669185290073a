package io.gpulse.nvml.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Probe;
import io.gpulse.nvml.read.ScriptedCalls;
import org.junit.jupiter.api.Test;

class ProbeReadersTests {

    @Test
    void everyKindOfProbeHasAReader() {
        ProbeReaders readers = new ScriptedCalls().readers();

        assertThat(readers.kinds()).containsExactlyInAnyOrder(Probe.class.getPermittedSubclasses());
    }
}
