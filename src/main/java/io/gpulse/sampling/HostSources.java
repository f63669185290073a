package io.gpulse.sampling;

import io.gpulse.device.HostSource;
import io.gpulse.device.Owners;

/** The host of the GPUs: its readings, and the owners of its processes. */
record HostSources(HostSource host, Owners owners) {}
