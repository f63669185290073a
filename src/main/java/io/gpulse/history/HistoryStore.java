package io.gpulse.history;

import io.gpulse.history.accounting.LinkErrorCount;
import io.gpulse.history.silence.SilenceStore;
import io.gpulse.metric.Metric;
import java.time.Instant;
import java.util.List;

/**
 * Where samples are kept. One thread writes; any may ask. A call blocks for as long as the store takes.
 */
public interface HistoryStore extends AutoCloseable {

    /**
     * Keeps all of a batch or, when it fails, nothing.
     *
     * @throws StoreException when it cannot be written now; the next call tries again
     */
    void append(Batch batch);

    /** Returns whether its files are still those that were opened: they may have been deleted or replaced. */
    default boolean isInPlace() {
        return true;
    }

    /** Forgets what is older than may be kept, and what is more than may be kept. */
    void prune(Instant now);

    /** @throws StoreException when it cannot be read now */
    QueryResult read(WindowQuery query);

    /** All GPUs of which something is stored, by index. */
    List<KnownGpu> gpus();

    /** By the thread that writes. */
    StoreExtent extent();

    /**
     * Visits the means of all minutes of all GPUs, the oldest first.
     *
     * @param from in epoch ms
     * @param to in epoch ms, exclusive
     */
    void minuteMeans(long from, long to, List<Metric> metrics, MeansVisitor visitor);

    /**
     * Visits all samples of all GPUs, the oldest first.
     *
     * @param from in epoch ms
     * @param to in epoch ms, exclusive
     */
    void samples(long from, long to, List<Metric> metrics, SampleVisitor visitor);

    /**
     * Returns the number of minutes from the first that is stored of a time to its end.
     *
     * @param from in epoch ms
     * @param to in epoch ms, exclusive
     */
    long minutes(long from, long to);

    /** Sees a minute of a GPU. */
    @FunctionalInterface
    interface MeansVisitor {

        /** @param means in the order in which metrics were asked for; NaN where absent */
        void visit(String uuid, double[] means);
    }

    /** Receives the sample of a GPU. */
    @FunctionalInterface
    interface SampleVisitor {

        /**
         * Receives one sample.
         *
         * @param at when its round began, in epoch ms
         * @param values in the order of the requested metrics; NaN where absent
         */
        void visit(String uuid, long at, double[] values);
    }

    /**
     * Error counters of links as they were at the beginning, and their changes.
     *
     * @param from in epoch ms
     * @param to in epoch ms, exclusive
     */
    List<LinkErrorCount> linkErrors(long from, long to);

    /** What time and energy went to. */
    AccountingStore accounting();

    /** What people noted. */
    MarkStore marks();

    /** Returns the store of silences. */
    SilenceStore silences();

    /** What happened. */
    EventStore events();

    @Override
    void close();
}
