package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.gpulse.testing.ProductionClasses;
import org.junit.jupiter.api.Test;

class BeansTests {

    /** The image is built with code that Spring writes beside ours, and that has to see it. */
    @Test
    void whatIsMadeForSpringIsNotPrivate() {
        var made = ProductionClasses.ALL.stream()
                .flatMap((type) -> type.getMethods().stream())
                .filter((method) -> method.isAnnotatedWith("org.springframework.context.annotation.Bean"))
                .map(JavaMethod::getRawReturnType);

        assertThat(made).isNotEmpty().noneMatch((type) -> type.getModifiers().contains(JavaModifier.PRIVATE));
    }
}
