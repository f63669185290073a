package io.gpulse.insight.rule;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.insight.window.GpuWindow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The result of a rule in one round. */
public final class CheckResult {

    private final List<Finding> findings = new ArrayList<>();
    private final List<GpuWindow> clear = new ArrayList<>();
    private final Map<GpuWindow, LocalizedText> unknown = new LinkedHashMap<>();
    private @Nullable LocalizedText unchecked;
    private boolean applies = true;

    void add(Finding finding) {
        this.findings.add(finding);
    }

    void add(GpuWindow gpu, Verdict verdict) {
        if (verdict instanceof Finding finding) {
            add(finding);
        } else if (verdict instanceof Verdict.Unknown open) {
            this.unknown.put(gpu, open.why());
        } else {
            this.clear.add(gpu);
        }
    }

    /** Records that the rule could not be checked; earlier findings may hold or not. */
    void unchecked(LocalizedText why) {
        this.unchecked = why;
    }

    /** Records that there is nothing to check; earlier findings are over. */
    void inapplicable(LocalizedText why) {
        this.unchecked = why;
        this.applies = false;
    }

    public List<Finding> findings() {
        return this.findings;
    }

    /** Returns the GPUs on which the rule does not hold. */
    public List<GpuWindow> clear() {
        return this.clear;
    }

    /** Returns the GPUs that could not be checked, and why. */
    public Map<GpuWindow, LocalizedText> unknown() {
        return this.unknown;
    }

    /** Returns whether earlier findings may still hold although the rule could not be checked. */
    public boolean isOpen() {
        return this.unchecked != null && this.applies;
    }

    /** Returns why the rule could not be checked; null when it could. */
    public @Nullable LocalizedText unchecked() {
        return this.unchecked;
    }
}
