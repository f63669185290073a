package io.gpulse.doctor;

import io.gpulse.device.GpuIdentity;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** All that a report holds and that tells who, or which machine or board, this is. */
final class Secrets {

    private Secrets() {}

    static List<Secret> of(Report report) {
        List<Secret> secrets = new ArrayList<>();
        String host = report.machine().host();
        secrets.add(new Secret("host", host));
        secrets.add(new Secret("host", host.split("\\.", 2)[0]));
        secrets.add(new Secret("user", report.machine().user()));
        report.nodes()
                .forEach((node) -> secrets.add(new Secret("user", node.owner().split(":")[0])));
        report.patients().forEach((patient) -> of(patient).forEach(secrets::add));
        secrets.addAll(report.comparison().secrets());
        return secrets;
    }

    private static Stream<Secret> of(Patient patient) {
        Stream<Secret> identity =
                patient.identity().map(GpuIdentity::uuid).stream().map((uuid) -> new Secret("uuid", uuid));
        Stream<Secret> rows = Metric.of(Scope.GPU).stream()
                .flatMap((metric) -> Secret.kind(metric).stream()
                        .flatMap((kind) -> patient.known(metric).flatMap(Reading::word).stream()
                                .map((word) -> new Secret(kind, word))));
        return Stream.concat(identity, rows);
    }
}
