package io.gpulse.notify;

import io.gpulse.history.HistoryReader;
import io.gpulse.history.HistoryWriter;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.web.HistoryState;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Stores the states of the receivers in the history, and restores those of the previous run. */
final class NotificationArchive {

    private final HistoryReader reader;
    private final HistoryWriter writer;
    private final AtomicReference<@Nullable Map<String, String>> found = new AtomicReference<>();
    private volatile @Nullable Map<String, String> latest;
    private volatile boolean restored;

    NotificationArchive(HistoryReader reader, HistoryWriter writer) {
        this.reader = reader;
        this.writer = writer;
        writer.whenOpened(this::open);
    }

    /** Restores the states from the first file; another file gets those of now. Runs on the thread that writes. */
    private void open(HistoryStore file) {
        if (!this.restored) {
            this.found.set(file.notifications().all());
            this.restored = true;
        } else if (this.latest != null) {
            file.notifications().put(this.latest);
        }
    }

    /** Returns whether earlier states are restored, or cannot be restored now. */
    boolean isReady() {
        // A file that is open has been read by this archive a moment later.
        HistoryState state = this.reader.state();
        return this.restored || (state != HistoryState.OPENING && state != HistoryState.RECORDING);
    }

    /** Returns the states of the previous run, once. */
    Optional<Map<String, String>> takeRestored() {
        return Optional.ofNullable(this.found.getAndSet(null));
    }

    /** Stores the states in place of all earlier ones, where there is a file. */
    Mono<Boolean> store(Map<String, String> states) {
        this.latest = states;
        return this.reader.isOpen()
                ? this.writer.write((store) -> {
                    store.notifications().put(states);
                    return true;
                })
                : Mono.just(false);
    }
}
