package io.gpulse.fleet;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A machine of the list. */
record RemoteMachine(MachineAddress address, Polled<MachineReport> polled) {

    Polled.Status<MachineReport> status() {
        return this.polled.status();
    }

    /** Returns the age of the values in the latest report; null before the first one, and when it is not known. */
    @Nullable
    Duration age() {
        Polled.Status<MachineReport> latest = status();
        Polled.Answered answer = latest.answered();
        MachineReport report = latest.value();
        return answer == null || report == null || report.ageMillis() == null
                ? null
                : this.polled.since(answer).plusMillis(report.ageMillis());
    }
}
