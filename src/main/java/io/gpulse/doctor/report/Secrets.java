package io.gpulse.doctor.report;

import io.gpulse.device.GpuIdentity;
import io.gpulse.doctor.comparison.Disagreement;
import io.gpulse.doctor.comparison.Secret;
import io.gpulse.doctor.examination.DeviceNode;
import io.gpulse.doctor.examination.ExaminedGpu;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import io.gpulse.setup.HostSystem;
import io.gpulse.smi.SmiCell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The values of a report that identify a user, a machine or a board. */
public final class Secrets {

    private Secrets() {}

    /** Variables with the user behind sudo or a login. */
    private static final List<String> USERS = List.of("SUDO_USER", "DOAS_USER", "LOGNAME", "USER", "USERNAME");

    private static final Pattern NUMBER = Pattern.compile("\\d+");

    public static List<Secret> of(Report report, HostSystem system) {
        List<Secret> secrets = new ArrayList<>();
        String host = report.machine().host();
        secrets.add(new Secret("host", host));
        secrets.add(new Secret("host", host.split("\\.", 2)[0]));
        secrets.add(new Secret("user", report.machine().user()));
        USERS.forEach((name) -> system.variable(name).ifPresent((user) -> secrets.add(new Secret("user", user))));
        report.nodes().forEach((node) -> secrets.addAll(owners(node)));
        homePaths(report).forEach((name) -> secrets.add(new Secret("user", name)));
        report.gpus().forEach((gpu) -> of(gpu).forEach(secrets::add));
        report.comparison().disagreements().forEach((found) -> of(found).ifPresent(secrets::add));
        return secrets;
    }

    /** Returns the names of the owner and the group; numbers identify no person and are left out. */
    private static List<Secret> owners(DeviceNode node) {
        String[] names = node.owner().split(":", 2);
        return IntStream.range(0, names.length)
                .filter((i) -> !NUMBER.matcher(names[i]).matches())
                .mapToObj((i) -> new Secret(i == 0 ? "user" : "group", names[i]))
                .toList();
    }

    /** Returns the names of users in all paths of the report. */
    private static List<String> homePaths(Report report) {
        List<String> words = new ArrayList<>();
        new MaskedJson((word) -> {
                    words.add(word);
                    return word;
                })
                .write(new JsonReport(report).document());
        return words.stream().flatMap(HomePaths::names).distinct().toList();
    }

    /** Returns the value of nvidia-smi, which is not that of gpulse. */
    private static Optional<Secret> of(Disagreement found) {
        return Metric.named(found.property())
                .flatMap(Secret::kind)
                .filter((kind) -> !new SmiCell(found.theirs()).isAbsent())
                .map((kind) -> new Secret(kind, found.theirs()));
    }

    private static Stream<Secret> of(ExaminedGpu gpu) {
        Stream<Secret> identity =
                gpu.identity().map(GpuIdentity::uuid).stream().map((uuid) -> new Secret("uuid", uuid));
        Stream<Secret> rows = Metric.of(Scope.GPU).stream()
                .flatMap((metric) -> Secret.kind(metric).stream()
                        .flatMap((kind) -> Stream.of(gpu.before(metric), gpu.known(metric))
                                .flatMap((reading) -> reading.flatMap(Reading::word).stream())
                                .map((word) -> new Secret(kind, word))));
        return Stream.concat(identity, rows);
    }
}
