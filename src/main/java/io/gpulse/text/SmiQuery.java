package io.gpulse.text;

import io.gpulse.text.query.CsvFormat;
import io.gpulse.text.query.CsvQuery;
import io.gpulse.text.query.GpuList;
import io.gpulse.text.query.LogQuery;
import io.gpulse.text.query.RecentSamples;
import io.gpulse.text.query.SmiOutput;
import io.gpulse.web.ProblemException;
import io.gpulse.web.parameter.NameTable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/**
 * The switches of nvidia-smi in a request.
 *
 * @param printout the requested output
 * @param ids the requested GPUs; empty for all
 * @param every the time between two outputs; empty for one output
 * @param most the number of outputs
 */
record SmiQuery(SmiOutput printout, List<String> ids, Optional<Duration> every, long most) {

    /** Maximum of {@code loop}: a day. */
    static final long MAX_SECONDS = 86_400;

    /** Maximum of {@code loop-ms}. */
    static final long MAX_MILLIS = MAX_SECONDS * 1000;

    static final String LIST = "L";
    static final String LOG = "q";
    static final String XML = "x";
    static final String DISPLAY = "d";
    static final String FORMAT = "format";
    static final String ID = "id";
    static final String LOOP = "loop";
    static final String LOOP_MILLIS = "loop-ms";

    /** The switches that are possible without a query. */
    static final Set<String> ALONE = Set.of(ID, LOOP, LOOP_MILLIS);

    private static final Set<String> OTHER_SWITCHES = Set.of(LIST, LOG, XML, DISPLAY, FORMAT, ID, LOOP, LOOP_MILLIS);
    private static final Pattern ZERO = Pattern.compile("0+");
    private static final Pattern POSITIVE = Pattern.compile("0*[1-9]\\d{0,8}");

    /** @throws ProblemException for invalid switches, with nvidia-smi's own message where it has one */
    static SmiQuery of(MultiValueMap<String, String> sent, RecentSamples samples) {
        rejectUnknown(sent);
        Map<String, String> switches = sent.toSingleValueMap();
        return of(printout(switches, samples), sent);
    }

    /** Returns the query of an output for the requested GPUs, at the requested times. */
    static SmiQuery of(SmiOutput printout, MultiValueMap<String, String> sent) {
        Map<String, String> switches = sent.toSingleValueMap();
        return new SmiQuery(printout, ids(switches.get(ID)), every(switches), TextRequest.ENDLESS);
    }

    private static void rejectUnknown(MultiValueMap<String, String> sent) {
        sent.forEach((name, values) -> {
            if (!CsvQuery.LISTS.containsKey(name) && !OTHER_SWITCHES.contains(name)) {
                throw ProblemException.badRequest(
                        "ERROR: Option " + dashed(name) + " is not recognized. Please run 'nvidia-smi -h' for help.");
            }
            if (values.size() > 1) {
                throw ProblemException.badRequest("ERROR: Option " + dashed(name) + " can only be given once.");
            }
        });
    }

    private static String dashed(String name) {
        return (name.length() == 1 ? "-" : "--") + name;
    }

    private static SmiOutput printout(Map<String, String> switches, RecentSamples samples) {
        List<String> queries = switches.keySet().stream()
                .filter((name) -> CsvQuery.LISTS.containsKey(name) || name.equals(LOG) || name.equals(LIST))
                .toList();
        if (queries.isEmpty()) {
            throw ProblemException.badRequest("The query is empty; try query-gpu=name,utilization.gpu&format=csv,"
                    + " query-compute-apps=pid,used_memory&format=csv, q, q&x, or L.");
        }
        if (queries.size() > 1) {
            throw ProblemException.badRequest("Only one --query-* switch can be used at a time.");
        }
        String query = queries.get(0);
        if (query.equals(LOG)) {
            return log(switches, samples);
        }
        return query.equals(LIST) ? list(switches) : CsvQuery.of(query, text(switches.get(query)), format(switches));
    }

    private static SmiOutput log(Map<String, String> switches, RecentSamples samples) {
        if (switches.containsKey(FORMAT)) {
            throw ProblemException.badRequest("--format cannot be combined with -q.");
        }
        String parts = text(switches.get(DISPLAY));
        return switches.containsKey(XML) ? LogQuery.xml(parts) : LogQuery.of(parts, samples);
    }

    private static SmiOutput list(Map<String, String> switches) {
        for (String name : List.of(DISPLAY, XML, FORMAT)) {
            if (switches.containsKey(name)) {
                throw ProblemException.badRequest(dashed(name) + " cannot be combined with -L.");
            }
        }
        return new GpuList();
    }

    private static CsvFormat format(Map<String, String> switches) {
        for (String name : List.of(DISPLAY, XML)) {
            if (switches.containsKey(name)) {
                throw ProblemException.badRequest(dashed(name) + " can only be combined with -q.");
            }
        }
        return switches.containsKey(FORMAT) ? CsvFormat.of(text(switches.get(FORMAT))) : CsvFormat.FULL;
    }

    static List<String> ids(@Nullable String written) {
        if (written == null) {
            return List.of();
        }
        List<String> ids = NameTable.split(ID, written);
        // An empty list matches no GPU, unlike a missing parameter.
        return ids.isEmpty() ? List.of("") : ids;
    }

    private static Optional<Duration> every(Map<String, String> switches) {
        if (switches.containsKey(LOOP) && switches.containsKey(LOOP_MILLIS)) {
            throw ProblemException.badRequest("Only one of --loop and --loop-ms can be used at a time.");
        }
        if (switches.containsKey(LOOP)) {
            return Optional.of(Duration.ofSeconds(positive(LOOP, text(switches.get(LOOP)))));
        }
        return switches.containsKey(LOOP_MILLIS)
                ? Optional.of(Duration.ofMillis(positive(LOOP_MILLIS, text(switches.get(LOOP_MILLIS)))))
                : Optional.empty();
    }

    private static long positive(String name, String written) {
        if (ZERO.matcher(written).matches()) {
            throw ProblemException.badRequest(
                    "Provided [-l(ms) | --loop(-ms)=] value is incorrect. Loop frequency must be greater than 0.");
        }
        boolean seconds = name.equals(LOOP);
        long max = seconds ? MAX_SECONDS : MAX_MILLIS;
        return whole(
                written,
                max,
                "Invalid interval \"" + written + "\": --" + name + " takes a whole number of "
                        + (seconds ? "seconds" : "milliseconds") + " from 1 to " + max + ".");
    }

    /** Returns a whole number from 1 to a maximum; any other text is refused with a sentence. */
    static long whole(String written, long max, String refusal) {
        long number = POSITIVE.matcher(written).matches() ? Long.parseLong(written) : 0;
        if (number == 0 || number > max) {
            throw ProblemException.badRequest(refusal);
        }
        return number;
    }

    private static String text(@Nullable String written) {
        return written == null ? "" : written;
    }
}
