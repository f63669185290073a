package io.gpulse.history.accounting;

import java.util.List;

/**
 * The accounts at the end of an earlier run.
 *
 * @param open processes that had not ended
 */
public record AccountingState(List<GpuAccount> accounts, List<ProcessAccount> open) {}
