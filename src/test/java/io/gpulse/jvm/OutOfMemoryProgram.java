package io.gpulse.jvm;

import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** Runs out of memory on a thread of Reactor, in a process of its own, which then waits for ever. */
public final class OutOfMemoryProgram {

    private OutOfMemoryProgram() {}

    public static void main(String... arguments) throws InterruptedException {
        FatalErrors.install(new ProcessTerminator());
        List<long[]> kept = new ArrayList<>();
        Flux.<long[]>generate((sink) -> sink.next(new long[1 << 12]))
                .subscribeOn(Schedulers.boundedElastic())
                .onErrorComplete()
                .subscribe(kept::add);
        Thread.currentThread().join();
    }
}
