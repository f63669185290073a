package io.gpulse.insight;

import io.gpulse.history.HistoryReader;
import io.gpulse.history.HistoryWriter;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.history.sqlite.SilenceStore.StoredSilence;
import io.gpulse.web.HistoryState;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;

/** Stores silences in the history, and restores those of the previous run. */
final class SilenceArchive {

    /** States without a writable file, in which silences end with the process. */
    private static final Set<HistoryState> WITHOUT_FILE =
            EnumSet.of(HistoryState.OFF, HistoryState.LOCKED, HistoryState.REFUSED);

    private final Silences silences;
    private final HistoryReader reader;
    private final HistoryWriter writer;
    private boolean restored;

    /** The ids of silences in the file when it was last written. */
    private volatile Set<String> inFile = Set.of();

    SilenceArchive(Silences silences, HistoryReader reader, HistoryWriter writer) {
        this.silences = silences;
        this.reader = reader;
        this.writer = writer;
        writer.whenOpened(this::open);
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

    /**
     * Restores the silences of the previous run from the first file, and stores those that were added before it was
     * opened; writes the changes to a file that replaces memory, or another file.
     */
    private void open(HistoryStore file) {
        if (!this.restored) {
            this.silences.restore(
                    file.silences().all().stream().map(Silence::of).toList());
            this.restored = true;
        }
        Set<String> before = this.inFile;
        Set<String> now = put(file);
        before.stream()
                .filter((id) -> !now.contains(id))
                .forEach((id) -> file.silences().delete(id));
        this.inFile = now;
    }
}
