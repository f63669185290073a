package io.gpulse.history;

import io.gpulse.history.HistoryResponse.SeriesResponse;
import io.gpulse.view.JsonNumbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import tools.jackson.databind.json.JsonMapper;

/** Writes a result as JSON or CSV, series by series: as a whole it would be too large for memory. */
final class HistoryText {

    private static final String HEAD = "time,gpu,index,metric,unit,min,avg,max\n";
    private static final double LARGE = 1e6;
    private static final double DECIMALS = 1e4;
    private static final double SMALL = 1e-3;
    private static final MathContext DIGITS = new MathContext(4);

    private HistoryText() {}

    /** Writes a {@link HistoryResponse}. */
    static Flux<String> json(HistoryResult result) {
        String empty = JsonMapper.shared().writeValueAsString(HistoryResponse.withoutSeries(result));
        String end = "]}";
        return Flux.concat(
                Flux.just(empty.substring(0, empty.length() - end.length())),
                Flux.fromIterable(result.query().series())
                        .map((key) -> JsonMapper.shared().writeValueAsString(SeriesResponse.of(key, result)))
                        .index((place, series) -> place == 0 ? series : "," + series),
                Flux.just(end));
    }

    /** Writes a row for each bucket of each series; a field is empty where nothing was sampled. */
    static Flux<String> csv(HistoryResult result) {
        return Flux.concat(
                Flux.just(HEAD), Flux.fromIterable(result.query().series()).map((key) -> rows(key, result)));
    }

    private static String rows(SeriesKey key, HistoryResult result) {
        WindowQuery query = result.query();
        Buckets buckets = result.buckets(key);
        String series = series(key, result);
        StringBuilder csv = new StringBuilder();
        for (int bucket = 0; bucket < query.buckets(); bucket++) {
            csv.append(Instant.ofEpochMilli(query.from() + bucket * query.stepMillis()))
                    .append(series)
                    .append(field(buckets.min(bucket)))
                    .append(',')
                    .append(field(buckets.avg(bucket)))
                    .append(',')
                    .append(field(buckets.max(bucket)))
                    .append('\n');
        }
        return csv.toString();
    }

    /** Returns the fields that name a series; none of them contains a comma or a quote. */
    private static String series(SeriesKey key, HistoryResult result) {
        String uuid = key.subject().uuid();
        KnownGpu gpu = result.gpu(key);
        return "," + (uuid == null ? "" : uuid) + "," + (gpu == null ? "" : gpu.index()) + ","
                + key.metric().key() + "," + StoredMetrics.unit(key.metric()) + ",";
    }

    private static String field(double value) {
        Number number = number(value);
        return number == null ? "" : number.toString();
    }

    /**
     * Rounds to four decimals, more than any sensor has. Large numbers get no decimals, and small ones, such as ratios,
     * keep four digits. Returns null for NaN.
     */
    static @Nullable Number number(double value) {
        if (!Double.isFinite(value)) {
            return null;
        }
        double size = Math.abs(value);
        if (size > 0 && size < SMALL) {
            return new BigDecimal(value).round(DIGITS).doubleValue();
        }
        return JsonNumbers.of(size >= LARGE ? Math.rint(value) : Math.rint(value * DECIMALS) / DECIMALS);
    }
}
