package io.gpulse.prometheus;

import io.gpulse.api.Snapshots;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What a scraper is told, as text, and what it makes of it. */
public final class Scrapes {

    static final Instant NOW = Instant.parse("2026-11-20T10:00:03.503Z");

    private Scrapes() {}

    /** The page of a gpulse that has failed twice and has three readers. */
    public static String of(@Nullable Snapshot latest) {
        return text(feed(latest, OptionalInt.of(3)));
    }

    /** One GPU and the machine, every row that can be told known. */
    static Snapshot everything() {
        Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);
        readings.replaceAll((metric, reading) ->
                reading instanceof Reading.Absent ? metric.spec().reading(7L) : reading);
        return Snapshots.of(0, Snapshots.NVML, List.of(Snapshots.gpu(0, readings)));
    }

    static Feed feed(@Nullable Snapshot latest, OptionalInt subscribers) {
        return new Feed(
                () -> Optional.ofNullable(latest),
                () -> 2,
                () -> subscribers,
                "1.2.3",
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    static String text(Feed feed) {
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        try {
            ExpositionFormats.init().findWriter("").write(page, new SnapshotCollector(feed).collect());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return page.toString(StandardCharsets.UTF_8);
    }

    /** Values by series; a series told twice is an error. */
    static Map<String, Double> series(String text) {
        Map<String, Double> series = new LinkedHashMap<>();
        text.lines().filter((line) -> !line.startsWith("#")).forEach((line) -> {
            int end = line.lastIndexOf(' ');
            if (series.put(line.substring(0, end), Double.valueOf(line.substring(end + 1))) != null) {
                throw new AssertionError("Told twice: " + line);
            }
        });
        return series;
    }

    /** Names in the order in which they are told. */
    static List<String> names(String text) {
        return text.lines()
                .filter((line) -> line.startsWith("# TYPE "))
                .map((line) -> line.split(" ")[2])
                .toList();
    }
}
