package io.gpulse.insight;

import io.gpulse.event.RuleEvaluation;
import io.gpulse.web.InsightMonitor.RuleState;
import java.time.Instant;
import java.util.List;

/**
 * All that the rules say now.
 *
 * @param insights those that hold, the worst first, and then those that are over, the latest first
 * @param changes those that began, ended, changed their severity or their GPUs, or outlast their silence, since the
 *     last time
 * @param states of each rule that is checked, and each GPU
 * @param judged what was found not to hold
 */
record InsightBoard(
        Instant evaluatedAt,
        List<Insight> insights,
        List<CheckOutcome> checks,
        List<Insight> changes,
        List<RuleState> states,
        List<RuleEvaluation> judged) {}
