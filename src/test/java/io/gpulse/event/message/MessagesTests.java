package io.gpulse.event.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpulse.device.GpuState;
import io.gpulse.event.EventKind;
import io.gpulse.event.xid.Outage;
import io.gpulse.event.xid.RecoveryAction;
import io.gpulse.event.xid.Remedy;
import io.gpulse.event.xid.Xid;
import io.gpulse.insight.rule.InsightRules;
import io.gpulse.metric.Reason;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.context.NoSuchMessageException;

/** The bundles of messages, compared with each other and with the code that uses them. */
class MessagesTests {

    private static final Path SOURCES = Path.of(System.getProperty("basedir", ""), "src/main/java/io/gpulse");
    private static final Pattern LITERAL = Pattern.compile("\"([^\"\\\\\n]*)\"");
    private static final Pattern CALL =
            Pattern.compile("\\b(?:text|title|detail|filled|unknown)\\(\\s*\"([a-zA-Z0-9.-]*[a-zA-Z0-9])\"");
    private static final Pattern KEY = Pattern.compile("([a-z-]+)(?:\\.[a-zA-Z0-9-]+)+");
    private static final Pattern VALUE = Pattern.compile("\\{(\\w+)}");
    private static final Set<String> ENGLISH = bundle("messages.properties").stringPropertyNames();

    @Test
    void bothLanguagesHaveTheSameKeysAndPlaceholders() {
        Properties english = bundle("messages.properties");
        Properties chinese = bundle("messages_zh.properties");

        assertThat(chinese.stringPropertyNames()).isEqualTo(english.stringPropertyNames());
        assertThat(english.stringPropertyNames())
                .allSatisfy((key) -> assertThat(values(chinese.getProperty(key)))
                        .as(key)
                        .isEqualTo(values(english.getProperty(key))));
    }

    @Test
    void everyKeyIsUsedAndEveryUsedKeyExists() throws IOException {
        Set<String> unused = new TreeSet<>(ENGLISH);
        List<String> missing = new ArrayList<>();
        for (String source : sources()) {
            unused.removeAll(used(source));
            missing.addAll(missing(source));
        }
        unused.removeAll(keysOfConstants());
        unused.removeAll(keysOfOutages());
        unused.removeAll(keysOfRules());
        unused.removeAll(keysOfCategories());

        assertThat(missing).isEmpty();
        assertThat(unused).isEmpty();
    }

    @Test
    void aMisspeltKeyIsFound() {
        assertThat(missing("text(\"rnge\") + x(\"evidence.hold\") + \"gpulse.source\" + text(\"range\")"))
                .containsExactly("rnge", "evidence.hold");
        assertThat(used("text(\"gap.\" + reason(\"restart\"))")).containsExactly("gap.restart");
        assertThatExceptionOfType(NoSuchMessageException.class).isThrownBy(() -> Messages.text("rnge"));
    }

    @Test
    void aConstantHasAKeyOfItsOwn() {
        assertThat(Messages.key("RecoveryAction", "RESET_BUS")).isEqualTo("recovery-action.reset-bus");
    }

    @Test
    void aShortFormIsShortInBothLanguagesAndNamesNoGpu() {
        List<LocalizedText> all =
                Stream.concat(shortForms(), shortFormsOfXids()).toList();

        assertThat(all).hasSizeGreaterThan(120).allSatisfy((text) -> {
            assertThat(text.en()).isNotBlank().hasSizeLessThanOrEqualTo(48).doesNotContainPattern("[.{}]|GPUs? \\d");
            assertThat(text.zh()).isNotBlank().hasSizeLessThanOrEqualTo(40).doesNotContainPattern("[。{}]|GPU \\d");
        });
    }

    /** Returns the short forms with the longest values, the ranges of several GPUs. */
    private static Stream<LocalizedText> shortForms() {
        Map<String, LocalizedText> longest = Map.of(
                "idle", new LocalizedText("100 min to 119 min", "100 分钟至 119 分钟"),
                "held", new LocalizedText("100 GiB to 180 GiB", "100 GiB 至 180 GiB"),
                "missing", LocalizedText.of("16"),
                "percent", new LocalizedText("95 % to 100 %", "95% 至 100%"));
        return ENGLISH.stream()
                .filter((key) -> key.matches("rule\\.[a-z-]+\\.short.*"))
                .filter((key) ->
                        !Set.of("rule.gpu-lost.short", "rule.xid.short").contains(key))
                .map((key) -> Messages.text(key).numbered(true).with(longest));
    }

