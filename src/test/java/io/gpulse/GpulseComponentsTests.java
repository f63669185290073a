package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.gpulse.testing.ProductionClasses;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.stereotype.Component;

class GpulseComponentsTests {

    /** A class that is missing would be no part of gpulse, and nothing else would tell. */
    @Test
    void everyComponentIsListed() {
        List<String> components = ProductionClasses.ALL.stream()
                .filter((type) -> type.isMetaAnnotatedWith(Component.class))
                .map(JavaClass::getName)
                .filter((name) -> !name.equals(GpulseApplication.class.getName()))
                .map((name) -> name.substring("io.gpulse.".length()))
                .sorted()
                .toList();

        assertThat(GpulseComponents.NAMES).isEqualTo(components);
    }
}
