package io.gpulse.view;

import io.gpulse.device.Source;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Marks every response with simulated or recorded readings, in all formats. */
public final class SimulatedHeaderFilter implements WebFilter {

    public static final String SIMULATED = "Gpulse-Simulated";
    public static final String RECORDED_AT = "Gpulse-Recorded-At";

    private final PublishedSnapshots published;

    public SimulatedHeaderFilter(PublishedSnapshots published) {
        this.published = published;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        this.published
                .latest()
                .map((round) -> round.snapshot().source())
                .filter(Source::simulated)
                .ifPresent((source) -> label(source, exchange.getResponse().getHeaders()));
        return chain.filter(exchange);
    }

    private static void label(Source source, HttpHeaders headers) {
        headers.set(SIMULATED, "true");
        if (source.recordedAt() != null) {
            headers.set(RECORDED_AT, source.recordedAt().toString());
        }
    }
}
