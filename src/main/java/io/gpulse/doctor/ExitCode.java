package io.gpulse.doctor;

/** The exit codes of the doctor. They are part of the public contract. */
public enum ExitCode {
    FINE(0, "the library was found, every GPU answers, and nothing disagrees with nvidia-smi"),
    TROUBLE(1, "a GPU is in trouble or no time was left for it, a value disagrees, or the doctor fails"),
    USAGE(2, "an option is wrong"),
    NO_GPU(3, "no driver or no GPU that can be used"),
    HANGS(4, "the driver hangs; the call is named");

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    public int code() {
        return this.code;
    }

    String meaning() {
        return this.meaning;
    }
}
