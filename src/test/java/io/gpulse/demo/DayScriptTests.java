package io.gpulse.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvent.EventSubject;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The days of demos with sixteen GPUs and with one. */
class DayScriptTests {

    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

    /** 14:32:10 local time. */
    private static final Instant START = Instant.parse("2026-09-14T12:32:10Z");

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int MINUTES = 24 * 60;

    @Test
    void sixteenGpusHaveOneTrainingOnEightAndProgramsOfOthersOnTheRest() {
        Day day = day(16);

        assertThat(IntStream.range(0, 16).mapToObj((gpu) -> on(day, gpu, START)))
                .containsExactly(
                        "mchen pretrain_gpt.py",
                        "mchen pretrain_gpt.py",
                        "mchen pretrain_gpt.py",
                        "mchen pretrain_gpt.py",
                        "mchen pretrain_gpt.py",
                        "mchen pretrain_gpt.py",
                        "mchen pretrain_gpt.py",
                        "mchen pretrain_gpt.py",
                        "serving tritonserver",
                        "serving tritonserver",
                        "",
                        "jlopez ipykernel",
                        "",
                        "serving tritonserver",
                        "akaya finetune.py",
                        "");
        assertThat(on(day, 10, Instant.parse("2026-09-13T20:00:00Z"))).isEqualTo("asharma rag_index.py");
        assertThat(on(day, 15, Instant.parse("2026-09-14T10:00:00Z"))).isEqualTo("jlopez embed_corpus.py");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 5, 9, 12, 16, 19, 22})
    void whateverTheHourOneOfSixteenGpusIsFreeAtTheStartAndTheTrainingRuns(int hour) {
        Instant start = Instant.parse("2026-11-20T00:11:07Z").plus(Duration.ofHours(hour));
        Day day = new Day(start, ZoneOffset.UTC, DayScript.of(16));

        assertThat(IntStream.range(0, 8).mapToObj((gpu) -> on(day, gpu, start))).containsOnly("mchen pretrain_gpt.py");
        assertThat(IntStream.range(8, 16).mapToObj((gpu) -> on(day, gpu, start)))
                .contains("");
        assertThat(reports(day, 16, start)).hasSize(1);
    }

    @Test
    void theLimitOfAGpuIsLoweredWhereItsFineTuningIsThrottled() {
        Day day = day(16);
        Instant noon = START.minus(Duration.ofHours(2));

        assertThat(IntStream.range(0, 16)
                        .filter((gpu) ->
                                BoardState.of(day, new Board(gpu), noon).powerLimit() < 700_000))
                .containsExactly(14);
        assertThat(BoardState.of(day, new Board(14), START).capped(3600)).isBetween(0.3, 0.8);
        assertThat(BoardState.of(day(1), new Board(0), noon).powerLimit()).isEqualTo(700_000);
    }

    @Test
    void theFineTuningOfTheOnlyGpuEndsWithAFaultInTheNightAndIsStartedAgainInTheMorning() {
        Day day = day(1);

        Instant fault = Instant.parse("2026-09-14T01:12:33Z");

        assertThat(reports(day, 1, START))
                .containsExactly(new DriverEvent.Xid(fault, new EventSubject(0, new Board(0).uuid()), 31));
        assertThat(on(day, 0, fault)).isEqualTo("akaya finetune.py");
        assertThat(on(day, 0, Instant.parse("2026-09-14T01:13:00Z"))).isEmpty();
        assertThat(on(day, 0, Instant.parse("2026-09-14T07:04:00Z"))).isEmpty();
        assertThat(on(day, 0, START)).isEqualTo("akaya finetune.py");
        assertThat(on(day, 0, Instant.parse("2026-09-13T15:00:00Z"))).isEqualTo("akaya ComfyUI");
    }

    @Test
    void theProgramsInInstancesBeginAndEnd() {
        Day day = day(8);
        Instant before = Instant.parse("2026-09-13T15:45:00Z");
        SplitBoard.Instance first = SplitBoard.INSTANCES.get(0);
        BoardState idle = BoardState.of(day, Board.split(), before);

        assertThat(on(day, Board.split(), START)).isEqualTo("mchen train.py, serving tritonserver, jlopez ipykernel");
        assertThat(on(day, Board.split(), before)).isEqualTo("serving tritonserver, jlopez ipykernel");
        assertThat(SplitFigures.sample(first, idle, 60).readings().number(Metric.MIG_PROCESSES))
                .hasValue(0);
        assertThat(idle.watts(60))
                .isLessThan(BoardState.of(day, Board.split(), START).watts(60) - 50);
        assertThat(idle.memoryUsed())
                .isLessThan(BoardState.of(day, Board.split(), START).memoryUsed());
    }

    @ParameterizedTest
    @CsvSource({"16, 0", "16, 8", "16, 10", "16, 11", "16, 13", "16, 14", "16, 15", "1, 0"})
    void noLineOfABusyGpuIsLevelForAQuarterOfAnHour(int gpus, int gpu) {
        DemoPast past = new DemoPast(Duration.ofHours(24), day(gpus), DemoNvml.boards(gpus, false));
        int utilization = past.metrics().indexOf(Metric.UTILIZATION_GPU);
        double[] means = IntStream.range(0, MINUTES)
                .mapToDouble((minute) ->
                        past.means(gpu, START.minus(MINUTE.multipliedBy(MINUTES - minute)), MINUTE)[utilization])
                .toArray();

        List<double[]> busy = IntStream.rangeClosed(0, MINUTES - 15)
                .mapToObj((from) -> Arrays.copyOfRange(means, from, from + 15))
                .filter((quarter) -> Arrays.stream(quarter).allMatch((mean) -> mean > 1))
                .toList();

        assertThat(busy)
                .hasSizeGreaterThan(60)
                .allSatisfy((quarter) -> assertThat(Arrays.stream(quarter).max().orElseThrow()
                                - Arrays.stream(quarter).min().orElseThrow())
                        .isGreaterThan(2));
    }

    @Test
    void everyRunOfSixteenGpusHasAPidAndAStartOfItsOwn() {
        Day day = day(16);
        Set<Job.Running> all = new HashSet<>();
        for (int minute = -MINUTES; minute < 3 * MINUTES; minute += 3) {
            Instant at = START.plus(MINUTE.multipliedBy(minute));
            IntStream.range(0, 16).mapToObj(Board::new).forEach((board) -> all.addAll(day.on(board, at)));
        }

        assertThat(all).hasSizeGreaterThan(80).extracting(Job.Running::pid).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 7, 8, 9, 15})
    void otherNumbersRepeatTheDayOfEight(int gpus) {
        assertThat(DayScript.of(gpus)).isSameAs(DayScript.EIGHT);
    }

    private static Day day(int gpus) {
        return new Day(START, ZONE, DayScript.of(gpus));
    }

    private static List<DriverEvent> reports(Day day, int gpus, Instant start) {
        return new DemoPast(Duration.ofHours(24), day, DemoNvml.boards(gpus, false))
                .reports(start.minus(Duration.ofHours(24)), start);
    }

    private static String on(Day day, int gpu, Instant at) {
        return on(day, new Board(gpu), at);
    }

    private static String on(Day day, Board board, Instant at) {
        return String.join(
                ", ",
                day.on(board, at).stream()
                        .map((running) ->
                                running.job().user() + " " + running.job().name())
                        .toList());
    }
}
