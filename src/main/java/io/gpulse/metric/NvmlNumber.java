package io.gpulse.metric;

/** A number that NVML has a name for. */
public interface NvmlNumber {

    int number();
}
