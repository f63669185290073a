package io.gpulse.mcp;

import com.samskivert.mustache.Mustache;
import io.gpulse.selection.FreeGpu;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes answers of the REST API with a template. An absent value is "unknown". */
final class ToolText {

    /** Maximum number of characters of the status of eight GPUs, without its label. */
    static final int LONGEST_STATUS = 1450;

    /** Maximum number of characters of a text, with its label. */
    static final int LONGEST = 3000;

    /** More than a text has room for. */
    private static final int MOST_JOBS = 40;

    private static final String UNKNOWN = "unknown";
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Mustache.Compiler MUSTACHE =
            Mustache.compiler().escapeHTML(false).emptyStringIsFalse(true).defaultValue(UNKNOWN);

    /** The conversions of values, which templates use as sections. */
    private static final Map<String, Object> CONVERSIONS = new HashMap<>();

    static {
        convert("gib", (bytes) -> scaled(bytes, 1L << 30));
        convert("wh", (joules) -> scaled(joules, 3600));
        convert("seconds", (millis) -> scaled(millis, 1000));
        convert("rounded", (number) -> scaled(number, 1));
        convert("cut40", (text) -> cut(text, 40));
        convert("lines300", (text) -> lines(text, 300));
        convert("positive", (text) -> text.matches("(?s)\\D*0 .*") ? "" : text);
        convert("range", (text) -> text.replaceAll("^(\\S+) to \\1$", "$1").replaceFirst("^unknown to ", "at most "));
        convert("newest", ToolText::reversed);
        convert("clock", (text) -> text.replaceAll("\\d{4}-(\\d\\d-\\d\\d)T(\\d\\d:\\d\\d)[\\d:.]*Z", "$1 $2"));
        convert("word", (text) -> text.toLowerCase(Locale.ROOT).replace('_', ' '));
        convert("unusual", (text) -> text.equals("OK") ? "" : " (" + text.toLowerCase(Locale.ROOT) + ")");
        convert("unchecked", ToolText::unchecked);
    }

    private ToolText() {}

    private static void convert(String name, UnaryOperator<String> conversion) {
        CONVERSIONS.put(name, (Mustache.Lambda) (text, out) -> out.write(conversion.apply(text.execute())));
    }

    /** Returns three digits, or all before the point. */
    private static String scaled(String text, double divisor) {
        if (text.equals(UNKNOWN)) {
            return text;
        }
        BigDecimal value = BigDecimal.valueOf(Double.parseDouble(text) / divisor);
        MathContext digits = new MathContext(Math.max(3, value.precision() - value.scale()));
        return value.round(digits).stripTrailingZeros().toPlainString();
    }

    /** Returns the rules that were not checked, by reason, from lines of outcome, rule and reason. */
    private static String unchecked(String checks) {
        Map<String, String> rules = new LinkedHashMap<>();
        checks.lines()
                .map((line) -> line.split("\t", 3))
                .filter((check) -> check[0].equals("not-checked"))
                .forEach((check) -> rules.merge(check[2], check[1], (all, rule) -> all + ", " + rule));
        StringBuilder text = new StringBuilder();
        rules.forEach(
                (reason, all) -> text.append(all).append(": ").append(reason).append('\n'));
        return text.toString();
    }

    private static String reversed(String text) {
        return text.lines().reduce("", (later, line) -> line + "\n" + later);
    }

    static String cut(String text, int longest) {
        return text.length() > longest ? text.substring(0, longest - 1) + "…" : text;
    }

    /** Returns whole lines of at most this many characters in all, the last of which counts those left out. */
    static String lines(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = text.lastIndexOf('\n', longest - 30);
        String kept = end < 0 ? cut(text, longest - 30) : text.substring(0, end);
        return kept + "\nLines left out: "
                + (text.lines().count() - kept.lines().count()) + ".\n";
    }

    static String resource(String name) {
        try {
            return new ClassPathResource(name, ToolText.class).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Writes an answer with the template of this name. */
    static String write(String template, String answer) {
        return write(template, JSON.readTree(answer));
    }

    private static String write(String template, JsonNode answer) {
        Map<String, Object> values = new HashMap<>(CONVERSIONS);
        answer.properties()
                .forEach((each) -> values.put(each.getKey(), JSON.convertValue(each.getValue(), Object.class)));
        String text = MUSTACHE.compile(resource(template + ".txt")).execute(values);
        return text.replaceAll("\n+", "\n").strip();
    }

    /**
     * Returns the GPUs, their users and alerts.
     *
     * @param machine the machine in short
     * @param snapshot its latest snapshot, which has the reasons of absent values
     */
    static String status(String machine, String snapshot) {
        ObjectNode values = (ObjectNode) JSON.readTree(machine);
        JsonNode round = JSON.readTree(snapshot);
        Map<JsonNode, JsonNode> absent = new HashMap<>();
        round.path("gpus").forEach((gpu) -> absent.putIfAbsent(gpu.path("index"), gpu.path("absent")));
        JsonNode gpus = values.path("gpus");
        gpus.forEach((gpu) -> ((ObjectNode) gpu).set("absent", absent.get(gpu.path("index"))));
        values.put("count", gpus.size());
        values.put("mixed", Set.copyOf(gpus.findValues("name")).size() > 1);
        values.put("stale", round.path("stale").booleanValue());
        return lines(write("gpu_status", values), LONGEST_STATUS * Math.max(1, (gpus.size() + 7) / 8));
    }

    /** Returns the newest jobs of a list. */
    static String jobs(String answer) {
        ObjectNode values = (ObjectNode) JSON.readTree(answer);
        ArrayNode jobs = values.withArray("jobs");
        int omitted = values.path("omitted").intValue();
        for (; jobs.size() > MOST_JOBS; omitted++) {
            jobs.remove(jobs.size() - 1);
        }
        return write("jobs", values.put("omitted", omitted));
    }

    /** Returns free GPUs as variables for CUDA programs; where too few are free, the reasons against the others. */
    static String free(String answer) {
        ObjectNode values = (ObjectNode) JSON.readTree(answer);
        List<FreeGpu> chosen = values.path("chosen")
                .valueStream()
                .map((gpu) -> JSON.treeToValue(gpu, FreeGpu.class))
                .toList();
        values.put("count", chosen.size())
                .put("enough", chosen.size() >= values.path("requested").intValue());
        return write("find_free_gpus", values.put("environment", FreeGpu.environment(chosen)));
    }

    /** Returns minimum, mean and maximum of each step. */
    static String history(String answer) {
        JsonNode values = JSON.readTree(answer);
        for (JsonNode series : values.path("series")) {
            String unit = series.path("unit").asString("");
            double divisor = unit.equals("B") ? 1L << 30 : unit.equals("B/s") ? 1 << 20 : 1;
            ((ObjectNode) series).put("unit", unit.equals("B") ? "GiB" : unit.equals("B/s") ? "MiB/s" : unit);
            ((ObjectNode) series)
                    .put("sampled", series.path("avg").valueStream().anyMatch((step) -> !step.isNull()));
            for (String kind : List.of("min", "avg", "max")) {
                List<JsonNode> steps = series.path(kind).valueStream().toList();
                ArrayNode known = ((ObjectNode) series).putArray(kind);
                steps.forEach((step) -> known.add(scaled(step.asString(UNKNOWN), divisor)));
            }
        }
        return write("gpu_history", values);
    }
}
