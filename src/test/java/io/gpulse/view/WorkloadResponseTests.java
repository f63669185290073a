package io.gpulse.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.workload.Workload;
import org.junit.jupiter.api.Test;

class WorkloadResponseTests {

    private static final Workload KERNEL = new Workload(
            Workload.Kind.KERNEL, "cc5cc01e", "/home/u/train.ipynb", null, null, Workload.Evidence.KERNEL_FILE);

    @Test
    void theNotebookIsShownToThoseWhoSeeCommandLines() {
        WorkloadResponse shown = WorkloadResponse.of(KERNEL, View.FULL.withCommands(true));

        assertThat(shown)
                .isEqualTo(new WorkloadResponse(
                        Workload.Kind.KERNEL, "cc5cc01e", "/home/u/train.ipynb", null, null, "kernel-file"));
    }

    @Test
    void theNotebookIsHiddenFromOthers() {
        WorkloadResponse hidden = WorkloadResponse.of(KERNEL, View.FULL);

        assertThat(hidden).isNotNull();
        assertThat(hidden.name()).isNull();
        assertThat(hidden.id()).isEqualTo("cc5cc01e");
    }
}
