package io.gpulse.event.xid;

import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.metric.Metric;

/** Repairs that a board reports, the worst first: failed ones, pending ones, and those that were made. */
public enum MemoryRepair {
    UNREPAIRABLE("unrepairable", Metric.UNREPAIRABLE_MEMORY, Severity.CRITICAL, Remedy.CONTACT_VENDOR),
    ROWS_FAILED("rowsFailed", Metric.REMAPPED_ROWS_FAILURE, Severity.CRITICAL, Remedy.CONTACT_VENDOR),
    ROWS_PENDING("rowsPending", Metric.REMAPPED_ROWS_PENDING, Severity.WARNING, Remedy.RESET_WHEN_IDLE),
    BANKS_PENDING("banksPending", Metric.REMAPPED_BANKS_PENDING, Severity.WARNING, Remedy.RESET_WHEN_IDLE),
    CHANNEL_PENDING("channelPending", Metric.CHANNEL_REPAIR_PENDING, Severity.WARNING, Remedy.RESET_WHEN_IDLE),
    TPC_PENDING("tpcPending", Metric.TPC_REPAIR_PENDING, Severity.WARNING, Remedy.RESET_WHEN_IDLE),
    PAGES_PENDING("pagesPending", Metric.RETIRED_PAGES_PENDING, Severity.WARNING, Remedy.RESET_WHEN_IDLE),
    ROWS_UNCORRECTABLE("rowsUncorrectable", Metric.REMAPPED_ROWS_UNCORRECTABLE, Severity.WARNING, Remedy.NOTHING),
    PAGES_UNCORRECTABLE("pagesUncorrectable", Metric.RETIRED_PAGES_DOUBLE_BIT, Severity.WARNING, Remedy.NOTHING),
    ROWS_CORRECTABLE("rowsCorrectable", Metric.REMAPPED_ROWS_CORRECTABLE, Severity.INFO, Remedy.NOTHING),
    PAGES_CORRECTABLE("pagesCorrectable", Metric.RETIRED_PAGES_SINGLE_BIT, Severity.INFO, Remedy.NOTHING),
    BANKS("banks", Metric.REMAPPED_BANKS_ACTIVE, Severity.INFO, Remedy.NOTHING);

    private final String fact;
    private final Metric metric;
    private final Severity severity;
    private final Remedy remedy;

    MemoryRepair(String fact, Metric metric, Severity severity, Remedy remedy) {
        this.fact = fact;
        this.metric = metric;
        this.severity = severity;
        this.remedy = remedy;
    }

    /** Returns the name of the fact of events. */
    public String fact() {
        return this.fact;
    }

    public Metric metric() {
        return this.metric;
    }

    public Severity severity() {
        return this.severity;
    }

    public Remedy remedy() {
        return this.remedy;
    }

    /** Returns whether the metric is a flag; otherwise it counts. */
    public boolean isFlag() {
        return this.remedy != Remedy.NOTHING && this != BANKS_PENDING;
    }

    /** Returns the repair without a capital and a full stop. */
    public LocalizedText words() {
        return Messages.text("repair." + this.fact);
    }
}
