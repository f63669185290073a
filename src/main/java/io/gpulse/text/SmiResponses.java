package io.gpulse.text;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.SourceKind;
import io.gpulse.text.query.RecentSamples;
import io.gpulse.text.query.SmiOutput;
import io.gpulse.view.GpuNames;
import io.gpulse.view.GpuSelector;
import io.gpulse.view.LatestSnapshot;
import io.gpulse.web.PlainText;
import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Responds with the output of nvidia-smi, from snapshots. */
final class SmiResponses {

    private static final String NO_DRIVER = "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA"
            + " driver. Make sure that the latest NVIDIA driver is installed and running.";

    private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

    private final LatestSnapshot latest;
    private final TextStream stream;
    private final RecentSamples samples;

    SmiResponses(LatestSnapshot latest, TextStream stream, RecentSamples samples) {
        this.latest = latest;
        this.stream = stream;
        this.samples = samples;
    }

    /**
     * A query with its GPUs. Equal queries have equal output.
     *
     * @param gpus the requested GPUs; none for all
     */
    private record Query(SmiOutput printout, Set<GpuSelector> gpus) {

        private boolean includes(GpuSample gpu) {
            return this.gpus.isEmpty() || this.gpus.stream().anyMatch((selector) -> selector.selects(gpu));
        }

        String of(Snapshot snapshot) {
            return this.printout.of(snapshot, this::includes);
        }
    }

    /**
     * Writes the output once, or repeatedly with a loop.
     *
     * @throws ProblemException with the message of nvidia-smi
     */
    Mono<Void> respond(MultiValueMap<String, String> switches, ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        SmiQuery parsed = SmiQuery.of(switches, this.samples);
        Snapshot snapshot = this.latest.snapshot();
        Query query = new Query(parsed.printout(), selectors(parsed.ids(), snapshot));
        String header = parsed.printout().header(snapshot);
        return parsed.every()
                .map((every) -> this.stream.respond(new TextRequest(query, header, query::of, every), exchange))
                .orElseGet(() -> PlainText.write(header + query.of(snapshot), response));
    }

    /** Ignores unknown ids, as nvidia-smi does, as long as one is known. */
    private static Set<GpuSelector> selectors(List<String> ids, Snapshot snapshot) {
        if (snapshot.gpus().isEmpty()) {
            throw snapshot.source().kind() == SourceKind.NONE
                            || snapshot.source().reason() != null
                    ? ProblemException.unavailable(NO_DRIVER, RETRY_AFTER)
                    : ProblemException.notFound("No devices were found");
        }
        Set<GpuSelector> found = ids.stream()
                .flatMap((id) -> GpuNames.findAll(id, snapshot).stream())
                .map(GpuSelector::of)
                .collect(Collectors.toUnmodifiableSet());
        if (found.isEmpty() && !ids.isEmpty()) {
            throw ProblemException.notFound("No devices were found");
        }
        return found;
    }
}
