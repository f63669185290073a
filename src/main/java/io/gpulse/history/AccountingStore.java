package io.gpulse.history;

import io.gpulse.history.accounting.AccountingState;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.ProcessSlice;
import io.gpulse.history.accounting.Sums;
import io.gpulse.metric.Metric;
import java.util.List;
import java.util.Map;

/** Where is kept what the time and the energy of GPUs went to. Any may ask; a call blocks. */
public interface AccountingStore {

    /** Where it ended last. */
    AccountingState state();

    /**
     * What went to what between two moments, for each GPU of which something is known.
     *
     * @param from in epoch ms, a multiple of a minute
     * @param to in epoch ms, exclusive
     */
    List<OccupancySums> occupancy(long from, long to);

    /**
     * Who was on which GPU between two moments, and what for.
     *
     * @param from in epoch ms, a multiple of {@link ProcessSlice#MILLIS}
     * @param to in epoch ms, exclusive, a multiple of it
     */
    List<ProcessSums> usage(long from, long to);

    /**
     * Sums of one GPU.
     *
     * @param sums without the seconds in which nobody looked, but with the energy of them that the driver counted
     * @param reasons seconds by reason for which clocks were not higher
     */
    record OccupancySums(String uuid, Sums sums, Map<Metric, Double> reasons) {

        public OccupancySums {
            reasons = Map.copyOf(reasons);
        }
    }

    /** Sums of one process on one GPU, of the time that was asked for. */
    record ProcessSums(ProcessAccount process, ProcessSlice.Use use) {}
}
