package io.gpulse.report;

import io.gpulse.history.sqlite.HistoryStore.SampleVisitor;
import io.gpulse.rounds.GpuRound;
import io.gpulse.rounds.Rounds.Round;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Passes stored rounds to a report, each with the interval at which it was taken, which may not be the present one. */
final class StoredRounds implements SampleVisitor {

    private static final int AHEAD = 2;

    private final ReportBuilder builder;
    private final StepInterval interval;
    private final Deque<StoredRound> pending = new ArrayDeque<>();

    private record StoredRound(long at, List<GpuRound> gpus) {}

    /** @param usual the interval of a round without others near it, in ms */
    StoredRounds(ReportBuilder builder, long usual) {
        this.builder = builder;
        this.interval = new StepInterval(usual);
    }

    @Override
    public void visit(String uuid, long at, double[] values) {
        StoredRound last = this.pending.peekLast();
        if (last == null || last.at != at) {
            passAll(AHEAD);
            last = new StoredRound(at, new ArrayList<>());
            this.pending.addLast(last);
        }
        last.gpus.add(GpuRound.stored(uuid, values));
    }

    /** Passes the rounds that still waited for others. */
    void end() {
        passAll(0);
    }

    private void passAll(int but) {
        while (this.pending.size() > but) {
            StoredRound round = this.pending.removeFirst();
            long every = this.interval.next(
                    round.at, this.pending.stream().mapToLong(StoredRound::at).toArray());
            this.builder.add(new Round(round.at, 0, every, round.gpus, Double.NaN));
        }
    }
}
