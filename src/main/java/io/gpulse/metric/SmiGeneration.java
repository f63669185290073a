package io.gpulse.metric;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which nvidia-smi comes with a driver. What it prints of the same figures changed over the years: all that depends on
 * that stands here, as it was seen of 470, 525, 535, 550 and 555. Of 537 to 549 nothing is known.
 *
 * @param branch the first number of the driver's version
 */
public record SmiGeneration(int branch) {

    public static final SmiGeneration NEWEST = new SmiGeneration(Integer.MAX_VALUE);

    private static final Pattern VERSION = Pattern.compile("(\\d{1,6})(?:\\..*)?");

    private static final String REASONS = "clocks_event_reasons.";
    private static final String OLD_REASONS = "clocks_throttle_reasons.";

    /** That of a driver, for example {@code 580.95.05}; the newest where its version is not known. */
    public static SmiGeneration of(@Nullable String driverVersion) {
        Matcher version = VERSION.matcher(driverVersion == null ? "" : driverVersion);
        return version.matches() ? new SmiGeneration(Integer.parseInt(version.group(1))) : NEWEST;
    }

    /** Whether a begun mebibyte of a GPU's own memory counts as a whole one. */
    boolean roundsMemoryUp() {
        return this.branch >= 550;
    }

    /** Whether the memory that is free is what the printed total leaves over, instead of the driver's figure. */
    public boolean subtractsMemory() {
        return this.branch < 510;
    }

    /** The same of protected memory, in the CSV. */
    public boolean subtractsProtectedMemory() {
        return this.branch >= 550;
    }

    /** Whether a state of the NVLink fabric that is not available is printed in brackets. */
    public boolean bracketsFabricState() {
        return this.branch <= 555;
    }

    /** Whether it is of this branch or newer. */
    public boolean isSince(int first) {
        return this.branch >= first;
    }

    /** How the header spells a property. */
    public String spelling(String property) {
        boolean older = this.branch < 535 && property.startsWith(REASONS);
        return older ? OLD_REASONS + property.substring(REASONS.length()) : property;
    }
}
