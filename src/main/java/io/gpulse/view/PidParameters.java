package io.gpulse.view;

import io.swagger.v3.oas.annotations.Parameter;
import org.hibernate.validator.constraints.Range;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.BindParam;

/** The parameters that select processes by their PIDs. */
public record PidParameters(
        @Parameter(description = PidList.DESCRIPTION) @Nullable
        PidList pids,

        @Parameter(name = "pid-namespace", description = PidSelector.NAMESPACE_DESCRIPTION)
        @BindParam("pid-namespace")
        @Range(min = 1, max = PidSelector.MOST_INODE)
        @Nullable
        Long pidNamespace) {

    /** Returns whether all processes are selected. */
    public boolean isEmpty() {
        return this.pids == null && this.pidNamespace == null;
    }

    public PidSelector selector(PidSelector.Origin origin) {
        return new PidSelector(this.pids == null ? null : this.pids.pids(), this.pidNamespace, origin);
    }
}
