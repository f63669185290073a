package io.gpulse.report;

import io.gpulse.event.message.Language;

/**
 * The figures from outside of its rounds that the advice on a GPU depends on.
 *
 * @param totalMemory of the GPU, in bytes; NaN when unknown
 * @param hostCpu mean utilization of the processors of the machine, in percent; NaN when unknown
 * @param waitingShare share of the span in which an alert reported that the GPU waited for data
 */
record AdviceContext(Language language, double totalMemory, double hostCpu, double waitingShare) {}
