package io.gpulse.jvm;

import static com.sun.management.VMOption.Origin.DEFAULT;
import static com.sun.management.VMOption.Origin.ERGONOMIC;
import static com.sun.management.VMOption.Origin.MANAGEMENT;
import static com.sun.management.VMOption.Origin.VM_CREATION;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.VMOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeapFlagsTests {

    private final FakeDiagnostics jvm = new FakeDiagnostics()
            .with("UseG1GC", "true", ERGONOMIC)
            .with("UseSerialGC", "false", DEFAULT)
            .with("MinHeapFreeRatio", "40", DEFAULT)
            .with("MaxHeapFreeRatio", "70", DEFAULT)
            .with("G1PeriodicGCInterval", "0", DEFAULT);

    private final HeapFlags heap = new HeapFlags(() -> this.jvm);

    @Test
    void theLeastIsSetBeforeTheMostSoThatItIsNeverMore() {
        this.heap.set();

        assertThat(this.jvm.set())
                .containsExactly("MinHeapFreeRatio=10", "MaxHeapFreeRatio=30", "G1PeriodicGCInterval=30000");
    }

    @Test
    void reportsTheFlagsThatWereSet() {
        this.heap.set();

        assertThat(this.heap.collector()).contains("G1");
        assertThat(this.heap.flags())
                .containsExactly(
                        new JvmFlag("MinHeapFreeRatio", "10", MANAGEMENT.name()),
                        new JvmFlag("MaxHeapFreeRatio", "30", MANAGEMENT.name()),
                        new JvmFlag("G1PeriodicGCInterval", "30000", MANAGEMENT.name()));
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"DEFAULT", "ERGONOMIC"})
    void aFlagOfTheCommandLineIsKept(VMOption.Origin origin) {
        this.jvm.with("G1PeriodicGCInterval", "0", origin);

        this.heap.set();

        assertThat(this.jvm.set()).containsExactly("MinHeapFreeRatio=10", "MaxHeapFreeRatio=30");
        assertThat(this.heap.flags()).contains(new JvmFlag("G1PeriodicGCInterval", "0", origin.name()));
    }

    @Test
    void aFlagThatTheJvmChoseIsSet() {
        this.jvm.with("MinHeapFreeRatio", "40", ERGONOMIC);

        this.heap.set();

        assertThat(this.jvm.set()).contains("MinHeapFreeRatio=10");
    }

    @Test
    void aValueThatContradictsAGivenOneIsLeftOut() {
        this.jvm.with("MinHeapFreeRatio", "50", VM_CREATION);

        this.heap.set();

        assertThat(this.jvm.set()).containsExactly("G1PeriodicGCInterval=30000");
        assertThat(this.heap.flags()).contains(new JvmFlag("MaxHeapFreeRatio", "70", DEFAULT.name()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Serial", "Parallel", "Z", "Shenandoah"})
    void anotherCollectorIsLeftAlone(String collector) {
        this.jvm.with("UseG1GC", "false", DEFAULT).with("Use" + collector + "GC", "true", ERGONOMIC);

        this.heap.set();

        assertThat(this.jvm.set()).isEmpty();
        assertThat(this.heap.flags()).isEmpty();
        assertThat(this.heap.collector()).contains(collector);
    }

    @Test
    void aFlagThatThisJvmDoesNotHaveIsLeftOut() {
        this.jvm.without("G1PeriodicGCInterval");

        this.heap.set();

        assertThat(this.heap.flags()).extracting(JvmFlag::name).containsExactly("MinHeapFreeRatio", "MaxHeapFreeRatio");
    }

    @ParameterizedTest
    @MethodSource
    void aJvmWithoutTheBeanIsLeftAlone(HeapFlags absent) {
        absent.set();

        assertThat(absent.flags()).isEmpty();
        assertThat(absent.collector()).isEmpty();
    }

    static Stream<HeapFlags> aJvmWithoutTheBeanIsLeftAlone() {
        return Stream.of(
                new HeapFlags(() -> null),
                new HeapFlags(() -> {
                    throw new IllegalArgumentException("not a platform management interface");
                }),
                new HeapFlags(() -> {
                    throw new NoClassDefFoundError("com/sun/management/HotSpotDiagnosticMXBean");
                }));
    }

    @Test
    void theJvmOfTheTestsIsQueriedAndNotChanged() {
        assertThat(HeapFlags.ofThisJvm().collector()).isPresent();
        assertThat(HeapFlags.ofThisJvm().flags()).extracting(JvmFlag::origin).doesNotContain(MANAGEMENT.name());
    }
}
