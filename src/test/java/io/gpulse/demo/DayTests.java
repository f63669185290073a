package io.gpulse.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DayTests {

    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

    /** 14:32:10 local time. */
    private static final Instant START = Instant.parse("2026-09-14T12:32:10Z");

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int MINUTES = 24 * 60;

    private final Day day = new Day(START, ZONE);
    private final DemoPast past = new DemoPast(Duration.ofHours(24), this.day, DemoNvml.boards(8, false));

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 5, 9, 12, 16, 18, 22})
    void whateverTheHourOneGpuIsFreeAtTheStartAndTheOthersAreUsed(int hour) {
        Instant start = Instant.parse("2026-11-20T00:11:07Z").plus(Duration.ofHours(hour));
        Day started = new Day(start, ZoneOffset.UTC);

        List<List<String>> users = IntStream.range(0, 8)
                .mapToObj((gpu) -> started.on(new Board(gpu), start).stream()
                        .map((running) -> running.job().user())
                        .toList())
                .toList();

        assertThat(users)
                .containsExactly(
                        List.of("mchen"),
                        List.of("mchen"),
                        List.of("mchen"),
                        List.of("mchen"),
                        List.of("jlopez", "tbauer"),
                        List.of("serving"),
                        List.of("serving", "serving"),
                        List.of());
    }

    @Test
    void theScriptIsAtItsTimesOfTheDay() {
        assertThat(on(1, "2026-09-13T16:00:00Z")).isEmpty();
        assertThat(on(1, "2026-09-13T16:02:00Z")).containsExactly("mchen train.py");
        assertThat(on(1, "2026-09-13T15:03:59Z")).containsExactly("asharma sweep.py");
        assertThat(on(3, "2026-09-13T15:03:59Z")).isEmpty();
        assertThat(on(7, "2026-09-13T23:46:59Z")).containsExactly("akaya finetune.py");
        assertThat(on(7, "2026-09-13T23:47:00Z")).isEmpty();
        assertThat(on(7, "2026-09-14T11:44:00Z")).containsExactly("akaya finetune.py");
        assertThat(on(7, "2026-09-14T11:45:00Z")).isEmpty();
    }

    @Test
    void theTrainingStoodStillBeforeItEndedInTheNight() {
        for (int gpu = 0; gpu < 4; gpu++) {
            BoardState stuck = state(gpu, Instant.parse("2026-09-14T01:15:00Z"));
            assertThat(stuck.utilization()).isEqualTo(100);
            assertThat(stuck.power()).isBetween(188_000L, 192_000L);
            assertThat(state(gpu, Instant.parse("2026-09-14T01:11:00Z")).power())
                    .isGreaterThan(300_000);
            assertThat(state(gpu, Instant.parse("2026-09-14T01:20:30Z")).power())
                    .isLessThan(80_000);
        }
    }

    @Test
    void everyRunHasAPidAndAStartOfItsOwn() {
        Set<Job.Running> all = new HashSet<>();
        for (int minute = -MINUTES; minute < 3 * MINUTES; minute++) {
            Instant at = START.plus(MINUTE.multipliedBy(minute));
            List<Job.Running> now = IntStream.range(0, 16)
                    .mapToObj(Board::new)
                    .flatMap((board) -> this.day.on(board, at).stream())
                    .toList();
            assertThat(now).extracting(Job.Running::pid).doesNotHaveDuplicates();
            assertThat(now).allMatch((running) -> !running.startedAt().isAfter(at));
            now.forEach((running) -> assertThat(this.day.nameOf(running.pid(), at))
                    .contains(running.job().program()));
            all.addAll(now);
        }
        assertThat(all).extracting(Job.Running::pid).doesNotHaveDuplicates();
        assertThat(all).hasSizeGreaterThan(80);
    }

    @Test
    void otherDaysHaveTheSameRunsAtOtherTimes() {
        List<Instant> starts = Stream.iterate(2, (days) -> days + 1)
                .limit(4)
                .map((days) -> START.plus(Duration.ofDays(days)).minus(Duration.ofHours(9)))
                .map((night) -> this.day.on(new Board(0), night).get(0).startedAt())
                .map((start) -> start.atZone(ZONE)
                        .toLocalTime()
                        .atDate(START.atZone(ZONE).toLocalDate())
                        .atZone(ZONE)
                        .toInstant())
                .toList();

        Instant scripted = Instant.parse("2026-09-14T01:26:00Z");
        assertThat(starts)
                .doesNotHaveDuplicates()
                .allSatisfy(
                        (start) -> assertThat(Duration.between(scripted, start).abs())
                                .isLessThanOrEqualTo(Duration.ofMinutes(27)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void energyOfADayNeverFallsAndIsTheSumOfThePower(int gpu) {
        long before = state(gpu, START.minus(Duration.ofHours(24))).energy();
        long first = before;
        double joules = 0;
        for (int second = -24 * 3600 + 1; second <= 2 * 3600; second++) {
            BoardState state = state(gpu, START.plusSeconds(second));
            joules += state.before(0.5).powerNow() / 1000.0;
            assertThat(state.energy()).isGreaterThan(before);
            before = state.energy();
        }
        assertThat((before - first) / 1000.0).isCloseTo(joules, within(joules * 0.004));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void noLineOfABusyGpuIsLevelForAQuarterOfAnHour(int gpu) {
        int utilization = this.past.metrics().indexOf(Metric.UTILIZATION_GPU);
        double[] means = IntStream.range(0, MINUTES)
                .mapToDouble((minute) ->
                        this.past.means(gpu, START.minus(MINUTE.multipliedBy(MINUTES - minute)), MINUTE)[utilization])
                .toArray();
        int busy = 0;
        for (int from = 0; from + 15 <= MINUTES; from++) {
            double[] quarter = Arrays.copyOfRange(means, from, from + 15);
            if (Arrays.stream(quarter).allMatch((mean) -> mean > 1)) {
                busy++;
                assertThat(Arrays.stream(quarter).max().orElseThrow()
                                - Arrays.stream(quarter).min().orElseThrow())
                        .as("from minute %d", from)
                        .isGreaterThan(2);
            }
        }
        assertThat(busy).isGreaterThan(60);
    }

    @Test
    void aStoppedGpulseHasNoRecords() {
        assertThat(this.past.isRecorded(Instant.parse("2026-09-14T02:11:59Z"))).isTrue();
        assertThat(this.past.isRecorded(Instant.parse("2026-09-14T02:12:00Z"))).isFalse();
        assertThat(this.past.isRecorded(Instant.parse("2026-09-14T02:34:00Z"))).isTrue();
        assertThat(new Day(Instant.parse("2026-09-14T02:20:00Z"), ZONE)
                        .isRecorded(Instant.parse("2026-09-14T02:19:00Z")))
                .isTrue();
    }

    @Test
    void theNamesOfProcessesThatEndedAreNotKnown() {
        Job.Running ended = this.day.on(new Board(7), START.minus(Duration.ofHours(1))).stream()
                .min(Comparator.comparing(Job.Running::pid))
                .orElseThrow();

        assertThat(this.day.nameOf(ended.pid(), START)).isEmpty();
    }

    private List<String> on(int gpu, String at) {
        return this.day.on(new Board(gpu), Instant.parse(at)).stream()
                .map((running) -> running.job().user() + " " + running.job().name())
                .toList();
    }

    private BoardState state(int gpu, Instant at) {
        return BoardState.of(this.day, new Board(gpu), at);
    }
}
