package io.gpulse.device;

/**
 * Which GPU.
 *
 * @param uuid the identity over reboots
 * @param pciBusId domain:bus:device.function, upper case, the domain with eight digits
 */
public record GpuIdentity(String uuid, String name, String pciBusId) {}
