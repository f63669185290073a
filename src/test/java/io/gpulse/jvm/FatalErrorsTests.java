package io.gpulse.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Wait;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class FatalErrorsTests {

    /** Errors of the test before may still be logged. */
    private final List<VirtualMachineError> met = new CopyOnWriteArrayList<>();

    @BeforeEach
    void install() {
        FatalErrors.install(this.met::add);
        FatalErrors.watchLog();
    }

    @AfterEach
    void uninstall() {
        FatalErrors.uninstall();
    }

    static List<Named<Consumer<Runnable>>> pools() {
        return List.of(
                Named.of("a thread", (thrower) -> new Thread(thrower).start()),
                Named.of("an executor", FatalErrorsTests::inExecutor),
                Named.of(
                        "a single thread of Reactor",
                        (thrower) -> Schedulers.single().schedule(thrower)),
                Named.of(
                        "an elastic thread of Reactor",
                        (thrower) -> Schedulers.boundedElastic().createWorker().schedule(thrower)),
                Named.of(
                        "a timer of Reactor",
                        (thrower) -> Schedulers.parallel().schedulePeriodically(thrower, 0, 1, TimeUnit.HOURS)),
                Named.of("an operator of Reactor", FatalErrorsTests::inOperator),
                Named.of(
                        "a callable of Reactor",
                        (thrower) -> Mono.fromRunnable(thrower)
                                .subscribeOn(Schedulers.boundedElastic())
                                .onErrorComplete()
                                .subscribe()),
                Named.of(
                        "a future",
                        (thrower) -> Mono.fromFuture(CompletableFuture.runAsync(thrower))
                                .subscribe()),
                Named.of("an event loop of Netty", FatalErrorsTests::inEventLoop));
    }

    private static void inOperator(Runnable thrower) {
        Flux.interval(Duration.ZERO, Duration.ofHours(1))
                .doOnNext((tick) -> thrower.run())
                .onErrorComplete()
                .subscribe();
    }

    private static void inExecutor(Runnable thrower) {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        executor.execute(thrower);
        executor.shutdown();
    }

    private static void inEventLoop(Runnable thrower) {
        EventLoop loop = new DefaultEventLoop();
        loop.execute(thrower);
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @MethodSource("pools")
    void anOutOfMemoryErrorEndsTheProcessFrom(Consumer<Runnable> pool) {
        OutOfMemoryError fatal = new OutOfMemoryError("thrown by the test");

        pool.accept(() -> {
            throw fatal;
        });

        Wait.until(() -> this.met.contains(fatal));
    }

    @ParameterizedTest
    @MethodSource("pools")
    void anInternalErrorEndsTheProcessFrom(Consumer<Runnable> pool) {
        InternalError fatal = new InternalError("thrown by the test");

        pool.accept(() -> {
            throw fatal;
        });

        Wait.until(() -> this.met.contains(fatal));
    }

    @Test
    void theLimitOfDirectMemoryEndsNoProcess() {
        OutOfMemoryError ofTheJvm =
                new OutOfMemoryError("Cannot reserve 16384 bytes of direct buffer memory (allocated: 134211661)");
        OutOfMemoryError ofNetty =
                new OutOfMemoryError("failed to allocate 16384 byte(s) of direct memory (used: 134211661)");

        FatalErrors.check(new IllegalStateException(ofTheJvm));
        FatalErrors.check(ofNetty);

        assertThat(this.met).doesNotContain(ofTheJvm, ofNetty);
    }

    @Test
    void aFatalErrorIsFoundAmongTheCausesOfALoggedError() {
        OutOfMemoryError fatal = new OutOfMemoryError("thrown by the test");

        LoggerFactory.getLogger("io.gpulse.web.Test")
                .debug("{} {} {} failed", 1, 2, 3, new IllegalStateException(new RuntimeException(fatal)));

        assertThat(this.met).contains(fatal);
    }

    @Test
    void everyOtherErrorLeavesTheProcessAlone() {
        assertThat(FatalErrorsOfTest.metBy(() -> {
                    FatalErrors.check(new StackOverflowError());
                    FatalErrors.check(new NoClassDefFoundError("thrown by the test"));
                    FatalErrors.check(new IllegalStateException(new AssertionError("thrown by the test")));
                    FatalErrors.check(null);
                }))
                .isEmpty();
    }

    @Test
    void circularCausesEnd() {
        RuntimeException first = new RuntimeException("thrown by the test");
        RuntimeException second = new RuntimeException(first);
        first.initCause(second);

        assertThat(FatalErrorsOfTest.metBy(() -> FatalErrors.check(first))).isEmpty();
    }
}
