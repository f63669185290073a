package io.gpulse.history;

import java.time.Instant;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import tools.jackson.core.io.JsonStringEncoder;

/** Writes a {@link HistoryResponse}, series by series: as objects it would be millions of them. */
final class HistoryJson {

    private HistoryJson() {}

    static Flux<String> write(HistoryAnswer answer) {
        Flux<String> series = Flux.fromIterable(answer.window().query().series())
                .index((place, key) -> (place == 0 ? "" : ",") + series(key, answer));
        return Flux.concat(Flux.just(head(answer)), series, Flux.just("]}"));
    }

    private static String head(HistoryAnswer answer) {
        WindowQuery query = answer.window().query();
        StringBuilder json = new StringBuilder("{\"from\":\"")
                .append(Instant.ofEpochMilli(query.from()))
                .append("\",\"to\":\"")
                .append(Instant.ofEpochMilli(query.to()))
                .append("\",\"stepMillis\":")
                .append(query.stepMillis())
                .append(",\"tier\":\"")
                .append(query.tier())
                .append("\",\"simulated\":")
                .append(answer.simulated())
                .append(",\"t\":");
        numbers(json, query.buckets(), (bucket) -> query.from() + bucket * (double) query.stepMillis());
        return json.append(",\"series\":[").toString();
    }

    private static String series(SeriesKey key, HistoryAnswer answer) {
        Map<SeriesKey, Buckets> all = answer.window().series();
        Buckets buckets = all.get(key);
        String uuid = key.subject().uuid();
        KnownGpu gpu = uuid == null ? null : answer.gpus().get(uuid);
        StringBuilder json = new StringBuilder("{\"gpu\":").append(quoted(uuid));
        json.append(",\"index\":").append(gpu == null ? "null" : gpu.index());
        json.append(",\"name\":").append(quoted(gpu == null ? null : gpu.name()));
        json.append(",\"metric\":").append(quoted(key.metric().key()));
        json.append(",\"unit\":").append(quoted(StoredMetrics.unit(key.metric())));
        int count = answer.window().query().buckets();
        if (buckets != null) {
            numbers(json.append(",\"min\":"), count, buckets::min);
            numbers(json.append(",\"avg\":"), count, buckets::avg);
            numbers(json.append(",\"max\":"), count, buckets::max);
        }
        return json.append('}').toString();
    }

    private static void numbers(StringBuilder json, int count, IntToDoubleFunction value) {
        json.append('[');
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                json.append(',');
            }
            SeriesNumbers.append(json, value.applyAsDouble(i), "null");
        }
        json.append(']');
    }

    private static String quoted(@Nullable String text) {
        return text == null
                ? "null"
                : '"' + new String(JsonStringEncoder.getInstance().quoteAsCharArray(text)) + '"';
    }
}
