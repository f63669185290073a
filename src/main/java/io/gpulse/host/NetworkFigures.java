package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Traffic of the network interfaces in {@code net/dev}, in bytes per second. Left out are, by their usual names, those
 * that only pass on what another interface carries too: loopback, the hosts' ends of containers and virtual machines,
 * bridges, bonds, VLANs and tunnels.
 */
final class NetworkFigures implements Figures {

    private static final Map<String, Integer> COLUMNS = Map.of("receive", 0, "transmit", 8);

    private static final Pattern DOUBLE = Pattern.compile("lo|.*[.@].*|(bond|team|br|vlan|dummy|ifb|gre|sit)\\d+"
            + "|(br-|virbr|vmbr|docker|podman|cni|lxcbr|lxdbr|ovs-).*"
            + "|(veth|vnet|tap|tun|macvtap|cali|cilium|lxc|flannel|vxlan|weave|kube-|nodelocaldns).*"
            + "|(wg|tailscale|zt|gretap|erspan|tunl|ip6tnl|ip6gre|ip_vti|ip6_vti).*");

    private final Rates rates = new Rates();

    @Override
    public Reading read(ProcFile file, String figure) {
        Integer column = COLUMNS.get(figure);
        return column == null
                ? Reading.absent(Reason.ERROR)
                : this.rates.perSecond(file, figure, counters(file, column));
    }

    /** Old kernels put no space behind the colon of an interface's name; the two lines of heads have no colon. */
    private static Map<String, String> counters(ProcFile file, int column) {
        Map<String, String> counters = new HashMap<>();
        for (String line : file.text().lines().toList()) {
            int colon = line.lastIndexOf(':');
            String name = line.substring(0, Math.max(colon, 0)).strip();
            if (colon > 0 && !DOUBLE.matcher(name).matches()) {
                List<String> numbers = List.of(line.substring(colon + 1).strip().split("\\s+"));
                counters.put(name, column < numbers.size() ? numbers.get(column) : "");
            }
        }
        return counters;
    }
}
