package io.gpulse.nvml;

import io.gpulse.device.MigSample.Place;

/**
 * A MIG instance of the fake driver.
 *
 * @param subject its GPU and slot: {@code 0/3}
 */
public record FakeInstance(FakeDriver driver, String subject) {

    /** Creates the instance, which splits the GPU. */
    public FakeInstance create(Place place, String profile) {
        return create(place, profile, 0);
    }

    /** @param incarnation another number for an instance that is created again in the slot */
    public FakeInstance create(Place place, String profile, int incarnation) {
        this.driver.replace("mig " + this.subject, place.gpuInstance(), place.computeInstance(), profile, incarnation);
        return this;
    }

    public void destroy() {
        this.driver.replace("mig " + this.subject);
    }

    /** Sets what a source answers about the instance. */
    public FakeInstance value(String source, Object nativeValue) {
        this.driver.set("value", this.subject, source, nativeValue);
        return this;
    }

    /** Sets the code that a symbol returns for the instance, until the driver is healed. */
    public FakeInstance code(String symbol, int code) {
        this.driver.set("code", this.subject, symbol, code);
        return this;
    }

    /** Adds a process to a list of the instance. */
    public FakeInstance process(String list, int pid, long memory) {
        this.driver.addProcess(this.subject, list, pid, memory);
        return this;
    }
}
