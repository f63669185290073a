package io.gpulse.device;

import io.gpulse.metric.PrintableText;
import java.util.regex.Pattern;

/**
 * The identity of a GPU.
 *
 * @param uuid stable over reboots; that of one of several GPUs with the same UUID has the bus id too
 * @param pciBusId domain:bus:device.function, upper case, the domain with eight digits
 */
public record GpuIdentity(String uuid, String name, String pciBusId) {

    /** A character that no UUID has. */
    private static final char SHARED = '@';

    public GpuIdentity {
        uuid = PrintableText.of(uuid);
        name = PrintableText.of(name);
        pciBusId = PrintableText.of(pciBusId);
    }

    /** Returns whether several GPUs have the UUID of this identity. */
    public static boolean isShared(String uuid) {
        return uuid.indexOf(SHARED) >= 0;
    }

    /** Returns whether a product name has these words, in upper or lower case: "NVIDIA L40S" has no word L4. */
    public static boolean isOfModel(String name, String words) {
        return Pattern.compile("(?<![a-z0-9])" + Pattern.quote(words) + "(?![a-z0-9])", Pattern.CASE_INSENSITIVE)
                .matcher(name)
                .find();
    }

    /** Returns the identity of one of several GPUs with this UUID. */
    public GpuIdentity shared() {
        return new GpuIdentity(this.uuid + SHARED + this.pciBusId, this.name, this.pciBusId);
    }

    /** Returns the UUID as the driver prints it. */
    public String printedUuid() {
        return isShared(this.uuid) ? this.uuid.substring(0, this.uuid.indexOf(SHARED)) : this.uuid;
    }
}
