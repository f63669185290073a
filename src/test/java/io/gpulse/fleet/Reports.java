package io.gpulse.fleet;

import io.gpulse.device.GpuState;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Reports of machines of tests. */
final class Reports {

    static final Instant AT = Instant.parse("2026-11-20T10:00:00Z");
    static final long GIB = 1L << 30;

    private Reports() {}

    /** A machine with GPUs of these classes. */
    static MachineReport of(String name, GpuClass... uses) {
        return of(
                name,
                IntStream.range(0, uses.length)
                        .mapToObj((index) -> gpu(index, "GPU-" + name + index, uses[index]))
                        .toList());
    }

    static MachineReport of(String name, List<MachineReport.Gpu> gpus) {
        return new MachineReport("instance of " + name, name, "1", AT, 400L, false, "580", null, gpus, List.of());
    }

    static MachineReport simulated(String name, MachineReport.Gpu... gpus) {
        return new MachineReport(
                "instance of " + name, name, "1", AT, 400L, true, "580", null, Arrays.asList(gpus), List.of());
    }

    static MachineReport.Gpu gpu(int index, String uuid, GpuClass use) {
        boolean isFree = use == GpuClass.FREE;
        return new MachineReport.Gpu(
                index,
                uuid,
                "NVIDIA H100 80GB HBM3",
                GpuState.OK,
                use,
                isFree,
                AT,
                isFree ? 0 : 97,
                isFree ? 0 : 70 * GIB,
                isFree ? 80 * GIB : 10 * GIB,
                80 * GIB,
                300,
                60,
                isFree ? 0 : 1,
                isFree ? List.of() : List.of(new MachineReport.Holder("mchen", "train.py", "280678", false)));
    }

    static MachineReport.Alert alert(String rule, int gpu) {
        return new MachineReport.Alert(
                rule,
                "critical",
                AT,
                List.of(gpu),
                "Fell off the bus",
                "GPU " + gpu + " of mchen fell off the bus.",
                new MachineReport.Translations(new MachineReport.Translation("已从总线掉线", "mchen 的 GPU 已从总线掉线。")));
    }
}
