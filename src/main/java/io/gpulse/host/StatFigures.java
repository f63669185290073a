package io.gpulse.host;

import io.gpulse.metric.Reading;

/** The file {@code stat}: the time of the processors, totals of events, and the numbers of waiting processes. */
final class StatFigures implements Figures {

    private final Figures processors = new CpuFigures();
    private final Figures events = new CounterFigures();
    private final Figures processes = new LevelFigures();

    @Override
    public Reading read(ProcFile file, String figure) {
        Figures figures = switch (figure) {
            case "intr", "ctxt" -> this.events;
            case "procs_running", "procs_blocked" -> this.processes;
            default -> this.processors;
        };
        return figures.read(file, figure);
    }
}
