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
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Stores silences in the history, and restores those of the previous run. */
final class SilenceArchive implements SmartLifecycle {

    /** States without a writable file, in which silences end with the process. */
    private static final Set<HistoryState> WITHOUT_FILE =
            EnumSet.of(HistoryState.OFF, HistoryState.LOCKED, HistoryState.REFUSED);

    private static final Duration FIRST_RETRY = Duration.ofMillis(200);
    private static final Duration LAST_RETRY = Duration.ofMinutes(1);

    private final Silences silences;
    private final HistoryReader reader;
    private final HistoryWriter writer;
    private final Disposable.Swap restoring = Disposables.swap();
    private volatile boolean running;

    /** The ids of silences in the file when it was last written. */
    private volatile Set<String> inFile = Set.of();

    SilenceArchive(Silences silences, HistoryReader reader, HistoryWriter writer) {
        this.silences = silences;
        this.reader = reader;
        this.writer = writer;
        writer.whenOpened(this::replace);
    }

    /** Stores all added silences. Fails if there is a file that cannot be written now. */
    Mono<Void> store() {
        return write(this::put);
    }

    /** Deletes a stored silence. Fails if there is a file that cannot be written now. */
    Mono<Void> delete(String id) {
        return write((store) -> store.silences().delete(id));
    }

    private Mono<Void> write(Consumer<HistoryStore> work) {
        return Mono.defer(() -> WITHOUT_FILE.contains(this.reader.state())
                        ? Mono.empty()
                        : this.writer.write((store) -> {
                            work.accept(store);
                            return true;
                        }))
                .then();
    }

    /** Runs on the thread that writes, so that a silence that it has just deleted is not stored again. */
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

    /** Writes the changes to a file that replaces memory, or another file. */
    private void replace(HistoryStore file) {
        Set<String> before = this.inFile;
        Set<String> now = put(file);
        before.stream()
                .filter((id) -> !now.contains(id))
                .forEach((id) -> file.silences().delete(id));
        this.inFile = now;
    }

    /** Returns the silences of the previous run. A store in memory has none; a file may replace it later. */
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
                    // Silences that were added before the file was opened are only in memory.
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
