package io.gpulse.nvml.topology;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The PCI devices of the machine as the kernel arranges them. Addresses are the kernel's: {@code 0000:1b:00.0}. */
public interface PciTree {

    /** Returns the kernel's form of an address, with four digits of the domain in lower case: {@code 0000:1b:00.0}. */
    static String address(String pciBusId) {
        String lower = pciBusId.toLowerCase(Locale.ROOT);
        int domain = lower.indexOf(':');
        return domain > 4 ? lower.substring(domain - 4) : lower;
    }

    /** Returns the host bridge, the bridges below it, and the device; empty when the kernel does not list it. */
    Optional<List<String>> path(String address);

    /** Returns the NUMA node of a device; empty when the kernel does not assign one. */
    OptionalInt numaNode(String address);

    /** Returns the processors near a device as a list of ranges: {@code 0-31,64-95}. */
    Optional<String> processors(String address);

    /** Returns the number of NUMA nodes; empty when that is not known. */
    OptionalInt numaNodes();

    /** Returns the addresses of the network adapters that support RDMA, by name; empty when they are not known. */
    Optional<Map<String, String>> adapters();
}
