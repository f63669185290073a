package io.gpulse.jvm;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;

/** The flags of a JVM, set by a test. Rejects a minimum ratio above the maximum, as HotSpot does. */
final class FakeDiagnostics implements HotSpotDiagnosticMXBean {

    private final Map<String, VMOption> options = new LinkedHashMap<>();
    private final List<String> set = new ArrayList<>();

    FakeDiagnostics with(String name, String value, VMOption.Origin origin) {
        this.options.put(name, new VMOption(name, value, true, origin));
        return this;
    }

    void without(String name) {
        this.options.remove(name);
    }

    /** The flags in the order of their setting: {@code name=value}. */
    List<String> set() {
        return this.set;
    }

    @Override
    public List<VMOption> getDiagnosticOptions() {
        return List.copyOf(this.options.values());
    }

    @Override
    public VMOption getVMOption(String name) {
        VMOption option = this.options.get(name);
        if (option == null) {
            throw new IllegalArgumentException("VM option \"" + name + "\" does not exist");
        }
        return option;
    }

    @Override
    public void setVMOption(String name, String value) {
        Map<String, VMOption> before = new LinkedHashMap<>(this.options);
        with(getVMOption(name).getName(), value, VMOption.Origin.MANAGEMENT);
        if (ratio("MinHeapFreeRatio") > ratio("MaxHeapFreeRatio")) {
            this.options.putAll(before);
            throw new IllegalArgumentException("Constraint violation for " + name);
        }
        this.set.add(name + "=" + value);
    }

    private int ratio(String name) {
        return Integer.parseInt(getVMOption(name).getValue());
    }

    @Override
    public void dumpHeap(String file, boolean live) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ObjectName getObjectName() {
        throw new UnsupportedOperationException();
    }
}
