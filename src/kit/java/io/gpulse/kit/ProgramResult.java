package io.gpulse.kit;

import java.util.Optional;

/**
 * How a program ended.
 *
 * @param code its exit code; -1 when it was not started or not waited for
 * @param text its standard output
 * @param errors its standard error
 * @param failure why there is no code, as a sentence
 */
record ProgramResult(int code, String text, String errors, Optional<String> failure) {

    static ProgramResult failed(String sentence) {
        return new ProgramResult(-1, "", "", Optional.of(sentence));
    }

    boolean ok() {
        return this.code == 0;
    }

    /** Returns a sentence for the report about an exit status other than 0. */
    String problem() {
        return this.failure.orElseGet(() -> "It ended with code " + this.code + " and printed "
                + firstLine().map((line) -> "\"" + line + "\"").orElse("nothing") + ".");
    }

    private Optional<String> firstLine() {
        return (this.errors + "\n" + this.text)
                .lines()
                .map(String::strip)
                .filter((line) -> !line.isEmpty())
                .findFirst();
    }
}
