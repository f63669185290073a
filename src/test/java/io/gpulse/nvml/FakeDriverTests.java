package io.gpulse.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver of the tests itself, called as a program calls it. */
@NeedsCompiler
class FakeDriverTests {

    private static final int ENTRY = 24;
    private static final byte GUARD = 0x5C;

    @TempDir
    private Path directory;

    private NativeLibrary library;

    private Pointer gpu(FakeDriver driver, int index) {
        if (this.library == null) {
            this.library = NativeLibrary.getInstance(driver.library().toString());
            assertThat(call("nvmlInit_v2")).isZero();
        }
        PointerByReference handle = new PointerByReference();
        assertThat(call("nvmlDeviceGetHandleByIndex_v2", index, handle)).isZero();
        return handle.getValue();
    }

    private int call(String symbol, Object... arguments) {
        return this.library.getFunction(symbol).invokeInt(arguments);
    }

    private List<Long> energies(Pointer gpu, int times) {
        List<Long> answers = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            LongByReference energy = new LongByReference();
            assertThat(call("nvmlDeviceGetTotalEnergyConsumption", gpu, energy)).isZero();
            answers.add(energy.getValue());
        }
        return answers;
    }

    @Test
    void aListIsNotWrittenBeyondItsRoomWhenTheFileGrowsDuringTheCall() throws Exception {
        FakeDriver driver = FakeDriver.in(this.directory);
        Pointer gpu = gpu(driver, 0);
        AtomicBoolean enough = new AtomicBoolean();
        Thread writer = new Thread(() -> {
            while (!enough.get()) {
                driver.clear();
                for (int pid = 1; pid < 20; pid++) {
                    driver.process(0, "compute", pid, 1);
                }
            }
        });
        writer.start();
        int room = 10;
        boolean intact = true;
        for (int i = 0; i < 2_000 && intact; i++) {
            Memory entries = new Memory(64 * ENTRY);
            entries.setMemory(0, entries.size(), GUARD);
            call("nvmlDeviceGetComputeRunningProcesses_v3", gpu, new IntByReference(room), entries);
            intact = entries.getByte(room * ENTRY) == GUARD;
        }
        enough.set(true);
        writer.join();

        assertThat(intact).isTrue();
    }

    @Test
    void sixtyFourGpusHaveAHandleAndAnIdentityEach() {
        FakeDriver driver = FakeDriver.in(this.directory).gpus(64).value(63, "nvmlDeviceGetPowerUsage", 71_000);

        List<String> uuids = new ArrayList<>();
        for (int index = 0; index < 64; index++) {
            Memory uuid = new Memory(96);
            assertThat(call("nvmlDeviceGetUUID", gpu(driver, index), uuid, 96)).isZero();
            uuids.add(uuid.getString(0));
        }
        IntByReference power = new IntByReference();
        assertThat(call("nvmlDeviceGetPowerUsage", gpu(driver, 63), power)).isZero();

        assertThat(uuids).doesNotHaveDuplicates();
        assertThat(power.getValue()).isEqualTo(71_000);
        assertThat(driver.violations()).isEmpty();
    }

    @Test
    void aGlitchIsReturnedItsNumberOfTimesAndNotAgainWhenTheFileIsReadAgain() {
        String energy = "nvmlDeviceGetTotalEnergyConsumption";
        FakeDriver driver = FakeDriver.in(this.directory).value(0, energy, 5).glitch(0, energy, 2, "all-ones");
        Pointer gpu = gpu(driver, 0);

        assertThat(energies(gpu, 3)).containsExactly(-1L, -1L, 5L);
        driver.value(0, energy, 6);
        assertThat(energies(gpu, 2)).containsExactly(6L, 6L);
        driver.glitch(0, energy, 1, 7);
        assertThat(energies(gpu, 2)).containsExactly(7L, 6L);
    }

    @Test
    void aGetterCanGrow() {
        FakeDriver driver =
                FakeDriver.in(this.directory).value(0, "nvmlDeviceGetTotalEnergyConsumption", "growing:1000000");

        List<Long> energies = energies(gpu(driver, 0), 50);

        assertThat(energies).isSorted();
        assertThat(energies.get(49)).isGreaterThan(energies.get(0));
    }

    @Test
    void aSampleOfAProcessCanBeOfTheTimeOfTheCall() {
        FakeDriver driver = FakeDriver.in(this.directory)
                .processUse(0, 41, "now-2000000", List.of(808, 0, 0, 4))
                .processUse(0, 42, "now+3600000000", List.of(1, 2, 3, 4));
        Pointer gpu = gpu(driver, 0);
        long before = System.currentTimeMillis() * 1000;
        Memory samples = new Memory(8 * 32);
        IntByReference count = new IntByReference(8);

        assertThat(call("nvmlDeviceGetProcessUtilization", gpu, samples, count, 0L))
                .isZero();

        assertThat(count.getValue()).isEqualTo(2);
        assertThat(samples.getLong(8)).isGreaterThanOrEqualTo(before - 2_000_000);
        assertThat(samples.getInt(16)).isEqualTo(808);
        assertThat(samples.getLong(32 + 8)).isGreaterThanOrEqualTo(before + 3_600_000_000L);
    }

    @Test
    void anEntryOfAProcessThatDoesNotFit32BitsIsNoStatement() {
        FakeDriver driver = FakeDriver.in(this.directory);
        Pointer gpu = gpu(driver, 0);
        driver.processUse(0, 41, 7, List.of(1, 2, -3, 4));
        energies(gpu, 1);

        assertThat(driver.violations()).containsExactly("control file: line 1 is not a statement");
    }
}
