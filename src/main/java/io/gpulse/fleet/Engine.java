package io.gpulse.fleet;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.device.GpuIdentity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.fleet.EngineClient.Answer;
import io.gpulse.web.RoundPipeline;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Requests the machines of an engine every 15 s, and what changes slowly every five minutes. */
final class Engine extends RoundPipeline {

    static final Duration EVERY = Duration.ofSeconds(15);
    private static final int RARELY = 20;
    private static final int AFTER_FAILURE = 4;

    /** Seven requests that take their longest time, and the time between two polls. */
    private static final Duration OVERDUE = Duration.ofSeconds(100);

    private static final Duration KEPT = Duration.ofDays(1);

    private static final Pattern NAME = Pattern.compile("[\\w.-]{1,255}");
    private static final Pattern ADDRESS = Pattern.compile("([\\w.-]{1,255}|\\[[\\da-fA-F:.]+]):\\d{1,5}");

    /** Machines with series first, of several exporters of a GPU the one that reports most. */
    private static final Comparator<EngineMachine> BEST_FIRST = Comparator.comparing(EngineMachine::present)
            .reversed()
            .thenComparing(EngineMachine::exporter)
            .thenComparing(EngineMachine::instance);

    /** The classes of the states of {@code gpulse_gpu_seconds_total}. */
    private static final Map<String, GpuClass> STATES = Map.of(
            "active", GpuClass.WORKING,
            "held_idle", GpuClass.HELD_IDLE,
            "reserved", GpuClass.RESERVED,
            "free", GpuClass.FREE,
            "unknown", GpuClass.UNKNOWN);

    private final boolean used;
    private final String machineUrl;
    private final Map<EngineQuestion, Mono<Answer>> answers = new EnumMap<>(EngineQuestion.class);
    private final Machines.Time time;
    private final Polled<Picture> polled;
    private final Map<String, EngineMachine> known = new HashMap<>();
    private Map<GpuClass, Double> day = Map.of();
    private int untilSlow;
    private Instant aged = Instant.EPOCH;
    private long agedNanos;

    /**
     * The machines of an engine.
     *
     * @param warning why something is missing; null when nothing is
     * @param day seconds of GPUs in the last day by class; empty when unknown
     * @param sinceAges time since the ages of the machines were read, in nanoseconds
     */
    record Picture(
            List<EngineMachine> machines, @Nullable LocalizedText warning, Map<GpuClass, Double> day, long sinceAges) {

        private Picture gone() {
            return new Picture(
                    this.machines.stream().map(EngineMachine::gone).toList(), null, this.day, this.sinceAges);
        }
    }

    /**
     * @param source the answers to each question; null without an engine
     * @param machineUrl the address of a machine's gpulse, with {@code {instance}} or {@code {name}}
     */
    Engine(@Nullable Function<EngineQuestion, Mono<Answer>> source, String machineUrl, Machines.Time time) {
        super("engine of series", time.thread());
        this.used = source != null;
        this.machineUrl = machineUrl;
        this.time = time;
        this.polled = new Polled<>(
                Mono.defer(this::picture), Picture::gone, new Polled.Limits(EngineClient.TIMEOUT, OVERDUE), time);
        if (source != null) {
            EngineQuestion.ALL.forEach((question) -> this.answers.put(question, source.apply(question)));
            consume(
                    "The engine of series",
                    Flux.interval(Duration.ZERO, EVERY, time.thread()),
                    1,
                    (tick) -> this.polled.poll().subscribe());
        }
    }

    /** Returns its state; empty without an engine. */
    Optional<Polled.Status<Picture>> status() {
        return this.used ? Optional.of(this.polled.status()) : Optional.empty();
    }

    /** Returns the machines; none without an engine, and before its first answer. */
    List<EngineMachine> machines() {
        return status().flatMap((status) -> Optional.ofNullable(status.value()))
                .map(Picture::machines)
                .orElse(List.of());
    }

    /** Returns why the engine has no series of a machine; empty while it has. */
    Optional<LocalizedText> silence(EngineMachine machine) {
        boolean answers = status().filter(Polled.Status::answers).isPresent();
        return answers && machine.present()
                ? Optional.empty()
                : Optional.of(text(answers ? "fleet.gone" : "fleet.engine-silent"));
    }

    /** Returns the age of the latest sample of a machine that has series now; empty when unknown. */
    Optional<Duration> age(EngineMachine machine) {
        Long age = machine.present() ? machine.report().ageMillis() : null;
        return age == null
                ? Optional.empty()
                : status().flatMap((status) -> Optional.ofNullable(status.answered()))
                        .map((answered) -> this.polled
                                .since(answered)
                                .plusNanos(sinceAges())
                                .plusMillis(age));
    }

    private long sinceAges() {
        return status().flatMap((status) -> Optional.ofNullable(status.value()))
                .map(Picture::sinceAges)
                .orElse(0L);
    }

