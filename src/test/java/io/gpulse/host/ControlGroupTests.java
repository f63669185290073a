package io.gpulse.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

class ControlGroupTests {

    private static final String CONTAINER = "00ff11ee22dd33cc".repeat(4);
    private static final String OUTER = "99887766aabbccdd".repeat(4);
    private static final String POD = "5e4d3c2b-1a09-4f8e-9d7c-6b5a49382716";
    private static final String STATIC_POD = "0123456789abcdef".repeat(2);

    @ParameterizedTest
    @CsvFileSource(resources = "control-groups.txt", delimiter = '|', maxCharsPerColumn = 10_000)
    void aPathIsNamedAfterWhatItHolds(String path, String expected) {
        ControlGroup group = ControlGroup.of(filled(path));

        assertThat(text(group)).isEqualTo(filled(expected));
    }

    @Test
    void oneOfTheHierarchiesOfVersion1NamesTheJob() {
        String text = """
                12:cpuset:/
                9:memory:/system.slice/slurmd.service
                6:freezer:/slurm_node1/uid_1000/job_77/step_batch
                1:name=systemd:/system.slice/slurmd.service
                0::/
                """;

        assertThat(text(ControlGroup.ofProcess(text))).isEqualTo("job=77 step=batch by=slurm");
    }

    @Test
    void aServiceOfVersion2GivesWayToAContainerOfVersion1() {
        String text = "4:memory:/docker/" + CONTAINER + "\n0::/system.slice/docker.service\n";

        assertThat(text(ControlGroup.ofProcess(text))).isEqualTo("c=" + CONTAINER + " rt=docker");
    }

    @Test
    void aJobInAContainerIsBoth() {
        String path = "/docker/" + CONTAINER + "/slurm/uid_7/job_12/step_0";

        assertThat(text(ControlGroup.of(path))).isEqualTo("c=" + CONTAINER + " rt=docker job=12 step=0 by=slurm");
    }

    @Test
    void theGroupOfAVirtualMachineIsReadWithItsEscapes() {
        String path = "/machine.slice/machine-qemu\\x2d3\\x2dinstance\\x2d00000001.scope";

        assertThat(text(ControlGroup.of(path))).isEqualTo("unit=machine-qemu-3-instance-00000001.scope");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "0::", "0", ":", "0::relative", "x\n\n::", "0::/\u0000/\u202e"})
    void aTextThatNoKernelWritesNamesNothing(String text) {
        assertThat(ControlGroup.ofProcess(text)).isEqualTo(ControlGroup.NONE);
    }

    @Test
    void aTextOfAnySizeIsReadInBoundedTime() {
        for (String part : List.of("/", "/kubepods", "/slurm_", "_", "/condor_slot1_", "pod-", "/a:b", "..")) {
            String path = "/" + part.repeat(100_000 / part.length());

            assertThat(ControlGroup.ofProcess("0::" + path)).isEqualTo(ControlGroup.NONE);
            assertThat(ControlGroup.of(path.substring(0, 4096)).job()).isNull();
        }
    }

    private static String filled(String text) {
        return text.replace("CID", CONTAINER)
                .replace("XID", OUTER)
                .replace("U_ID", POD.replace('-', '_'))
                .replace("UID", POD)
                .replace("HEX", STATIC_POD);
    }

    private static String text(ControlGroup group) {
        StringJoiner text = new StringJoiner(" ").setEmptyValue("-");
        ControlGroup.Container container = group.container();
        if (container != null) {
            text.add("c=" + container.id());
            if (container.runtime() != null) {
                text.add("rt=" + container.runtime());
            }
        }
        if (group.pod() != null) {
            text.add("pod=" + group.pod());
        }
        ControlGroup.Job job = group.job();
        if (job != null) {
            text.add("job=" + job.id());
            if (job.step() != null) {
                text.add("step=" + job.step());
            }
            text.add("by=" + job.scheduler());
        }
        if (group.unit() != null) {
            text.add("unit=" + group.unit());
        }
        return text.toString();
    }
}
