package io.gpulse.fleet;

import io.gpulse.metric.PrintableText;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A machine in short, as its own gpulse reports it. It is also read from other machines: every part can be missing, and
 * texts and lists are bounded.
 *
 * @param instance Id of this run of gpulse.
 * @param name Host name.
 * @param version Version of gpulse; null when unknown.
 * @param takenAt When the round was taken; null before the first one.
 * @param ageMillis Age of the round when the report was made, in ms; null before the first one.
 * @param simulated Whether the GPUs are simulated or recorded.
 * @param driverVersion Version of the driver; null when unknown.
 * @param reason Why there are no GPUs, or why known ones do not answer; null when all is well.
 * @param gpus Its GPUs by index.
 * @param alerts Active alerts of warning and critical severity, the most severe first; without silenced ones, except
 *     those of an engine.
 */
@Schema(name = "MachineReport")
record MachineReport(
        @Schema(example = "0d4c6a52-58a8-4c0f-9d8b-1c1f6f0f7a55")
        String instance,

        @Schema(example = "trn-h100-03") String name,

        @Schema(example = "0.1.0") @Nullable String version,

        @Schema(example = "2026-11-20T10:00:01.003Z") @Nullable
        Instant takenAt,

        @Schema(example = "412") @Nullable Long ageMillis,

        @Schema(example = "false") boolean simulated,

        @Schema(example = "580.95.05") @Nullable String driverVersion,

        @Nullable String reason,

        List<MachineGpu> gpus,

        List<MachineAlert> alerts) {

    private static final long LONGEST_AGE = Duration.ofDays(366).toMillis();
    private static final int LONGEST_TEXT = 300;
    static final int MOST_GPUS = 64;
    private static final int MOST_ALERTS = 64;
    static final int MOST_HOLDERS = 16;

    MachineReport {
        instance = text(instance);
        name = text(name);
        version = optional(version);
        driverVersion = optional(driverVersion);
        reason = optional(reason);
        ageMillis = ageMillis == null || ageMillis < 0 || ageMillis > LONGEST_AGE ? null : ageMillis;
        Set<Integer> indexes = new HashSet<>();
        gpus = list(gpus, MOST_GPUS).stream()
                .filter((gpu) -> gpu.index() != null && gpu.index() >= 0 && indexes.add(gpu.index()))
                .toList();
        alerts = list(alerts, MOST_ALERTS);
    }

    static String text(@Nullable String text) {
        return Objects.requireNonNullElse(optional(text), "");
    }

    static @Nullable String optional(@Nullable String text) {
        return text == null
                ? null
                : PrintableText.of(text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text);
    }

    static <T> List<T> list(@Nullable List<T> list, int most) {
        return list == null
                ? List.of()
                : list.stream().filter(Objects::nonNull).limit(most).toList();
    }

    /** Returns the report with other GPUs. */
    MachineReport with(List<MachineGpu> others) {
        return with(this.simulated, others, this.alerts);
    }

    /** Returns the report of a machine with simulated GPUs. */
    MachineReport asSimulated() {
        return with(true, this.gpus, this.alerts);
    }

    /** Returns the report of a machine that no longer answers: the use of its GPUs is not known. */
    MachineReport unknown() {
        return with(this.gpus.stream()
                .map((gpu) -> gpu.classified(GpuClass.UNKNOWN, false))
                .toList());
    }

    /** Returns the report without names of users, programs and jobs, and without sentences, which can have them. */
    MachineReport withoutUsers() {
        return with(
                this.simulated,
                this.gpus.stream().map(MachineGpu::withoutUsers).toList(),
                this.alerts.stream().map(MachineAlert::withoutUsers).toList());
    }

    private MachineReport with(boolean isSimulated, List<MachineGpu> others, List<MachineAlert> otherAlerts) {
        return new MachineReport(
                this.instance,
                this.name,
                this.version,
                this.takenAt,
                this.ageMillis,
                isSimulated,
                this.driverVersion,
                this.reason,
                others,
                otherAlerts);
    }
}
