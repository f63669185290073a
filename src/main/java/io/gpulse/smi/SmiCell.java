package io.gpulse.smi;

/**
 * A cell of nvidia-smi's output, without its unit.
 *
 * @param text the cell as printed
 */
public record SmiCell(String text) {

    /** Returns whether the cell has no value: a reason in brackets, {@code N/A}, or nothing. */
    public boolean isAbsent() {
        return this.text.isEmpty() || this.text.equals("N/A") || (this.text.startsWith("[") && this.text.endsWith("]"));
    }

    @Override
    public String toString() {
        return this.text.isEmpty() ? "nothing" : this.text;
    }
}
