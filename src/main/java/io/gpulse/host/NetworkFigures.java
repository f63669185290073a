package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The activity of network interfaces, from {@code net/dev}: their traffic in bytes per second, and their errors since
 * they came up. Interfaces whose traffic another interface carries too are left out by their usual names: loopback, the
 * hosts' ends of containers and virtual machines, bridges, bonds, VLANs and tunnels.
 */
final class NetworkFigures implements Figures {

    private static final Map<String, Integer> BYTES = Map.of("receive", 0, "transmit", 8);

    /** The columns of both directions. */
    private static final Map<String, List<Integer>> TOTALS = Map.of("errs", List.of(2, 10), "drop", List.of(3, 11));

    private static final Pattern DOUBLE = Pattern.compile("lo|.*[.@].*|(bond|team|br|vlan|dummy|ifb|gre|sit)\\d+"
            + "|(br-|virbr|vmbr|docker|podman|cni|lxcbr|lxdbr|ovs-).*"
            + "|(veth|vnet|tap|tun|macvtap|cali|cilium|lxc|flannel|vxlan|weave|kube-|nodelocaldns).*"
            + "|(wg|tailscale|zt|gretap|erspan|tunl|ip6tnl|ip6gre|ip_vti|ip6_vti).*");

    private final Rates rates = new Rates();
    private final Lines lines = new Lines(NetworkFigures::interfaces);

    /** Returns the line of each interface. */
    static Map<String, ProcFile> each(ProcFile netDev) {
        Map<String, ProcFile> each = new LinkedHashMap<>();
        interfaces(netDev)
                .forEach((name, numbers) -> each.put(name, netDev.part(name + ": " + String.join(" ", numbers))));
        return each;
    }

    @Override
    public Reading read(ProcFile file, String figure) {
        Integer bytes = BYTES.get(figure);
        List<Integer> total = TOTALS.get(figure);
        if (bytes != null) {
            return this.rates.perSecond(file, figure, counters(file, bytes));
        }
        return total == null ? Reading.absent(Reason.ERROR) : total(file, total);
    }

    private Reading total(ProcFile file, List<Integer> columns) {
        List<String> written = columns.stream()
                .map((column) -> counters(file, column).values())
                .flatMap(Collection::stream)
                .toList();
        if (written.isEmpty()) {
            return Reading.absent(Reason.NOT_SUPPORTED);
        }
        return written.stream().allMatch(Rates::isCounter)
                ? new Reading.Quantity(
                        written.stream().mapToDouble(Double::parseDouble).sum())
                : Reading.absent(Reason.ERROR);
    }

    private Map<String, String> counters(ProcFile file, int column) {
        Map<String, String> counters = new HashMap<>();
        this.lines
                .of(file)
                .forEach((name, numbers) -> counters.put(name, column < numbers.size() ? numbers.get(column) : ""));
        return counters;
    }

    /** Parses the interfaces. Old kernels write no space after the colon of a name; the two headings have no colon. */
    private static Map<String, List<String>> interfaces(ProcFile file) {
        Map<String, List<String>> interfaces = new LinkedHashMap<>();
        for (String line : file.text().lines().toList()) {
            int colon = line.lastIndexOf(':');
            String name = line.substring(0, Math.max(colon, 0)).strip();
            if (colon > 0 && !DOUBLE.matcher(name).matches()) {
                interfaces.put(name, Lines.words(line.substring(colon + 1)));
            }
        }
        return interfaces;
    }
}
