package io.gpulse.metric;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The generation of nvidia-smi that comes with a driver. Its output for the same figures has changed: all differences
 * are here, as observed with 470, 525, 535, 550, 555, 570 and 580. Those of 537 to 549 and 571 to 579 are not
 * known.
 *
 * @param branch the first number of the driver's version
 * @param release the second number; 0 without one
 */
public record SmiGeneration(int branch, int release) {

    public static final SmiGeneration NEWEST = new SmiGeneration(Integer.MAX_VALUE, 0);

    private static final int ROUNDING_BRANCH = 550;
    private static final int ROUNDING_RELEASE = 163;

    private static final Pattern VERSION = Pattern.compile("(\\d{1,6})(?:\\.(\\d{1,6})?.*)?");

    private static final String REASONS = "clocks_event_reasons.";
    private static final String OLD_REASONS = "clocks_throttle_reasons.";

    /** Returns the generation of a driver, for example {@code 580.95.05}; the newest where it is not known. */
    public static SmiGeneration of(@Nullable String driverVersion) {
        Matcher version = VERSION.matcher(driverVersion == null ? "" : driverVersion);
        return version.matches() ? new SmiGeneration(number(version.group(1)), number(version.group(2))) : NEWEST;
    }

    private static int number(@Nullable String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    /** Returns whether a GPU's own memory is rounded up to whole mebibytes: 550.54 still truncates it. */
    boolean roundsMemoryUp() {
        return this.branch == ROUNDING_BRANCH ? this.release >= ROUNDING_RELEASE : this.branch > ROUNDING_BRANCH;
    }

    /** Returns whether the free memory is the printed total less the used memory, instead of the driver's figure. */
    public boolean subtractsMemory() {
        return this.branch < 510;
    }

    /** Returns the same for protected memory, in the CSV. */
    public boolean subtractsProtectedMemory() {
        return this.branch >= 550;
    }

    /** Returns whether an unavailable state of the NVLink fabric is printed in brackets. */
    public boolean bracketsFabricState() {
        return this.branch <= 555;
    }

    /** Returns whether the display mode is printed as deprecated, although the driver still reports it. */
    public boolean deprecatesDisplayMode() {
        return this.branch >= 580;
    }

    /** Returns whether the XML has the performance state only once, and as deprecated among the power readings. */
    public boolean deprecatesPowerState() {
        return this.branch >= 590;
    }

    /** Returns whether it is of this branch or newer. */
    public boolean isSince(int first) {
        return this.branch >= first;
    }

    /** Returns the spelling of a property in the header. */
    public String spelling(String property) {
        boolean older = this.branch < 535 && property.startsWith(REASONS);
        return older ? OLD_REASONS + property.substring(REASONS.length()) : property;
    }
}
