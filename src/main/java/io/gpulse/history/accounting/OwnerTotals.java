package io.gpulse.history.accounting;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The use of GPUs by owner since the start of gpulse, for at most {@link #MOST} owners; the others are one. An owner
 * that has been away for {@link #AWAY} gives its place to another one.
 */
public final class OwnerTotals {

    static final int MOST = 32;
    static final String OTHERS = "other";
    static final Duration AWAY = Duration.ofMinutes(10);

    private final OwnerLabel label;
    private final Map<String, Long> seen = new HashMap<>();
    private final Map<Key, Account> accounts = new LinkedHashMap<>();

    /** The owners in the present round of a GPU, and whether a kernel of each ran. */
    private final Map<Key, Boolean> round = new LinkedHashMap<>();

    private long clock;

    private record Key(String uuid, String owner) {}

    /** The sums of an owner on a GPU. */
    private static final class Account {

        private double held = Double.NaN;
        private double activeSeconds;
        private double heldIdleSeconds;
        private double joules;
    }

    /**
     * The sums of an owner on a GPU.
     *
     * @param held memory of its processes now, in bytes; NaN when unknown or none is there
     * @param activeSeconds time in which a kernel of one of its processes ran, or may have
     * @param heldIdleSeconds time in which none ran
     * @param joules its known share of the GPU's energy
     */
    public record OwnerTotal(
            String uuid, String owner, double held, double activeSeconds, double heldIdleSeconds, double joules) {}

    OwnerTotals(OwnerLabel label) {
        this.label = label;
    }

    /** Begins a round of a GPU, or one in which it is not sampled: nothing is known to be held then. */
    void begin(String uuid, long nanos) {
        this.clock = nanos;
        this.round.clear();
        this.accounts.forEach((key, account) -> account.held = key.uuid.equals(uuid) ? Double.NaN : account.held);
    }

    /**
     * Adds a process to the round of its GPU.
     *
     * @param memory in bytes; NaN when unknown
     */
    void add(ProcessAccount process, double memory, ProcessSlice.Use use) {
        String owner = this.label.of(process);
        if (owner == null) {
            return;
        }
        Key key = new Key(process.key().uuid(), named(owner));
        Account account = this.accounts.computeIfAbsent(key, (first) -> new Account());
        account.held = Double.isNaN(account.held) ? memory : account.held + memory;
        account.joules += use.joules();
        this.round.merge(key, use.activeSeconds() > 0, Boolean::logicalOr);
    }

    /** Adds the time of the round, once for each owner. */
    void end(double seconds) {
        this.round.forEach((key, active) -> {
            Account account = Objects.requireNonNull(this.accounts.get(key));
            account.activeSeconds += active ? seconds : 0;
            account.heldIdleSeconds += active ? 0 : seconds;
        });
    }

    private String named(String owner) {
        if (!this.seen.containsKey(owner) && this.seen.size() >= MOST && !removeOne()) {
            return OTHERS;
        }
        this.seen.put(owner, this.clock);
        return owner;
    }

    private boolean removeOne() {
        String oldest = this.seen.entrySet().stream()
                .filter((one) -> this.clock - one.getValue() >= AWAY.toNanos())
                .min(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(null);
        if (oldest != null) {
            this.seen.remove(oldest);
            this.accounts.keySet().removeIf((key) -> key.owner.equals(oldest));
        }
        return oldest != null;
    }

    List<OwnerTotal> all() {
        return this.accounts.entrySet().stream()
                .map((one) -> new OwnerTotal(
                        one.getKey().uuid,
                        one.getKey().owner,
                        one.getValue().held,
                        one.getValue().activeSeconds,
                        one.getValue().heldIdleSeconds,
                        one.getValue().joules))
                .toList();
    }
}
