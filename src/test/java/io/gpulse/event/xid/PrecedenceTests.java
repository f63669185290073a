package io.gpulse.event.xid;

import static io.gpulse.event.xid.Precedence.FAULT;
import static io.gpulse.event.xid.Precedence.FULL_MEMORY;
import static io.gpulse.event.xid.Precedence.HANG;
import static io.gpulse.event.xid.Precedence.HEAT;
import static io.gpulse.event.xid.Precedence.IDLE_MEMORY;
import static io.gpulse.event.xid.Precedence.INPUT;
import static io.gpulse.event.xid.Precedence.LAG;
import static io.gpulse.event.xid.Precedence.LAPTOP;
import static io.gpulse.event.xid.Precedence.LATE;
import static io.gpulse.event.xid.Precedence.LEFTOVER_MEMORY;
import static io.gpulse.event.xid.Precedence.LICENSE;
import static io.gpulse.event.xid.Precedence.LINK_DOWN;
import static io.gpulse.event.xid.Precedence.LINK_ERRORS;
import static io.gpulse.event.xid.Precedence.LINK_FAILED;
import static io.gpulse.event.xid.Precedence.NARROW_LINK;
import static io.gpulse.event.xid.Precedence.NOTHING;
import static io.gpulse.event.xid.Precedence.POWER_LIMIT;
import static io.gpulse.event.xid.Precedence.POWER_SUPPLY;
import static io.gpulse.event.xid.Precedence.PROGRAM;
import static io.gpulse.event.xid.Precedence.REBOOT;
import static io.gpulse.event.xid.Precedence.REMOVAL;
import static io.gpulse.event.xid.Precedence.REPAIR;
import static io.gpulse.event.xid.Precedence.RESET;
import static io.gpulse.event.xid.Precedence.RESET_WHEN_IDLE;
import static io.gpulse.event.xid.Precedence.UNREAD;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Contradicting advice on one GPU gives way, until one order is left. */
class PrecedenceTests {

    /** Advice on a GPU that cannot be used before it is followed. */
    private static final List<Precedence> UNUSABLE = List.of(REBOOT, REMOVAL, RESET, FAULT, HANG, UNREAD);

    /** Advice that contradicts, each for one purpose. */
    private static final List<Set<Precedence>> CONTRADICTING = List.of(
            Set.of(HEAT, LAPTOP, POWER_LIMIT, LAG),
            Set.of(POWER_SUPPLY, POWER_LIMIT, LAG),
            Set.of(LICENSE, LAG),
            Set.of(NARROW_LINK, LAG),
            Set.of(LATE, LAG),
            Set.of(REPAIR, RESET_WHEN_IDLE, LAG),
            Set.of(LINK_FAILED, LINK_DOWN, LINK_ERRORS, LAG),
            Set.of(REPAIR, RESET_WHEN_IDLE, NOTHING),
            Set.of(FAULT, LINK_FAILED, LINK_DOWN, LINK_ERRORS, NOTHING),
            Set.of(FAULT, REPAIR, RESET_WHEN_IDLE, LAG),
            Set.of(FAULT, LATE, NOTHING),
            Set.of(FAULT, PROGRAM, NOTHING),
            Set.of(LATE, NOTHING),
            Set.of(PROGRAM, NOTHING),
            Set.of(IDLE_MEMORY, FULL_MEMORY),
            Set.of(LEFTOVER_MEMORY, FULL_MEMORY));

    private static List<Precedence> leading(Set<Precedence> active) {
        return active.stream()
                .filter((one) -> active.stream().noneMatch(one::givesWayTo))
                .toList();
    }

    private static Stream<Set<Precedence>> combinations(List<Precedence> of) {
        return IntStream.range(1, 1 << of.size())
                .mapToObj((bits) -> Set.copyOf(IntStream.range(0, of.size())
                        .filter((bit) -> (bits >> bit & 1) == 1)
                        .mapToObj(of::get)
                        .toList()));
    }

    @Test
    void everyCombinationOnAGpuThatCannotBeUsedGivesOneOrder() {
        List<Precedence> others = Stream.of(Precedence.values())
                .filter((one) -> !UNUSABLE.contains(one))
                .toList();

        // A fault may be over: the GPU may have been reset.
        assertThat(combinations(UNUSABLE))
                .filteredOn((one) -> !one.equals(Set.of(FAULT)))
                .allSatisfy((unusable) -> {
                    List<Precedence> all = new ArrayList<>(unusable);
                    all.addAll(others);
                    assertThat(leading(Set.copyOf(all)))
                            .isEqualTo(leading(unusable))
                            .hasSize(1);
                });
    }

    @Test
    void independentAdviceDoesNotGiveWayToAFaultOfThePast() {
        assertThat(Precedence.values())
                .filteredOn((one) -> one.givesWayTo(RESET) && !one.givesWayTo(FAULT))
                .containsExactlyInAnyOrder(
                        FAULT,
                        NARROW_LINK,
                        HEAT,
                        POWER_SUPPLY,
                        LAPTOP,
                        POWER_LIMIT,
                        LICENSE,
                        INPUT,
                        LEFTOVER_MEMORY,
                        IDLE_MEMORY,
                        FULL_MEMORY);
    }

    @Test
    void aLinkThatIsDownHasNothingToDoWithARepairOfAnotherPart() {
        assertThat(LINK_DOWN.givesWayTo(REPAIR)).isFalse();
        assertThat(LINK_ERRORS.givesWayTo(REPAIR)).isFalse();
    }

    @Test
    void everyCombinationOfContradictingAdviceGivesOneOrder() {
        assertThat(CONTRADICTING.stream().flatMap((purpose) -> combinations(List.copyOf(purpose))))
                .allSatisfy((active) -> assertThat(leading(active)).hasSize(1));
    }

    @Test
    void everyAdviceIsComparedWithOthersOrIndependent() {
        Set<Precedence> compared = new HashSet<>(UNUSABLE);
        CONTRADICTING.forEach(compared::addAll);

        assertThat(Precedence.values())
                .filteredOn((one) -> !compared.contains(one))
                .containsExactly(INPUT);
    }

    @Test
    void adviceGivesWayToAllThatItsLeaderGivesWayTo() {
        for (Precedence one : Precedence.values()) {
            for (Precedence other : Precedence.values()) {
                if (one.givesWayTo(other)) {
                    assertThat(Precedence.values())
                            .filteredOn((leader) -> other.givesWayTo(leader) && leader != FAULT)
                            .allMatch(one::givesWayTo)
                            .doesNotContain(one);
                }
            }
        }
    }
}
