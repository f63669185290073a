package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.host.FakeProc;
import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Unit;
import io.gpulse.testing.Wait;
import java.util.function.Predicate;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * The rows of the machine and of its parts, from a folder in the place of {@code /proc} to JSON.
 *
 * @param snapshots as they come over HTTP, in full
 */
record MachineRows(FakeProc proc, Flux<JsonNode> snapshots) {

    /** The machine moves on with every snapshot, so that no round is missed; how fast depends on the true time. */
    void arrives(Metric metric) {
        Probe.Proc source = (Probe.Proc) metric.spec().probes().get(0);
        double expected = this.proc.set(source.file(), source.figure());

        Predicate<JsonNode> arrived = metric.spec().kind() == Kind.TEXT
                ? (word) -> word.asString().equals(this.proc.word(source.figure()))
                : (number) -> isOverTime(metric) ? number.asDouble() > 0 : number.asDouble() == expected;
        JsonNode arrival = this.snapshots
                .doOnNext((snapshot) -> this.proc.set(source.file(), source.figure()))
                .map((snapshot) -> subject(snapshot.get("host"), metric))
                .map((subject) -> subject.path(metric.spec().kind() == Kind.TEXT ? "facts" : "values")
                        .path(metric.key()))
                .filter((candidate) -> !candidate.isMissingNode() && arrived.test(candidate))
                .blockFirst(Wait.PATIENCE);

        assertThat(arrival).isNotNull();
    }

    /** The second of the fake's two cores: the first could match by its position alone. */
    private static JsonNode subject(JsonNode host, Metric metric) {
        return switch (metric.spec().scope()) {
            case CORE -> host.at("/cores/1");
            case DISK -> host.at("/disks/0");
            case NETWORK -> host.at("/networks/0");
            case HOST_PROCESS ->
                host.get("processes")
                        .valueStream()
                        .filter((process) -> process.get("pid").asInt() == FakeProc.BUSY)
                        .findFirst()
                        .orElse(MissingNode.getInstance());
            default -> host;
        };
    }

    /** Rates, which depend on the time between two rounds. */
    private static boolean isOverTime(Metric metric) {
        return switch (metric) {
            case DISK_UTILIZATION, HOST_PROCESS_CPU -> true;
            default ->
                metric.spec().unit() == Unit.BYTES_PER_SECOND || metric.spec().unit() == Unit.PER_SECOND;
        };
    }
}
