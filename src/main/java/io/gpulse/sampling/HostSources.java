package io.gpulse.sampling;

import io.gpulse.device.HostSource;
import io.gpulse.device.Owners;

/** The machine around the GPUs: its figures, and who is behind its processes. */
record HostSources(HostSource host, Owners owners) {}
