package io.gpulse.stream;

import java.util.concurrent.atomic.AtomicInteger;

/** Takes one step after the other, never two at once: one caller works for all who come meanwhile. */
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
