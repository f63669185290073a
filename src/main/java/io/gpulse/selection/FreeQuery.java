package io.gpulse.selection;

import io.gpulse.web.HumanUnits;
import io.gpulse.web.Refusal;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.BindParam;

/** Which GPUs a request takes for free, as it was written. */
record FreeQuery(
        @Parameter(
                description = "So many GPUs, at most: 1 … 1024.",
                example = "2",
                schema = @Schema(type = "integer", minimum = "1", maximum = "1024", defaultValue = "1"))
        @Nullable
        String count,

        @BindParam("min-memory")
        @Parameter(
                name = "min-memory",
                description = "So much memory must be free now: `40GiB`, `500MiB`, `40GB` (10⁹ bytes), `40G` (means"
                        + " GiB). Absent: at most 64 MiB of it may be used; what the driver reserves does not count,"
                        + " and a driver before 510, which does not tell what it reserves, may use 5 %.",
                example = "40GiB",
                schema = @Schema(type = "string", pattern = "^\\d{1,6}(\\.\\d{1,6})? ?([KMGT]i?B?|B)$"))
        @Nullable
        String minMemory,

        @BindParam("max-utilization")
        @Parameter(
                name = "max-utilization",
                description = "The utilization that it must not have exceeded at any moment of the window, in percent:"
                        + " 0 … 100.",
                example = "5",
                schema = @Schema(type = "number", minimum = "0", maximum = "100", defaultValue = "5"))
        @Nullable
        String maxUtilization,

        @Parameter(
                description = "For how long it must have been so, `10m` at most; `0s` looks at the latest round only."
                        + " Where less has been sampled, as right after the start, `windowSeconds` says how much.",
                example = "60s",
                schema =
                        @Schema(
                                type = "string",
                                pattern = "^((\\d{1,5}|[1-5]\\d{5}|600000)ms|(\\d\\d?|[1-5]\\d\\d|600)s|(\\d|10)m)$",
                                defaultValue = "60s"))
        @Nullable
        String window,

        @BindParam("allow-processes")
        @Parameter(
                name = "allow-processes",
                description = "Whether it counts as free while processes are on it; then, without `min-memory`, its"
                        + " memory is not looked at. An exclusive compute mode admits no second one even so.",
                schema =
                        @Schema(
                                type = "string",
                                allowableValues = {"true", "false"},
                                defaultValue = "false"))
        @Nullable
        String allowProcesses,

        @Parameter(
                description = "`env` for a line that a shell can export; with fewer GPUs than asked for it is 409 with"
                        + " an empty body.",
                schema =
                        @Schema(
                                type = "string",
                                allowableValues = {"json", "env"},
                                defaultValue = "json"))
        @Nullable
        String format) {

    private static final int MOST = 1024;

    /** @throws Refusal when it asks for what cannot be */
    Criteria criteria() {
        return new Criteria(howMany(), memory(), utilization(), howLong(), shared());
    }

    /** @throws Refusal when there is no such form */
    boolean isForShells() {
        String asked = this.format == null ? "json" : this.format.strip();
        if (!asked.equals("json") && !asked.equals("env")) {
            throw Refusal.badRequest("'" + asked + "' is no form of this answer; format is json or env.");
        }
        return asked.equals("env");
    }

    private int howMany() {
        return this.count == null
                ? Criteria.USUAL.count()
                : HumanUnits.count(this.count, 1, MOST)
                        .orElseThrow(() -> Refusal.badRequest("'" + this.count
                                + "' is no number of GPUs; count is a whole number from 1 to " + MOST + "."));
    }

    private @Nullable Long memory() {
        return this.minMemory == null
                ? null
                : HumanUnits.size(this.minMemory)
                        .orElseThrow(() -> Refusal.badRequest("'" + this.minMemory
                                + "' is no amount of memory; min-memory is a number with a unit, such as 40GiB,"
                                + " 500MiB or 40GB."));
    }

    private double utilization() {
        return this.maxUtilization == null
                ? Criteria.USUAL.maxUtilization()
                : HumanUnits.percent(this.maxUtilization)
                        .orElseThrow(() -> Refusal.badRequest("'" + this.maxUtilization
                                + "' is no utilization; max-utilization is a number of percent from 0 to 100."));
    }

    private Duration howLong() {
        return this.window == null
                ? Criteria.USUAL.window()
                : HumanUnits.duration(this.window)
                        .filter((asked) -> asked.compareTo(Criteria.LONGEST_WINDOW) <= 0)
                        .orElseThrow(() -> Refusal.badRequest("'" + this.window
                                + "' is no window; window is a number with a unit, such as 30s or 5m, up to 10m."));
    }

    private boolean shared() {
        return this.allowProcesses == null
                ? Criteria.USUAL.allowProcesses()
                : HumanUnits.bool(this.allowProcesses)
                        .orElseThrow(() -> Refusal.badRequest("'" + this.allowProcesses
                                + "' is neither yes nor no; allow-processes is true or" + " false."));
    }
}
