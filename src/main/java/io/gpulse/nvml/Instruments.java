package io.gpulse.nvml;

/** All ways to ask about a GPU and its links. */
record Instruments(
        Line line,
        Fields fields,
        Rates rates,
        PerformanceMonitor monitor,
        SampleRings rings,
        FieldNumbering numbering) {

    Instruments(Line line, Kept kept) {
        this(
                line,
                new Fields(line),
                new Rates(kept.marks()),
                new PerformanceMonitor(line, kept.monitorSamples()),
                new SampleRings(line),
                kept.numbering());
    }
}
