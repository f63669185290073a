package io.gpulse.web.parameter;

import java.lang.reflect.Constructor;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.beans.BeanUtils;
import org.springframework.core.MethodParameter;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.bind.annotation.BindParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.BindingContext;
import org.springframework.web.reactive.result.method.HandlerMethodArgumentResolver;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Reads the parameter objects of operations, which are records, from the query and from nothing else. Spring's data
 * binder would also accept headers, forms, paths below a component, and several spellings of a number. The default of a
 * parameter is the value that the record's constructor substitutes for null.
 */
final class QueryParameters implements HandlerMethodArgumentResolver {

    private static final List<ParameterType<?>> COMMON = List.of(
            NumberType.INT,
            NumberType.LONG,
            NumberType.PERCENTAGE,
            new DurationType(),
            new DataSizeType(),
            new EnumParameter<>(Boolean.class, List.of("true", "false"), Boolean::valueOf));

    private final Map<Class<?>, ParameterType<?>> types;
    private final Map<Class<?>, List<QueryParameter>> byQuery = new ConcurrentHashMap<>();

    /** @param ofFeatures the types that only one feature has */
    QueryParameters(List<? extends ParameterType<?>> ofFeatures) {
        this.types = Stream.concat(COMMON.stream(), ofFeatures.stream())
                .collect(Collectors.toUnmodifiableMap(ParameterType::type, Function.identity()));
    }

    /** Returns the parameters in the order of the records' components. */
    Stream<QueryParameter> of(HandlerMethod operation) {
        return Arrays.stream(operation.getMethodParameters())
                .filter(this::supportsParameter)
                .flatMap((parameter) -> of(parameter.getParameterType()).stream());
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.hasParameterAnnotation(ParameterObject.class);
    }

    @Override
    public Mono<Object> resolveArgument(MethodParameter parameter, BindingContext context, ServerWebExchange exchange) {
        Class<?> query = parameter.getParameterType();
        return Mono.fromCallable(() -> BeanUtils.instantiateClass(
                constructor(query),
                of(query).stream()
                        .map((known) -> known.read(exchange.getRequest().getQueryParams()))
                        .toArray()));
    }

    List<QueryParameter> of(Class<?> query) {
        return this.byQuery.computeIfAbsent(query, this::parametersOf);
    }

    private List<QueryParameter> parametersOf(Class<?> query) {
        RecordComponent[] components = query.getRecordComponents();
        Constructor<?> constructor = constructor(query);
        Object unsent = BeanUtils.instantiateClass(constructor, new Object[components.length]);
        // The constructor's parameters have the annotations of binding and bounds, in the order of the components.
        return IntStream.range(0, components.length)
                .mapToObj((place) -> parameter(components[place], constructor.getParameters()[place], unsent))
                .toList();
    }

    private static Constructor<?> constructor(Class<?> query) {
        return query.getDeclaredConstructors()[0];
    }

    private QueryParameter parameter(RecordComponent component, Parameter bound, Object unsent) {
        ParameterType<?> type = type(component.getType());
        component.getAccessor().setAccessible(true);
        String name = Optional.ofNullable(bound.getAnnotation(BindParam.class))
                .map(BindParam::value)
                .orElse(component.getName());
        String defaultValue = print(ReflectionUtils.invokeMethod(component.getAccessor(), unsent), type);
        return new QueryParameter(name, component, bound, type, defaultValue);
    }

    /** Returns the type of a component; null for plain text. */
    private @Nullable ParameterType<?> type(Class<?> type) {
        ParameterType<?> known = this.types.get(type);
        return known == null && type.isEnum() ? EnumParameter.ofEnum(type) : known;
    }

    @SuppressWarnings("unchecked")
    private static <T> @Nullable String print(@Nullable Object value, @Nullable ParameterType<T> type) {
        if (value == null) {
            return null;
        }
        return type == null ? value.toString() : type.print((T) value);
    }
}
