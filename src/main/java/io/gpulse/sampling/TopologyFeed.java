package io.gpulse.sampling;

import io.gpulse.device.topology.Topology;
import java.util.function.Supplier;

/**
 * The connections of the GPUs and the network adapters, as they were last read.
 *
 * @param latest never blocks and calls no driver
 */
public record TopologyFeed(Supplier<Topology> latest) {}
