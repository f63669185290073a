package io.gpulse.workload;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * GPU-hours by what became of them: `active`, `heldIdle`, `shared` and `unknown` add up to `total`.
 *
 * @param total GPUs times time.
 * @param active A kernel ran, while the job was the only one on the GPU.
 * @param smActive The part of `active` in which SMs computed; the rest is time in which they waited. Missing when
 *     unknown.
 * @param heldIdle No kernel ran.
 * @param shared A kernel ran while other jobs were on the GPU, too: whose it was is not known.
 * @param unknown The GPU was not sampled.
 */
@Schema(name = "JobGpuHours")
record GpuHours(
        @Schema(example = "12.7") double total,

        @Schema(example = "6.8") double active,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(example = "5.6", requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        @Nullable
        Double smActive,

        @Schema(example = "5.9") double heldIdle,

        @Schema(example = "0") double shared,

        @Schema(example = "0") double unknown) {

    static GpuHours of(Iterable<JobGpu> gpus) {
        double sm = sum(gpus, JobGpu::smActive);
        double active = sum(gpus, JobGpu::active);
        double idle = sum(gpus, JobGpu::heldIdle);
        double shared = sum(gpus, JobGpu::sharedSeconds);
        double unknown = sum(gpus, JobGpu::unknown);
        return new GpuHours(
                hours(active + idle + shared + unknown),
                hours(active),
                Double.isNaN(sm) ? null : (Double) hours(sm),
                hours(idle),
                hours(shared),
                hours(unknown));
    }

    private static double sum(Iterable<JobGpu> gpus, ToDoubleFunction<JobGpu> seconds) {
        double sum = 0;
        for (JobGpu gpu : gpus) {
            sum += seconds.applyAsDouble(gpu);
        }
        return sum;
    }

    /** Returns hours, rounded to ten thousandths. */
    static double hours(double seconds) {
        return Math.rint(seconds / 0.36) / 10_000;
    }
}
