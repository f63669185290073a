package io.gpulse.web.parameter;

import io.gpulse.metric.Spelling;
import io.gpulse.web.ProblemException;
import io.swagger.v3.oas.annotations.Parameters;
import java.util.Comparator;
import java.util.List;
import org.springframework.util.MultiValueMap;
import org.springframework.web.method.HandlerMethod;

/** Parameters that an operation does not take, or not more than once. */
final class ParameterCheck {

    private final QueryParameters parameters;

    ParameterCheck(QueryParameters parameters) {
        this.parameters = parameters;
    }

    /** @throws ProblemException when the request has such a one */
    void check(HandlerMethod operation, MultiValueMap<String, String> query) {
        if (query.isEmpty() || readsThemItself(operation)) {
            return;
        }
        List<QueryParameter> known = this.parameters.of(operation);
        refuseUnknown(known.stream().map(QueryParameter::name).toList(), query);
        known.forEach((parameter) -> refuseSeveral(parameter, query));
    }

    private static void refuseUnknown(List<String> known, MultiValueMap<String, String> query) {
        query.keySet().stream()
                .filter((name) -> !known.contains(name))
                .findFirst()
                .ifPresent((unknown) -> {
                    throw refusal(unknown, known);
                });
    }

    /** Of several values the binder would take the first; only texts, which are lists, may be written so. */
    private static void refuseSeveral(QueryParameter parameter, MultiValueMap<String, String> query) {
        List<String> sent = query.getOrDefault(parameter.name(), List.of());
        if (sent.size() > 1 && parameter.type() != null) {
            throw ProblemException.badRequest(parameter.refusal(QueryParameter.joined(sent)));
        }
    }

    /** Where the parameters are written down one by one, as those of nvidia-smi's switches. */
    private static boolean readsThemItself(HandlerMethod operation) {
        return operation.hasMethodAnnotation(Parameters.class);
    }

    private static ProblemException refusal(String unknown, List<String> known) {
        String asked = QueryParameter.start(unknown);
        String taken = known.stream()
                .min(Comparator.comparingInt((name) -> Spelling.distance(asked, name)))
                .map((nearest) -> "The nearest is '" + nearest + "'; here these are taken: " + String.join(", ", known))
                .orElse("None is taken here");
        return ProblemException.badRequest("There is no parameter '" + asked + "'. " + taken + ".");
    }
}