    /** Returns the address of the gpulse of a machine; empty when it has none, or none that can be an address. */
    Optional<String> url(EngineMachine machine) {
        boolean isAddress = !this.machineUrl.contains("{instance}")
                || ADDRESS.matcher(machine.instance()).matches();
        boolean isName = !this.machineUrl.contains("{name}")
                || NAME.matcher(machine.report().name()).matches();
        return machine.exporter() == Exporter.GPULSE && isAddress && isName
                ? Optional.of(this.machineUrl
                        .replace("{instance}", machine.instance())
                        .replace("{name}", machine.report().name()))
                : Optional.empty();
    }

    private Mono<Picture> picture() {
        List<EngineQuestion> due = this.untilSlow <= 0 ? EngineQuestion.ALL : EngineQuestion.OFTEN;
        return Flux.fromIterable(due)
                .concatMap((question) -> answer(question).map((answer) -> Map.entry(question, answer)))
                .collectMap(Map.Entry::getKey, Map.Entry::getValue)
                .publishOn(this.time.thread())
                .map(this::picture);
    }

    /** Only the question for the latest values has to be answered. */
    private Mono<Answer> answer(EngineQuestion question) {
        Mono<Answer> answer = Objects.requireNonNull(this.answers.get(question));
        if (question == EngineQuestion.AGE) {
            answer = answer.publishOn(this.time.thread()).doOnNext((ages) -> {
                this.aged = this.time.clock().instant();
                this.agedNanos = this.time.nanos().getAsLong();
            });
        }
        return question == EngineQuestion.NOW
                ? answer
                : answer.onErrorResume(MachineException.class, (failure) -> Mono.just(Answer.failed(failure)));
    }

    private Picture picture(Map<EngineQuestion, Answer> read) {
        Instant at = this.time.clock().instant();
        this.untilSlow--;
        Answer day = read.get(EngineQuestion.DAY);
        if (day != null) {
            EngineReader.ofDay(day).forEach((machine) -> this.known.putIfAbsent(machine.key(), machine));
            this.untilSlow = day.isAnswered() ? RARELY - 1 : AFTER_FAILURE - 1;
        }
        Optional.ofNullable(read.get(EngineQuestion.OCCUPANCY))
                .filter(Answer::isAnswered)
                .ifPresent((answer) -> this.day = day(answer));
        Set<String> present = new HashSet<>();
        Answer ages = read.get(EngineQuestion.AGE);
        EngineReader.present(read, ages != null && ages.isAnswered() ? this.aged : at)
                .forEach((machine) -> {
                    present.add(machine.key());
                    this.known.put(machine.key(), machine);
                });
        this.known.replaceAll((key, machine) -> present.contains(key) ? machine : machine.gone());
        this.known.values().removeIf((machine) -> machine.seen().isBefore(at.minus(KEPT)));
        return new Picture(
                distinct(), warning(read), this.day, this.time.nanos().getAsLong() - this.agedNanos);
    }

    private static Map<GpuClass, Double> day(Answer answer) {
        Map<GpuClass, Double> seconds = new EnumMap<>(GpuClass.class);
        answer.samples()
                .forEach((sample) -> Optional.ofNullable(
                                STATES.get(sample.labels().getOrDefault("state", "")))
                        .ifPresent((use) -> seconds.put(use, sample.value())));
        return seconds;
    }

    private static @Nullable LocalizedText warning(Map<EngineQuestion, Answer> read) {
        return read.values().stream()
                .flatMap((answer) -> Stream.ofNullable(answer.warning()))
                .findFirst()
                .map((warning) -> text("fleet.partial", Map.of("warning", warning)))
                .orElse(null);
    }

    /** Returns the machines, each GPU once: of a machine that has another name now its old one is none. */
    private List<EngineMachine> distinct() {
        Set<String> simulated = this.known.values().stream()
                .filter((machine) -> machine.report().simulated())
                .flatMap(EngineMachine::uuids)
                .collect(Collectors.toSet());
        Set<String> seen = new HashSet<>();
        return this.known.values().stream()
                .map((machine) -> machine.uuids().anyMatch(simulated::contains) ? machine.simulated() : machine)
                .sorted(BEST_FIRST)
                .flatMap((machine) -> {
                    EngineMachine own = machine.with((gpu) -> isFirst(gpu.uuid(), machine, seen));
                    boolean isGhost = own.report().gpus().isEmpty()
                            && !(machine.report().gpus().isEmpty() && machine.present());
                    return isGhost ? Stream.empty() : Stream.of(own);
                })
                .sorted(Comparator.comparing((machine) -> machine.report().name()))
                .toList();
    }

    /** Simulated GPUs have the same UUIDs on each machine. */
    private static boolean isFirst(@Nullable String uuid, EngineMachine machine, Set<String> seen) {
        return uuid == null
                || GpuIdentity.isShared(uuid)
                || seen.add(machine.report().simulated() ? uuid + machine.instance() : uuid);
    }
}
