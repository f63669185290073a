package io.gpulse.event.xid;

import io.gpulse.device.GpuIdentity;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The mounting of a GPU in its machine, by its product name. */
public enum Mounting {
    /** A card in a slot; the default for unknown products. */
    CARD,
    /** A module on a board of the server, such as SXM. */
    MODULE,
    /** Soldered next to the processor, such as Jetson. */
    INTEGRATED,
    /** Soldered into a laptop. */
    LAPTOP;

    private static final Pattern OF_LAPTOPS =
            Pattern.compile("Laptop GPU|with Max-Q|Mobile|\\bMX ?\\d{3}\\b|\\b[KMP]?\\d{3,4}MX?\\b");

    private static final Pattern OF_BOARDS = Pattern.compile("\\b(?:Orin|Xavier|Thor|Tegra|Jetson|GB10|DGX Spark)\\b");

    private static final Pattern OF_MODULES =
            Pattern.compile("SXM|HGX|HBM3|\\b(?:GH200|GB[23]00|B[123]00|H20|H100|H200|H800)\\b");

    /** Cards of products that are modules as well. */
    private static final Pattern OF_CARDS = Pattern.compile("PCIe|\\bNVL\\b");

    /** @param identity null while unknown */
    public static Mounting of(@Nullable GpuIdentity identity) {
        String name = identity == null ? "" : identity.name();
        if (OF_LAPTOPS.matcher(name).find()) {
            return LAPTOP;
        }
        if (OF_BOARDS.matcher(name).find()) {
            return INTEGRATED;
        }
        return OF_MODULES.matcher(name).find() && !OF_CARDS.matcher(name).find() ? MODULE : CARD;
    }

    /** Returns whether the GPU has no slot, riser or power cable of its own. */
    public boolean isSoldered() {
        return this == INTEGRATED || this == LAPTOP;
    }
}
