package io.gpulse.metric;

/** The kind of thing that a metric belongs to. */
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
