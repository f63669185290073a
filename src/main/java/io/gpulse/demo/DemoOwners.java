package io.gpulse.demo;

import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The owners of simulated processes: nobody on this machine. */
final class DemoOwners implements Owners {

    private final InstantSource clock;

    DemoOwners(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public Map<Integer, Owner> of(Set<Integer> pids, Names driver) {
        Instant now = this.clock.instant();
        Map<Integer, Owner> simulated = IntStream.range(0, Board.most())
                .mapToObj(Board::new)
                .flatMap((board) -> Job.on(board, now).stream())
                .collect(Collectors.toMap(
                        Job.Running::pid,
                        (running) -> new Owner(
                                driver.of(running.pid()).orElse(null),
                                running.startedAt(),
                                new Reading.Text(running.job().user()),
                                new Reading.Text(running.job().command()))));
        return pids.stream()
                .collect(Collectors.toMap(
                        Function.identity(), (pid) -> simulated.getOrDefault(pid, Owner.unknown(Reason.NO_DATA))));
    }
}