    private static Stream<LocalizedText> shortFormsOfXids() {
        return IntStream.rangeClosed(1, 999)
                .mapToObj(Xid::of)
                .filter(Xid::isKnown)
                .map((xid) -> Messages.text("rule.xid.short", Map.of("title", xid.title(), "xid", xid.number())));
    }

    private static Properties bundle(String name) {
        Properties bundle = new Properties();
        try (Reader reader = new InputStreamReader(
                Objects.requireNonNull(Messages.class.getResourceAsStream(name)), StandardCharsets.UTF_8)) {
            bundle.load(reader);
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
        return bundle;
    }

    private static Set<String> values(String text) {
        return VALUE.matcher(text).results().map((found) -> found.group(1)).collect(Collectors.toSet());
    }

    private static List<String> sources() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            List<String> sources = new ArrayList<>();
            for (Path file :
                    files.filter((path) -> path.toString().endsWith(".java")).toList()) {
                String source = Files.readString(file);
                if (source.contains("event.message")) {
                    sources.add(source);
                }
            }
            return sources;
        }
    }

    private static List<String> literals(String source) {
        return LITERAL.matcher(source).results().map((found) -> found.group(1)).toList();
    }

    /** Returns the keys that a source has in full, or as a prefix and a rest. */
    private static Set<String> used(String source) {
        List<String> literals = literals(source);
        return ENGLISH.stream()
                .filter((key) -> literals.contains(key)
                        || literals.stream()
                                .anyMatch((start) -> start.endsWith(".")
                                        && key.startsWith(start)
                                        && literals.contains(key.substring(start.length()))))
                .collect(Collectors.toSet());
    }

    /** Returns the literals that are keys by their place or by their form, and are in no bundle. */
    private static List<String> missing(String source) {
        Set<String> families =
                ENGLISH.stream().map((key) -> key.replaceFirst("\\..*", "")).collect(Collectors.toSet());
        Stream<String> called = CALL.matcher(source).results().map((found) -> found.group(1));
        Stream<String> formed = literals(source).stream()
                .filter((literal) -> KEY.matcher(literal).matches())
                .filter((literal) -> families.contains(literal.replaceFirst("\\..*", "")));
        return Stream.concat(called, formed)
                .distinct()
                .filter((key) -> !ENGLISH.contains(key))
                .toList();
    }

    private static Set<String> keysOfConstants() {
        return Stream.of(Remedy.values(), RecoveryAction.values(), Reason.values(), GpuState.values(), Outage.values())
                .flatMap(Stream::of)
                .filter((constant) -> constant != GpuState.OK)
                .peek((constant) -> assertThat(Messages.text(constant).en()).isNotBlank())
                .map((constant) -> Messages.key(constant.getDeclaringClass().getSimpleName(), constant.name()))
                .collect(Collectors.toSet());
    }

    /** A rule has two texts for each outage that it reports. */
    private static List<String> keysOfOutages() {
        return Stream.of(Outage.values())
                .filter((outage) -> outage.kind() != EventKind.GPU_STUCK)
                .map((outage) -> Messages.key("rule", "gpu-lost." + outage.name()))
                .flatMap((key) -> Stream.of(key, key.replace("gpu-lost.", "gpu-lost.short.")))
                .peek((key) -> assertThat(ENGLISH).contains(key))
                .toList();
    }

    /** Categories of operational events are numbers. */
    private static List<String> keysOfCategories() {
        return ENGLISH.stream()
                .filter((key) -> key.matches("operational-category\\.\\d+"))
                .toList();
    }

    private static Set<String> keysOfRules() {
        return Stream.of(InsightRules.values())
                .map(InsightRules::spec)
                .peek((rule) -> assertThat(List.of(
                                rule.message("sentence"),
                                rule.message("short"),
                                rule.message("cause"),
                                rule.message("advice"),
                                rule.message("passes")))
                        .doesNotContain(LocalizedText.NONE))
                .flatMap((rule) -> Stream.of(
                                "sentence", "short", "cause", "passes", rule.remedy() == null ? "advice" : "passes")
                        .map((part) -> "rule." + rule.id() + "." + part))
                .collect(Collectors.toSet());
    }
}
