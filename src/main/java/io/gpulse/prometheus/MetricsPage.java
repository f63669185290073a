package io.gpulse.prometheus;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Set;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.MethodNotAllowedException;
import reactor.core.publisher.Mono;

/** gpulse's series and no others, in the format that the scraper asks for. */
final class MetricsPage {

    private static final Set<HttpMethod> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    private final ExpositionFormats formats = ExpositionFormats.init();
    private final PrometheusRegistry registry = new PrometheusRegistry();

    MetricsPage(SnapshotCollector collector) {
        this.registry.register(collector);
    }

    Mono<ServerResponse> answer(ServerRequest request) {
        if (!READING.contains(request.method())) {
            return Mono.error(new MethodNotAllowedException(request.method(), READING));
        }
        ExpositionFormatWriter writer =
                this.formats.findWriter(String.join(",", request.headers().header(HttpHeaders.ACCEPT)));
        return Mono.fromCallable(() -> written(writer))
                .flatMap((page) -> ServerResponse.ok()
                        .contentType(MediaType.parseMediaType(writer.getContentType()))
                        .cacheControl(CacheControl.noStore())
                        .varyBy(HttpHeaders.ACCEPT)
                        .bodyValue(page));
    }

    private byte[] written(ExpositionFormatWriter writer) throws IOException {
        ByteArrayOutputStream page = new ByteArrayOutputStream(1 << 16);
        writer.write(page, this.registry.scrape());
        return page.toByteArray();
    }
}
