package io.gpulse.smi;

/**
 * What nvidia-smi prints for a property of a GPU, without its unit.
 *
 * @param text as it stands there
 */
public record SmiCell(String text) {

    /**
     * Whether it says that there is no value: in brackets stands a reason, whichever it is; {@code N/A} stands there
     * without brackets for a few properties, and nothing at all for others.
     */
    public boolean isAbsent() {
        return this.text.isEmpty() || this.text.equals("N/A") || (this.text.startsWith("[") && this.text.endsWith("]"));
    }

    @Override
    public String toString() {
        return this.text.isEmpty() ? "nothing" : this.text;
    }
}
