package io.gpulse.doctor.report;

import io.gpulse.device.GpuIdentity;
import io.gpulse.doctor.comparison.Disagreement;
import io.gpulse.doctor.examination.DeviceNode;
import io.gpulse.doctor.examination.ExaminedGpu;
import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import io.gpulse.setup.HostSystem;
import io.gpulse.smi.SmiCell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The values of a report that identify a user, a machine or a board. */
public final class Secrets {

    /** Variables with the user behind sudo or a login. */
    private static final List<String> USERS = List.of("SUDO_USER", "DOAS_USER", "LOGNAME", "USER", "USERNAME");

    /** Metrics with one of these in their key. */
    private static final List<String> KINDS = List.of("serial", "uuid", "guid", "part_number", "hostname", "pdi");

    private final Mask mask = new Mask();

    private Secrets() {}

    /** Returns the mask of all secrets of a report. */
    public static Mask mask(Report report, Document document, HostSystem system) {
        Secrets secrets = new Secrets();
        String host = report.machine().host();
        secrets.mask.learn("host", host);
        secrets.mask.learn("host", host.split("\\.", 2)[0]);
        secrets.mask.learn("user", report.machine().user());
        USERS.forEach((name) -> system.variable(name).ifPresent((user) -> secrets.mask.learn("user", user)));
        report.nodes().forEach(secrets::learn);
        List<String> words = new ArrayList<>();
        new MaskedJson((word) -> {
                    words.add(word);
                    return word;
                })
                .write(document);
        words.stream().flatMap(Mask::homes).distinct().forEach((name) -> secrets.mask.learn("user", name));
        report.gpus().forEach(secrets::learn);
        report.comparison().disagreements().forEach(secrets::learn);
        return secrets.mask;
    }

    /** Registers the names of the owner and the group; numbers identify no person and are left out. */
    private void learn(DeviceNode node) {
        String[] names = node.owner().split(":", 2);
        for (int i = 0; i < names.length; i++) {
            if (!names[i].matches("\\d+")) {
                this.mask.learn(i == 0 ? "user" : "group", names[i]);
            }
        }
    }

    private void learn(ExaminedGpu gpu) {
        gpu.identity().map(GpuIdentity::uuid).ifPresent((uuid) -> this.mask.learn("uuid", uuid));
        for (Metric metric : Metric.of(Scope.GPU)) {
            kind(metric)
                    .ifPresent((kind) -> Stream.of(gpu.before(metric), gpu.known(metric))
                            .flatMap((reading) -> reading.flatMap(Reading::word).stream())
                            .forEach((word) -> this.mask.learn(kind, word)));
        }
    }

    /** Registers the value of nvidia-smi, which is not that of gpulse. */
    private void learn(Disagreement found) {
        Metric.named(found.property())
                .flatMap(Secrets::kind)
                .filter((kind) -> !new SmiCell(found.theirs()).isAbsent())
                .ifPresent((kind) -> this.mask.learn(kind, found.theirs()));
    }

    /** Returns the kind of secret of a metric; empty for a metric that identifies nothing. */
    private static Optional<String> kind(Metric metric) {
        return KINDS.stream()
                .filter((kind) ->
                        metric.spec().kind() == Kind.TEXT && metric.key().contains(kind))
                .findFirst()
                .map((kind) -> kind.replace('_', '-'));
    }
}
