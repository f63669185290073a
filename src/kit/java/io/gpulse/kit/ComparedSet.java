package io.gpulse.kit;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The results of several comparison passes: equal, different and incomparable values. */
final class ComparedSet {

    private final Map<String, List<ComparedValue>> values = new LinkedHashMap<>();
    private final Set<String> unknownToGpulse = new LinkedHashSet<>();
    private final Set<String> onlyInGpulse = new LinkedHashSet<>();
    private final List<String> problems = new ArrayList<>();

    void add(ComparedValue value) {
        this.values.computeIfAbsent(value.where(), (where) -> new ArrayList<>()).add(value);
    }

    /** Records a line or property that only nvidia-smi has. */
    void unknown(String where) {
        this.unknownToGpulse.add(where);
    }

    void onlyOurs(String where) {
        this.onlyInGpulse.add(where);
    }

    void problem(String sentence) {
        if (!this.problems.contains(sentence)) {
            this.problems.add(sentence);
        }
    }

    int size() {
        return this.values.size();
    }

    Set<String> unknownToGpulse() {
        return this.unknownToGpulse;
    }

    Set<String> onlyInGpulse() {
        return this.onlyInGpulse;
    }

    List<String> problems() {
        return this.problems;
    }

    /** Returns the number of values by their best agreement. */
    Map<Agreement, Integer> counts() {
        Map<Agreement, Integer> counts = new EnumMap<>(Agreement.class);
        for (Agreement agreement : Agreement.values()) {
            counts.put(agreement, 0);
        }
        this.values.values().forEach((passes) -> counts.merge(best(passes).agreement(), 1, Integer::sum));
        return counts;
    }

    /** Returns the values of an agreement that agreed in no round. */
    List<ComparedValue> all(Agreement agreement) {
        return this.values.values().stream()
                .map(ComparedSet::best)
                .filter((value) -> value.agreement() == agreement)
                .toList();
    }

    /** Returns the values that agreed in some rounds only. */
    List<ComparedValue> sometimes() {
        return this.values.values().stream()
                .filter((passes) -> best(passes).agreement().compareTo(Agreement.BETWEEN) <= 0)
                .flatMap((passes) -> passes.stream()
                        .filter((value) -> value.agreement() == Agreement.DIFFERENT)
                        .limit(1))
                .toList();
    }

    private static ComparedValue best(List<ComparedValue> passes) {
        ComparedValue best = passes.get(0);
        for (ComparedValue value : passes) {
            if (value.agreement().compareTo(best.agreement()) < 0) {
                best = value;
            }
        }
        return best;
    }
}
