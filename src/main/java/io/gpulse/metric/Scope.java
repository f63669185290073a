package io.gpulse.metric;

/** What a metric is asked of. */
public enum Scope {
    GPU,
    LINK,
    MIG,
    PROCESS,
    HOST,
    CORE,
    DISK,
    NETWORK,
    HOST_PROCESS
}
