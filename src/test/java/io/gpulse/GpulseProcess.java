package io.gpulse;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packaged gpulse, started as a user starts it: in its extracted form, unless a test names the single jar. */
final class GpulseProcess extends JavaProcess {

    private static final Pattern DASHBOARD = Pattern.compile("Dashboard (http://localhost:(\\d+))/");
    private static final Pattern END_OF_GREETING = Pattern.compile("Try: curl |What was checked and what to do: curl ");

    private final HttpClient client = HttpClient.newHttpClient();

    private GpulseProcess(List<String> optionsWithJar, Map<String, String> environment, String... arguments) {
        super(Stream.concat(optionsWithJar.stream(), Stream.of(arguments)).toList(), environment);
    }

    private static List<String> withJar(List<String> options, String jar) {
        return Stream.concat(options.stream(), Stream.of("-jar", System.getProperty(jar)))
                .toList();
    }

    /** Returns once gpulse has printed its address; fails when it ends before. */
    static GpulseProcess started(String... arguments) {
        return started(List.of(), arguments);
    }

    /** @param options of the JVM */
    static GpulseProcess started(List<String> options, String... arguments) {
        return awaited(new GpulseProcess(withJar(options, "extracted.jar"), Map.of(), arguments));
    }

    /** Starts the single jar, which loads its classes through Spring Boot's own launcher. */
    static GpulseProcess startedAsSingleJar(List<String> options, String... arguments) {
        return awaited(new GpulseProcess(withJar(options, "packaged.jar"), Map.of(), arguments));
    }

    /** @param jar another version, packaged */
    static GpulseProcess startedFrom(Path jar, String... arguments) {
        List<String> options = Stream.concat(SHORT_RUN.stream(), Stream.of("-jar", jar.toString()))
                .toList();
        return awaited(new GpulseProcess(options, Map.of(), arguments));
    }

    private static GpulseProcess awaited(GpulseProcess gpulse) {
        try {
            // The history reports its file at the same time, between any two lines of the greeting.
            gpulse.nextLine((line) -> DASHBOARD.matcher(line).find());
            gpulse.nextLine((line) -> END_OF_GREETING.matcher(line).find());
            return gpulse;
        } catch (CompletionException failure) {
            gpulse.close();
            throw new AssertionError(
                    "gpulse did not start; its output: " + gpulse.output() + gpulse.errors(), failure.getCause());
        }
    }

    /** Returns after gpulse has ended by itself. */
    static GpulseProcess ended(String... arguments) {
        return ended(Map.of(), arguments);
    }

    /** @param environment variables that gpulse is started with */
    static GpulseProcess ended(Map<String, String> environment, String... arguments) {
        try (GpulseProcess gpulse = new GpulseProcess(withJar(SHORT_RUN, "extracted.jar"), environment, arguments)) {
            gpulse.awaitEnd();
            return gpulse;
        }
    }

    int port() {
        return output().stream()
                .map(DASHBOARD::matcher)
                .filter(Matcher::find)
                .map((matcher) -> Integer.parseInt(matcher.group(2)))
                .findFirst()
                .orElseThrow();
    }

    String address() {
        return "http://127.0.0.1:" + port();
    }

    HttpResponse<String> get(String path) {
        return this.client
                .sendAsync(request(path), HttpResponse.BodyHandlers.ofString())
                .orTimeout(PATIENCE_IN_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    JsonNode json(String path) {
        return JsonMapper.shared().readTree(get(path).body());
    }

    /** Returns a document once it satisfies the condition, which is checked after each round of sampling. */
    JsonNode awaitJson(String path, Predicate<JsonNode> condition) {
        try (Stream<String> rounds = listen("/api/v1/stream").body()) {
            return CompletableFuture.supplyAsync(
                            () -> rounds.filter((line) -> line.startsWith("data:"))
                                    .map((round) -> json(path))
                                    .filter(condition)
                                    .findFirst()
                                    .orElseThrow(),
                            READERS)
                    .orTimeout(PATIENCE_IN_SECONDS, TimeUnit.SECONDS)
                    .join();
        }
    }

    /** Returns when the first line is there; the rest follows. */
    HttpResponse<Stream<String>> listen(String path) {
        return this.client
                .sendAsync(request(path), HttpResponse.BodyHandlers.ofLines())
                .orTimeout(PATIENCE_IN_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create(address() + path)).build();
    }
}
