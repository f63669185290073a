package io.gpulse.history;

import io.gpulse.history.StoreException.Fault;
import io.gpulse.history.accounting.LinkErrorCount;
import io.gpulse.history.silence.SilenceStore;
import io.gpulse.metric.Metric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An engine whose stores fail on request, and which counts what is done with them. */
final class FakeEngine implements HistoryEngine {

    @Nullable
    StoreException failure;

    int attempts;
    int opened;
    int closed;
    int pruned;
    int appended;
    int distrusted;
    boolean gone;
    final List<Boolean> simulated = new ArrayList<>();

    @Override
    public OpenedStore open(boolean ofSimulated) {
        this.attempts++;
        failIfSet();
        this.opened++;
        this.gone = false;
        this.simulated.add(ofSimulated);
        return openInMemory();
    }

    @Override
    public OpenedStore openInMemory() {
        return new OpenedStore(new FakeStore(this), null);
    }

    @Override
    public void distrust() {
        this.distrusted++;
    }

    private void failIfSet() {
        if (this.failure != null) {
            throw this.failure;
        }
    }

    private record FakeStore(FakeEngine engine) implements HistoryStore {

        @Override
        public boolean isInPlace() {
            return !this.engine.gone;
        }

        @Override
        public void append(Batch batch) {
            this.engine.appended++;
            if (this.engine.failure != null && this.engine.failure.fault() == Fault.UNAVAILABLE) {
                throw this.engine.failure;
            }
        }

        @Override
        public void prune(Instant now) {
            this.engine.pruned++;
        }

        @Override
        public QueryResult read(WindowQuery query) {
            return new QueryResult(query, Map.of());
        }

        @Override
        public List<KnownGpu> gpus() {
            return List.of();
        }

        @Override
        public StoreExtent extent() {
            return new StoreExtent(null, null, null, 0, 0);
        }

        @Override
        public void minuteMeans(long from, long to, List<Metric> metrics, HistoryStore.MeansVisitor visitor) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void samples(long from, long to, List<Metric> metrics, HistoryStore.SampleVisitor visitor) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long minutes(long from, long to) {
            return 0;
        }

        @Override
        public List<LinkErrorCount> linkErrors(long from, long to) {
            return List.of();
        }

        @Override
        public AccountingStore accounting() {
            throw new UnsupportedOperationException();
        }

        @Override
        public MarkStore marks() {
            throw new UnsupportedOperationException();
        }

        @Override
        public SilenceStore silences() {
            throw new UnsupportedOperationException();
        }

        @Override
        public EventStore events() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            this.engine.closed++;
        }
    }
}
