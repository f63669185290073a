package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.gpulse.testing.ProductionClasses;
import org.junit.jupiter.api.Test;

class BeansTests {

    /** The code that Spring generates in the packages of gpulse needs access to all beans. */
    @Test
    void beansAreNotPrivate() {
        var made = ProductionClasses.ALL.stream()
                .flatMap((type) -> type.getMethods().stream())
                .filter((method) -> method.isAnnotatedWith("org.springframework.context.annotation.Bean"))
                .map(JavaMethod::getRawReturnType);

        assertThat(made).isNotEmpty().noneMatch((type) -> type.getModifiers().contains(JavaModifier.PRIVATE));
    }
}
