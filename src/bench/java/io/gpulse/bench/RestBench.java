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
            rest(gpulse.process());
        }
        this.paper.compare("first answer, median of " + STARTS + ", s", Sample.median(firstAnswers), 1.2);
    }

    private Gpulse started(ImageLaunch image) throws Exception {
        return Gpulse.started(this.setting, image.folder(), image.command());
    }

    private static double seconds(Gpulse gpulse) {
        return gpulse.firstAnswer().toMillis() / 1000.0;
    }

    private void rest(Child process) throws InterruptedException, IOException {
        Duration settling = this.setting.seconds("bench.warmup", 40);
        Duration window = this.setting.seconds("bench.seconds", 60);
        Thread.sleep(settling.toMillis());
        Map<String, Long> switches = process.switches();
        double cpu = process.cpuMillis();
        Thread.sleep(window.toMillis());
        double share = (process.cpuMillis() - cpu) / window.toMillis() * 100;
        String span = window.toSeconds() + " s after " + settling.toSeconds() + " s";
        this.paper.compare("CPU at rest over " + span + ", % of a core", share, 0.5);
        this.paper.print(WakeUps.between(switches, process.switches(), window));
        this.paper.compare("RSS at rest, MB", process.residentMegabytes(), 150);
    }
}
