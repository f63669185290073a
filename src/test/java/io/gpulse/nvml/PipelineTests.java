package io.gpulse.nvml;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.gpulse.testing.ProductionClasses;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The packages of {@code nvml} have no cyclic dependencies, nor have the classes within each. */
class PipelineTests {

    private static final String NVML = "io.gpulse.nvml";

    /** Each may use those before it. */
    private static final List<String> STAGES =
            List.of("library", "record", "probe", "read", "event", "topology", "session");

    private static final JavaClasses CLASSES = ProductionClasses.in(NVML);

    @Test
    void everyPackageUsesOnlyThoseBeforeIt() {
        for (int stage = 0; stage < STAGES.size() - 1; stage++) {
            String[] later = STAGES.subList(stage + 1, STAGES.size()).stream()
                    .map((name) -> NVML + "." + name)
                    .toArray(String[]::new);

            noClasses()
                    .that()
                    .resideInAPackage(NVML + "." + STAGES.get(stage))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(later)
                    .check(CLASSES);
        }
    }

    @Test
    void noClassesFormACycle() {
        ArchRule rule = slices().assignedFrom(new TopLevelClasses()).should().beFreeOfCycles();
        JavaClasses cyclic = new ClassFileImporter().importClasses(Hen.class, Egg.class);
        assertThatThrownBy(() -> rule.check(cyclic)).isInstanceOf(AssertionError.class);

        rule.check(CLASSES);
    }

    /** A class with its nested classes is one slice; each class of this test is one. */
    private static final class TopLevelClasses implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            if (!type.getPackageName().startsWith(NVML)) {
                return SliceIdentifier.ignore();
            }
            boolean ofThisTest = type.getName().startsWith(PipelineTests.class.getName());
            return SliceIdentifier.of(
                    ofThisTest ? type.getName() : type.getName().replaceAll("\\$.*", ""));
        }

        @Override
        public String getDescription() {
            return "top-level classes";
        }
    }

    private record Hen(List<Egg> eggs, Egg from) {}

    private record Egg(Hen of) {}
}
