package io.gpulse.history;

import io.gpulse.history.accounting.AccountingUpdate;
import io.gpulse.history.accounting.LinkErrorCount;
import java.util.List;

/**
 * What is stored at once.
 *
 * @param gpus those that it is about
 * @param samples of some rounds, the oldest first
 * @param accounting what their time went to
 * @param linkErrors counters that have changed, the oldest first
 */
public record Batch(
        List<KnownGpu> gpus, List<StoredSample> samples, AccountingUpdate accounting, List<LinkErrorCount> linkErrors) {

    public Batch {
        gpus = List.copyOf(gpus);
        samples = List.copyOf(samples);
        linkErrors = List.copyOf(linkErrors);
    }

    public Batch(List<KnownGpu> gpus, List<StoredSample> samples) {
        this(gpus, samples, AccountingUpdate.NONE, List.of());
    }
}
