package io.gpulse.web.parameter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.web.ProblemException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NameTableTests {

    private final NameTable<Integer> table =
            new NameTable<>("There is no metric", Map.of("power.draw", 1, "power.limit", 2, "fan.speed", 3));

    @Test
    void namesAndGlobsFindTheirMatches() {
        assertThat(this.table.findAll("metrics", List.of("fan.speed", "power.*", "power.dra?")))
                .containsExactlyInAnyOrder(1, 2, 3);
    }

    @Test
    void anUnknownNameIsReportedWithTheNearest() {
        assertThatThrownBy(() -> this.table.findAll("metrics", List.of("power.drow")))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining(
                        "'There is no metric 'power.drow'. The nearest are power.draw, power.limit, fan.speed;"
                                + " all are listed at /api/v1/catalogue.'");
    }

    @Test
    void aListIsBounded() {
        assertThat(NameTable.split("metrics", " a , b,,a,")).containsExactly("a", "b");
        assertThat(NameTable.split("metrics", many(NameTable.MOST) + "," + many(NameTable.MOST)))
                .hasSize(NameTable.MOST);
        assertThatThrownBy(() -> NameTable.split("metrics", many(NameTable.MOST + 1)))
                .hasMessageContaining("'metrics= lists 513 different names; it takes at most 512.'");
        assertThatThrownBy(() -> this.table.findAll(
                        "metrics",
                        IntStream.range(0, 65).mapToObj((i) -> i + "*").toList()))
                .hasMessageContaining("'65 different globs are too many; metrics= takes at most 64");
    }

    private static String many(int names) {
        return IntStream.range(0, names).mapToObj((i) -> "n" + i).collect(Collectors.joining(","));
    }

    @Test
    void aGlobFullOfStarsCostsNoMoreThanAnyOther() {
        String stars = "*a".repeat(2000);

        assertThat(NameTable.matches(stars, "a".repeat(1999))).isFalse();
        assertThat(NameTable.matches(stars, "a".repeat(2000))).isTrue();
        assertThat(NameTable.matches("c*.*.s?", "clocks.current.sm")).isTrue();
        assertThat(NameTable.matches("*", "")).isTrue();
        assertThat(NameTable.matches("power.draw", "power.draws")).isFalse();
    }
}
