package io.gpulse.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.rounds.Rounds.Recent;
import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;

/** The recent rounds in memory. */
class RoundsTests {

    private static final Source DEMO = new Source(SourceKind.DEMO, true, "580.95.05", "13.580.95", "13.0", null);
    private static final long BEGINNING = Snapshots.numbered(0).takenAt().toEpochMilli();

    private final Sinks.Many<Snapshot> feed = Sinks.many().multicast().directBestEffort();
    private final Rounds recent = new Rounds(this.feed.asFlux());

    @BeforeEach
    void start() {
        this.recent.start();
    }

    @AfterEach
    void stop() {
        assertThat(this.recent.failures()).isEmpty();
        this.recent.stop();
    }

    private void takes(Snapshot round) {
        this.feed.tryEmitNext(round).orThrow();
    }

    private Recent all() {
        return this.recent.between(0, Long.MAX_VALUE);
    }

    @Test
    void roundsOlderThanFifteenMinutesAreDropped() {
        IntStream.rangeClosed(0, 901).forEach((n) -> takes(Snapshots.of(n, Snapshots.NVML, List.of())));

        assertThat(all().rounds()).hasSize(901);
        assertThat(all().since()).isEqualTo(BEGINNING + 1000);
    }

    @Test
    void roundsOfManyProcessesAreDroppedSooner() {
        ProcessSample process = new ProcessSample(1, ProcessSample.Type.COMPUTE, "python", null, Readings.NONE);
        List<ProcessSample> processes =
                IntStream.range(0, 5000).mapToObj((pid) -> process).toList();
        GpuSample gpu = Snapshots.gpu(0).with(processes);

        IntStream.range(0, 100).forEach((n) -> takes(Snapshots.of(n, Snapshots.NVML, List.of(gpu))));

        assertThat(all().rounds()).hasSizeBetween(40, 70);
    }

    @Test
    void whenTheClockIsSetBackTheRoundsInItsFutureAreDropped() {
        takes(Snapshots.numbered(1));
        takes(Snapshots.numbered(2));
        takes(Snapshots.numbered(3));

        takes(Snapshots.numbered(2));

        assertThat(all().rounds()).extracting(Rounds.Round::at).containsExactly(BEGINNING + 1000, BEGINNING + 2000);
    }

    @Test
    void simulatedRoundsDoNotContinueRealOnes() {
        takes(Snapshots.numbered(1));

        takes(Snapshots.of(2, DEMO, List.of(Snapshots.gpu(1))));

        assertThat(all().rounds()).hasSize(1);
        assertThat(all().lastOf()).containsOnlyKeys(Snapshots.identity(1).uuid());
        assertThat(all().simulated()).isTrue();
    }

    @Test
    void aSpanIsCompleteWithTheRoundAfterWhichNoneBeginsInIt() {
        List<Long> complete = new ArrayList<>();
        this.recent
                .roundsUntil(BEGINNING + Duration.ofSeconds(2).toMillis())
                .subscribe((round) -> complete.add(round.at()));

        takes(Snapshots.numbered(0));
        takes(Snapshots.numbered(1));
        assertThat(complete).isEmpty();
        takes(Snapshots.numbered(2));

        assertThat(complete).containsExactly(BEGINNING + 2000);
    }
}
