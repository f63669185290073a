package io.gpulse.insight;

import io.gpulse.web.InsightMonitor.RuleState;
import java.time.Instant;
import java.util.List;

/**
 * An evaluation of all rules.
 *
 * @param insights active ones, the most severe first, then resolved ones, the latest first
 * @param changes insights that began, ended, changed their severity or their GPUs, or outlasted their silence,
 *     since the previous evaluation
 * @param states of each checked rule and GPU
 */
record InsightBoard(
        Instant evaluatedAt,
        List<Insight> insights,
        List<InsightsResponse.Check> checks,
        List<Insight> changes,
        List<RuleState> states) {}
