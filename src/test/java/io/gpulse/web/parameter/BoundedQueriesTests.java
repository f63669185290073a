package io.gpulse.web.parameter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.tngtech.archunit.core.domain.JavaClass;
import io.gpulse.testing.ProductionClasses;
import io.gpulse.web.ProblemException;
import jakarta.validation.Constraint;
import java.lang.reflect.Parameter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.validator.constraints.Range;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.junit.jupiter.api.Test;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.RestController;

class BoundedQueriesTests {

    private final QueryParameters parameters = new QueryParameters(List.of());

    /** A bound that is not checked would be a promise of the contract only. */
    @Test
    void everyBoundIsChecked() {
        List<QueryParameter> bounded = queries()
                .flatMap((query) -> this.parameters.of(query).stream())
                .filter((known) -> AnnotatedElementUtils.isAnnotated(known.constraints(), Constraint.class))
                .toList();

        assertThat(bounded)
                .hasSizeGreaterThan(5)
                .allSatisfy((known) -> assertThat(beyond(known))
                        .isNotEmpty()
                        .allSatisfy((value) -> assertThatExceptionOfType(ProblemException.class)
                                .as("%s=%s", known.name(), value)
                                .isThrownBy(() -> known.read(query(known.name(), value)))));
    }

    private static Stream<Class<?>> queries() {
        return ProductionClasses.ALL.stream()
                .filter((type) -> type.isAnnotatedWith(RestController.class))
                .map(JavaClass::reflect)
                .flatMap((type) -> Arrays.stream(type.getDeclaredMethods()))
                .flatMap((method) -> Arrays.stream(method.getParameters()))
                .filter((parameter) -> parameter.isAnnotationPresent(ParameterObject.class))
                .<Class<?>>map(Parameter::getType)
                .distinct();
    }

    /** Returns values out of bounds that the grammar permits. */
    private static List<String> beyond(QueryParameter parameter) {
        List<String> values = new ArrayList<>();
        Range range = parameter.constraints().getAnnotation(Range.class);
        if (range != null) {
            values.add(Long.toString(range.max() + 1));
            if (range.min() > 0) {
                values.add(Long.toString(range.min() - 1));
            }
        }
        if (parameter.constraints().isAnnotationPresent(DurationMin.class)) {
            values.add("0s");
        }
        DurationMax most = parameter.constraints().getAnnotation(DurationMax.class);
        if (most != null) {
            Duration longest =
                    Duration.ofDays(most.days()).plusHours(most.hours()).plusMinutes(most.minutes());
            values.add(longest.plusHours(1).toHours() + "h");
        }
        return values;
    }

    private static MultiValueMap<String, String> query(String name, String value) {
        MultiValueMap<String, String> query = new LinkedMultiValueMap<>();
        query.add(name, value);
        return query;
    }
}
