package io.gpulse.fleet;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.view.JsonNumbers;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
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
 * @param machines The machines: this one first, then those of the list in its order.
 */
@Schema(name = "Fleet")
record FleetResponse(
        @Schema(example = "2026-11-20T10:00:02.300Z") Instant at,

        @Schema(example = "true") boolean configured,

        @Nullable String listProblem,

        @Schema(example = "true") boolean users,

        Map<GpuClass, Integer> gpus,

        @Schema(example = "0") int machinesUnknown,

        List<Member> machines) {

    /** The answer of a machine. */
    enum Answer {
        /** It is this machine. */
        LOCAL,
        /** It answers. */
        OK,
        /** It has not been requested yet, or its first answer is outstanding. */
        WAITING,
        /** It does not answer, or not usably. `machine` has its last answer. */
        SILENT
    }

    /**
     * A machine.
     *
     * @param id Address of its gpulse; empty for this machine.
     * @param name Host name, with the address if several machines have it; the address until the first answer.
     * @param url Address of its gpulse; null for this machine.
     * @param answer Whether it answers.
     * @param since Since when it answers, or does not; null for this machine.
     * @param answeredAt When the latest answer was received; null for this machine, and before the first one.
     * @param ageMillis Age of the values of its report, in ms; null when unknown.
     * @param tookMillis Duration of the latest exchange, in ms; null for this machine, and before the first one.
     * @param problem Why it does not answer; null while it does.
     * @param translations The problem in other languages; null while it answers.
     * @param machine Its latest report; null before the first one.
     */
    @Schema(name = "FleetMachine")
    record Member(
            @Schema(example = "http://gpu-2:8080") String id,

            @Schema(example = "trn-h100-03") String name,

            @Schema(example = "http://gpu-2:8080") @Nullable String url,

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
                    "", report.name(), null, Answer.LOCAL, null, null, report.ageMillis(), null, null, null, report);
        }

        /** @param shared names of several machines */
        static Member of(RemoteMachine machine, Set<String> shared, boolean users) {
            RemoteMachine.Status status = machine.status();
            MachineReport report = status.report();
            LocalizedText problem = status.problem();
            RemoteMachine.Answered answered = status.answered();
            Duration age = machine.age();
            String url = machine.address().base().toString();
            return new Member(
                    url,
                    name(report == null ? "" : report.name(), machine.address().label(), shared),
                    url,
                    answer(status),
                    status.since(),
                    answered == null ? null : answered.at(),
                    age == null ? null : age.toMillis(),
                    answered == null ? null : JsonNumbers.millis(answered.took()),
                    LocalizedText.english(problem),
                    problem == null ? null : new MemberTranslations(new MemberTranslation(problem.zh())),
                    report == null || users ? report : report.withoutUsers());
        }

        private static String name(String own, String label, Set<String> shared) {
            if (own.isEmpty()) {
                return label;
            }
            return shared.contains(own) ? own + " (" + label + ")" : own;
        }

        private static Answer answer(RemoteMachine.Status status) {
            if (status.answers()) {
                return Answer.OK;
            }
            return status.isWaiting() ? Answer.WAITING : Answer.SILENT;
        }
    }

    /**
     * By language.
     *
     * @param zh Simplified Chinese.
     */
    @Schema(name = "FleetMachineTranslations")
    record MemberTranslations(MemberTranslation zh) {}

    /**
     * The texts in one language.
     *
     * @param problem Why it does not answer.
     */
    @Schema(name = "FleetMachineTranslation")
    record MemberTranslation(@Schema(example = "3 秒内没有响应。") String problem) {}
}
