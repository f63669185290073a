package io.gpulse.jvm;

/**
 * A flag of the JVM.
 *
 * @param origin its source as the JVM reports it: {@code DEFAULT}, {@code VM_CREATION} for the command line, {@code
 *     MANAGEMENT} for a change at run time, and so on
 */
public record JvmFlag(String name, String value, String origin) {}
