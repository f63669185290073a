package io.gpulse.host;

import io.gpulse.host.DeviceFigures.Counter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Pattern;

/**
 * The activity of network interfaces, from {@code net/dev}: their traffic in bytes per second, and their errors since
 * they came up. Interfaces whose traffic another interface carries too are left out by their usual names: loopback, the
 * hosts' ends of containers and virtual machines, bridges, bonds, VLANs and tunnels.
 */
final class NetworkFigures {

    private static final Map<String, Counter> COUNTERS = Map.of(
            "receive", Counter.rate(0, DoubleUnaryOperator.identity()),
            "transmit", Counter.rate(8, DoubleUnaryOperator.identity()),
            // Of both directions.
            "errs", Counter.total(2, 10),
            "drop", Counter.total(3, 11));

    private static final Pattern DOUBLE = Pattern.compile("lo|.*[.@].*|(bond|team|br|vlan|dummy|ifb|gre|sit)\\d+"
            + "|(br-|virbr|vmbr|docker|podman|cni|lxcbr|lxdbr|ovs-).*"
            + "|(veth|vnet|tap|tun|macvtap|cali|cilium|lxc|flannel|vxlan|weave|kube-|nodelocaldns).*"
            + "|(wg|tailscale|zt|gretap|erspan|tunl|ip6tnl|ip6gre|ip_vti|ip6_vti).*");

    private NetworkFigures() {}

    static Figures newReader() {
        return new DeviceFigures(NetworkFigures::interfaces, COUNTERS);
    }

    /** Returns the line of each interface. */
    static Map<String, ProcFile> each(ProcFile netDev) {
        Map<String, ProcFile> each = new LinkedHashMap<>();
        interfaces(netDev)
                .forEach((name, numbers) -> each.put(name, netDev.part(name + ": " + String.join(" ", numbers))));
        return each;
    }

    /** Parses the interfaces. Old kernels write no space after the colon of a name; the two headings have no colon. */
    private static Map<String, List<String>> interfaces(ProcFile file) {
        Map<String, List<String>> interfaces = new LinkedHashMap<>();
        for (String line : file.text().lines().toList()) {
            int colon = line.lastIndexOf(':');
            String name = line.substring(0, Math.max(colon, 0)).strip();
            if (colon > 0 && !DOUBLE.matcher(name).matches()) {
                interfaces.put(name, ProcFile.words(line.substring(colon + 1)));
            }
        }
        return interfaces;
    }
}
