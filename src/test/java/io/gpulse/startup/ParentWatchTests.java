package io.gpulse.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.JavaProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ParentWatchTests {

    @Test
    void theEndOfStandardInputEndsTheProcessInGoodOrder() {
        List<String> command = new ArrayList<>(JavaProcess.SHORT_RUN);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), WatchingProgram.class.getName()));
        try (JavaProcess process = new JavaProcess(command, Map.of())) {
            process.nextLine("ready"::equals);

            process.closeInput();

            process.awaitEnd();
            assertThat(process.exitCode()).isZero();
            assertThat(process.output()).endsWith("in good order");
        }
    }

    /** A program that would never end by itself. */
    static final class WatchingProgram {

        private WatchingProgram() {}

        public static void main(String[] args) throws InterruptedException {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("in good order")));
            ParentWatch.watch(System.in, () -> System.exit(0));
            System.out.println("ready");
            new CountDownLatch(1).await();
        }
    }
}
