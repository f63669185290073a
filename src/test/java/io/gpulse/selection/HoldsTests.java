package io.gpulse.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.device.GpuSample;
import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.testing.Instances;
import io.gpulse.testing.Snapshots;
import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HoldsTests {

    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final FreeGpu FIRST = FreeGpu.of(Snapshots.gpu(0));
    private static final FreeGpu SECOND = FreeGpu.of(Snapshots.gpu(1));
    private static final Snapshot IDLE = round(Snapshots.gpu(0), Snapshots.gpu(1));

    private Snapshot round = IDLE;
    private long nanos = Long.MAX_VALUE - 5;
    private final Holds holds = new Holds(() -> this.round, InstantSource.fixed(NOW), () -> this.nanos);

    private static Snapshot round(GpuSample... gpus) {
        return Snapshots.of(0, Snapshots.NVML, List.of(gpus));
    }

    private static Holds.Request of(String caller, int seconds) {
        return new Holds.Request(caller, "anna", Duration.ofSeconds(seconds), false);
    }

    private static GpuSample used(int index, int... pids) {
        return Snapshots.gpu(index)
                .with(IntStream.of(pids).mapToObj(HoldsTests::process).toList());
    }

    private static ProcessSample process(int pid) {
        return new ProcessSample(pid, ProcessSample.Type.COMPUTE, "python", null, Readings.of(Map.of()));
    }

    private Set<String> held() {
        return this.holds.holders(false).keySet();
    }

    private Set<String> at(Snapshot now) {
        this.round = now;
        return held();
    }

    private void pass(int seconds) {
        this.nanos += Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void aHoldEndsByTime() {
        Hold hold = this.holds.add(of("a", 60), List.of(FIRST));

        assertThat(hold.until()).isEqualTo(NOW.plusSeconds(60));
        pass(59);
        assertThat(this.holds.holders(false).get(FIRST.key()).words()).isEqualTo("held for 1 s by anna");
        long version = this.holds.version();
        pass(1);
        assertThat(this.holds.version()).isGreaterThan(version);
        assertThat(held()).isEmpty();
        assertThat(this.holds.renew(hold.id(), "a", Duration.ofSeconds(60))).isEmpty();
        assertThat(this.holds.release(hold.id(), "a")).isFalse();
    }

    @Test
    void aRenewedHoldEndsLater() {
        Hold hold = this.holds.add(of("a", 60), List.of(FIRST));
        pass(50);

        assertThat(this.holds.renew(hold.id(), "a", Duration.ofSeconds(30)).orElseThrow())
                .isEqualTo(new Hold(hold.id(), "anna", List.of(FIRST), hold.environment(), NOW.plusSeconds(30)));
        pass(29);
        assertThat(held()).hasSize(1);
        assertThat(this.holds.renew(hold.id(), "b", Duration.ofSeconds(30))).isEmpty();
        assertThat(this.holds.release(hold.id(), "b")).isFalse();
        assertThat(this.holds.release(hold.id(), "a")).isTrue();
        assertThat(held()).isEmpty();
    }

    @Test
    void aHoldIsRenewedForAnHourAtMost() {
        String id = this.holds.add(of("a", 120), List.of(FIRST)).id();
        for (int minute = 1; minute < 60; minute++) {
            pass(60);
            assertThat(this.holds.renew(id, "a", Duration.ofSeconds(120))).isPresent();
        }

        assertThat(this.holds.holders(false).get(FIRST.key()).until()).isEqualTo(NOW.plusSeconds(60));
        pass(60);
        assertThat(this.holds.renew(id, "a", Duration.ofSeconds(120))).isEmpty();
    }

    @Test
    void aGpuLeavesTheHoldWhenANewProcessIsOnIt() {
        this.round = round(used(0, 7), Snapshots.gpu(1));
        Hold hold = this.holds.add(of("a", 60), List.of(FIRST, SECOND));

        assertThat(at(round(used(0, 7), Snapshots.gpu(1)))).containsOnly(FIRST.key(), SECOND.key());
        assertThat(at(round(used(0, 7, 8), Snapshots.gpu(1)))).containsOnly(SECOND.key());
        Hold rest = this.holds.renew(hold.id(), "a", Duration.ofSeconds(60)).orElseThrow();
        assertThat(rest.gpus()).containsExactly(SECOND);
        assertThat(rest.environment()).isEqualTo(hold.environment());
        assertThat(at(round(used(0, 8), used(1, 9)))).isEmpty();
    }

    @Test
    void aHeldGpuIsKnownByItsUuid() {
        this.holds.add(of("a", 60), List.of(FIRST));
        GpuSample moved = Snapshots.gpu(1).with(List.of(process(7)));

        assertThat(at(round(moved))).containsOnly(FIRST.key());
    }

    @Test
    void aProcessOnAnotherInstanceDoesNotEndTheHoldOfAnInstance() {
        List<MigSample> instances = Instances.ofH100();
        GpuSample split = Instances.split(Snapshots.gpu(0), instances);
        FreeGpu held = new FreeGpu(0, instances.get(2).uuid());
        this.round = round(split);
        this.holds.add(of("a", 60), List.of(held));

        ProcessSample other = process(7).on(instances.get(3).place());
        ProcessSample own = process(8).on(instances.get(2).place());
        assertThat(at(round(split.with(List.of(other))))).hasSize(1);
        // An instance whose read failed is missing in a round.
        assertThat(at(round(Snapshots.gpu(0).with(List.of(other, own))))).hasSize(1);
        assertThat(at(round(split.with(List.of(other, own))))).isEmpty();
    }

    @Test
    void anOfferConcernsOnlyRequestsThatWait() {
        this.holds.add(new Holds.Request("", "x", Duration.ofSeconds(10), true), List.of(FIRST));

        assertThat(held()).isEmpty();
        assertThat(this.holds.holders(true)).containsOnlyKeys(FIRST.key());
    }

    @Test
    void theNumbersOfHoldsAreLimited() {
        IntStream.range(0, Holds.MOST)
                .forEach((n) -> this.holds.add(of("caller " + n / Holds.MOST_OF_CALLER, 60), List.of(FIRST)));

        assertThatThrownBy(() -> this.holds.add(of("another", 60), List.of(FIRST)))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("limit of 64 holds");
        pass(60);
        IntStream.range(0, Holds.MOST_OF_CALLER).forEach((n) -> this.holds.add(of("another", 60), List.of(FIRST)));
        assertThatThrownBy(() -> this.holds.add(of("another", 60), List.of(FIRST)))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("limit of 16 holds");
        this.holds.add(of("one more", 60), List.of(FIRST));
    }
}
