package io.gpulse.mcp;

import io.gpulse.view.PidSelector;
import io.gpulse.web.ProblemException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.boot.convert.DurationStyle;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** The tools of {@code tools.json}: arguments are those of the REST API, and so are answers, in few words. */
final class Tools {

    private static final ArrayNode DEFINITIONS =
            (ArrayNode) JsonMapper.shared().readTree(ToolText.resource("tools.json"));

    /** Longest time span of a report. */
    private static final Duration LONGEST_OF_PIDS = Duration.ofDays(1);

    private Tools() {}

    /** @param writes whether the caller may change stored data */
    static ArrayNode list(boolean writes) {
        ArrayNode list = DEFINITIONS.deepCopy();
        list.removeIf((tool) -> !writes && !tool.at("/annotations/readOnlyHint").booleanValue());
        return list;
    }

    static Optional<JsonNode> find(JsonNode name) {
        return DEFINITIONS
                .valueStream()
                .filter((tool) -> tool.path("name").equals(name))
                .findFirst();
    }

    /** Returns whether a message calls a tool that waits; one with wrong arguments does not. */
    static boolean waits(RpcMessage message) {
        try {
            return find(message.params().path("name"))
                    .map((tool) ->
                            query(tool, message.params().path("arguments")).get("wait"))
                    .filter((wait) -> message.method().equals("tools/call") && !wait.matches("0+s"))
                    .isPresent();
        } catch (ProblemException invalid) {
            return false;
        }
    }

    /** The result fails with a {@link ProblemException} for wrong arguments, and where REST rejects the request. */
    static Mono<String> call(JsonNode tool, JsonNode arguments, RestCalls rest) {
        Map<String, String> query = query(tool, arguments);
        String name = tool.path("name").stringValue();
        return switch (name) {
            case "gpu_status" ->
                Mono.zip(
                        rest.get("/api/v1/machine", query),
                        rest.get("/api/v1/snapshot", Map.of("metrics", "utilization.gpu,memory.used")),
                        ToolText::status);
            case "find_free_gpus" -> rest.get("/api/v1/gpus/free", query).map(ToolText::free);
            case "why_slow" -> rest.get("/api/v1/insights", query).map((answer) -> ToolText.write(name, answer));
            case "gpu_history" -> {
                query.putIfAbsent("metrics", "utilization.gpu");
                query.put("points", "6");
                yield rest.get("/api/v1/history", query).map(ToolText::history);
            }
            case "what_happened" -> {
                query.put("format", "text");
                yield rest.get("/api/v1/story", query);
            }
            case "mark" -> rest.post("/api/v1/marks", query).map((mark) -> "The mark is stored.");
            default -> job(query, rest);
        };
    }

    private static Mono<String> job(Map<String, String> query, RestCalls rest) {
        String since = query.remove("since");
        if (query.size() > 1 || (since != null && query.containsKey("job"))) {
            throw ProblemException.badRequest("Give one of job, pids and user; job has no since.");
        }
        if (query.containsKey("job")) {
            return rest.get("/api/v1/jobs/" + query.get("job"), Map.of("format", "json"))
                    .map((answer) -> ToolText.write(
                            "jobs", "{\"detailed\":true,\"reserved\":[],\"omitted\":0,\"jobs\":[" + answer + "]}"));
        }
        if (query.containsKey("pids")) {
            Instant now = Clock.systemUTC().instant();
            Duration before = DurationStyle.SIMPLE.parse(Objects.requireNonNullElse(since, "1m"));
            if (before.compareTo(LONGEST_OF_PIDS) > 0) {
                throw ProblemException.badRequest("since is at most 24h with pids.");
            }
            if (!rest.isSimulated()) {
                query.put("pid-namespace", Long.toString(PidSelector.OF_HOST));
            }
            query.put("from", Long.toString(now.minus(before).toEpochMilli()));
            query.put("to", Long.toString(now.toEpochMilli()));
            return rest.get("/api/v1/report", query).map((answer) -> ToolText.write("process_report", answer));
        }
        query.put("since", Objects.requireNonNullElse(since, "24h"));
        return rest.get("/api/v1/jobs", query).map(ToolText::jobs);
    }

    /** @throws ProblemException for an argument that the schema does not have; REST checks what is left */
    private static Map<String, String> query(JsonNode tool, JsonNode arguments) {
        JsonNode schema = tool.at("/inputSchema/properties");
        Map<String, String> query = new HashMap<>();
        arguments.properties().forEach((argument) -> {
            JsonNode known = schema.path(argument.getKey());
            JsonNode value = argument.getValue();
            if (known.isMissingNode()) {
                throw ProblemException.badRequest("There is no argument '" + ToolText.cut(argument.getKey(), 40)
                        + "'; there are " + schema.propertyNames() + ".");
            }
            if (!value.isNull() && !fits(known, value)) {
                throw ProblemException.badRequest(argument.getKey() + " does not fit " + known + ".");
            }
            if (!value.isNull()) {
                query.put(argument.getKey(), text(value));
            }
        });
        tool.at("/inputSchema/required").forEach((name) -> {
            if (!query.containsKey(name.stringValue())) {
                throw ProblemException.badRequest(name.stringValue() + " is missing.");
            }
        });
        return query;
    }

    private static String text(JsonNode value) {
        // Some clients write 2.0.
        return value.isArray()
                ? value.valueStream().map(Tools::text).collect(Collectors.joining(","))
                : value.isNumber() ? Long.toString(value.longValue()) : value.stringValue();
    }

    private static boolean fits(JsonNode schema, JsonNode value) {
        String types = schema.path("type").toString();
        if (value.isArray()) {
            return types.contains("array") && value.valueStream().allMatch((one) -> fits(schema.path("items"), one));
        }
        return value.isNumber()
                ? types.contains("integer")
                        && value.canConvertToExactIntegral()
                        && value.canConvertToLong()
                        && value.longValue() >= schema.path("minimum").asLong()
                        && value.longValue() <= schema.path("maximum").asLong()
                : value.isString()
                        && types.contains("string")
                        && Pattern.matches(schema.path("pattern").stringValue(), value.stringValue());
    }
}
