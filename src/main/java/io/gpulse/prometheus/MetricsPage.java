package io.gpulse.prometheus;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.MethodNotAllowedException;
import reactor.core.publisher.Mono;

/** gpulse's own series in the format that the scraper accepts. */
final class MetricsPage {

    private static final Set<HttpMethod> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    private final ExpositionFormats formats = ExpositionFormats.init();
    private final SnapshotCollector collector;

    MetricsPage(SnapshotCollector collector) {
        this.collector = collector;
    }

    Mono<ServerResponse> respond(ServerRequest request) {
        if (!READING.contains(request.method())) {
            return Mono.error(new MethodNotAllowedException(request.method(), READING));
        }
        ExpositionFormatWriter writer = writer(request.headers().accept());
        return Mono.fromCallable(() -> written(writer, SeriesFilter.of(request.queryParams())))
                .flatMap((page) -> ServerResponse.ok()
                        .contentType(MediaType.parseMediaType(writer.getContentType()))
                        .cacheControl(CacheControl.noStore())
                        .varyBy(HttpHeaders.ACCEPT)
                        .bodyValue(page));
    }

    /** Returns the preferred format; text when none is known. */
    private ExpositionFormatWriter writer(List<MediaType> accepted) {
        return accepted.stream()
                .filter((type) -> type.getQualityValue() > 0)
                // At equal quality, a specific type precedes a wildcard.
                .sorted(Comparator.comparing(MediaType::getQualityValue)
                        .reversed()
                        .thenComparing(MediaType::isWildcardSubtype))
                .map(MediaType::removeQualityValue)
                .flatMap((type) -> writer(type).stream())
                .findFirst()
                .orElseGet(this.formats::getPrometheusTextFormatWriter);
    }

    private Optional<ExpositionFormatWriter> writer(MediaType type) {
        if (type.includes(MediaType.TEXT_PLAIN)) {
            return Optional.of(this.formats.getPrometheusTextFormatWriter());
        }
        return Stream.of(this.formats.getPrometheusProtobufWriter(), this.formats.getOpenMetricsTextFormatWriter())
                .filter((writer) -> writer.isAvailable() && writer.accepts(type.toString()))
                .findFirst();
    }

    private byte[] written(ExpositionFormatWriter writer, SeriesFilter filter) throws IOException {
        ByteArrayOutputStream page = new ByteArrayOutputStream(1 << 16);
        writer.write(page, this.collector.collect(filter));
        return page.toByteArray();
    }
}
