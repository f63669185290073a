package io.gpulse;

import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethodWhere;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.gpulse.device.Gpu;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuSource;
import io.gpulse.doctor.Doctor;
import io.gpulse.security.PasswordCommand;
import io.gpulse.startup.Launcher;
import io.gpulse.testing.ProductionClasses;
import io.gpulse.wrong.Wrongs;
import io.gpulse.wrong.device.Downward;
import io.gpulse.wrong.metric.Upward;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The rules of the architecture. Each is first checked against classes that violate it. */
class ArchitectureTests {

    /** The packages of the doctor's jar, and those that they may use. */
    private static final String[] DOCTOR = {
        "java..",
        "javax.xml.stream..",
        "org.jspecify..",
        "com.sun.jna..",
        "tools.jackson.core..",
        "io.gpulse.metric..",
        "io.gpulse.device..",
        "io.gpulse.nvml..",
        "io.gpulse.smi..",
        "io.gpulse.recording..",
        "io.gpulse.setup..",
        "io.gpulse.doctor.."
    };

    private static final String HOUSE = "io.gpulse";
    private static final long MOST_FILES = 36;

    private static final JavaClasses OURS = ProductionClasses.ALL;

    @Test
    void packagesImportOnlyPermittedPackages() {
        assertBites(classes().should(importAsPlanned("io.gpulse.wrong")), Upward.class, Downward.class);

        classes().should(importAsPlanned(HOUSE)).check(OURS);
    }

    @Test
    void packagesFormNoCycle() {
        assertBites(slices().matching("io.gpulse.wrong.(*)..").should().beFreeOfCycles(), Upward.class, Downward.class);

        slices().matching("io.gpulse.(*)..").should().beFreeOfCycles().check(OURS);
    }

    @Test
    void catalogueAndPortsDependOnJavaOnly() {
        String[] known = {"java..", "org.jspecify..", "io.gpulse.metric..", "io.gpulse.device.."};
        assertBites(classes().should().onlyDependOnClassesThat().resideInAnyPackage(known), Wrongs.NativeHands.class);

        classes()
                .that()
                .resideInAnyPackage("io.gpulse.metric..", "io.gpulse.device..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(known)
                .check(OURS);
    }

    @Test
    void aLibraryIsUsedByThePackageThatItIsFor() {
        assertBites(usedAlone("com.sun.jna", Set.of("nvml")), Wrongs.NativeHands.class);
        assertBites(usedAlone("jakarta.servlet", Set.of()), Wrongs.OldTongue.class);
        assertBites(usedAlone("org.springframework.web.servlet", Set.of()), Wrongs.OldDialect.class);
        assertBites(usedAlone("org.springframework.web", Set.of("web", "ui")), Wrongs.HiddenDoor.class);

        PackagePlan.ALONE.forEach((library, users) -> usedAlone(library, users).check(OURS));
    }

    /** The jar of the doctor contains these packages only, without their classes for Spring. */
    @Test
    void theDoctorNeedsNeitherSpringNorReactor() {
        assertBites(classes().should().onlyDependOnClassesThat().resideInAnyPackage(DOCTOR), Wrongs.HiddenDoor.class);
        String forSpring = ".*(Configuration|Properties)(\\$.*)?";

        classes()
                .that()
                .resideInAnyPackage(
                        "io.gpulse.nvml..", "io.gpulse.smi..", "io.gpulse.recording..", "io.gpulse.doctor..")
                .and()
                .haveNameNotMatching(forSpring)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(DOCTOR)
                .andShould()
                .onlyDependOnClassesThat()
                .haveNameNotMatching("io\\.gpulse\\." + forSpring)
                .check(OURS);
    }

    @Test
    void onlyTheOpenApiDocumentUsesJackson2() {
        ArchRule rule = noClasses()
                .that()
                .haveNameNotMatching("io\\.gpulse\\.(view|status|web)\\.(OpenApi\\w*|\\w*Schemas)(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.fasterxml.jackson.databind..");
        assertBites(rule, Wrongs.OldInk.class);

        rule.check(OURS);
    }

    @Test
    void onlyTheSamplerCallsTheDriver() {
        ArchRule rule = noClasses()
                .that()
                // The doctor is a separate process with one round; a recording forwards the calls of the sampler.
                .resideOutsideOfPackages("io.gpulse.sampling..", "io.gpulse.doctor..", "io.gpulse.recording..")
                .should(callMethodWhere(calling(GpuSource.class, "open")))
                .orShould(callMethodWhere(calling(GpuSession.class, "attach")))
                .orShould(callMethodWhere(calling(Gpu.class, "read")));
        assertThat(violationsOf(rule, Wrongs.Impatient.class)).isEqualTo(3);

        rule.check(OURS);
    }

    @Test
    void onlyThePackageOfNvidiaSmiStartsOtherPrograms() {
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackages("io.gpulse.smi..")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(ProcessBuilder.class);
        assertBites(rule, Wrongs.Boss.class);

        rule.check(OURS);
    }

    @Test
    void noClassBypassesTheLog() {
        ArchRule rule = noClasses()
                .that()
                .doNotBelongToAnyOf(Doctor.class, PasswordCommand.class, Launcher.class)
                .should(ACCESS_STANDARD_STREAMS);
        assertBites(rule, Wrongs.Talker.class);

        rule.check(OURS);
    }

    @Test
    void aNameHasNoEmptySuffix() {
        ArchRule rule = noClasses()
                .should()
                .haveNameMatching(".*(Manager|Helper|Utils?|Impl|Dto|Data|Info)")
                .because("the suffix has no meaning");
        assertBites(rule, Wrongs.GpuManager.class);

        rule.check(OURS);
    }

    @Test
    void aNameIsUsedOnce() {
        Map<String, List<String>> packages = OURS.stream()
                .filter((type) ->
                        type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(groupingBy(JavaClass::getSimpleName, mapping(JavaClass::getPackageName, toList())));

        assertThat(packages)
                .isNotEmpty()
                .allSatisfy((name, in) -> assertThat(in).as(name).hasSize(1));
    }

    @Test
    void aPackageIsSmallEnoughToBeReadAtOnce() {
        Map<String, Long> files = OURS.stream()
                .filter(JavaClass::isTopLevelClass)
                .collect(groupingBy(JavaClass::getPackageName, counting()));

        assertThat(files)
                .isNotEmpty()
                .allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(MOST_FILES));
    }

    @Test
    void spansAreNotMeasuredWithTheWallClock() {
        assertThat(WallClockSpans.in(new ClassFileImporter().importClasses(Wrongs.Sundial.class)))
                .isNotEmpty();
        assertThat(WallClockSpans.in(new ClassFileImporter().importClasses(Wrongs.Calendar.class)))
                .isNotEmpty();

        assertThat(WallClockSpans.in(OURS)).isEqualTo(WallClockSpans.OF_DATES.keySet());
    }

    @Test
    void everyPackageIsNullMarked() {
        assertBites(classes().should(liveInNullMarkedPackages()), Upward.class);

        classes().should(liveInNullMarkedPackages()).check(OURS);
    }

    private static void assertBites(ArchRule rule, Class<?>... wrong) {
        assertThat(violationsOf(rule, wrong)).as(rule.getDescription()).isPositive();
    }

    private static int violationsOf(ArchRule rule, Class<?>... wrong) {
        return rule.allowEmptyShould(true)
                .evaluate(new ClassFileImporter().importClasses(wrong))
                .getFailureReport()
                .getDetails()
                .size();
    }

    private static ArchRule usedAlone(String library, Set<String> users) {
        String[] packages =
                users.stream().map((user) -> HOUSE + "." + user + "..").toArray(String[]::new);
        return noClasses()
                .that()
                .resideOutsideOfPackages(packages)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library + "..");
    }

