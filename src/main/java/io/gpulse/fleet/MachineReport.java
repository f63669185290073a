package io.gpulse.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpulse.device.GpuState;
import io.gpulse.metric.PrintableText;
import io.swagger.v3.oas.annotations.media.Schema;
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
 * @param alerts Active alerts of warning and critical severity that are not silenced, the most severe first.
 */
@Schema(name = "Machine")
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

        List<Gpu> gpus,

        List<Alert> alerts) {

    private static final int LONGEST_TEXT = 300;
    private static final int MOST_GPUS = 64;
    private static final int MOST_ALERTS = 64;
    private static final int MOST_HOLDERS = 16;

    MachineReport {
        instance = text(instance);
        name = text(name);
        version = optional(version);
        driverVersion = optional(driverVersion);
        reason = optional(reason);
        Set<Integer> indexes = new HashSet<>();
        gpus = list(gpus, MOST_GPUS).stream()
                .filter((gpu) -> indexes.add(gpu.index()))
                .toList();
        alerts = list(alerts, MOST_ALERTS);
    }

    private static String text(@Nullable String text) {
        return Objects.requireNonNullElse(optional(text), "");
    }

    private static @Nullable String optional(@Nullable String text) {
        return text == null
                ? null
                : PrintableText.of(text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text);
    }

    private static <T> List<T> list(@Nullable List<T> list, int most) {
        return list == null
                ? List.of()
                : list.stream().filter(Objects::nonNull).limit(most).toList();
    }

    /** Returns the report with other GPUs. */
    MachineReport with(List<Gpu> others) {
        return new MachineReport(
                this.instance,
                this.name,
                this.version,
                this.takenAt,
                this.ageMillis,
                this.simulated,
                this.driverVersion,
                this.reason,
                others,
                this.alerts);
    }

    /** Returns the report of a machine that no longer answers: the use of its GPUs is not known. */
    MachineReport unknown() {
        return with(this.gpus.stream()
                .map((gpu) -> gpu.classified(GpuClass.UNKNOWN, false))
                .toList());
    }

    /** Returns the report without names of users, programs and jobs, and without sentences, which can have them. */
    MachineReport withoutUsers() {
        return new MachineReport(
                this.instance,
                this.name,
                this.version,
                this.takenAt,
                this.ageMillis,
                this.simulated,
                this.driverVersion,
                this.reason,
                this.gpus.stream().map(Gpu::withoutUsers).toList(),
                this.alerts.stream().map(Alert::withoutUsers).toList());
    }

    /**
     * A GPU.
     *
     * @param index The driver's index, from 0.
     * @param uuid Identity; null until the first response of the driver.
     * @param name Product name; null until the first response of the driver.
     * @param state State; null when unknown.
     * @param use Class.
     * @param free Whether it is free by the usual conditions of `/api/v1/gpus/free`.
     * @param since Since when it has been in its state, idle or busy; null when unknown.
     * @param utilization Utilization, in percent; null when unknown.
     * @param memoryUsed Used memory, in bytes; null when unknown.
     * @param memoryFree Free memory, in bytes; null when unknown.
     * @param memoryTotal Total memory, in bytes; null when unknown.
     * @param power Power, in W; null when unknown.
     * @param temperature Temperature, in °C; null when unknown.
     * @param processes Number of processes; null when unknown.
     * @param holders Who uses it or has it reserved, the largest memory first. Missing for readers without the scope
     *     `read-fleet`.
     */
    @Schema(name = "MachineGpu")
    record Gpu(
            @Schema(example = "0") int index,

            @Schema(example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77") @Nullable
            String uuid,

            @Schema(example = "NVIDIA H100 80GB HBM3") @Nullable
            String name,

            @Schema(example = "OK") @Nullable GpuState state,

            @Schema(example = "WORKING") GpuClass use,

            @Schema(example = "false") boolean free,

            @Schema(example = "2026-11-20T09:14:02.003Z") @Nullable
            Instant since,

            @Schema(example = "97") @Nullable Number utilization,

            @Schema(example = "76235669504") @Nullable Number memoryUsed,

            @Schema(example = "9300000000") @Nullable Number memoryFree,

            @Schema(example = "85899345920") @Nullable Number memoryTotal,

            @Schema(example = "612.5") @Nullable Number power,

            @Schema(example = "64") @Nullable Number temperature,

            @Schema(example = "1") @Nullable Number processes,

            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Schema(requiredMode = Schema.RequiredMode.NOT_REQUIRED)
            @Nullable
            List<Holder> holders) {

        Gpu {
            uuid = optional(uuid);
            name = optional(name);
            use = Objects.requireNonNullElse(use, GpuClass.UNKNOWN);
            utilization = finite(utilization);
            memoryUsed = finite(memoryUsed);
            memoryFree = finite(memoryFree);
            memoryTotal = finite(memoryTotal);
            power = finite(power);
            temperature = finite(temperature);
            processes = finite(processes);
            holders = holders == null ? null : list(holders, MOST_HOLDERS);
        }

        private static @Nullable Number finite(@Nullable Number number) {
            return number == null || !Double.isFinite(number.doubleValue()) ? null : number;
        }

        Gpu classified(GpuClass other, boolean isFree) {
            return with(other, isFree, this.holders);
        }

        Gpu withoutUsers() {
            return with(this.use, this.free, null);
        }

        private Gpu with(GpuClass other, boolean isFree, @Nullable List<Holder> otherHolders) {
            return new Gpu(
                    this.index,
                    this.uuid,
                    this.name,
                    this.state,
                    other,
                    isFree,
                    this.since,
                    this.utilization,
                    this.memoryUsed,
                    this.memoryFree,
                    this.memoryTotal,
                    this.power,
                    this.temperature,
                    this.processes,
                    otherHolders);
        }
    }

    /**
     * A process on a GPU, or a job that has it reserved.
     *
     * @param user User; null when unknown.
     * @param program Name of the program; null when unknown.
     * @param job Id of its job, pod or container; null when there is none.
     * @param reserved Whether it has the GPU reserved only.
     */
    @Schema(name = "MachineHolder")
    record Holder(
            @Schema(example = "mchen") @Nullable String user,

            @Schema(example = "train.py") @Nullable String program,

            @Schema(example = "280678") @Nullable String job,

            @Schema(example = "false") boolean reserved) {

        Holder {
            user = optional(user);
            program = optional(program);
            job = optional(job);
        }
    }

    /**
     * An active alert.
     *
     * @param rule Id of the rule.
     * @param severity Severity.
     * @param since When it began; null when unknown.
     * @param gpus Indexes of its GPUs; empty for the machine.
     * @param brief The problem in short, without its GPUs.
     * @param sentence The problem. Missing for readers without the scope `read-fleet`.
     * @param translations The texts in other languages; null when unknown.
     */
    @Schema(name = "MachineAlert")
    record Alert(
            @Schema(example = "gpu-lost") String rule,

            @Schema(
                    allowableValues = {"warning", "critical"},
                    example = "critical")
            String severity,

            @Schema(example = "2026-11-20T09:19:00.000Z") @Nullable
            Instant since,

            List<Integer> gpus,

            @JsonProperty("short") @Schema(requiredMode = Schema.RequiredMode.REQUIRED, example = "Fell off the bus")
            String brief,

            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Schema(requiredMode = Schema.RequiredMode.NOT_REQUIRED)
            @Nullable
            String sentence,

            @Nullable Translations translations) {

        Alert {
            rule = text(rule);
            severity = text(severity);
            gpus = list(gpus, MOST_GPUS);
            brief = text(brief);
            sentence = optional(sentence);
        }

        Alert withoutUsers() {
            return new Alert(
                    this.rule,
                    this.severity,
                    this.since,
                    this.gpus,
                    this.brief,
                    null,
                    this.translations == null ? null : this.translations.withoutUsers());
        }
    }

    /**
     * Texts of an alert by language.
     *
     * @param zh Simplified Chinese; null when unknown.
     */
    @Schema(name = "MachineAlertTranslations")
    record Translations(@Nullable Translation zh) {

        Translations withoutUsers() {
            return new Translations(this.zh == null ? null : new Translation(this.zh.brief, null));
        }
    }

    /**
     * The texts of an alert in one language.
     *
     * @param brief The problem in short, without its GPUs.
     * @param sentence The problem. Missing for readers without the scope `read-fleet`.
     */
    @Schema(name = "MachineAlertTranslation")
    record Translation(
            @JsonProperty("short") @Schema(requiredMode = Schema.RequiredMode.REQUIRED, example = "已从总线掉线")
            String brief,

            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Schema(requiredMode = Schema.RequiredMode.NOT_REQUIRED)
            @Nullable
            String sentence) {

        Translation {
            brief = text(brief);
            sentence = optional(sentence);
        }
    }
}
