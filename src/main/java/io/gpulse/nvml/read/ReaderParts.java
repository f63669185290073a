package io.gpulse.nvml.read;

/** All ways to ask about a GPU and its links. */
record ReaderParts(
        DriverCalls line,
        Fields fields,
        Rates rates,
        PerformanceMonitor monitor,
        SampleRings rings,
        FieldNumbering numbering) {

    ReaderParts(DriverCalls line, SessionState kept) {
        this(
                line,
                new Fields(line),
                new Rates(kept.marks()),
                new PerformanceMonitor(line, kept.monitorSamples()),
                new SampleRings(line),
                kept.numbering());
    }
}
