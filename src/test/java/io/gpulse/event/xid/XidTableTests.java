package io.gpulse.event.xid;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.EventKind;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of Xids, and the codes of operational events. */
class XidTableTests {

    @Test
    void everyRowIsCompleteInBothLanguages() {
        assertThat(TableRows.of("xids.txt", 9)).hasSize(82).allSatisfy((cells) -> {
            Xid xid = xid(cells);
            assertThat(cells.get(1)).matches("[A-Z0-9_]+");
            assertThat(xid.blame()).isNotEmpty().isSubsetOf(HelpXidTests.CAUSES.keySet());
            assertBoth(xid.title());
            assertBoth(xid.meaning());
            assertThat(xid.meaning().en()).matches(".*[^.]");
        });
    }

    private static Xid xid(List<String> cells) {
        return Xid.of(Integer.parseInt(cells.get(0).split("[,-]")[0]));
    }

    private static void assertBoth(LocalizedText words) {
        assertThat(words.en()).isNotBlank().matches("\\p{ASCII}+");
        assertThat(words.zh()).containsPattern("\\p{IsHan}").doesNotContain(",", ";");
    }

    @ParameterizedTest
    @EnumSource
    void everyRemedyIsASentenceInBothLanguages(Remedy remedy) {
        assertThat(remedy.words().en()).matches("[A-Z].*\\.");
        assertThat(remedy.words().zh()).endsWith("。");
    }

    @Test
    void everyRemedyIsUsed() {
        Stream<Remedy> ofFaults =
                TableRows.of("xids.txt", 9).stream().map((cells) -> xid(cells).remedy());
        Stream<Remedy> ofStates = Stream.concat(
                Arrays.stream(Outage.values()).map(Outage::remedy), Stream.of(Remedy.AFTER_REMOVAL.with(true)));
        Stream<Remedy> ofClocks = Stream.of(Remedy.CHECK_COOLING, Remedy.CHECK_POWER_SUPPLY, Remedy.RAISE_POWER_LIMIT);

        assertThat(Stream.of(ofFaults, ofStates, ofClocks).flatMap(Function.identity()))
                .contains(Remedy.values());
    }

    @ParameterizedTest
    @ValueSource(ints = {41, 71, 85, 130, 135, 98, 105, 139})
    void numbersThatShareARowAreKnown(int number) {
        assertThat(Xid.of(number)).matches(Xid::isKnown).extracting(Xid::number).isEqualTo(number);
    }

    @Test
    void aNumberThatIsNotInTheTableIsUnknown() {
        assertThat(Xid.of(200).isKnown()).isFalse();
        assertThat(Xid.of(200).blame()).containsExactly("unknown");
        assertThat(Xid.of(200).severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void numbersOfOperationalEventsAreInTheTable() {
        assertThat(OperationalCode.ALL)
                .hasSize(37)
                .allMatch((code) -> code.xid() == null || Xid.of(code.xid()).isKnown());
        assertThat(OperationalCode.find("GPU-NVLINK", 4))
                .get()
                .extracting(OperationalCode::xid)
                .isEqualTo(155);
        assertThat(OperationalCode.find("GPU-NVLINK", 400)).isEmpty();
    }

    @Test
    void categoriesHaveTheNumbersOfNvml() {
        assertThat(category(0x0001)).isEqualTo("timeout");
        assertThat(category(0x000b)).isEqualTo("address translation fault");
        assertThat(category(0x000c)).isEqualTo("event of an unknown category");
        assertThat(category(0x7fff)).isEqualTo("unclassified error");
        assertThat(category(0x8000)).isEqualTo("initialization");
        assertThat(category(0x8005)).isEqualTo("resource threshold");
        assertThat(category(0xfffe)).isEqualTo("telemetry");
        assertThat(category(0xffff)).isEqualTo("debug");
    }

    private static String category(int number) {
        return Messages.textOr("operational-category." + number, "operational.unknown")
                .en();
    }

    @Test
    void recoveryActionsAreNumberedWithoutAGap() {
        assertThat(Stream.of(RecoveryAction.values()).map(RecoveryAction::code))
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(RecoveryAction.of(8)).isEmpty();
    }

    @Test
    void aFaultExplainsOnlyItsOwnConsequences() {
        assertThat(Xid.of(79).explains(EventKind.GPU_LOST)).isTrue();
        assertThat(Xid.of(31).explains(EventKind.GPU_LOST)).isFalse();
        assertThat(Xid.of(48).explains(EventKind.ECC_UNCORRECTED)).isTrue();
        assertThat(Xid.of(48).explains(EventKind.CLOCKS)).isFalse();
    }
}
