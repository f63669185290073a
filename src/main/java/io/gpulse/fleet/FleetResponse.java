package io.gpulse.fleet;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.fleet.Polled.Answered;
import io.gpulse.view.JsonNumbers;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Machines and their GPUs.
 *
 * @param at When the response was made.
 * @param configured Whether other machines are configured.
 * @param listProblem Why the list is an earlier one than that of its file; null when it is not.
 * @param users Whether the caller may read users and sentences of other machines: the scope `read-fleet`.
 * @param gpus Number of GPUs by class. A GPU that several machines report counts once.
 * @param machinesUnknown Number of machines that have never answered, whose GPUs are in no class.
 * @param engine The engine of `gpulse.fleet.prometheus-url`; null without one.
 * @param machines The machines: this one first, then those of the list in its order, then those of the engine by name.
 */
@Schema(name = "Fleet")
record FleetResponse(
        @Schema(example = "2026-11-20T10:00:02.300Z") Instant at,

        @Schema(example = "true") boolean configured,

        @Nullable String listProblem,

        @Schema(example = "true") boolean users,

        Map<GpuClass, Integer> gpus,

        @Schema(example = "0") int machinesUnknown,

        @Nullable Server engine,

        List<Member> machines) {

    /** Where the report of a machine is from. */
    enum Origin {
        /** It is this machine. */
        LOCAL,
        /** It is of `gpulse.machines`. */
        LIST,
        /** It is of the engine. */
        ENGINE
    }

    /** The answer of a machine. */
    enum Answer {
        /** It is this machine. */
        LOCAL,
        /** It answers. */
        OK,
        /** It has not been requested yet, or its first answer is outstanding. */
        WAITING,
        /** It does not answer, or not usably, or the engine has no series of it. `machine` has its last answer. */
        SILENT
    }

    /**
     * An engine: Prometheus or a compatible server.
     *
     * @param answer Whether it answers.
     * @param since Since when it answers, or does not.
     * @param answeredAt When the latest answer was received; null before the first one.
     * @param tookMillis Duration of the latest exchange, in ms; null before the first one.
     * @param problem Why it does not answer, or why its answer lacks something; null when it does not.
     * @param translations The problem in other languages; null without one.
     * @param daySeconds Seconds of its GPUs in the last day by class, of machines with gpulse; empty when unknown.
     */
    @Schema(name = "FleetEngine")
    record Server(
            @Schema(example = "OK") Answer answer,

            @Schema(example = "2026-11-20T09:12:44.120Z") Instant since,

            @Schema(example = "2026-11-20T10:00:01.003Z") @Nullable
            Instant answeredAt,

            @Schema(example = "212.4") @Nullable Number tookMillis,

            @Schema(example = "The engine calls its answer partial: store 2 is down") @Nullable
            String problem,

            @Nullable MemberTranslations translations,

            Map<GpuClass, Number> daySeconds) {

        /** @param users whether the reader may read the engine's own sentences, which can name others */
        static Server of(Polled.Status<Engine.Picture> status, boolean users) {
            Engine.Picture picture = status.value();
            LocalizedText warning = picture == null ? null : picture.warning();
            LocalizedText problem = status.problem() == null ? warning : status.problem();
            if (problem != null && !users && !status.isWaiting()) {
                problem = text(status.answers() ? "fleet.incomplete" : "fleet.engine-silent");
            }
            Answered answered = status.answered();
            Map<GpuClass, Number> day = new EnumMap<>(GpuClass.class);
            if (picture != null) {
                picture.day().forEach((use, seconds) -> day.put(use, JsonNumbers.of(seconds)));
            }
            return new Server(
                    FleetResponse.answer(status),
                    status.since(),
                    answered == null ? null : answered.at(),
                    answered == null ? null : JsonNumbers.millis(answered.took()),
                    LocalizedText.english(problem),
                    MemberTranslations.of(problem),
                    day);
        }
    }

    private static Answer answer(Polled.Status<?> status) {
        if (status.answers()) {
            return Answer.OK;
        }
        return status.isWaiting() ? Answer.WAITING : Answer.SILENT;
    }

    /**
     * A machine.
     *
     * @param id Address of its gpulse, or exporter and instance of its series; empty for this machine.
     * @param name Host name, with the address if several machines have it; the address until the first answer.
     * @param url Address of its gpulse; null for this machine, and for series of another exporter.
     * @param origin Where its report is from.
     * @param exporter Program that exports its series; null for a machine that is not of the engine.
     * @param usersKnown Whether its users are known; an engine has them only with `gpulse.metrics.workloads`.
     * @param answer Whether it answers.
     * @param since Since when it answers, or does not; null for this machine, and for one of the engine with series.
     * @param answeredAt When the latest answer was received, of a machine of the engine when its latest sample was
     *     taken; null for this machine, before the first one, and when unknown.
     * @param ageMillis Age of the values of its report, in ms; null when unknown.
     * @param tookMillis Duration of the latest exchange, in ms; null for this machine and those of the engine, and
     *     before the first one.
     * @param problem Why it does not answer; null while it does.
     * @param translations The problem in other languages; null while it answers.
     * @param machine Its latest report; null before the first one.
     */
    @Schema(name = "FleetMachine")
    record Member(
            @Schema(example = "http://gpu-2:8080") String id,

            @Schema(example = "trn-h100-03") String name,

            @Schema(example = "http://gpu-2:8080") @Nullable String url,

            @Schema(example = "LIST") Origin origin,

            @Schema(example = "dcgm-exporter") @Nullable String exporter,

            @Schema(example = "true") boolean usersKnown,

            @Schema(example = "OK") Answer answer,

            @Schema(example = "2026-11-20T09:12:44.120Z") @Nullable
            Instant since,

            @Schema(example = "2026-11-20T10:00:01.003Z") @Nullable
            Instant answeredAt,

            @Schema(example = "2412") @Nullable Number ageMillis,

            @Schema(example = "12.4") @Nullable Number tookMillis,

            @Schema(example = "It did not answer within 3 s.") @Nullable
            String problem,

            @Nullable MemberTranslations translations,

            @Nullable MachineReport machine) {

        static Member local(MachineReport report) {
            return new Member(
                    "",
                    report.name(),
                    null,
                    Origin.LOCAL,
                    null,
                    true,
                    Answer.LOCAL,
                    null,
                    null,
                    report.ageMillis(),
                    null,
                    null,
                    null,
                    report);
        }

        /** @param shared names of several machines */
        static Member of(RemoteMachine machine, Set<String> shared, boolean users) {
            Polled.Status<MachineReport> status = machine.status();
            MachineReport report = status.value();
            Answered answered = status.answered();
            Duration age = machine.age();
            String url = machine.address().base().toString();
            return new Member(
                    url,
                    name(report == null ? "" : report.name(), machine.address().label(), shared),
                    url,
                    Origin.LIST,
                    null,
                    true,
                    FleetResponse.answer(status),
                    status.since(),
                    answered == null ? null : answered.at(),
                    age == null ? null : age.toMillis(),
                    answered == null ? null : JsonNumbers.millis(answered.took()),
                    LocalizedText.english(status.problem()),
                    MemberTranslations.of(status.problem()),
                    report == null || users ? report : report.withoutUsers());
        }

        /** @param shared names of several machines */
        static Member of(EngineMachine machine, Engine engine, Set<String> shared, boolean users) {
            LocalizedText silence = engine.silence(machine).orElse(null);
            MachineReport report = machine.report();
            return new Member(
                    machine.key(),
                    name(report.name(), machine.instance(), shared),
                    engine.url(machine).orElse(null),
                    Origin.ENGINE,
                    machine.exporter().label(),
                    machine.users(),
                    silence == null ? Answer.OK : Answer.SILENT,
                    silence == null ? null : machine.seen(),
                    machine.present() && report.ageMillis() == null ? null : machine.seen(),
                    engine.age(machine).map(Duration::toMillis).orElse(null),
                    null,
                    LocalizedText.english(silence),
                    MemberTranslations.of(silence),
                    users ? report : report.withoutUsers());
        }

        private static String name(String own, String label, Set<String> shared) {
            if (own.isEmpty()) {
                return label;
            }
            return shared.contains(own) ? own + " (" + label + ")" : own;
        }
    }

    /**
     * By language.
     *
     * @param zh Simplified Chinese.
     */
    @Schema(name = "FleetMachineTranslations")
    record MemberTranslations(MemberTranslation zh) {

        static @Nullable MemberTranslations of(@Nullable LocalizedText problem) {
            return problem == null ? null : new MemberTranslations(new MemberTranslation(problem.zh()));
        }
    }

    /**
     * The texts in one language.
     *
     * @param problem Why it does not answer.
     */
    @Schema(name = "FleetMachineTranslation")
    record MemberTranslation(@Schema(example = "3 秒内没有响应。") String problem) {}
}
