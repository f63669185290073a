package io.gpulse.nvml.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Probe;
import org.junit.jupiter.api.Test;

class ProbeReadersTests {

    @Test
    void everyKindOfProbeHasAReader() {
        ProbeReaders readers = new ScriptedCalls().readers();

        assertThat(readers.kinds()).containsExactlyInAnyOrder(Probe.class.getPermittedSubclasses());
    }
}
