package io.gpulse.jvm;

/**
 * A flag of the JVM.
 *
 * @param origin who set it, as the JVM says it: {@code DEFAULT}, {@code VM_CREATION} for the command line,
 *     {@code MANAGEMENT} for what was set while it ran, and so on
 */
public record JvmFlag(String name, String value, String origin) {}
