package io.gpulse.history.summary;

import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.ProcessKey;
import io.gpulse.history.sqlite.HistoryStore;
import java.util.Collection;
import java.util.Map;

/** Names the jobs of processes. */
@FunctionalInterface
public interface JobNames {

    /** Returns the id of the job of each process that belongs to one. Blocks. */
    Map<ProcessKey, String> of(HistoryStore store, Collection<ProcessAccount> processes);
}
