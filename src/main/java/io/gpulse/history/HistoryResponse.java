package io.gpulse.history;

import io.gpulse.rounds.StoredMetrics;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Stored series; {@link HistoryText} writes them one by one. */
@Schema(name = "History", description = "Stored series in buckets of equal width.")
record HistoryResponse(
        @Schema(description = "Begin of the first bucket.", example = "2026-11-20T10:00:00.000Z")
        Instant from,

        @Schema(description = "End of the last bucket.", example = "2026-11-20T22:00:00.000Z")
        Instant to,

        @Schema(description = "Width of a bucket, in ms; buckets begin at multiples of it.", example = "120000")
        long stepMillis,

        @Schema(description = "The coarsest stored rows that the response is made of.", example = "MINUTE")
        Tier tier,

        @Schema(description = "Whether the GPUs are simulated or recorded ones.", example = "false")
        boolean simulated,

        @Schema(description = "Begin of each bucket, in ms since 1970.", example = "[1795168800000]")
        List<Long> t,

        @Schema(description = "One series per metric of each GPU, of each MIG instance, and of the host.")
        List<SeriesResponse> series) {

    static HistoryResponse withoutSeries(WindowQuery query, boolean simulated) {
        return new HistoryResponse(
                Instant.ofEpochMilli(query.from()),
                Instant.ofEpochMilli(query.to()),
                query.stepMillis(),
                query.tier(),
                simulated,
                LongStream.range(0, query.buckets())
                        .mapToObj((bucket) -> query.from() + bucket * query.stepMillis())
                        .toList(),
                List.of());
    }

    /** The MIG instance of a series. */
    @Schema(
            name = "HistoryInstance",
            description = "A MIG instance, since its creation or since gpulse attached the GPU, whichever is later. Its"
                    + " ids and its UUID may be those of an earlier series.")
    record Instance(
            @Schema(description = "Id of the GPU instance on its GPU.", example = "9")
            int gpuInstance,

            @Schema(description = "Id of the compute instance in the GPU instance.", example = "0")
            int computeInstance,

            @Schema(
                    description = "UUID of the instance, for `CUDA_VISIBLE_DEVICES`.",
                    example = "MIG-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            String uuid,

            @Schema(description = "Profile; null when unknown.", example = "1g.10gb") @Nullable
            String profile,

            @Schema(description = "Time of its first sample.", example = "2026-11-20T09:14:02.003Z")
            Instant since) {

        static @Nullable Instance of(Subject.@Nullable Instance instance) {
            return instance == null
                    ? null
                    : new Instance(
                            instance.gpuInstance(),
                            instance.computeInstance(),
                            instance.uuid(),
                            instance.profile(),
                            Instant.ofEpochMilli(instance.since()));
        }
    }

    /** One series. */
    @Schema(name = "HistorySeries", description = "One series; null where nothing was sampled.")
    record SeriesResponse(
            @Schema(
                    description = "UUID of the GPU; null for the host.",
                    example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            @Nullable
            String gpu,

            @Schema(description = "The driver's index when the GPU was last seen; null for the host.", example = "0")
            @Nullable
            Integer index,

            @Schema(description = "Model of the GPU; null for the host.", example = "NVIDIA H100 80GB HBM3") @Nullable
            String name,

            @Schema(description = "The MIG instance; null for a whole GPU and for the host.") @Nullable
            Instance mig,

            @Schema(description = "Key of the catalogue.", example = "power.draw")
            String metric,

            @Schema(description = "Unit of the values. Counters are reported as rates per second.", example = "W")
            String unit,

            @ArraySchema(
                    schema =
                            @Schema(
                                    types = {"number", "null"},
                                    format = "double"),
                    arraySchema = @Schema(description = "Minimum of each bucket.", example = "[361.2]"))
            List<@Nullable Number> min,

            @ArraySchema(
                    schema =
                            @Schema(
                                    types = {"number", "null"},
                                    format = "double"),
                    arraySchema = @Schema(description = "Mean of each bucket.", example = "[367.2]"))
            List<@Nullable Number> avg,

            @ArraySchema(
                    schema =
                            @Schema(
                                    types = {"number", "null"},
                                    format = "double"),
                    arraySchema = @Schema(description = "Maximum of each bucket.", example = "[371.9]"))
            List<@Nullable Number> max) {

        /** @param gpus by UUID */
        static SeriesResponse of(SeriesKey key, Buckets buckets, Map<String, KnownGpu> gpus) {
            String uuid = key.subject().uuid();
            KnownGpu gpu = uuid == null ? null : gpus.get(uuid);
            int count = buckets.count();
            return new SeriesResponse(
                    uuid,
                    gpu == null ? null : (Integer) gpu.index(),
                    gpu == null ? null : gpu.name(),
                    Instance.of(key.subject().instance()),
                    key.metric().key(),
                    StoredMetrics.unit(key.metric()),
                    numbers(count, buckets::min),
                    numbers(count, buckets::avg),
                    numbers(count, buckets::max));
        }

        private static List<@Nullable Number> numbers(int count, IntToDoubleFunction value) {
            List<@Nullable Number> numbers = new ArrayList<>(count);
            for (int bucket = 0; bucket < count; bucket++) {
                numbers.add(HistoryText.number(value.applyAsDouble(bucket)));
            }
            return numbers;
        }
    }
}
