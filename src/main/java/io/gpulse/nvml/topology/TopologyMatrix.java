package io.gpulse.nvml.topology;

import io.gpulse.device.topology.Topology;
import io.gpulse.device.topology.Topology.Adapter;
import io.gpulse.device.topology.Topology.Link;
import io.gpulse.device.topology.Topology.Node;
import io.gpulse.device.topology.Topology.NvLink;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.topology.SeenGpu.CallOutcome;
import io.gpulse.nvml.topology.SeenGpu.PairResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Assembles the topology from the answers of the driver and the PCI tree of the kernel. */
final class TopologyMatrix {

    private static final String NO_TREE = "The kernel's list of PCI devices (/sys/bus/pci/devices) is not readable.";

    private final PciTree tree;
    private final PciPaths paths;
    private final List<SeenGpu> gpus;
    private final Map<String, String> adapters;
    private final boolean adaptersKnown;

    TopologyMatrix(PciTree tree, List<SeenGpu> gpus) {
        this.tree = tree;
        this.paths = new PciPaths(tree);
        this.gpus = List.copyOf(gpus);
        this.adaptersKnown = tree.adapters().isPresent();
        this.adapters = tree.adapters().orElse(Map.of());
    }

    Topology topology(boolean simulated) {
        List<Link> links = new ArrayList<>();
        List<Node> nodes = new ArrayList<>();
        for (int place = 0; place < this.gpus.size(); place++) {
            SeenGpu gpu = this.gpus.get(place);
            this.gpus.subList(place + 1, this.gpus.size()).forEach((other) -> links.add(link(gpu, other)));
            List<Link> toAdapters = adaptersOf(gpu);
            links.addAll(toAdapters);
            nodes.add(node(gpu, toAdapters));
        }
        links.addAll(betweenAdapters());
        return new Topology(simulated, null, null, nodes, listed(), this.adaptersKnown ? null : NO_TREE, links);
    }

    private Node node(SeenGpu gpu, List<Link> toAdapters) {
        String address = address(gpu);
        Reading numaNode = this.tree.numaNode(address).stream()
                .<Reading>mapToObj(Reading.Quantity::new)
                .findFirst()
                .orElse(gpu.numaNode());
        Reading processors = gpu.processors() instanceof Reading.Present
                ? gpu.processors()
                : this.tree.processors(address).<Reading>map(Reading.Text::new).orElse(gpu.processors());
        return new Node(
                gpu.gpu().index(),
                gpu.gpu().identity().uuid(),
                gpu.gpu().identity().pciBusId(),
                numaNode,
                processors,
                nearest(toAdapters),
                nvlinks(gpu.peers()));
    }

    private List<NvLink> nvlinks(NvLinkPeers peers) {
        Map<String, String> names = new HashMap<>(Map.of(NvLinkPeers.SWITCH_PEER, NvLinkPeers.SWITCH_PEER));
        this.gpus.forEach((gpu) -> names.put(gpu.gpu().identity().pciBusId().toUpperCase(Locale.ROOT), name(gpu)));
        return peers.byLink().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map((link) -> new NvLink(link.getKey(), names.get(link.getValue())))
                .toList();
    }

    private static List<String> nearest(List<Link> links) {
        int shortest = links.stream()
                .mapToInt(TopologyMatrix::length)
                .filter((length) -> length >= 0)
                .min()
                .orElse(Integer.MAX_VALUE);
        return links.stream()
                .filter((link) -> length(link) == shortest)
                .map(Link::b)
                .toList();
    }

    /** Returns the place of the word among those for PCI Express; -1 when it is unknown. */
    private static int length(Link link) {
        return link.word().word().map(PciPaths.WORDS::indexOf).orElse(-1);
    }

    private List<Link> adaptersOf(SeenGpu gpu) {
        return this.adapters.entrySet().stream()
                .map((adapter) ->
                        new Link(name(gpu), adapter.getKey(), this.paths.between(address(gpu), adapter.getValue()), 0))
                .toList();
    }

    private List<Link> betweenAdapters() {
        List<Map.Entry<String, String>> all = List.copyOf(this.adapters.entrySet());
        List<Link> links = new ArrayList<>();
        for (int place = 0; place < all.size(); place++) {
            Map.Entry<String, String> a = all.get(place);
            for (Map.Entry<String, String> b : all.subList(place + 1, all.size())) {
                links.add(new Link(a.getKey(), b.getKey(), this.paths.between(a.getValue(), b.getValue()), 0));
            }
        }
        return links;
    }

    private List<Adapter> listed() {
        return this.adapters.entrySet().stream()
                .map((adapter) -> new Adapter(
                        adapter.getKey(),
                        longAddress(adapter.getValue()),
                        number(this.tree.numaNode(adapter.getValue()))))
                .toList();
    }

    private static Reading number(OptionalInt node) {
        return node.isPresent() ? new Reading.Quantity(node.getAsInt()) : Reading.absent(Reason.NO_DATA);
    }

    private Link link(SeenGpu a, SeenGpu b) {
        Reading links = nvlinks(a, b);
        int count = (int) links.numberOr(0);
        if (count > 0) {
            return new Link(name(a), name(b), new Reading.Text("NV" + count), count);
        }
        return new Link(name(a), name(b), links instanceof Reading.Absent ? links : pcie(a, b), 0);
    }

    /** Returns the number of NVLinks between two GPUs. */
    private static Reading nvlinks(SeenGpu a, SeenGpu b) {
        Reason unknown =
                a.peers().unknown() == null ? b.peers().unknown() : a.peers().unknown();
        if (unknown != null) {
            return Reading.absent(unknown);
        }
        int direct = a.peers().to(b.gpu().identity().pciBusId());
        int bySwitches = Math.min(a.peers().toSwitches(), b.peers().toSwitches());
        if (direct > 0 || bySwitches == 0) {
            return new Reading.Quantity(direct);
        }
        PairResult pair = a.pairs().get(b.gpu().index());
        CallOutcome access = pair == null ? CallOutcome.UNKNOWN : pair.nvlink();
        return switch (access) {
            case PERMITTED -> new Reading.Quantity(bySwitches);
            case DENIED -> new Reading.Quantity(0);
            case UNKNOWN -> Reading.absent(isBusy(pair) ? Reason.TIMED_OUT : Reason.NO_DATA);
        };
    }

    private static boolean isBusy(@Nullable PairResult pair) {
        return pair != null && pair.pcie().equals(Reading.absent(Reason.TIMED_OUT));
    }

    /** Returns the driver's word, or else that of the kernel's tree, or the driver's refusal. */
    private Reading pcie(SeenGpu a, SeenGpu b) {
        PairResult pair = a.pairs().get(b.gpu().index());
        Reading ofDriver = pair == null ? Reading.absent(Reason.TIMED_OUT) : pair.pcie();
        if (ofDriver instanceof Reading.Present) {
            return ofDriver;
        }
        Reading ofKernel = this.paths.between(address(a), address(b));
        return ofKernel instanceof Reading.Present ? ofKernel : ofDriver;
    }

    private static String name(SeenGpu gpu) {
        return "GPU" + gpu.gpu().index();
    }

    /** Returns the kernel's form of the address of a GPU. */
    private static String address(SeenGpu gpu) {
        return PciTree.address(gpu.gpu().identity().pciBusId());
    }

    /** Returns NVML's form of an address, with eight digits of the domain in upper case. */
    private static String longAddress(String address) {
        String upper = address.toUpperCase(Locale.ROOT);
        return "0".repeat(Math.max(0, 8 - upper.indexOf(':'))) + upper;
    }
}
