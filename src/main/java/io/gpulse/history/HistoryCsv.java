package io.gpulse.history;

import java.time.Instant;
import java.util.Objects;
import reactor.core.publisher.Flux;

/** Writes a row for each bucket of each series, as data frames want it; a field is empty where nothing was sampled. */
final class HistoryCsv {

    private static final String HEAD = "time,gpu,index,metric,unit,min,avg,max\n";

    private HistoryCsv() {}

    static Flux<String> write(HistoryAnswer answer) {
        return Flux.concat(
                Flux.just(HEAD),
                Flux.fromIterable(answer.window().query().series()).map((key) -> rows(key, answer)));
    }

    private static String rows(SeriesKey key, HistoryAnswer answer) {
        WindowQuery query = answer.window().query();
        Buckets buckets = Objects.requireNonNull(answer.window().series().get(key));
        String what = what(key, answer);
        StringBuilder csv = new StringBuilder();
        for (int bucket = 0; bucket < query.buckets(); bucket++) {
            csv.append(Instant.ofEpochMilli(query.from() + bucket * query.stepMillis()))
                    .append(what);
            SeriesNumbers.append(csv, buckets.min(bucket), "");
            SeriesNumbers.append(csv.append(','), buckets.avg(bucket), "");
            SeriesNumbers.append(csv.append(','), buckets.max(bucket), "");
            csv.append('\n');
        }
        return csv.toString();
    }

    // None of it holds a comma or a quote.
    private static String what(SeriesKey key, HistoryAnswer answer) {
        String uuid = key.subject().uuid();
        KnownGpu gpu = uuid == null ? null : answer.gpus().get(uuid);
        return "," + (uuid == null ? "" : uuid) + "," + (gpu == null ? "" : gpu.index()) + ","
                + key.metric().key() + "," + StoredMetrics.unit(key.metric()) + ",";
    }
}
