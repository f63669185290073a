package io.gpulse.api;

import io.gpulse.device.Source;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Says in every response, whatever its format, that numbers are made up or were recorded. */
final class SimulatedHeaderFilter implements WebFilter {

    static final String SIMULATED = "Gpulse-Simulated";
    static final String RECORDED_AT = "Gpulse-Recorded-At";

    private final SnapshotStream stream;

    SimulatedHeaderFilter(SnapshotStream stream) {
        this.stream = stream;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        this.stream
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
