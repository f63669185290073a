package io.gpulse.web;

import io.gpulse.testing.RawResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks that a response is documented and discloses nothing. */
final class ResponseVerdict {

    /** Statuses that are possible at any path, before the operation is known. */
    private static final Map<Integer, String> GENERAL = Map.of(
            400, "the address could be meant to deceive",
            404, "a variable of the path with a slash in it leads elsewhere",
            403, "a page of another site has sent it",
            405, "nothing but GET",
            406, "an Accept that cannot be read",
            421, "a name that is not gpulse's",
            431, "its headers are too many");

    /** Statuses of Netty for invalid HTTP, without a body and with a closed connection. */
    private static final Set<Integer> OF_NETTY = Set.of(400, 413, 414, 417, 431, 501, 505);

    private static final List<String> SECRETS = List.of(
            "io.gpulse", "java.", "org.springframework", "reactor.", "Exception", "Whitelabel", "\tat ", "stackTrace");

    private static final String PROBLEM = "application/problem+json";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final JsonNode document;
    private final Schemas schemas;

    /** Bodies that were checked before, with their operation. */
    private final Set<String> seen = new HashSet<>();

    ResponseVerdict(JsonNode document) {
        this.document = document;
        this.schemas = new Schemas(document);
    }

    List<String> on(Operation operation, OddRequest request, RawResponse answer) {
        List<String> wrongs = new ArrayList<>();
        if (answer.status() <= 0) {
            return request.responseRequired()
                    ? List.of(answer.status() == RawResponse.SILENCE ? "silence" : "hung up")
                    : List.of();
        }
        checkSecrets(request, answer, wrongs);
        if (!answer.isOfGpulse()) {
            checkNetty(answer, wrongs);
        } else if (answer.status() >= 400) {
            checkProblem(operation, request, answer, wrongs);
        } else {
            checkAnswer(operation, request, answer, wrongs);
        }
        return wrongs;
    }

    private static void checkSecrets(OddRequest request, RawResponse answer, List<String> wrongs) {
        SECRETS.stream()
                .filter((secret) -> answer.body().contains(secret))
                .filter((secret) -> !request.contains(secret))
                .forEach((secret) -> wrongs.add("reveals " + secret + ": " + start(answer)));
        if (answer.headers().containsKey("x-injected")) {
            wrongs.add("has a header that the request wrote");
        }
        // The server deletes an unknown cookie.
        if (!answer.headers().getOrDefault("set-cookie", "Max-Age=0").contains("Max-Age=0")) {
            wrongs.add("sets a cookie");
        }
    }

    /** Returns whether a failed login shows the login page again with the reason. */
    private boolean isTheFormAgain(Operation operation, RawResponse answer) {
        return this.document
                .path("paths")
                .path(operation.path())
                .path("post")
                .path("responses")
                .path(Integer.toString(answer.status()))
                .path("content")
                .has(answer.mediaType());
    }

    private static void checkNetty(RawResponse answer, List<String> wrongs) {
        if (!OF_NETTY.contains(answer.status()) || !answer.body().isEmpty()) {
            wrongs.add(answer.status() + " of unknown origin: " + answer);
        }
    }

    private void checkProblem(Operation operation, OddRequest request, RawResponse answer, List<String> wrongs) {
        int status = answer.status();
        boolean ofItsForm = this.document
                .path("paths")
                .path(operation.path())
                .path("post")
                .path("responses")
                .has(Integer.toString(status));
        if (!GENERAL.containsKey(status) && !operation.statuses().contains(status) && !ofItsForm) {
            wrongs.add(status + " is not declared: " + start(answer));
        }
        if (request.method().equals("HEAD") || isTextOfItsOwn(operation, answer) || isTheFormAgain(operation, answer)) {
            return;
        }
        if (!answer.mediaType().equals(PROBLEM)) {
            wrongs.add(status + " is no problem but " + answer.mediaType() + ": " + start(answer));
            return;
        }
        JsonNode problem = json(answer, wrongs);
        wrongs.addAll(this.schemas.wrongs(problem, this.document.at("/components/schemas/Problem")));
        if (problem.path("status").asInt(0) != status
                || problem.path("title").asString("").isBlank()
                || problem.path("detail").asString("").isBlank()) {
            wrongs.add(status + " has too little detail: " + start(answer));
        }
    }

    /** Returns whether the document has another form of error: nvidia-smi's message, or no body. */
    private static boolean isTextOfItsOwn(Operation operation, RawResponse answer) {
        JsonNode forms = operation.forms(answer.status());
        boolean silent = operation.statuses().contains(answer.status()) && forms.isEmpty();
        return silent
                ? answer.body().isEmpty()
                : forms.has(answer.mediaType()) && !answer.mediaType().equals(PROBLEM);
    }

    private void checkAnswer(Operation operation, OddRequest request, RawResponse answer, List<String> wrongs) {
        if (request.method().equals("OPTIONS")) {
            if (answer.status() != 200 || !answer.body().isEmpty()) {
                wrongs.add("OPTIONS has more than headers: " + start(answer));
            }
            return;
        }
        if (!operation.statuses().contains(answer.status())) {
            wrongs.add(answer.status() + " is not declared: " + start(answer));
            return;
        }
        JsonNode forms = operation.forms(answer.status());
        JsonNode form = forms.path(forms.has(answer.contentType()) ? answer.contentType() : answer.mediaType());
        boolean page = operation.path().equals("/") && request.contains("text/html");
        if (form.isMissingNode() && !page) {
            wrongs.add("the form '" + answer.mediaType() + "' is not declared: " + start(answer));
        } else if (isJson(request, answer) && this.seen.add(operation + answer.body())) {
            wrongs.addAll(this.schemas.wrongs(json(answer, wrongs), form.path("schema")));
        }
    }

    private static boolean isJson(OddRequest request, RawResponse answer) {
        return answer.mediaType().endsWith("json")
                && answer.isReadable()
                && !request.method().equals("HEAD");
    }

    private static JsonNode json(RawResponse answer, List<String> wrongs) {
        try {
            return JSON.readTree(answer.body());
        } catch (JacksonException broken) {
            wrongs.add("no JSON: " + start(answer));
            return JSON.createObjectNode();
        }
    }

    private static String start(RawResponse answer) {
        String body = answer.body();
        return body.length() > 200 ? body.substring(0, 200) + "..." : body;
    }
}
