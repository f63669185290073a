package io.gpulse.insight.silence;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.Snapshot;
import io.gpulse.view.GpuNames;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.web.ProblemException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** All silences that are in force: those of the configuration, and those that were made. Safe for several threads. */
public final class Silences {

    static final int MOST = 100;

    private static final Pattern ID = Pattern.compile("\\d{1,18}");

    private final List<Silence> configured;
    private final PublishedSnapshots published;
    private final InstantSource clock;
    private final Map<String, Silence> made = new LinkedHashMap<>();
    private long newest;

    Silences(List<Silence> configured, PublishedSnapshots published, InstantSource clock) {
        this.configured = List.copyOf(configured);
        this.published = published;
        this.clock = clock;
    }

    /** Returns those in force: the configured ones first, then the oldest first. */
    public List<Silence> current() {
        List<Silence> current =
                new ArrayList<>(this.configured.stream().map(this::resolved).toList());
        current.addAll(made());
        return current;
    }

    /** Returns those that were made and are not over. */
    synchronized List<Silence> made() {
        Instant now = this.clock.instant();
        this.made.values().removeIf((silence) -> silence.isOver(now));
        return List.copyOf(this.made.values());
    }

    /** The configuration is read before there are GPUs. What it names may be absent for now. */
    private Silence resolved(Silence silence) {
        Snapshot latest =
                this.published.latest().map(PublishedSnapshot::snapshot).orElse(null);
        if (silence.gpu() == null || latest == null) {
            return silence;
        }
        try {
            GpuIdentity identity = GpuNames.find(silence.gpu(), latest).identity();
            return identity == null ? silence : silence.withGpu(identity.uuid());
        } catch (ProblemException absent) {
            return silence;
        }
    }

    /**
     * Adds a silence under a new id, which no other gets.
     *
     * @throws ProblemException when there are too many
     */
    synchronized Silence add(SilenceDraft draft) {
        if (made().size() >= MOST) {
            throw ProblemException.conflict("There are " + MOST + " silences, which is the most; delete one first.");
        }
        Instant now = this.clock.instant();
        this.newest = Math.max(this.newest + 1, now.toEpochMilli());
        Silence silence = draft.silence(Long.toString(this.newest), Instant.ofEpochMilli(now.toEpochMilli()));
        this.made.put(silence.id(), silence);
        return silence;
    }

    /** Adds those that an earlier gpulse stored. */
    synchronized void restore(List<Silence> stored) {
        List<Silence> later = made();
        this.made.clear();
        stored.stream()
                .filter((silence) -> ID.matcher(silence.id()).matches())
                .forEach((silence) -> this.made.put(silence.id(), silence));
        later.forEach((silence) -> this.made.put(silence.id(), silence));
        this.newest = Math.max(
                this.newest,
                this.made.keySet().stream().mapToLong(Long::parseLong).max().orElse(0));
    }

    /** Returns whether there was one. */
    synchronized boolean remove(String id) {
        return made().stream().anyMatch((silence) -> silence.id().equals(id)) && this.made.remove(id) != null;
    }
}
