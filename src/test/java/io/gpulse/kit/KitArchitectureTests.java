package io.gpulse.kit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.gpulse.testing.ProductionClasses;
import io.gpulse.wrong.Wrongs;
import org.junit.jupiter.api.Test;

class KitArchitectureTests {

    /** It looks at gpulse from outside, and its jar holds nothing else. */
    @Test
    void theKitNeedsJavaAndTheParserOfJsonOnly() {
        ArchRule rule = classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify..", "tools.jackson.core..", "io.gpulse.kit..");
        assertThatThrownBy(() -> rule.check(new ClassFileImporter().importClasses(Wrongs.HiddenDoor.class)))
                .isInstanceOf(AssertionError.class);

        rule.check(ProductionClasses.in("io.gpulse.kit"));
    }
}
