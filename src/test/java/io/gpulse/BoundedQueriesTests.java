package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.gpulse.testing.ProductionClasses;
import jakarta.validation.Constraint;
import jakarta.validation.Valid;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.web.bind.annotation.RestController;

class BoundedQueriesTests {

    /** A bound that is not checked would be a promise of the contract only; a check without bounds costs a start. */
    @Test
    void onlyQueriesWithBoundsAreValidated() {
        List<Parameter> queries = ProductionClasses.ALL.stream()
                .filter((type) -> type.isAnnotatedWith(RestController.class))
                .map(JavaClass::reflect)
                .flatMap((type) -> Arrays.stream(type.getDeclaredMethods()))
                .flatMap((method) -> Arrays.stream(method.getParameters()))
                .filter((parameter) -> parameter.isAnnotationPresent(ParameterObject.class))
                .toList();

        assertThat(queries)
                .hasSizeGreaterThan(5)
                .allSatisfy((query) -> assertThat(query.isAnnotationPresent(Valid.class))
                        .as("%s of %s", query, query.getDeclaringExecutable())
                        .isEqualTo(hasBounds(query.getType())));
        assertThat(queries).anyMatch((query) -> hasBounds(query.getType()));
    }

    private static boolean hasBounds(Class<?> query) {
        return Arrays.stream(query.getDeclaredConstructors()[0].getParameters())
                .flatMap((component) -> Stream.of(component.getAnnotations()))
                .anyMatch((annotation) -> annotation.annotationType().isAnnotationPresent(Constraint.class));
    }
}
