package io.gpulse.demo;

import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The owners of simulated processes, which are not users of this machine. */
final class DemoOwners implements Owners {

    private static final double BUSY_PERCENT = 38;
    private static final double PERCENT_PER_UTILIZATION = 0.9;
    private static final double WAITING_PERCENT = 0.4;
    private static final long HOST_MEBIBYTES = 2350;
    private static final long HOST_MEBIBYTES_OF_DATA = 9200;

    private final InstantSource clock;
    private final Day day;

    DemoOwners(InstantSource clock, Day day) {
        this.clock = clock;
        this.day = day;
    }

    @Override
    public Map<Integer, Owner> of(Set<Integer> pids, Names driver) {
        Instant now = this.clock.instant();
        Map<Integer, Owner> simulated = new HashMap<>();
        for (int index = 0; index < Board.most(); index++) {
            BoardState state = BoardState.of(this.day, new Board(index), now);
            state.processes().forEach((running) -> simulated.put(running.pid(), owner(running, state, driver)));
        }
        BoardState split = BoardState.of(this.day, Board.split(), now);
        for (SplitBoard.Instance instance : SplitBoard.INSTANCES) {
            split.processesIn(instance)
                    .forEach((running) -> simulated.put(running.pid(), owner(running, instance.state(split), driver)));
        }
        return pids.stream()
                .collect(Collectors.toMap(
                        Function.identity(), (pid) -> simulated.getOrDefault(pid, Owner.unknown(Reason.NO_DATA))));
    }

    private static Owner owner(Job.Running running, BoardState state, Names driver) {
        return new Owner(
                        driver.of(running.pid()).orElse(null),
                        running.startedAt(),
                        new Reading.Text(running.job().user()),
                        new Reading.Text(running.job().command()),
                        new Reading.Text(running.job().name()))
                .with(usage(running, state));
    }

    /** Returns the host usage of a process: high while it feeds its GPU, low while it waits. */
    private static Readings usage(Job.Running running, BoardState state) {
        boolean works = running.job().mebibytes() == 0 && state.utilization() > 0;
        double percent = works ? BUSY_PERCENT + PERCENT_PER_UTILIZATION * state.utilization() : WAITING_PERCENT;
        long mebibytes = HOST_MEBIBYTES + (works ? HOST_MEBIBYTES_OF_DATA : 0) + running.pid() % 64;
        long seconds = Duration.between(running.startedAt(), state.instant()).toSeconds();
        return Readings.of(Map.of(
                Metric.PROCESS_HOST_CPU, new Reading.Quantity(Math.rint(percent * 10) / 10),
                Metric.PROCESS_HOST_MEMORY, new Reading.Quantity(mebibytes * Board.MEBIBYTE),
                Metric.PROCESS_ELAPSED, new Reading.Quantity(Math.max(0, seconds))));
    }
}
