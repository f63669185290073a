package io.gpulse.insight;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.insight.InsightQuery.State;
import io.gpulse.insight.rule.InsightRules;
import io.gpulse.metric.Spelling;
import io.gpulse.view.GpuNames;
import io.gpulse.view.LatestSnapshot;
import io.gpulse.web.ProblemException;
import io.gpulse.web.ProblemResponses;
import io.gpulse.web.parameter.NameTable;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The alerts of the rules. */
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "snapshot")
class InsightController {

    private static final String WHAT = """
        Alerts of the rules about the last minutes and hours, in sentences: the problem, its cause, advice, and the
        numbers behind it. A rule that cannot be checked on this machine states what is missing. Resolved insights
        are listed for 24 h; `state=silenced` lists insights that a silence covers. `gpus=` filters insights; checks
        are always of all GPUs. A request causes no call to the driver.
        """;

    private final InsightService service;
    private final Silences silences;
    private final LatestSnapshot latest;

    InsightController(InsightService service, Silences silences, LatestSnapshot latest) {
        this.service = service;
        this.silences = silences;
        this.latest = latest;
    }

    @GetMapping("/insights")
    @Operation(summary = "Alerts of the rules", description = WHAT)
    @ApiResponse(responseCode = "200", description = "The insights and the checks.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
    InsightsResponse listInsights(@ParameterObject InsightQuery query) {
        InsightBoard board = this.service.board().orElseThrow(ProblemException::notYet);
        Set<String> rules = rules(query.rules());
        List<GpuSample> gpus = query.gpus() == null ? List.of() : gpus(query.gpus(), this.latest.snapshot());
        return new InsightsResponse(
                board.evaluatedAt(),
                found(board.insights(), query).stream()
                        .filter((found) -> rules.isEmpty()
                                || rules.contains(found.insight().rule()))
                        .filter((found) -> gpus.isEmpty() || isAbout(found.insight(), gpus))
                        .map((found) -> InsightResponse.of(found.insight(), found.silence()))
                        .toList(),
                board.checks().stream()
                        .filter((check) -> rules.isEmpty() || rules.contains(check.rule()))
                        .toList());
    }

    /** Returns active insights, then silenced ones, then resolved ones. */
    private List<Found> found(List<Insight> all, InsightQuery query) {
        SilenceFilter filter = new SilenceFilter(this.silences.current());
        return all.stream()
                .map((insight) -> new Found(insight, insight.isActive() ? filter.covering(insight) : null))
                .filter((found) -> query.selects(found.state()))
                .sorted(Comparator.comparing(Found::state))
                .toList();
    }

    private record Found(Insight insight, @Nullable Silence silence) {

        State state() {
            if (this.silence != null) {
                return State.SILENCED;
            }
            return this.insight.isActive() ? State.ACTIVE : State.RESOLVED;
        }
    }

    /** A GPU that has never answered is identified by its index. */
    private static boolean isAbout(Insight insight, List<GpuSample> gpus) {
        return insight.gpus().stream()
                .anyMatch((about) -> gpus.stream()
                        .anyMatch((gpu) -> (gpu.uuid() == null || about.uuid() == null)
                                ? gpu.index() == about.index()
                                : gpu.uuid().equals(about.uuid())));
    }

    private static Set<String> rules(@Nullable String written) {
        if (written == null) {
            return Set.of();
        }
        List<String> known = InsightRules.ids();
        List<String> named = NameTable.names("rules", written, "all rules");
        named.stream().filter((name) -> !known.contains(name)).findFirst().ifPresent((unknown) -> {
            throw ProblemException.badRequest("Unknown rule '" + unknown + "'; the nearest is '"
                    + Spelling.nearest(unknown, known) + "'. Known rules: " + String.join(", ", known) + ".");
        });
        return Set.copyOf(named);
    }

    private static List<GpuSample> gpus(String written, Snapshot latest) {
        return NameTable.names("gpus", written, "all GPUs").stream()
                .map((name) -> GpuNames.find(name, latest))
                .toList();
    }
}
