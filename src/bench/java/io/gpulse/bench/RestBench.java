package io.gpulse.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The cost of gpulse without clients: eight GPUs of the demo at 1 Hz, launched as in the image. */
final class RestBench {

    private static final int STARTS = 3;

    private final Setting setting;
    private final Paper paper;

    RestBench(Setting setting, Paper paper) {
        this.setting = setting;
        this.paper = paper;
    }

    void run() throws Exception {
        ImageLaunch image = ImageLaunch.prepared(this.setting, this.paper);
        List<Double> firstAnswers = new ArrayList<>();
        for (int start = 1; start < STARTS; start++) {
            try (Gpulse gpulse = started(image)) {
                firstAnswers.add(seconds(gpulse));
            }
        }
        try (Gpulse gpulse = started(image)) {
            firstAnswers.add(seconds(gpulse));
            print(rest(gpulse, this.setting.seconds("bench.warmup", 40), this.setting.seconds("bench.seconds", 60)));
        }
        this.paper.compare("first answer, median of " + STARTS + ", s", Sample.median(firstAnswers), 1.2);
    }

    private Gpulse started(ImageLaunch image) throws Exception {
        // Only the demo computes and writes a past, for the first minute.
        return Gpulse.started(this.setting, image.folder(), image.command(), "--gpulse.demo.past=false");
    }

    private static double seconds(Gpulse gpulse) {
        return gpulse.firstAnswer().toMillis() / 1000.0;
    }

    /**
     * The cost at rest.
     *
     * @param firstSeconds from the start to the first response
     * @param span of the measurement, in words
     * @param wakeUps a sentence with the threads that wake most
     */
    record Rest(double firstSeconds, String span, double percentOfCore, double megabytes, String wakeUps) {}

    /** Starts a version as in the image, and measures its rest. */
    Rest of(ImageLaunch image, Duration settling, Duration window) throws Exception {
        try (Gpulse gpulse = started(image)) {
            return rest(gpulse, settling, window);
        }
    }

    private static Rest rest(Gpulse gpulse, Duration settling, Duration window)
            throws InterruptedException, IOException {
        Child process = gpulse.process();
        Thread.sleep(settling.toMillis());
        Map<String, Long> switches = process.switches();
        double cpu = process.cpuMillis();
        Thread.sleep(window.toMillis());
        return new Rest(
                seconds(gpulse),
                window.toSeconds() + " s after " + settling.toSeconds() + " s",
                (process.cpuMillis() - cpu) / window.toMillis() * 100,
                process.residentMegabytes(),
                WakeUps.between(switches, process.switches(), window));
    }

    private void print(Rest rest) {
        this.paper.compare("CPU at rest over " + rest.span + ", % of a core", rest.percentOfCore, 0.5);
        this.paper.print(rest.wakeUps);
        this.paper.compare("RSS at rest, MB", rest.megabytes, 150);
    }
}
