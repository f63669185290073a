package io.gpulse.history;

import io.gpulse.history.accounting.AccountingState;
import io.gpulse.history.accounting.GpuAccount;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.ProcessSlice;
import io.gpulse.history.accounting.Sums;
import io.gpulse.metric.Metric;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

    /** Sums of GPUs since they were seen first, as of the end of the previous run or the last batch. */
    List<GpuAccount> accounts();

    /** Processes that were on GPUs, and sums by user. */
    Usage usage(UsageSpan span);

    /**
     * Time and GPUs.
     *
     * @param from in epoch ms, a multiple of {@link ProcessSlice#MILLIS}
     * @param to in epoch ms, exclusive, a multiple of it
     * @param gpus UUIDs
     */
    record UsageSpan(long from, long to, Set<String> gpus) {

        public UsageSpan {
            gpus = Set.copyOf(gpus);
        }
    }

    /**
     * Usage of GPUs.
     *
     * @param longest at most {@link #MOST_PROCESSES}, those that were there longest, in the order in which they came
     * @param users sums of all processes, most energy first
     */
    record Usage(List<ProcessSums> longest, List<UserSums> users) {

        public static final int MOST_PROCESSES = 2000;
        public static final Usage NONE = new Usage(List.of(), List.of());

        public Usage {
            longest = List.copyOf(longest);
            users = List.copyOf(users);
        }
    }

    /**
     * Sums of one user.
     *
     * @param user null for all processes whose user is not known
     * @param peakMemory of one process, in bytes; NaN when it is not known
     * @param processes number of processes; one on two GPUs counts twice
     */
    record UserSums(@Nullable String user, ProcessSlice.Use use, double peakMemory, int processes) {}

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
