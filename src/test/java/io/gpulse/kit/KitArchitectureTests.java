package io.gpulse.kit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.gpulse.wrong.Wrongs;
import org.junit.jupiter.api.Test;

class KitArchitectureTests {

    /** The kit runs gpulse as a user does; it shares the doctor's comparison and mask only. */
    @Test
    void theKitNeedsJavaTheDoctorAndTheJsonParserOnly() {
        ArchRule rule = classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jspecify..",
                        "tools.jackson.core..",
                        "io.gpulse.smi..",
                        "io.gpulse.doctor..",
                        "io.gpulse.kit..");
        assertThatThrownBy(() -> rule.check(new ClassFileImporter().importClasses(Wrongs.HiddenDoor.class)))
                .isInstanceOf(AssertionError.class);

        JavaClasses kit = new ClassFileImporter().importPackages("io.gpulse.kit");
        rule.check(kit.that(DescribedPredicate.describe(
                "not tests", (JavaClass type) -> !type.getName().contains("Tests"))));
    }
}
