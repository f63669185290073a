package io.gpulse.insight.silence;

import io.gpulse.history.HistoryReader;
import io.gpulse.history.HistoryWriter;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.history.sqlite.SilenceStore.StoredSilence;
import io.gpulse.web.HistoryState;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Stores silences with the history, and restores those of an earlier gpulse. */
final class SilenceArchive implements SmartLifecycle {

    /** There is no file that gpulse may write to, and waiting does not help: silences end with the process. */
    private static final Set<HistoryState> WITHOUT_FILE =
            EnumSet.of(HistoryState.OFF, HistoryState.LOCKED, HistoryState.REFUSED);

    private static final Duration FIRST_RETRY = Duration.ofMillis(200);
    private static final Duration LAST_RETRY = Duration.ofMinutes(1);

    private final Silences silences;
    private final HistoryReader reader;
    private final HistoryWriter writer;
    private final Disposable.Swap restoring = Disposables.swap();
    private volatile boolean running;

    /** The ids of silences that the file had when it was written last. */
    private volatile Set<String> inFile = Set.of();

    SilenceArchive(Silences silences, HistoryReader reader, HistoryWriter writer) {
        this.silences = silences;
        this.reader = reader;
        this.writer = writer;
        writer.whenOpened(this::write);
    }

    /** Stores all silences that were made; fails when they should be stored and cannot be now. */
    Mono<Void> store() {
        return Mono.defer(() -> {
                    return isWithoutFile()
                            ? Mono.<Boolean>empty()
                            : this.writer.write((store) -> {
                                put(store);
                                return true;
                            });
                })
                .then();
    }

    /** Read by the thread that writes: one that it has just deleted is not stored again. */
    private Set<String> put(HistoryStore store) {
        List<StoredSilence> made =
                this.silences.made().stream().map(Silence::stored).toList();
        store.silences().put(made, this.reader.now().toEpochMilli());
        Set<String> ids = made.stream().map(StoredSilence::id).collect(Collectors.toUnmodifiableSet());
        if (this.reader.state() != HistoryState.MEMORY_ONLY) {
            this.inFile = ids;
        }
        return ids;
    }

    /** A file that takes the place of memory, or of another file, gets what changed meanwhile. */
    private void write(HistoryStore file) {
        Set<String> before = this.inFile;
        Set<String> now = put(file);
        before.stream()
                .filter((id) -> !now.contains(id))
                .forEach((id) -> file.silences().delete(id));
        this.inFile = now;
    }

    /** Removes a silence from the store; fails when it should be removed and cannot be now. */
    Mono<Void> delete(String id) {
        return Mono.defer(() -> isWithoutFile()
                        ? Mono.<Boolean>empty()
                        : this.writer.write((store) -> {
                            store.silences().delete(id);
                            return true;
                        }))
                .then();
    }

    private boolean isWithoutFile() {
        return WITHOUT_FILE.contains(this.reader.state());
    }

    /** A store in memory has none of an earlier gpulse; a file may take its place later. */
    private Mono<List<Silence>> stored() {
        return this.reader.state() == HistoryState.MEMORY_ONLY
                ? Mono.error(new IllegalStateException("There is no file yet"))
                : this.reader.query((store) ->
                        store.silences().all().stream().map(Silence::of).toList());
    }

    @Override
    public void start() {
        this.running = true;
        if (this.reader.state() != HistoryState.OFF) {
            this.restoring.update(Mono.defer(this::stored)
                    .doOnNext(this.silences::restore)
                    // Those made before the file was there are only in memory.
                    .then(store())
                    .retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST_RETRY).maxBackoff(LAST_RETRY))
                    .subscribe());
        }
    }

    @Override
    public void stop() {
        this.running = false;
        this.restoring.update(Disposables.disposed());
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }
}
