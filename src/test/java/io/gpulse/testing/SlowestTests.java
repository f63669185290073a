package io.gpulse.testing;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Prints the ten slowest tests of a run. The remaining time of a class, mostly the start of a server, is listed under
 * the class's name.
 */
public final class SlowestTests implements LauncherSessionListener, TestExecutionListener {

    private static final int PRINTED = 10;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<TestIdentifier, Long> startedAt = new ConcurrentHashMap<>();
    private final Map<String, Long> ownNanos = new ConcurrentHashMap<>();
    private final Map<String, String> names = new ConcurrentHashMap<>();

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        session.getLauncher().registerTestExecutionListeners(this);
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        this.startedAt.put(test, System.nanoTime());
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        long nanos = System.nanoTime() - this.startedAt.remove(test);
        this.names.put(test.getUniqueId(), name(test));
        this.ownNanos.merge(test.getUniqueId(), nanos, Long::sum);
        test.getParentId().ifPresent((parent) -> this.ownNanos.merge(parent, -nanos, Long::sum));
    }

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        // A test that runs alone shows its own time.
        if (this.names.size() > PRINTED) {
            System.out.println("The ten slowest tests:\n" + slowest());
        }
    }

    String slowest() {
        return this.ownNanos.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(PRINTED)
                .map((own) -> String.format(
                        Locale.ROOT, "%7.2f s  %s", own.getValue() / NANOS_PER_SECOND, this.names.get(own.getKey())))
                .collect(Collectors.joining("\n"));
    }

    private static String name(TestIdentifier test) {
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map((source) -> ((MethodSource) source).getClassName() + "." + test.getLegacyReportingName())
                .orElseGet(test::getLegacyReportingName);
    }
}
