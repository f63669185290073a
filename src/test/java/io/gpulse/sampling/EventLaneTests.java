package io.gpulse.sampling;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvents;
import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuState;
import io.gpulse.device.HostSample;
import io.gpulse.device.Readings;
import io.gpulse.device.SourceKind;
import io.gpulse.device.SourceUnavailableException;
import io.gpulse.testing.Wait;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Events of the driver, concurrent with the rounds, in one session after the other. */
class EventLaneTests {

    private static final Instant AT = Instant.parse("2026-11-20T10:00:00Z");

    private final SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 2);
    private final Stage stage = Stage.of(this.machine).hold("events");
    private final Queue<Await> awaits = new ArrayDeque<>();
    private final List<Duration> longest = new ArrayList<>();
    private final List<DriverEvent> received = new ArrayList<>();
    private int registered;
    private int freed;

    /** The result of a wait, in which a test lets time pass. */
    @FunctionalInterface
    private interface Await {
        List<DriverEvent> result() throws SourceUnavailableException;
    }

    EventLaneTests() {
        this.machine.events = () -> {
            this.registered++;
            return Optional.of(new Events());
        };
        this.stage.sampler.driverEvents().subscribe(this.received::add);
    }

    /** The events of a session, which ends its reports after the last one that a test defines. */
    private final class Events implements DriverEvents {

        @Override
        public List<DriverEvent> await(Duration atMost) throws SourceUnavailableException {
            EventLaneTests.this.longest.add(atMost);
            Await next = EventLaneTests.this.awaits.poll();
            if (next == null) {
                throw new SourceUnavailableException(new Diagnosis("no more", List.of(), List.of()));
            }
            return next.result();
        }

        @Override
        public Set<Integer> registered() {
            return Set.of(1);
        }

        @Override
        public void close() {
            EventLaneTests.this.freed++;
        }
    }

    @Test
    void eventsAreReportedInTheirOrderWhileRoundsContinue() {
        this.awaits.add(() -> List.of(xid(79), xid(154)));
        this.awaits.add(() -> {
            this.stage.await(ofMinutes(1));
            return List.of();
        });
        this.awaits.add(() -> List.of(xid(45)));

        this.stage.begin().release("events");

        assertThat(this.received).extracting("xid").containsExactly(79, 154, 45);
        assertThat(this.stage.seen).hasSize(61).allMatch((round) -> round.took().isZero());
        assertThat(this.longest).hasSize(4).allMatch((most) -> most.compareTo(ofSeconds(1)) <= 0);
    }

    @Test
    void aSessionWhoseEventsHaveEndedIsNotUsedAgain() {
        this.stage.begin().release("events").await(ofMinutes(5));

        assertThat(this.registered).isEqualTo(1);
        assertThat(this.freed).isEqualTo(1);
    }

    @Test
    void aDefectDoesNotEndTheEventsOfTheSession() {
        this.awaits.add(() -> {
            throw new IllegalStateException("a defect");
        });
        this.stage.begin().release("events");
        this.awaits.add(() -> List.of(xid(79)));

        this.stage.await(ofSeconds(9));
        assertThat(this.received).isEmpty();
        this.stage.await(ofSeconds(2));

        assertThat(this.received).extracting("xid").containsExactly(79);
        assertThat(this.registered).isEqualTo(2);
        assertThat(this.freed).isEqualTo(2);
    }

    @Test
    void aSessionWithoutEventsIsUsedOnce() {
        this.machine.events = () -> {
            this.registered++;
            return Optional.empty();
        };

        this.stage.begin().release("events").await(ofMinutes(5));

        assertThat(this.registered).isEqualTo(1);
        assertThat(this.stage.last().gpus()).hasSize(2);
    }

    @Test
    void eventsOfARenewedSessionAreRegisteredAfterThoseOfTheOldOneWereFreed() {
        this.awaits.add(() -> {
            this.machine.allReturn(Verdict.SESSION_OVER);
            this.stage.await(ofSeconds(1));
            assertThat(this.machine.closed).isZero();
            this.machine.verdicts.clear();
            return List.of(xid(79));
        });
        this.stage.begin().release("events");
        assertThat(this.freed).isEqualTo(1);

        this.awaits.add(() -> List.of(xid(13)));
        this.stage.await(ofSeconds(5));

        assertThat(this.registered).isEqualTo(2);
        assertThat(this.machine.opened).isEqualTo(2);
        assertThat(this.machine.closed).isEqualTo(1);
        assertThat(this.received).extracting("xid").containsExactly(79, 13);
    }

    @Test
    void aNewSessionWaitsForAWaitInProgressButNotForOneThatHangs() {
        Stage fast = new Stage(
                        new Sources("auto", List.of(this.machine), null),
                        () -> new HostSample("test", Readings.NONE),
                        ofMillis(100))
                .hold("events")
                .begin();
        this.machine.allReturn(Verdict.SESSION_OVER);

        fast.await(ofMillis(4900));
        int opened = this.machine.opened;
        this.machine.verdicts.clear();
        fast.await(ofSeconds(1));

        assertThat(opened).isEqualTo(1);
        assertThat(this.machine.opened).isEqualTo(2);
        assertThat(this.machine.closed).isZero();
    }

    @Test
    void theSessionIsNotClosedWhileAWaitHangs() {
        this.stage.begin().await(ofSeconds(2));

        this.stage.sampler.stop();

        assertThat(this.stage.completed).isTrue();
        assertThat(this.machine.closed).isZero();
        assertThat(this.stage.waitingOn("events")).isEqualTo(1);
    }

    @Test
    void aHangingWaitIsNotRepeated() {
        this.stage.begin().await(ofSeconds(2));
        this.machine.allReturn(Verdict.SESSION_OVER);

        this.stage.await(ofMinutes(5));

        assertThat(this.machine.opened).isGreaterThan(1);
        assertThat(this.stage.waitingOn("events")).isEqualTo(1);
        assertThat(this.machine.closed).isZero();
    }

    @Test
    void theSamplerThatStopsEndsTheStreamAndTheWaiting() {
        List<String> ends = new ArrayList<>();
        this.stage.sampler.driverEvents().doOnComplete(() -> ends.add("ended")).subscribe();
        this.awaits.add(() -> {
            this.stage.sampler.stop();
            return List.of(xid(79));
        });
        this.awaits.add(() -> List.of(xid(13)));

        this.stage.begin().release("events");

        assertThat(ends).containsExactly("ended");
        assertThat(this.awaits).hasSize(1);
        assertThat(this.freed).isEqualTo(1);
        assertThat(this.received).isEmpty();
    }

    @Test
    void aSlowSubscriberMissesTheOldestAndDelaysNoOther() {
        List<DriverEvent> slow = new ArrayList<>();
        BaseSubscriber<DriverEvent> subscriber = new BaseSubscriber<>() {

            @Override
            protected void hookOnSubscribe(Subscription subscription) {}

            @Override
            protected void hookOnNext(DriverEvent event) {
                slow.add(event);
            }
        };
        this.stage.sampler.driverEvents().subscribe(subscriber);
        IntStream.range(0, 300).forEach((number) -> this.awaits.add(() -> List.of(xid(number))));

        this.stage.begin().release("events");
        subscriber.requestUnbounded();

        assertThat(this.received).hasSize(300);
        assertThat(slow).extracting("xid").startsWith(44, 45).endsWith(299).hasSize(256);
    }

    @Test
    void aDefectOfTheLaneEndsNeitherTheRoundsNorTheStream() {
        this.awaits.add(() -> {
            throw new IllegalStateException("a mistake of ours");
        });

        this.stage.begin().release("events").await(ofSeconds(3));

        assertThat(this.stage.gpu(0).state()).isEqualTo(GpuState.OK);
        assertThat(this.freed).isEqualTo(1);
        assertThat(this.registered).isEqualTo(1);
    }

    @Test
    void theFeedDeliversOnASeparateThread() {
        Flux<DriverEvent> events =
                new SamplingConfiguration().driverEventFeed(this.stage.sampler).events();
        List<String> threads = new ArrayList<>();
        this.awaits.add(() -> List.of(xid(79)));

        Mono<DriverEvent> last = events.doOnNext(
                        (event) -> threads.add(Thread.currentThread().getName()))
                .next()
                .cache();
        last.subscribe();
        this.stage.begin().release("events");

        assertThat(last.block(Wait.PATIENCE)).isEqualTo(xid(79));
        assertThat(threads).doesNotContain(Thread.currentThread().getName());
    }

    private static DriverEvent xid(int number) {
        return new DriverEvent.Xid(AT, new DriverEvent.EventSubject(0, "NVML-0"), number);
    }
}
