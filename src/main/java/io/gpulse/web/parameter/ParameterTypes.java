package io.gpulse.web.parameter;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The types of query parameters, the same for every operation. */
final class ParameterTypes {

    private static final List<ParameterType<?>> COMMON = List.of(
            NumberType.INT,
            NumberType.LONG,
            NumberType.PERCENTAGE,
            new DurationType(),
            new DataSizeType(),
            new EnumParameter<>(Boolean.class, List.of("true", "false"), Boolean::valueOf));

    private final Map<Class<?>, ParameterType<?>> byType;

    /** @param ofFeatures the types that only one feature has */
    ParameterTypes(List<? extends ParameterType<?>> ofFeatures) {
        this.byType = Stream.concat(COMMON.stream(), ofFeatures.stream())
                .collect(Collectors.toUnmodifiableMap(ParameterType::type, Function.identity()));
    }

    /** Returns the type of a component; empty for plain text. */
    Optional<ParameterType<?>> of(RecordComponent component) {
        Class<?> type = component.getType();
        return type.isEnum()
                ? Optional.of(this.byType.getOrDefault(type, EnumParameter.ofEnum(type)))
                : Optional.ofNullable(this.byType.get(type));
    }
}
