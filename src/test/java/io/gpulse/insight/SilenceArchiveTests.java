package io.gpulse.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.history.HistoryReader;
import io.gpulse.history.HistoryWriter;
import io.gpulse.history.LateHistory;
import io.gpulse.history.sqlite.SilenceStore.StoredSilence;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Thorough;
import io.gpulse.testing.Wait;
import io.gpulse.web.HistoryState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SilenceArchiveTests {

    @Test
    void aSilenceThatIsDeletedWhileAnotherIsMadeIsNotStoredAgain(@TempDir Path folder) {
        try (TestServer server = TestServer.started("gpulse.history.enabled=true", "gpulse.history.dir=" + folder)) {
            server.takes(Snapshots.ofGpus(1));
            Wait.until(() -> Http.get(server, "/api/v1/marks").statusCode() == 200);
            Silences silences = server.bean(Silences.class);
            SilenceArchive archive = server.bean(SilenceArchive.class);
            Silence first = silences.add(request(), null);
            archive.store().block();
            CountDownLatch release = new CountDownLatch(1);
            server.bean(HistoryWriter.class).write((store) -> awaited(release)).toFuture();

            CompletableFuture<Void> deletion = archive.delete(first.id())
                    .doOnSuccess((stored) -> silences.remove(first.id()))
                    .toFuture();
            Silence second = silences.add(request(), null);
            CompletableFuture<Void> addition = archive.store().toFuture();
            release.countDown();
            CompletableFuture.allOf(deletion, addition).join();

            List<StoredSilence> stored = server.bean(HistoryReader.class)
                    .query((store) -> store.silences().all())
                    .block();
            assertThat(Objects.requireNonNull(stored))
                    .extracting(StoredSilence::id)
                    .containsExactly(second.id());
        }
    }

    @Test
    void aSilenceThatIsMadeWhileTheHistoryIsInMemoryIsStoredOnceThereIsAFile(@TempDir Path folder) {
        try (LateHistory history = new LateHistory(folder)) {
            Silences silences = new Silences(List.of(), Optional::empty, Clock.systemUTC());
            SilenceArchive archive = new SilenceArchive(silences, history.reader(), history.writer());
            Silence made = silences.add(request(), null);
            archive.store().block();

            history.becomesWritable();

            Wait.until(() ->
                    history.reader().query((store) -> store.silences().all()).blockOptional().orElseThrow().stream()
                            .anyMatch((stored) -> stored.id().equals(made.id())));
        }
    }

    @Test
    void silencesOfThePreviousRunAreInForce(@TempDir Path folder) {
        Silence added;
        try (LateHistory history = new LateHistory(folder)) {
            Silences silences = new Silences(List.of(), Optional::empty, Clock.systemUTC());
            SilenceArchive archive = new SilenceArchive(silences, history.reader(), history.writer());
            history.becomesWritable();
            added = silences.add(request(), null);
            archive.store().block();
        }

        try (LateHistory history = new LateHistory(folder)) {
            Silences silences = new Silences(List.of(), Optional::empty, Clock.systemUTC());
            new SilenceArchive(silences, history.reader(), history.writer());
            history.becomesWritable();

            assertThat(silences.current()).extracting(Silence::id).containsExactly(added.id());
        }
    }

    @Test
    void silencesThatChangeWhileTheHistoryHasLostItsFileReachTheFile(@TempDir Path folder, @TempDir Path away)
            throws IOException {
        try (LateHistory history = new LateHistory(folder)) {
            Silences silences = new Silences(List.of(), Optional::empty, Clock.systemUTC());
            SilenceArchive archive = new SilenceArchive(silences, history.reader(), history.writer());
            history.becomesWritable();
            Silence deleted = silences.add(request(), null);
            archive.store().block();

            history.losesItsFile(away);
            archive.delete(deleted.id()).block();
            silences.remove(deleted.id());
            Silence made = silences.add(request(), null);
            archive.store().block();
            assertThat(history.reader().state()).isEqualTo(HistoryState.MEMORY_ONLY);
            history.findsItsFile(away);

            assertThat(stored(history)).containsExactly(made.id());
        }
    }

    @Test
    void silencesReachAFileThatTakesThePlaceOfAnother(@TempDir Path folder, @TempDir Path away) throws IOException {
        try (LateHistory history = new LateHistory(folder)) {
            Silences silences = new Silences(List.of(), Optional::empty, Clock.systemUTC());
            SilenceArchive archive = new SilenceArchive(silences, history.reader(), history.writer());
            history.becomesWritable();
            Silence made = silences.add(request(), null);
            archive.store().block();

            Files.move(folder.resolve("history.db"), away.resolve("history.db"));
            history.becomesWritable();

            assertThat(stored(history)).containsExactly(made.id());
        }
    }

    private static List<String> stored(LateHistory history) {
        return history.reader().query((store) -> store.silences().all()).blockOptional().orElseThrow().stream()
                .map(StoredSilence::id)
                .toList();
    }

    @Test
    @Thorough(1)
    void theRateOfSilencesIsLimited() {
        String body = "{\"rule\":\"xid\",\"until\":\"1h\",\"reason\":\"test\"}";
        try (TestServer server = TestServer.started().takes(Snapshots.ofGpus(1))) {
            // At most 100 are in force; the limiter counts refused ones too.
            List<Integer> statuses = new ArrayList<>();
            while (!statuses.contains(429) && statuses.size() < 1000) {
                statuses.add(Http.post(server, "/api/v1/silences", body, "Content-Type", "application/json")
                        .statusCode());
            }

            assertThat(statuses).contains(201, 409, 429);
        }
    }

    private static SilenceRequest request() {
        return new SilenceRequest("xid", null, null, "1h", "test");
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException ended) {
            throw new IllegalStateException(ended);
        }
    }
}
