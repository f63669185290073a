package io.gpulse.prometheus;

import java.util.Arrays;

/** The releases of dcgm-exporter that differ in names and units. */
enum DcgmRelease {
    /** Up to 4.8: MHz, mJ, MiB and percent. */
    OLD("4.8", "Hostname", "DCGM_FI_DRIVER_VERSION"),
    /** From 4.9 on: base units, which the names contain. */
    NEW("4.9", "hostname", "DCGM_FI_SYSTEM_DRIVER_VERSION"),
    /** No page. */
    OFF("off", "", "");

    private final String word;
    private final String hostLabel;
    private final String driverLabel;

    DcgmRelease(String word, String hostLabel, String driverLabel) {
        this.word = word;
        this.hostLabel = hostLabel;
        this.driverLabel = driverLabel;
    }

    static DcgmRelease of(String word) {
        return Arrays.stream(values())
                .filter((release) -> release.word.equals(word))
                .findFirst()
                .orElseThrow();
    }

    String word() {
        return this.word;
    }

    String hostLabel() {
        return this.hostLabel;
    }

    String driverLabel() {
        return this.driverLabel;
    }
}
