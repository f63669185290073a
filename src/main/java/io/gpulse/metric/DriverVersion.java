package io.gpulse.metric;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a driver, as far as its features depend on it.
 *
 * @param branch the first number: 580
 * @param release the second: 95
 */
public record DriverVersion(int branch, int release) implements Comparable<DriverVersion> {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,5})\\.(\\d{1,5})(?:\\.\\d+)*");

    /** Parses {@code 580.95.05}; empty when the text is not a version. */
    public static Optional<DriverVersion> of(String text) {
        Matcher numbers = TEXT.matcher(text.strip());
        return numbers.matches()
                ? Optional.of(new DriverVersion(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2))))
                : Optional.empty();
    }

    @Override
    public int compareTo(DriverVersion other) {
        int branches = Integer.compare(this.branch, other.branch);
        return branches == 0 ? Integer.compare(this.release, other.release) : branches;
    }

    @Override
    public String toString() {
        return this.branch + "." + this.release;
    }
}
