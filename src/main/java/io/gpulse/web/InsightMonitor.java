package io.gpulse.web;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports the state of each rule. Read in each scrape: does not block. */
@FunctionalInterface
public interface InsightMonitor {

    /** Returns a state for each rule that is checked and each GPU that it covers. */
    List<RuleState> states();

    /**
     * The state of a rule.
     *
     * @param rule the id of the rule
     * @param gpu null for a rule about the machine
     * @param severity the usual one while it is not active
     * @param alert null while it is not active
     */
    record RuleState(
            String rule,
            @Nullable GpuLabels gpu,
            String severity,
            @Nullable AlertLabels alert) {

        public boolean active() {
            return this.alert != null;
        }
    }

    /**
     * The labels of an active alert.
     *
     * @param cause a key from the list of the rule
     * @param action that of the alert in JSON
     */
    record AlertLabels(String cause, String action) {}

    /**
     * The labels of a GPU.
     *
     * @param index the driver's index
     * @param uuid null until the first response of the driver
     */
    record GpuLabels(int index, @Nullable String uuid) {}
}
