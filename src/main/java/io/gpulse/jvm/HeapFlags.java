package io.gpulse.jvm;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The manageable flags by which G1 returns heap to the operating system: the free share after a collection, and the
 * interval of periodic collections. A flag that the command line sets is not changed.
 */
public final class HeapFlags {

    private static final Logger log = LoggerFactory.getLogger(HeapFlags.class);

    /** The only collector with a timer that can be set at run time. */
    private static final String G1 = "G1";

    /**
     * In percent and in ms. The order matters: the minimum may at no time be above the maximum. The interval is shorter
     * than the minutes between two collections of a large heap, and longer than the seconds between those of a small
     * one, so that the timer costs nothing once memory has been returned.
     */
    private static final List<Map.Entry<String, String>> VALUES = List.of(
            Map.entry("MinHeapFreeRatio", "10"),
            Map.entry("MaxHeapFreeRatio", "30"),
            Map.entry("G1PeriodicGCInterval", "30000"));

    private static final Set<String> NOT_GIVEN = Set.of("DEFAULT", "ERGONOMIC");
    private static final List<String> COLLECTORS = List.of(G1, "Serial", "Parallel", "Z", "Shenandoah");

    private final @Nullable HotSpotDiagnosticMXBean diagnostics;

    /**
     * @param diagnostics throws or returns null where this JVM has no such bean; not of the bean's own type, because a
     *     lambda of that type cannot be created there
     */
    HeapFlags(Supplier<? extends @Nullable PlatformManagedObject> diagnostics) {
        this.diagnostics = orNull(diagnostics);
    }

    public static HeapFlags ofThisJvm() {
        return new HeapFlags(() -> ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class));
    }

    /** Sets the flags that the command line does not set, if the collector has them. */
    public void set() {
        HotSpotDiagnosticMXBean settable = this.diagnostics;
        if (settable != null && hasG1()) {
            VALUES.forEach((value) -> flag(value.getKey())
                    .filter((flag) -> NOT_GIVEN.contains(flag.origin()))
                    .ifPresent((flag) -> set(settable, flag.name(), value.getValue())));
        }
    }

    private static void set(HotSpotDiagnosticMXBean settable, String name, String value) {
        try {
            settable.setVMOption(name, value);
        } catch (IllegalArgumentException | UnsupportedOperationException refused) {
            // It contradicts another flag, or cannot be set in this JVM.
            log.debug("The JVM keeps its {}", name, refused);
        }
    }

    /** Returns the short name of the collector, such as {@code G1}; empty where the JVM does not report it. */
    public Optional<String> collector() {
        return COLLECTORS.stream()
                .filter((name) -> flag("Use" + name + "GC")
                        .filter((flag) -> flag.value().equals("true"))
                        .isPresent())
                .findFirst();
    }

    /** Returns the current flags; empty where the collector does not have them. */
    public List<JvmFlag> flags() {
        return hasG1()
                ? VALUES.stream()
                        .flatMap((value) -> flag(value.getKey()).stream())
                        .toList()
                : List.of();
    }

    /** Returns whether the command line, or a file or variable that extends it, sets a flag. */
    boolean isGiven(String name) {
        return flag(name).filter((flag) -> !NOT_GIVEN.contains(flag.origin())).isPresent();
    }

    private boolean hasG1() {
        return collector().filter(G1::equals).isPresent();
    }

    private Optional<JvmFlag> flag(String name) {
        if (this.diagnostics == null) {
            return Optional.empty();
        }
        try {
            VMOption option = this.diagnostics.getVMOption(name);
            return Optional.of(
                    new JvmFlag(name, option.getValue(), option.getOrigin().name()));
        } catch (IllegalArgumentException | UnsupportedOperationException unknown) {
            return Optional.empty();
        }
    }

    /** Returns the bean, or null in a JVM without its module or without the bean. */
    private static @Nullable HotSpotDiagnosticMXBean orNull(
            Supplier<? extends @Nullable PlatformManagedObject> diagnostics) {
        try {
            return diagnostics.get() instanceof HotSpotDiagnosticMXBean bean ? bean : null;
        } catch (IllegalArgumentException | LinkageError absent) {
            return null;
        }
    }
}
