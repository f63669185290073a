package io.gpulse.insight;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** The active insights in JSON, for other responses. */
public final class ActiveInsights {

    private final InsightService service;
    private final Silences silences;
    private final JsonMapper json;

    ActiveInsights(InsightService service, Silences silences, JsonMapper json) {
        this.service = service;
        this.silences = silences;
        this.json = json;
    }

    /** Returns those that no silence covers, like {@link InsightsResponse}; null before the first evaluation. */
    public String json() {
        return this.json.writeValueAsString(active().orElse(null));
    }

    private Optional<InsightsResponse> active() {
        SilenceFilter filter = new SilenceFilter(this.silences.current());
        return this.service.board().map((board) -> {
            List<InsightResponse> active = board.insights().stream()
                    .filter((insight) -> insight.isActive() && filter.covering(insight) == null)
                    .map(InsightResponse::of)
                    .toList();
            return new InsightsResponse(board.evaluatedAt(), active, board.checks());
        });
    }
}
