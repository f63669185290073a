package io.gpulse.insight.rule;

import java.util.List;

/** What a rule says of all GPUs together. */
@FunctionalInterface
interface MachineCheck {

    /**
     * Adds what it says.
     *
     * @param gpus those that answer and report what is needed
     */
    void of(MachineCase machine, List<Case> gpus, CheckResult result);
}
