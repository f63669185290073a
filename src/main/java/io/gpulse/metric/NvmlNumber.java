package io.gpulse.metric;

/** A number that NVML has a name for. The constants of a consecutive enumeration are in NVML's order, from 0. */
public interface NvmlNumber {

    int ordinal();

    default int number() {
        return ordinal();
    }
}
