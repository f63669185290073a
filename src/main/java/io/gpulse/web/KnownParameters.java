package io.gpulse.web;

import io.gpulse.metric.Spelling;
import io.swagger.v3.oas.annotations.Parameters;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.core.MethodParameter;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.BindParam;
import org.springframework.web.method.HandlerMethod;

/** Which query parameters an operation takes: the components of its parameter objects. */
final class KnownParameters {

    private static final int LONGEST = 80;

    private final Map<HandlerMethod, List<String>> byOperation = new ConcurrentHashMap<>();

    /** @throws Refusal when the request has another one */
    void check(HandlerMethod operation, MultiValueMap<String, String> query) {
        if (query.isEmpty() || readsThemItself(operation)) {
            return;
        }
        List<String> known = this.byOperation.computeIfAbsent(operation, KnownParameters::of);
        query.keySet().stream()
                .filter((name) -> !known.contains(name))
                .findFirst()
                .ifPresent((unknown) -> {
                    throw refusal(unknown, known);
                });
    }

    /** Where the parameters are written down one by one, as those of nvidia-smi's switches. */
    private static boolean readsThemItself(HandlerMethod operation) {
        return operation.hasMethodAnnotation(Parameters.class);
    }

    private static List<String> of(HandlerMethod operation) {
        return Arrays.stream(operation.getMethodParameters())
                .filter((parameter) -> parameter.hasParameterAnnotation(ParameterObject.class))
                .map(MethodParameter::getParameterType)
                .filter(Class::isRecord)
                .flatMap(KnownParameters::namesOf)
                .toList();
    }

    /** Annotations of binding stand at the constructor's parameters, in the order of the components. */
    private static Stream<String> namesOf(Class<?> parameters) {
        RecordComponent[] components = parameters.getRecordComponents();
        Parameter[] bound = parameters.getDeclaredConstructors()[0].getParameters();
        return IntStream.range(0, components.length)
                .mapToObj((place) -> Optional.ofNullable(bound[place].getAnnotation(BindParam.class))
                        .map(BindParam::value)
                        .orElse(components[place].getName()));
    }

    private static Refusal refusal(String unknown, List<String> known) {
        String asked = unknown.substring(0, Math.min(unknown.length(), LONGEST));
        String taken = known.stream()
                .min(Comparator.comparingInt((name) -> Spelling.distance(asked, name)))
                .map((nearest) -> "The nearest is '" + nearest + "'; here these are taken: " + String.join(", ", known))
                .orElse("None is taken here");
        return Refusal.badRequest("There is no parameter '" + asked + "'. " + taken + ".");
    }
}
