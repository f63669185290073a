package io.gpulse.workload;

import io.gpulse.device.Snapshot;
import io.gpulse.history.HistoryReader;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.web.EventLoops;
import io.gpulse.web.ProblemException;
import io.gpulse.web.ProblemResponses;
import io.gpulse.web.parameter.TextOrJson;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Serves jobs and their reports. */
@RestController
@RequestMapping("/api/v1/jobs")
@Tag(name = "history")
@ApiResponse(responseCode = "503", ref = ProblemResponses.UNAVAILABLE)
class JobController {

    private static final String WHAT = """
        A job is that of a scheduler, a pod, a container or the kernel of a notebook, else a group of processes. Its
        GPU-hours are divided minute by minute by what became of them. Activity and energy are those of its GPUs while
        it was the only job on them; where it shared them, its energy is a range. A request causes no call to the
        driver.
        """;

    private final HistoryReader history;
    private final JobReader reader;
    private final PublishedSnapshots published;

    JobController(HistoryReader history, JobReader reader, PublishedSnapshots published) {
        this.history = history;
        this.reader = reader;
        this.published = published;
    }

    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "Jobs on GPUs", description = "Running jobs, and those that ended in the time span. " + WHAT)
    @ApiResponse(responseCode = "200", description = "The jobs.", useReturnTypeSchema = true)
    Mono<JobsResponse> getJobs(@ParameterObject JobQuery query) {
        Instant now = this.history.now();
        Instant from = now.minus(query.since());
        return this.history.query((store) -> {
            JobReader.Found found = this.reader.since(store, from.toEpochMilli(), query);
            List<JobResponse> jobs = found.jobs().stream()
                    .map((report) -> JobResponse.of(report, query.lang()))
                    .toList();
            List<ReservedJob> reserved = query.state() == JobReport.State.ENDED
                    ? List.of()
                    : ReservedJob.of(this.published.snapshot(), found.jobs(), query);
            return new JobsResponse(from, now, isSimulated(), jobs, reserved, found.omitted());
        });
    }

    @GetMapping("/{id}")
    @Operation(summary = "The report of a job", description = WHAT)
    @ApiResponse(
            responseCode = "200",
            description = "The job.",
            content = {
                @Content(
                        mediaType = MediaType.APPLICATION_JSON_VALUE,
                        schema = @Schema(implementation = JobResponse.class)),
                @Content(
                        mediaType = MediaType.TEXT_PLAIN_VALUE,
                        schema = @Schema(type = "string", description = "A report of 80 columns; times in UTC."))
            })
    @ApiResponse(responseCode = "404", ref = ProblemResponses.NOT_FOUND)
    Mono<ResponseEntity<Object>> getJob(
            @Parameter(description = "Its id, the number of the job of a scheduler, or `group` of a process.")
                    @PathVariable
                    String id,
            @ParameterObject JobReportQuery query,
            @Parameter(hidden = true) ServerWebExchange exchange) {
        TextOrJson format = TextOrJson.of(query.format(), exchange.getRequest());
        return this.history
                .query((store) -> this.reader
                        .find(store, id)
                        .orElseThrow(() -> ProblemException.notFound(
                                "There is no job '" + id + "'. The list of jobs has those of the last 24 hours.")))
                .map((report) -> JobResponse.of(report, query.lang()))
                .map((job) -> format.respond(job, () -> JobText.of(job, hostname(), this.history.now())))
                .transform(EventLoops::onEventLoop);
    }

    private boolean isSimulated() {
        Snapshot latest = this.published.snapshot();
        return latest != null && latest.source().simulated();
    }

    private String hostname() {
        Snapshot latest = this.published.snapshot();
        String name =
                latest == null || latest.host() == null ? null : latest.host().hostname();
        return name == null ? "" : name;
    }
}
