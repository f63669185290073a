package io.gpulse.history.sqlite;

import io.gpulse.history.Batch;
import io.gpulse.history.HistoryProperties;
import io.gpulse.history.StoreException;
import io.gpulse.history.StoreException.Fault;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** An engine whose stores are in memory, fail on request, and count their calls. */
public final class FakeEngine extends HistoryEngine {

    private static final AtomicInteger STORES = new AtomicInteger();
    private static final HistoryStore.Limits LIMITS =
            new HistoryStore.Limits(Duration.ofHours(24), Duration.ofDays(30), 8L << 20);

    /** The failure of all attempts to open a store and, if it is {@link Fault#UNAVAILABLE}, of writes. */
    public @Nullable StoreException failure;

    /** The failure of writes. */
    public @Nullable RuntimeException writeFailure;

    public int attempts;
    public int opened;
    public int closed;
    public int pruned;
    public int appended;
    public int distrusted;
    public boolean gone;
    public final List<Boolean> simulated = new ArrayList<>();

    public FakeEngine() {
        super(
                null,
                new HistoryProperties(
                        true, null, Duration.ofHours(24), Duration.ofDays(30), DataSize.ofMegabytes(8), 4),
                Clock.systemUTC());
    }

    @Override
    public OpenedStore open(boolean ofSimulated) {
        this.attempts++;
        if (this.failure != null) {
            throw this.failure;
        }
        this.opened++;
        this.gone = false;
        this.simulated.add(ofSimulated);
        return new OpenedStore(new FakeStore(), ofSimulated, false, null);
    }

    @Override
    public OpenedStore openInMemory(boolean ofSimulated) {
        return new OpenedStore(new FakeStore(), ofSimulated, true, null);
    }

    @Override
    public void distrust() {
        this.distrusted++;
    }

    private final class FakeStore extends HistoryStore {

        FakeStore() {
            super(HistoryFile.inMemory("fake-" + STORES.incrementAndGet()), LIMITS, () -> {});
        }

        @Override
        public boolean isInPlace() {
            return !FakeEngine.this.gone;
        }

        @Override
        public void append(Batch batch) {
            FakeEngine.this.appended++;
            StoreException failure = FakeEngine.this.failure;
            if (failure != null && failure.fault() == Fault.UNAVAILABLE) {
                throw failure;
            }
            if (FakeEngine.this.writeFailure != null) {
                throw FakeEngine.this.writeFailure;
            }
            super.append(batch);
        }

        @Override
        public void prune(Instant now) {
            FakeEngine.this.pruned++;
        }

        @Override
        public void close() {
            FakeEngine.this.closed++;
            super.close();
        }
    }
}
