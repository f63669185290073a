package io.gpulse.web.parameter;

import io.gpulse.metric.Spelling;
import io.gpulse.web.ProblemException;
import io.swagger.v3.oas.annotations.Parameters;
import java.util.Comparator;
import java.util.List;
import org.springframework.util.MultiValueMap;
import org.springframework.web.method.HandlerMethod;

/** The check for parameters that an operation does not have, or that occur more than once. */
final class ParameterCheck {

    private final QueryParameters parameters;

    ParameterCheck(QueryParameters parameters) {
        this.parameters = parameters;
    }

    /** @throws ProblemException when the request has such a parameter */
    void check(HandlerMethod operation, MultiValueMap<String, String> query) {
        if (query.isEmpty() || readsItsOwn(operation)) {
            return;
        }
        List<QueryParameter> known = this.parameters.of(operation);
        rejectUnknown(known.stream().map(QueryParameter::name).toList(), query);
        known.forEach((parameter) -> rejectRepeated(parameter, query));
    }

    private static void rejectUnknown(List<String> known, MultiValueMap<String, String> query) {
        query.keySet().stream()
                .filter((name) -> !known.contains(name))
                .findFirst()
                .ifPresent((unknown) -> {
                    throw unknown(unknown, known);
                });
    }

    /** Rejects repeated values, of which the binder would use the first; only texts can be lists. */
    private static void rejectRepeated(QueryParameter parameter, MultiValueMap<String, String> query) {
        List<String> sent = query.getOrDefault(parameter.name(), List.of());
        if (sent.size() > 1 && parameter.type() != null) {
            throw ProblemException.badRequest(parameter.errorMessage(QueryParameter.joined(sent)));
        }
    }

    /** Returns whether the operation declares its parameters by annotations, such as those of nvidia-smi's switches. */
    private static boolean readsItsOwn(HandlerMethod operation) {
        return operation.hasMethodAnnotation(Parameters.class);
    }

    private static ProblemException unknown(String name, List<String> known) {
        String sent = QueryParameter.start(name);
        String expected = known.stream()
                .min(Comparator.comparingInt((other) -> Spelling.distance(sent, other)))
                .map((nearest) -> "The nearest is '" + nearest + "'; this path has " + String.join(", ", known))
                .orElse("This path has no parameters");
        return ProblemException.badRequest("There is no parameter '" + sent + "'. " + expected + ".");
    }
}
