package io.gpulse.text;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.SourceKind;
import io.gpulse.text.query.RecentSamples;
import io.gpulse.text.query.RefusedQueryException;
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

/** Answers as nvidia-smi would, from snapshots. */
public final class SmiResponses {

    private static final String NO_DRIVER = "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA"
            + " driver. Make sure that the latest NVIDIA driver is installed and running.";

    private static final Duration LATER = Duration.ofSeconds(10);

    private final LatestSnapshot latest;
    private final TextStream feed;
    private final RecentSamples samples;

    public SmiResponses(LatestSnapshot latest, TextStream feed, RecentSamples samples) {
        this.latest = latest;
        this.feed = feed;
        this.samples = samples;
    }

    /**
     * A question, and of which GPUs; equal when the answers are.
     *
     * @param gpus those that are wanted; none for all
     */
    private record Asked(SmiOutput printout, Set<GpuSelector> gpus) {

        private boolean wants(GpuSample gpu) {
            return this.gpus.isEmpty() || this.gpus.stream().anyMatch((selector) -> selector.selects(gpu));
        }

        String of(Snapshot snapshot) {
            return this.printout.of(snapshot, this::wants);
        }
    }

    /**
     * @return the answer; without end when the question says so
     * @throws ProblemException with the sentence that nvidia-smi prints
     */
    Mono<Void> answer(MultiValueMap<String, String> switches, ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        SmiQuery query = query(switches);
        Snapshot snapshot = this.latest.snapshot();
        Asked asked = new Asked(query.printout(), selectors(query.ids(), snapshot));
        String header = query.printout().header(snapshot);
        return query.every()
                .map((every) -> this.feed.answer(new TextRequest(asked, header, asked::of, every), exchange))
                .orElseGet(() -> PlainText.write(header + asked.of(snapshot), response));
    }

    private SmiQuery query(MultiValueMap<String, String> switches) {
        try {
            return SmiQuery.of(switches, this.samples);
        } catch (RefusedQueryException refused) {
            throw ProblemException.badRequest(refused.getMessage());
        }
    }

    /** nvidia-smi leaves out whom it does not know, as long as it knows one. */
    private static Set<GpuSelector> selectors(List<String> ids, Snapshot snapshot) {
        if (snapshot.gpus().isEmpty()) {
            throw snapshot.source().kind() == SourceKind.NONE
                            || snapshot.source().reason() != null
                    ? ProblemException.unavailable(NO_DRIVER, LATER)
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
