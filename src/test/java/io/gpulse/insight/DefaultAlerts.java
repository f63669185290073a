package io.gpulse.insight;

import io.gpulse.history.past.PastAlerts;
import io.gpulse.insight.window.ObservationScope;
import java.util.List;
import java.util.Map;

/** The events and alerts of a simulated past with the default thresholds. */
public final class DefaultAlerts {

    private DefaultAlerts() {}

    public static PastAlerts ofPast() {
        return new PastInsights(
                new InsightProperties(true, Map.of(), List.of()), new ObservationScope(true, true, false, () -> false));
    }
}