    private static DescribedPredicate<JavaMethodCall> calling(Class<?> port, String method) {
        return DescribedPredicate.describe(
                port.getSimpleName() + "." + method,
                (call) -> call.getName().equals(method) && call.getTargetOwner().isAssignableTo(port));
    }

    private static ArchCondition<JavaClass> liveInNullMarkedPackages() {
        return condition("live in a @NullMarked package", (type, events) -> {
            if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                events.add(SimpleConditionEvent.violated(type, type.getPackageName() + " is not @NullMarked"));
            }
        });
    }

    private static ArchCondition<JavaClass> importAsPlanned(String house) {
        return condition("import what the plan allows", (type, events) -> {
            if (!feature(house, type).isEmpty()) {
                type.getDirectDependenciesFromSelf().stream()
                        .filter((dependency) ->
                                dependency.getTargetClass().getPackageName().startsWith(house))
                        .filter((dependency) ->
                                !isPlanned(feature(house, type), feature(house, dependency.getTargetClass())))
                        .forEach((dependency) ->
                                events.add(SimpleConditionEvent.violated(type, dependency.getDescription())));
            }
        });
    }

    private static boolean isPlanned(String from, String to) {
        return PackagePlan.IMPORTS.containsKey(from)
                && (from.equals(to) || PackagePlan.IMPORTS.get(from).contains(to));
    }

    /** The first package below the house; empty for the root. */
    private static String feature(String house, JavaClass type) {
        String below = type.getPackageName().substring(house.length());
        return below.isEmpty() ? "" : below.substring(1).replaceFirst("\\..*", "");
    }

    private static ArchCondition<JavaClass> condition(String description, Check check) {
        return new ArchCondition<>(description) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                check.of(type, events);
            }
        };
    }

    private interface Check {
        void of(JavaClass type, ConditionEvents events);
    }
}
