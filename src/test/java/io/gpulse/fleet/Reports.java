package io.gpulse.fleet;

import io.gpulse.device.GpuState;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Reports of machines of tests. */
final class Reports {

    static final Instant AT = Instant.parse("2026-11-20T10:00:00Z");
    static final long GIB = 1L << 30;

    static final EnginePast NO_PAST = new EnginePast((expression, from, to, step) -> Mono.never(), () -> AT);

    private Reports() {}

    /** Clocks that a scheduler of virtual time moves, and its thread. */
    static Machines.Time time(VirtualTimeScheduler scheduler) {
        return new Machines.Time(
                () -> AT.plusNanos(scheduler.now(TimeUnit.NANOSECONDS)),
                () -> scheduler.now(TimeUnit.NANOSECONDS),
                scheduler,
                scheduler);
    }

    /** A machine with GPUs of these classes. */
    static MachineReport of(String name, GpuClass... uses) {
        return of(
                name,
                IntStream.range(0, uses.length)
                        .mapToObj((index) -> gpu(index, "GPU-" + name + index, uses[index]))
                        .toList());
    }

    static MachineReport of(String name, List<MachineGpu> gpus) {
        return new MachineReport("instance of " + name, name, "1", AT, 400L, false, "580", null, gpus, List.of());
    }

    /** Another run of gpulse on a machine of this name. */
    static MachineReport run(String instance, String name, GpuClass... uses) {
        MachineReport report = of(name, uses);
        return new MachineReport(instance, name, "1", AT, 400L, false, "580", null, report.gpus(), List.of());
    }

    static MachineReport simulated(String name, MachineGpu... gpus) {
        return new MachineReport(
                "instance of " + name, name, "1", AT, 400L, true, "580", null, Arrays.asList(gpus), List.of());
    }

    static MachineGpu gpu(int index, String uuid, GpuClass use) {
        boolean isFree = use == GpuClass.FREE;
        return new MachineGpu(
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
                isFree ? List.of() : List.of(new MachineGpu.Holder("mchen", "train.py", "280678", false)));
    }

    static MachineAlert alert(String rule, int gpu) {
        return new MachineAlert(
                rule,
                "critical",
                true,
                AT,
                List.of(gpu),
                "Fell off the bus",
                "GPU " + gpu + " of mchen fell off the bus.",
                new MachineAlert.Translations(new MachineAlert.Translation("已从总线掉线", "mchen 的 GPU 已从总线掉线。")));
    }
}
