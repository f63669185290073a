package io.gpulse.workload;

import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the report of a job for a terminal of 80 columns. */
final class JobText {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final double GIBIBYTE = 1L << 30;
    private static final int BAR = 50;
    private static final String ROW = "%-4s %6s %7s %17s %8s %15s %10s";

    private final TextLines text = new TextLines();
    private final JobResponse job;

    private JobText(JobResponse job) {
        this.job = job;
    }

    static String of(JobResponse job, String host, Instant now) {
        JobText text = new JobText(job);
        text.head(host, now);
        job.advice().forEach((one) -> text.line("! " + one.sentence()));
        text.hours();
        text.gpus();
        text.events();
        return text.text.toString();
    }

    private void line(String line) {
        this.text.paragraph("", line);
    }

    private void head(String host, Instant now) {
        line("gpulse job report   " + host + "   " + TIME.format(now) + " UTC");
        line("=".repeat(80));
        Instant end = this.job.endedAt() == null ? this.job.lastSeenAt() : this.job.endedAt();
        String ran = duration(Duration.between(this.job.startedAt(), end));
        line(name() + "   " + or(this.job.user(), "user unknown") + "   " + gpuList());
        line(this.job.state().name().toLowerCase(Locale.ROOT) + ", started " + TIME.format(this.job.startedAt()) + ", "
                + ran);
        if (!this.job.reservedGpus().isEmpty()) {
            line("reserved and not used: GPU " + numbers(this.job.reservedGpus()));
        }
        line(this.job.id() + "   pid " + numbers(this.job.pids()));
        line("");
    }

    private String name() {
        return or(this.job.program(), "a program");
    }

    private String gpuList() {
        return "GPU "
                + numbers(this.job.gpus().stream().map(JobGpuResponse::index).toList());
    }

    private static String numbers(Iterable<Integer> numbers) {
        StringBuilder text = new StringBuilder();
        numbers.forEach((one) -> text.append(text.isEmpty() ? "" : ", ").append(one));
        return text.toString();
    }

    /** Adds a bar: # SM active (or active), ~ active with SMs waiting, - held idle, s shared, ? unknown. */
    private void hours() {
        GpuHours hours = this.job.gpuHours();
        double sm = hours.smActive() == null ? hours.active() : hours.smActive();
        StringBuilder bar = new StringBuilder();
        double all = Math.max(hours.total(), 1e-9);
        double reached = 0;
        double[] parts = {sm, hours.active() - sm, hours.heldIdle(), hours.shared(), hours.unknown()};
        for (int i = 0; i < parts.length; i++) {
            reached += parts[i];
            bar.append(("" + "#~-s?".charAt(i))
                    .repeat((int) Math.max(0, Math.round(BAR * reached / all) - bar.length())));
        }
        line("");
        line(String.format(Locale.ROOT, "GPU-HOURS %8.2f  [%s]", hours.total(), bar));
        part('#', hours.smActive() == null ? "active" : "SM active", sm, all);
        part('~', "busy, SMs waiting", hours.active() - sm, all);
        part('-', "held idle", hours.heldIdle(), all);
        part('s', "shared with other jobs", hours.shared(), all);
        part('?', "not sampled", hours.unknown(), all);
        line("");
    }

    private void part(char sign, String name, double hours, double all) {
        if (hours > 0) {
            line(String.format(Locale.ROOT, "  %c %-24s %8.2f h  %3.0f %%", sign, name, hours, 100 * hours / all));
        }
    }

    private void gpus() {
        line(ROW.formatted("GPU", "util", "SM act", "peak memory", "power", "energy", "throttled"));
        this.job
                .gpus()
                .forEach((gpu) -> line(ROW.formatted(
                        gpu.index(),
                        percent(gpu.mean().get(Metric.UTILIZATION_GPU.key())),
                        percent(gpu.mean().get(Metric.ACTIVITY_SM.key())),
                        memory(gpu),
                        unit(gpu.mean().get(Metric.POWER_DRAW.key()), "%.0f W"),
                        energy(gpu.energyKilowattHours(), gpu.energyMostKilowattHours()),
                        throttled(gpu.throttledSeconds()))));
        sums();
    }

    private void sums() {
        if (this.job.gpus().size() > 1) {
            line(ROW.formatted(
                    "all",
                    "",
                    "",
                    "",
                    "",
                    energy(this.job.energyKilowattHours(), this.job.energyMostKilowattHours()),
                    throttled(this.job.throttledSeconds())));
        }
        if (this.job.idleEnergyKilowattHours() != null) {
            line(String.format(
                    Locale.ROOT, "%.3f kWh of it while it held them idle alone.", this.job.idleEnergyKilowattHours()));
        }
        if (this.job.unevenness() != null) {
            line(String.format(
                    Locale.ROOT, "EVEN  %.1f points between the busiest and the idlest GPU", this.job.unevenness()));
        }
    }

    private void events() {
        if (!this.job.events().isEmpty()) {
            line("");
        }
        this.job
                .events()
                .forEach((one) -> this.text.paragraph(
                        TIME.format(one.at()) + "  ", one.severity().toUpperCase(Locale.ROOT) + " " + one.title()));
    }

    private static String memory(JobGpuResponse gpu) {
        String peak = unit(gpu.peakMemoryBytes(), "%.1f", GIBIBYTE);
        return gpu.totalMemoryBytes() == null
                ? peak + " GiB"
                : peak + " / " + unit(gpu.totalMemoryBytes(), "%.1f GiB", GIBIBYTE);
    }

    private static String energy(@Nullable Double least, @Nullable Double most) {
        if (least == null || least.equals(most)) {
            return most == null ? "-" : unit(most, "%.3f kWh");
        }
        return unit(least, "%.2f") + "-" + unit(most, "%.2f kWh");
    }

    private static String throttled(Map<String, Double> seconds) {
        double all =
                seconds.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
        return all > 0 ? duration(Duration.ofSeconds((long) all)) : "-";
    }

    private static String percent(@Nullable Number value) {
        return unit(value, "%.0f %%");
    }

    private static String unit(@Nullable Number value, String format) {
        return unit(value, format, 1);
    }

    private static String unit(@Nullable Number value, String format, double divisor) {
        return value == null ? "-" : String.format(Locale.ROOT, format, value.doubleValue() / divisor);
    }

    private static String or(@Nullable String text, String otherwise) {
        return text == null ? otherwise : text;
    }

    private static String duration(Duration time) {
        if (time.isNegative()) {
            return "0 min";
        }
        if (time.toHours() >= 48) {
            return time.toDays() + " d " + time.toHoursPart() + " h";
        }
        return time.toHours() > 0 ? time.toHours() + " h " + time.toMinutesPart() + " min" : time.toMinutes() + " min";
    }
}
