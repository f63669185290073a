package io.gpulse.insight.rule;

/** Whether a rule holds of one GPU. */
@FunctionalInterface
interface GpuCheck {

    Verdict of(Case gpu);
}
