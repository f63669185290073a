package io.gpulse.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.MachineIdentity;
import io.gpulse.device.NamespacedPid;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PidSelectorTests {

    private static final long CONTAINER = 4_026_532_281L;
    private static final long OTHER = 4_026_532_999L;
    private static final int PID = 41102;
    private static final MachineIdentity HOST = new MachineIdentity(null, MachineIdentity.INITIAL_PID_NAMESPACE);
    private static final NamespacedPid INSIDE = new NamespacedPid(42, CONTAINER, null);
    private static final NamespacedPid UNREADABLE = new NamespacedPid(42, null, null);

    @Test
    void onTheMachineThePidsAreThoseOfTheDriver() {
        PidSelector selector = selector(PID, null, HOST);

        assertThat(selector.selects(PID, null)).isTrue();
        assertThat(selector.selects(PID, INSIDE)).isTrue();
        assertThat(selector.selects(42, null)).isFalse();
        assertThat(selector(PID, MachineIdentity.INITIAL_PID_NAMESPACE, HOST).selects(PID, UNREADABLE))
                .isTrue();
    }

    @Test
    void aPidOfAContainerSelectsInThatContainerOnly() {
        PidSelector selector = selector(42, CONTAINER, HOST);

        assertThat(selector.selects(PID, INSIDE)).isTrue();
        assertThat(selector.selects(PID, new NamespacedPid(42, OTHER, null))).isFalse();
        assertThat(selector.selects(PID, new NamespacedPid(43, CONTAINER, null)))
                .isFalse();
        assertThat(selector.selects(42, null)).isFalse();
    }

    @Test
    void aProcessWhoseNamespaceIsNotReadableIsNotSelectedByItsPidInside() {
        assertThat(selector(42, CONTAINER, HOST).selects(PID, UNREADABLE)).isFalse();
        assertThat(selector(42, null, HOST).selects(PID, UNREADABLE)).isFalse();
    }

    @Test
    void inAContainerThePidsAreThoseOfTheContainer() {
        PidSelector selector = selector(42, null, new MachineIdentity(null, CONTAINER));

        assertThat(selector.selects(PID, INSIDE)).isTrue();
        assertThat(selector.selects(42, null)).isFalse();
        assertThat(selector.selects(42, new NamespacedPid(42, MachineIdentity.INITIAL_PID_NAMESPACE, null)))
                .isFalse();
    }

    @Test
    void pidsAreNotTrustedInAContainerWithoutTheMachinesProcesses() {
        MachineIdentity inside = new MachineIdentity(null, CONTAINER);

        assertThat(selector(PID, MachineIdentity.INITIAL_PID_NAMESPACE, inside).selects(PID, null))
                .isFalse();
        assertThat(selector(PID, null, inside).selects(PID, null)).isFalse();
        assertThat(selector(PID, null, new MachineIdentity(null, null)).selects(PID, null))
                .isFalse();
    }

    @Test
    void simulatedProcessesAreInNoNamespaceOfTheMachine() {
        PidSelector.Origin simulated = new PidSelector.Origin(HOST, true);

        assertThat(new PidSelector(Set.of(PID), null, simulated).selects(PID, null))
                .isTrue();
        assertThat(new PidSelector(Set.of(PID), MachineIdentity.INITIAL_PID_NAMESPACE, simulated).selects(PID, null))
                .isFalse();
    }

    @Test
    void withoutPidsAllAreSelected() {
        PidSelector all = new PidSelector(null, null, new PidSelector.Origin(HOST, false));

        assertThat(all.selects(PID, null)).isTrue();
    }

    @Test
    void aNamespaceWithoutPidsSelectsAllThatAreInIt() {
        PidSelector all = new PidSelector(null, CONTAINER, new PidSelector.Origin(HOST, false));

        assertThat(all.selects(PID, INSIDE)).isTrue();
        assertThat(all.selects(PID, UNREADABLE)).isFalse();
        assertThat(all.selects(PID, null)).isFalse();
    }

    private static PidSelector selector(int pid, @Nullable Long namespace, MachineIdentity machine) {
        return new PidSelector(Set.of(pid), namespace, new PidSelector.Origin(machine, false));
    }
}
