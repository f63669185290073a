/**
 * Reads GPUs through NVML, as a pipeline: {@code nvml.library} loads the driver's library and makes its calls,
 * {@code nvml.record} declares its structs, {@code nvml.probe} reads one probe, {@code nvml.read} a GPU in
 * rounds, {@code nvml.event} receives the driver's events,
 * {@code nvml.topology} reads how the GPUs are connected, {@code nvml.session} finds, initialises, renews and releases
 * the driver. Each imports only those before it.
 */
@NullMarked
package io.gpulse.nvml;

import org.jspecify.annotations.NullMarked;
