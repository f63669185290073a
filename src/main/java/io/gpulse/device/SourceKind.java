package io.gpulse.device;

/** The kind of a source of GPUs. The names are part of the public contract. */
public enum SourceKind {
    NVML,
    NVIDIA_SMI,
    DEMO,
    RECORDING,
    NONE
}
