package io.gpulse.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.message.Messages;
import io.gpulse.fleet.EngineClient.Line;
import io.gpulse.fleet.FleetPastResponse.Owner;
import io.gpulse.fleet.FleetPastResponse.Past;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

/** The last 12 hours of GPUs, from an engine. */
class EnginePastTests {

    private static final Instant END = Instant.parse("2026-11-20T09:54:00Z");
    private static final Map<String, String> GPULSE = Map.of("instance", "a:1", "gpu", "3", "uuid", "GPU-a");
    private static final Map<String, String> DCGM = Map.of("instance", "b:9400", "gpu", "3", "UUID", "GPU-a");

    private final VirtualTimeScheduler scheduler = VirtualTimeScheduler.getOrSet();
    private final List<String> asked = new ArrayList<>();
    private List<Line> utilization = List.of();
    private List<Line> classes = List.of();
    private List<Line> owners = List.of();
    private boolean fails;

    @AfterEach
    void reset() {
        VirtualTimeScheduler.reset();
    }

    private final EnginePast past = new EnginePast(this::lines, () -> END.plusSeconds(359));

    private Mono<List<Line>> lines(String expression, Instant from, Instant to, Duration step) {
        return Mono.fromSupplier(() -> {
            this.asked.add(from + " " + to + " " + step);
            if (this.fails) {
                throw new MachineException(Messages.text("fleet.broken"));
            }
            if (expression.contains("gpulse_gpu_class")) {
                return this.classes;
            }
            return expression.contains("held_bytes") ? this.owners : this.utilization;
        });
    }

    private FleetPastResponse read() {
        return this.past.latest().blockOptional().orElseThrow();
    }

    /** @param first the first step */
    private static Line line(Map<String, String> labels, int first, double... values) {
        return new Line(
                labels,
                IntStream.range(0, values.length)
                        .mapToObj((index) -> new double[] {
                            END.minus(Duration.ofHours(12)).getEpochSecond() + (first + index + 1) * 360.0,
                            values[index]
                        })
                        .toList());
    }

    private static Line owned(String user, int first, double... bytes) {
        return line(Map.of("instance", "a:1", "gpu", "3", "uuid", "GPU-a", "user", user), first, bytes);
    }

    private static List<@Nullable Integer> part(Past gpu, int from, int to) {
        return gpu.utilization().subList(from, to);
    }

    @Test
    void eachStepHasItsClassItsUtilizationAndItsLargestOwner() {
        Map<String, String> unidentified = Map.of("instance", "a:1", "gpu", "3");
        this.utilization =
                List.of(line(GPULSE, 118, 96.6, Double.NaN), line(DCGM, 0, 100, 5000), line(unidentified, 0, 50));
        this.classes = List.of(line(GPULSE, 116, 99, 5, 5, 2));
        this.owners = List.of(owned("anna", 0, 5, 5, 1), owned("ben", 2, 3, 3));

        FleetPastResponse read = read();

        assertThat(read.from()).isEqualTo("2026-11-19T21:54:00Z");
        assertThat(read.to()).isEqualTo(END);
        assertThat(read.problem()).isNull();
        assertThat(read.gpus()).hasSize(1);
        Past gpu = read.gpus().get(0);
        assertThat(gpu.instance()).isEqualTo("a:1");
        assertThat(gpu.index()).isEqualTo(3);
        assertThat(gpu.uuid()).isEqualTo("GPU-a");
        assertThat(gpu.classes()).hasSize(120).startsWith("---").endsWith("-552");
        assertThat(gpu.utilization()).hasSize(120);
        assertThat(part(gpu, 117, 120)).containsExactly(null, 97, null);
        assertThat(part(gpu, 0, 3)).containsExactly(1, 50, null);
        assertThat(gpu.owners()).containsExactly(new Owner("anna", 0, 1), new Owner("ben", 2, 3));
        assertThat(this.asked)
                .containsOnly("2026-11-19T22:00:00Z 2026-11-20T09:54:00Z PT6M")
                .hasSize(3);
        assertThat(read.withoutUsers().gpus().get(0).owners()).isNull();
    }

    @Test
    void valuesOutsideOfTheSpanAndOfNoPairAreLeftOut() {
        this.utilization = List.of(
                line(GPULSE, -1, 1), line(GPULSE, 120, 1), new Line(GPULSE, List.of(new double[0], new double[1])));

        assertThat(read().gpus().get(0).utilization()).containsOnlyNulls();
    }

    @Test
    void theEngineIsAskedOnceInAStep() {
        read();
        read();
        assertThat(this.asked).hasSize(3);

        this.scheduler.advanceTimeBy(Duration.ofMinutes(6));
        read();
        assertThat(this.asked).hasSize(6);
    }

    @Test
    void aFailureIsASentenceAndIsTriedAgainSoon() {
        this.fails = true;
        assertThat(read().problem()).startsWith("The connection ended");
        assertThat(read().gpus()).isEmpty();

        this.fails = false;
        this.scheduler.advanceTimeBy(Duration.ofSeconds(15));
        assertThat(read().problem()).isNull();
    }
}
