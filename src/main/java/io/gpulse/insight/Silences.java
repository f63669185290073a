package io.gpulse.insight;

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
import org.jspecify.annotations.Nullable;

/** The silences in force: configured and added ones. Thread-safe. */
final class Silences {

    static final int MOST = 100;

    private static final Pattern ID = Pattern.compile("\\d{1,18}");

    private final List<Silence> configured;
    private final PublishedSnapshots published;
    private final InstantSource clock;
    private final Map<String, Silence> added = new LinkedHashMap<>();
    private long newest;

    Silences(List<Silence> configured, PublishedSnapshots published, InstantSource clock) {
        this.configured = List.copyOf(configured);
        this.published = published;
        this.clock = clock;
    }

    /** Returns the silences in force: the configured ones first, then the oldest first. */
    List<Silence> current() {
        List<Silence> current =
                new ArrayList<>(this.configured.stream().map(this::resolved).toList());
        current.addAll(made());
        return current;
    }

    /** Returns added silences that are in force. */
    synchronized List<Silence> made() {
        Instant now = this.clock.instant();
        this.added.values().removeIf((silence) -> silence.isOver(now));
        return List.copyOf(this.added.values());
    }

    /** Resolves the GPU of a configured silence, which may be absent. */
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
     * Adds a silence with a new id.
     *
     * @param gpu UUID; null for all
     * @throws ProblemException at the maximum number, and for an invalid end
     */
    synchronized Silence add(SilenceRequest request, @Nullable String gpu) {
        Instant now = this.clock.instant();
        Instant until = request.end(now);
        if (made().size() >= MOST) {
            throw ProblemException.conflict("Too many silences (limit " + MOST + "); delete one first.");
        }
        this.newest = Math.max(this.newest + 1, now.toEpochMilli());
        Silence silence = new Silence(
                Long.toString(this.newest),
                request.rule(),
                gpu,
                request.process(),
                until,
                request.reason(),
                Instant.ofEpochMilli(now.toEpochMilli()));
        this.added.put(silence.id(), silence);
        return silence;
    }

    /** Restores the silences of the previous run. */
    synchronized void restore(List<Silence> stored) {
        List<Silence> later = made();
        this.added.clear();
        stored.stream()
                .filter((silence) -> ID.matcher(silence.id()).matches())
                .forEach((silence) -> this.added.put(silence.id(), silence));
        later.forEach((silence) -> this.added.put(silence.id(), silence));
        this.newest = Math.max(
                this.newest,
                this.added.keySet().stream().mapToLong(Long::parseLong).max().orElse(0));
    }

    /** Removes an added silence. Returns whether there was one. */
    synchronized boolean remove(String id) {
        return made().stream().anyMatch((silence) -> silence.id().equals(id)) && this.added.remove(id) != null;
    }
}
