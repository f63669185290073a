package io.gpulse.nvml.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Probe;
import io.gpulse.nvml.read.ScriptedCalls;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProbeReadersTests {

    @Test
    void everyKindOfProbeHasAReader() {
        ProbeReaders readers = new ScriptedCalls().readers();

        assertThat(readers.kinds()).containsExactlyInAnyOrderElementsOf(kinds(Probe.class));
    }

    private static List<Class<?>> kinds(Class<?> probe) {
        return probe.isSealed()
                ? Stream.of(probe.getPermittedSubclasses())
                        .flatMap((kind) -> kinds(kind).stream())
                        .toList()
                : List.of(probe);
    }
}
