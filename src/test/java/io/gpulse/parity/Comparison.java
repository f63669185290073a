package io.gpulse.parity;

import io.gpulse.testing.Http;
import io.gpulse.testing.TestServer;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A transcript of nvidia-smi and the output of {@code /query} for the same GPU.
 *
 * @param accepted printed values by header, without refused properties
 */
public record Comparison(Transcript transcript, Map<String, String> accepted) {

    private static final Pattern REFUSED = Pattern.compile("Field \"(.+)\" is not a valid field to query\\.\\s*");

    /** Queries the properties of the transcript without those that gpulse refuses. */
    static Comparison of(Transcript transcript, TestServer server) {
        List<String> properties = new ArrayList<>(
                transcript.cells().keySet().stream().map(Transcript::property).toList());
        while (true) {
            HttpResponse<String> answer = Http.get(
                    server,
                    "/api/v1/query?format=csv&query-gpu="
                            + URLEncoder.encode(String.join(",", properties), StandardCharsets.UTF_8));
            Optional<String> refused = refused(answer.body());
            if (refused.isEmpty()) {
                return new Comparison(transcript, byHeader(answer.body().lines().toList()));
            }
            properties.remove(refused.get());
        }
    }

    private static Optional<String> refused(String body) {
        Matcher sentence = REFUSED.matcher(body);
        return sentence.matches() ? Optional.of(sentence.group(1)) : Optional.empty();
    }

    private static Map<String, String> byHeader(List<String> lines) {
        List<String> headers = Transcript.cells(lines.get(0));
        List<String> values = Transcript.cells(lines.get(1));
        Map<String, String> cells = new LinkedHashMap<>();
        for (int column = 0; column < headers.size(); column++) {
            cells.put(headers.get(column), values.get(column));
        }
        return cells;
    }

    /** Returns whether both have the same text under this header. */
    boolean isEqual(String header) {
        return this.transcript.cells().get(header).equals(this.accepted.get(header));
    }

    boolean isCovered(String header) {
        return this.accepted.containsKey(header);
    }

    /** The headers of these properties. */
    List<String> headers(java.util.Collection<String> properties) {
        return this.transcript.cells().keySet().stream()
                .filter((header) -> properties.contains(Transcript.property(header)))
                .toList();
    }

    String difference(String header) {
        return header + ": " + this.transcript.cells().get(header) + " there, " + this.accepted.get(header) + " here";
    }
}
