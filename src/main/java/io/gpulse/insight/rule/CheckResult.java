package io.gpulse.insight.rule;

import io.gpulse.insight.window.GpuWindow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a rule says of the machine in one round. */
public final class CheckResult {

    private final List<Finding> findings = new ArrayList<>();
    private final List<GpuWindow> clear = new ArrayList<>();
    private final Map<GpuWindow, Phrase> unknown = new LinkedHashMap<>();
    private @Nullable Phrase unchecked;
    private boolean applies = true;

    void add(Finding finding) {
        this.findings.add(finding);
    }

    /** It was checked, and does not hold of this GPU. */
    void clear(GpuWindow gpu) {
        this.clear.add(gpu);
    }

    /** Nobody can say whether it holds of this GPU. */
    void unknown(GpuWindow gpu, Phrase why) {
        this.unknown.put(gpu, why);
    }

    /** Nobody can say anything; what was found before may hold or not. */
    void unchecked(Phrase why) {
        this.unchecked = why;
    }

    /** There is nothing that could be checked; what was found before is over. */
    void inapplicable(Phrase why) {
        this.unchecked = why;
        this.applies = false;
    }

    void add(GpuWindow gpu, Verdict verdict) {
        if (verdict instanceof Finding finding) {
            add(finding);
        } else if (verdict instanceof Verdict.Unknown open) {
            unknown(gpu, open.why());
        } else {
            clear(gpu);
        }
    }

    public List<Finding> findings() {
        return this.findings;
    }

    /** Of which it is known that it does not hold. */
    public List<GpuWindow> clear() {
        return this.clear;
    }

    /** Of which nobody can say, and why. */
    public Map<GpuWindow, Phrase> unknown() {
        return this.unknown;
    }

    /** Whether what was found before may hold still although nothing could be checked. */
    public boolean isOpen() {
        return this.unchecked != null && this.applies;
    }

    /** Why nothing could be checked; null when something could. */
    public @Nullable Phrase unchecked() {
        return this.unchecked;
    }
}
