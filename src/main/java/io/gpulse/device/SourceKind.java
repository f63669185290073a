package io.gpulse.device;

/** Through what the GPUs are seen. The names are part of the public contract. */
public enum SourceKind {
    NVML,
    NVIDIA_SMI,
    DEMO,
    RECORDING,
    NONE
}
