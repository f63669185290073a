package io.gpulse.web.parameter;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All types that values of query parameters have; the same for every operation. */
final class ParameterTypes {

    private static final List<ParameterType<?>> COMMON = List.of(
            new WholeNumberType(),
            new LongNumberType(),
            new PercentType(),
            new DurationType(),
            new DataSizeType(),
            new EnumParameter<>(Boolean.class, List.of("true", "false"), Boolean::valueOf));

    private final Map<Class<?>, ParameterType<?>> byType;

    /** @param ofFeatures those that only one feature has */
    ParameterTypes(List<? extends ParameterType<?>> ofFeatures) {
        this.byType = Stream.concat(COMMON.stream(), ofFeatures.stream())
                .collect(Collectors.toUnmodifiableMap(ParameterType::type, Function.identity()));
    }

    /** Empty for a text that is taken as it is. */
    Optional<ParameterType<?>> of(RecordComponent component) {
        Class<?> type = component.getType();
        return type.isEnum()
                ? Optional.of(this.byType.getOrDefault(type, EnumParameter.ofEnum(type)))
                : Optional.ofNullable(this.byType.get(type));
    }

    /** Those of a query's components. */
    Stream<ParameterType<?>> in(Class<?> query) {
        return Arrays.stream(query.getRecordComponents()).flatMap((component) -> of(component).stream());
    }
}
