package io.gpulse.web;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which insights hold, for features that report it. Asked for each scrape: it does not block. */
@FunctionalInterface
public interface InsightMonitor {

    /** For each rule that is checked, and each GPU that it is about or could be about. */
    List<RuleState> states();

    /**
     * Whether a rule says something.
     *
     * @param rule its id
     * @param gpu null for what is about the machine
     */
    record RuleState(String rule, @Nullable GpuLabels gpu, boolean active) {}

    /**
     * Which GPU.
     *
     * @param index the driver's index
     * @param uuid null until it has answered once
     */
    record GpuLabels(int index, @Nullable String uuid) {}
}
