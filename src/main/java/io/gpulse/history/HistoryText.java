package io.gpulse.history;

import io.gpulse.history.HistoryResponse.SeriesResponse;
import io.gpulse.view.JsonNumbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import tools.jackson.databind.json.JsonMapper;

/** Writes a result as JSON or CSV, series by series: as a whole it would be too large for memory. */
public final class HistoryText {

    private static final String HEAD = "time,gpu,index,metric,unit,min,avg,max";
    private static final String HEAD_OF_INSTANCES = HEAD + ",mig,profile,since";
    private static final double LARGE = 1e6;
    private static final double DECIMALS = 1e4;
    private static final double SMALL = 1e-3;
    private static final MathContext DIGITS = new MathContext(4);

    private HistoryText() {}

    /** Writes a {@link HistoryResponse}. */
    static Flux<String> json(HistoryResponse head, Flux<SeriesResponse> series) {
        String empty = JsonMapper.shared().writeValueAsString(head);
        String end = "]}";
        return Flux.concat(
                Flux.just(empty.substring(0, empty.length() - end.length())),
                series.map(JsonMapper.shared()::writeValueAsString).index((place, one) -> place == 0 ? one : "," + one),
                Flux.just(end));
    }

    /**
     * Writes a row for each bucket of each series; a field is empty where nothing was sampled.
     *
     * @param ofInstances whether there are columns with the MIG instance of a series
     */
    static Flux<String> csv(HistoryResponse head, Flux<SeriesResponse> series, boolean ofInstances) {
        return Flux.concat(
                Flux.just((ofInstances ? HEAD_OF_INSTANCES : HEAD) + "\n"),
                series.map((one) -> rows(head.t(), one, ofInstances ? instance(one) : "")));
    }

    private static String instance(SeriesResponse series) {
        HistoryResponse.Instance mig = series.mig();
        return mig == null ? ",,," : "," + mig.uuid() + "," + field(mig.profile()) + "," + mig.since();
    }

    private static String rows(List<Long> begins, SeriesResponse series, String instance) {
        // None of the fields contains a comma or a quote.
        String fields = Stream.of(series.gpu(), series.index(), series.metric(), series.unit())
                .map(HistoryText::field)
                .collect(Collectors.joining(",", ",", ","));
        StringBuilder csv = new StringBuilder();
        for (int bucket = 0; bucket < begins.size(); bucket++) {
            csv.append(Instant.ofEpochMilli(begins.get(bucket)))
                    .append(fields)
                    .append(field(series.min().get(bucket)))
                    .append(',')
                    .append(field(series.avg().get(bucket)))
                    .append(',')
                    .append(field(series.max().get(bucket)))
                    .append(instance)
                    .append('\n');
        }
        return csv.toString();
    }

    private static String field(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }

    /**
     * Rounds to four decimals, more than any sensor has. Large numbers get no decimals, and small ones, such as ratios,
     * keep four digits. Returns null for NaN.
     */
    public static @Nullable Number number(double value) {
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
