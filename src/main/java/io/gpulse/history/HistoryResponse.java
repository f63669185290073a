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

/**
 * Stored series in buckets of equal width.
 *
 * @param from Begin of the first bucket.
 * @param to End of the last bucket.
 * @param stepMillis Width of a bucket, in ms; buckets begin at multiples of it.
 * @param tier The coarsest stored rows that the response is made of.
 * @param simulated Whether the GPUs are simulated or recorded ones.
 * @param t Begin of each bucket, in ms since 1970.
 * @param series One series per metric of each GPU, of each MIG instance, and of the host.
 */
@Schema(name = "History")
record HistoryResponse(
        @Schema(example = "2026-11-20T10:00:00.000Z") Instant from,

        @Schema(example = "2026-11-20T22:00:00.000Z") Instant to,

        @Schema(example = "120000") long stepMillis,

        @Schema(example = "MINUTE") Tier tier,

        @Schema(example = "false") boolean simulated,

        @Schema(example = "[1795168800000]") List<Long> t,

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

    /**
     * A MIG instance, since its creation or since gpulse attached the GPU, whichever is later. Its ids and its UUID may
     * be those of an earlier series.
     *
     * @param gpuInstance Id of the GPU instance on its GPU.
     * @param computeInstance Id of the compute instance in the GPU instance.
     * @param uuid UUID of the instance, for `CUDA_VISIBLE_DEVICES`.
     * @param profile Profile; null when unknown.
     * @param since Time of its first sample.
     */
    @Schema(name = "HistoryInstance")
    record Instance(
            @Schema(example = "9") int gpuInstance,

            @Schema(example = "0") int computeInstance,

            @Schema(example = "MIG-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            String uuid,

            @Schema(example = "1g.10gb") @Nullable String profile,

            @Schema(example = "2026-11-20T09:14:02.003Z") Instant since) {

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

    /**
     * One series; null where nothing was sampled.
     *
     * @param gpu UUID of the GPU; null for the host.
     * @param index The driver's index when the GPU was last seen; null for the host.
     * @param name Model of the GPU; null for the host.
     * @param mig The MIG instance; null for a whole GPU and for the host.
     * @param metric Key of the catalogue.
     * @param unit Unit of the values. Counters are reported as rates per second.
     */
    @Schema(name = "HistorySeries")
    record SeriesResponse(
            @Schema(example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77") @Nullable
            String gpu,

            @Schema(example = "0") @Nullable Integer index,

            @Schema(example = "NVIDIA H100 80GB HBM3") @Nullable
            String name,

            @Nullable Instance mig,

            @Schema(example = "power.draw") String metric,

            @Schema(example = "W") String unit,

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
