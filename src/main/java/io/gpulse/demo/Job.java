package io.gpulse.demo;

import java.time.Instant;

/**
 * A program that uses a board.
 *
 * @param program the name of the program
 * @param arguments its arguments
 * @param name its shown name
 * @param mebibytes device memory that it holds; 0 for the one that holds what the others of the board leave
 */
record Job(String program, String arguments, String name, String user, long mebibytes) {

    String command() {
        return this.program + " " + this.arguments;
    }

    /** A job that runs on a board now. */
    record Running(Job job, int pid, Instant startedAt) {}
}
