package io.gpulse.metric;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A getter of the driver, as data: {@code nvmlReturn_t symbol(device, args…, where to write)}. Equal calls are one
 * native call in a round.
 *
 * @param symbol the exported name, with its version suffix
 * @param args the integers between the device and the answer
 * @param layout what the getter writes, and where
 */
public record Call(String symbol, List<Integer> args, Layout layout) {

    public Call {
        args = List.copyOf(args);
    }

    /** A getter that fills one struct. */
    public static Call struct(String symbol, Layout layout) {
        return new Call(symbol, List.of(), layout);
    }

    /** A getter that writes a word of at most {@code length - 1} characters. */
    public static Call word(String symbol, int length, Integer... args) {
        return new Call(symbol, List.of(args), Layout.buffer(length));
    }

    /** A getter with one out parameter, {@code unsigned int *}. */
    public static Call u32(String symbol, Integer... args) {
        return new Call(symbol, List.of(args), Layout.pointers().u32(""));
    }

    /** A getter with one out parameter, {@code unsigned long long *}; also what a handle is written as. */
    public static Call u64(String symbol, Integer... args) {
        return new Call(symbol, List.of(args), Layout.pointers().u64(""));
    }

    /** A call that answers by its return code alone. */
    public static Call bare(String symbol) {
        return new Call(symbol, List.of(), Layout.NOTHING);
    }

    /** The probe that reads one member of the answer. */
    public Probe.Member member(String name) {
        return new Probe.Member(this, this.layout.slot(name));
    }

    /** The probe that reads an answer of one slot. */
    Probe.Member only() {
        return member("");
    }

    /** As documents name it: {@code nvmlDeviceGetClockInfo(1)}. */
    public String source() {
        List<Integer> chosen = chosen();
        return chosen.isEmpty()
                ? this.symbol
                : chosen.stream().map(Call::written).collect(Collectors.joining(",", this.symbol + "(", ")"));
    }

    /** Whether members of the struct say what is asked for. */
    public boolean hasInputs() {
        return !this.layout.inputs().isEmpty();
    }

    /** What is asked for: the numbers that go in, as arguments or as members of the struct. */
    public List<Integer> chosen() {
        return Stream.concat(this.args.stream(), this.layout.inputs().stream()).toList();
    }

    /** The same call about one of the links. */
    Call ofLink(int link) {
        return new Call(
                this.symbol,
                this.args.stream()
                        .map((arg) -> arg == Probe.EACH_LINK ? Integer.valueOf(link) : arg)
                        .toList(),
                this.layout);
    }

    /** A number that goes into a call, as documents write it. */
    static String written(int number) {
        return number == Probe.EACH_LINK ? "link" : Integer.toUnsignedString(number);
    }
}
