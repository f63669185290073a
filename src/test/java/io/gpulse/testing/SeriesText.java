package io.gpulse.testing;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;

/** A file of series with time stamps, which an engine imports. */
public final class SeriesText implements Closeable {

    /** In seconds, as OpenMetrics and promtool have them, or in milliseconds, as VictoriaMetrics. */
    public enum Stamps {
        SECONDS(1),
        MILLIS(1000);

        private final long perSecond;

        Stamps(long perSecond) {
            this.perSecond = perSecond;
        }
    }

    /** @param step from sample to sample */
    public record Times(Instant first, Instant last, Duration step) {}

    private final BufferedWriter out;
    private final Stamps stamps;

    SeriesText(Path file, Stamps stamps) throws IOException {
        this.out = Files.newBufferedWriter(file);
        this.stamps = stamps;
    }

    /** @param pairs names and values by turns */
    static Map<String, String> labels(Map<String, String> more, String... pairs) {
        Map<String, String> labels = new LinkedHashMap<>(more);
        for (int i = 0; i < pairs.length; i += 2) {
            labels.put(pairs[i], pairs[i + 1]);
        }
        return labels;
    }

    /** @param value of each sample by its number, from 0 */
    void write(String name, Map<String, String> labels, Times times, IntToDoubleFunction value) throws IOException {
        String series = name
                + labels.entrySet().stream()
                        .map((label) -> label.getKey() + "=\"" + escaped(label.getValue()) + '"')
                        .collect(Collectors.joining(",", "{", "} "));
        int number = 0;
        for (Instant at = times.first(); !at.isAfter(times.last()); at = at.plus(times.step())) {
            this.out.write(series);
            this.out.write(Double.toString(value.applyAsDouble(number++)));
            this.out.write(' ');
            this.out.write(Long.toString(at.getEpochSecond() * this.stamps.perSecond));
            this.out.write('\n');
        }
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    @Override
    public void close() throws IOException {
        if (this.stamps == Stamps.SECONDS) {
            this.out.write("# EOF\n");
        }
        this.out.close();
    }
}
