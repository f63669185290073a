package io.gpulse.stream;

import java.util.concurrent.atomic.AtomicInteger;

/** Runs a step for each call, never two at once: the first caller also runs the steps of concurrent calls. */
public final class SerializedDrain {

    private final AtomicInteger signals = new AtomicInteger();

    public void run(Runnable step) {
        if (this.signals.getAndIncrement() != 0) {
            return;
        }
        int handled = 1;
        do {
            step.run();
            handled = this.signals.addAndGet(-handled);
        } while (handled != 0);
    }
}
