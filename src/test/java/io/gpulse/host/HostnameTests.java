package io.gpulse.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostnameTests {

    @TempDir
    private Path root;

    @Test
    void theKernelsNameComesFirst() {
        new FakeProc(this.root).write("sys/kernel/hostname", "trn-h100-03\n");

        String name = new Hostname(this.root, () -> "other").get();

        assertThat(name).isEqualTo("trn-h100-03");
    }

    @Test
    void withoutTheKernelsFileTheNameIsResolvedOnce() {
        List<String> questions = new ArrayList<>();
        Hostname hostname = new Hostname(this.root, () -> {
            questions.add("asked");
            return "from-the-network";
        });

        assertThat(List.of(hostname.get(), hostname.get())).containsOnly("from-the-network");
        assertThat(questions).hasSize(1);
    }

    @Test
    void aNetworkThatGivesNoNameLeavesItUnknown() {
        assertThat(new Hostname(this.root, () -> " ").get()).isEqualTo("unknown");
    }
}
