package io.gpulse.metric;

/** The part of the dashboard that shows a metric; metrics of one panel share its axes. */
public enum Panel {
    UTILIZATION("GPU utilization"),
    MEMORY("GPU memory"),
    RESOURCES("GPU resources"),
    PCIE("PCIe throughput"),
    NVLINK("NVLink throughput"),
    HEALTH("GPU health"),
    MACHINE("Machine resources"),
    IDENTITY("GPU");

    private final String title;

    Panel(String title) {
        this.title = title;
    }

    public String title() {
        return this.title;
    }
}
