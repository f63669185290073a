package io.gpulse.web.parameter;

import java.lang.reflect.Constructor;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.beans.BeanUtils;
import org.springframework.core.MethodParameter;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.bind.annotation.BindParam;
import org.springframework.web.method.HandlerMethod;

/**
 * The query parameters of operations: the components of their parameter objects, which are records. The default of a
 * parameter is the value that the record's constructor substitutes for null.
 */
final class QueryParameters {

    private final ParameterTypes types;
    private final Map<HandlerMethod, List<QueryParameter>> byOperation = new ConcurrentHashMap<>();

    QueryParameters(ParameterTypes types) {
        this.types = types;
    }

    /** Returns the parameters in the order of the records' components. */
    List<QueryParameter> of(HandlerMethod operation) {
        return this.byOperation.computeIfAbsent(
                operation,
                (handler) -> Arrays.stream(handler.getMethodParameters())
                        .filter((parameter) -> parameter.hasParameterAnnotation(ParameterObject.class))
                        .map(MethodParameter::getParameterType)
                        .flatMap(this::componentsOf)
                        .toList());
    }

    private Stream<QueryParameter> componentsOf(Class<?> query) {
        RecordComponent[] components = query.getRecordComponents();
        Constructor<?> constructor = query.getDeclaredConstructors()[0];
        Object unsent = BeanUtils.instantiateClass(constructor, new Object[components.length]);
        // The constructor's parameters have the annotations of binding and bounds, in the order of the components.
        return IntStream.range(0, components.length)
                .mapToObj((place) -> parameter(components[place], constructor.getParameters()[place], unsent));
    }

    private QueryParameter parameter(RecordComponent component, Parameter bound, Object unsent) {
        ParameterType<?> type = this.types.of(component).orElse(null);
        component.getAccessor().setAccessible(true);
        return new QueryParameter(
                Optional.ofNullable(bound.getAnnotation(BindParam.class))
                        .map(BindParam::value)
                        .orElse(component.getName()),
                component.getName(),
                bound,
                type,
                print(ReflectionUtils.invokeMethod(component.getAccessor(), unsent), type));
    }

    @SuppressWarnings("unchecked")
    private static <T> @Nullable String print(@Nullable Object value, @Nullable ParameterType<T> type) {
        if (value == null) {
            return null;
        }
        return type == null ? value.toString() : type.print((T) value);
    }
}
