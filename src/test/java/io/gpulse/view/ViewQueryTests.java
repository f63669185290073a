package io.gpulse.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import io.gpulse.testing.Snapshots;
import io.gpulse.web.ProblemException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.ErrorResponseException;

class ViewQueryTests {

    private static final Snapshot EIGHT = Snapshots.ofGpus(8);

    @Test
    void equivalentViewsAreEqualRegardlessOfOrderAndSpelling() {
        View byIndex = view("core", "1,0", "bar1.*,power.draw");

        assertThat(view("core", "0, 1,1", "power.draw,bar1.free,bar1.used,bar1.total"))
                .isEqualTo(byIndex)
                .hasSameHashCodeAs(byIndex);
        assertThat(view("core", "gpu-0A,0000:1b:00.0", "bar1.*,power.dra?")).isEqualTo(byIndex);
        assertThat(view("full", null, "*")).isEqualTo(View.FULL);
        assertThat(view("full", "0", null)).isNotEqualTo(View.FULL);
        assertThat(view("full", "0", null)).isNotEqualTo(view("full", "1", null));
    }

    @Test
    void coreViewHasChangingRowsAndTheMachinesTotals() {
        assertThat(View.CORE.metrics())
                .contains(Metric.UTILIZATION_GPU, Metric.PSTATE, Metric.HOST_MEMORY_TOTAL)
                .contains(Metric.ACTIVITY_TENSOR, Metric.C2C_RX)
                .doesNotContain(Metric.ENERGY_TOTAL, Metric.POWER_LIMIT, Metric.SERIAL)
                .doesNotContain(Metric.ACTIVITY_TENSOR_HMMA, Metric.C2C_DATA_RX)
                .allMatch((metric) -> metric.spec().scope() == Scope.HOST
                        || (metric.spec().cadence() == Cadence.FAST
                                && metric.spec().kind() != Kind.COUNTER));
    }

    @Test
    void requestedRowsReplaceThoseOfTheView() {
        assertThat(view("core", null, "power.limit").metrics()).containsExactly(Metric.POWER_LIMIT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "GPU-1a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77",
                "gpu-1A",
                "00000000:1B:00.0",
                "00000000:1b:00.0",
                "0000:1b:00.0",
                "1B:00.0"
            })
    void aGpuIsFoundByEachOfItsNames(String name) {
        assertThat(GpuNames.find(name, EIGHT).index()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8", "-1", "GPU-9", "0001:1b:00.0", "99999999999", "MIG-1", "€"})
    void anUnknownGpuIsNotFound(String name) {
        assertRefused(404, name, () -> GpuNames.find(name, EIGHT));
    }

    @Test
    void ambiguousBeginningIsRejectedWithTheCandidates() {
        assertRefused(400, "GPU-7a6f1e2c", () -> GpuNames.find("GPU-", EIGHT));
    }

    @Test
    void unknownMetricIsRejectedWithTheNearest() {
        assertRefused(400, "power.draw, power.draw.min", () -> view(null, null, "power.drow"));
        assertRefused(400, "temperature.gpu", () -> view(null, null, "temprature"));
        assertRefused(400, "memory.", () -> view(null, null, "memory.usage.*"));
    }

    @ParameterizedTest
    @CsvSource({"core", "full"})
    void theViewsHaveNames(String name) {
        assertThat(view(name, null, null).isFiltered()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", " , "})
    void emptyListIsRejected(String list) {
        assertRefused(400, "gpus= is empty", () -> view(null, list, null));
        assertRefused(400, "metrics= is empty", () -> view(null, null, list));
    }

    @Test
    void namesOfGpusRequireASnapshot() {
        ViewQuery query = new ViewQuery(null, "0", null);

        assertRefused(503, "first round", () -> query.resolve(View.Detail.CORE, Optional.empty()));
    }

    @Test
    void gpuIsIdentifiedByUuidOrByIndexWithoutOne() {
        GpuSelector second = GpuSelector.of(Snapshots.gpu(1));
        GpuSample mute = nameless(1);

        assertThat(second.selects(Snapshots.gpu(1))).isTrue();
        assertThat(second.selects(Snapshots.gpu(0))).isFalse();
        assertThat(second.selects(mute)).isTrue();
        assertThat(GpuSelector.of(mute).selects(Snapshots.gpu(1))).isTrue();
    }

    private static GpuSample nameless(int index) {
        GpuSample known = Snapshots.troubled(index, GpuState.ATTACHING, "waking up");
        return new GpuSample(index, null, known.condition(), null, null, known.readings());
    }

    private static View view(@Nullable String view, @Nullable String gpus, @Nullable String metrics) {
        return new ViewQuery(view == null ? null : View.Detail.valueOf(view.toUpperCase(Locale.ROOT)), gpus, metrics)
                .resolve(View.Detail.FULL, Optional.of(EIGHT));
    }

    private static void assertRefused(int status, String because, Runnable request) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(request::run)
                .satisfies(
                        (refusal) -> assertThat(refusal.getStatusCode().value()).isEqualTo(status))
                .extracting(ErrorResponseException::getBody)
                .satisfies((problem) ->
                        assertThat(Objects.requireNonNull(problem).getDetail()).contains(List.of(because)));
    }
}
