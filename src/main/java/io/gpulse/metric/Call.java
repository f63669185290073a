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
 * @param layout of the answer
 */
public record Call(String symbol, List<Integer> args, Layout layout) {

    public Call {
        args = List.copyOf(args);
    }

    /** Returns a getter that fills one struct. */
    public static Call struct(String symbol, Layout layout) {
        return new Call(symbol, List.of(), layout);
    }

    /** Returns a getter that writes a text of at most {@code length - 1} characters. */
    public static Call word(String symbol, int length, Integer... args) {
        return new Call(symbol, List.of(args), Layout.buffer(length));
    }

    /** Returns a getter with one out parameter, {@code unsigned int *}. */
    public static Call u32(String symbol, Integer... args) {
        return new Call(symbol, List.of(args), Layout.pointers().u32(""));
    }

    /** Returns a getter with one out parameter, {@code unsigned long long *}, which is also the type of a handle. */
    public static Call u64(String symbol, Integer... args) {
        return new Call(symbol, List.of(args), Layout.pointers().u64(""));
    }

    /** Returns a call whose only answer is its return code. */
    public static Call bare(String symbol) {
        return new Call(symbol, List.of(), Layout.NOTHING);
    }

    /** Returns the probe that reads one member of the answer. */
    public Probe.Member member(String name) {
        return new Probe.Member(this, this.layout.slot(name));
    }

    /** Returns the probe that reads an answer of one slot. */
    Probe.Member only() {
        return member("");
    }

    /** Returns its name in documents: {@code nvmlDeviceGetClockInfo(1)}. */
    public String source() {
        List<Integer> chosen = chosen();
        return chosen.isEmpty()
                ? this.symbol
                : chosen.stream().map(Call::written).collect(Collectors.joining(",", this.symbol + "(", ")"));
    }

    /** Returns whether members of the struct are inputs. */
    public boolean hasInputs() {
        return !this.layout.inputs().isEmpty();
    }

    /** Returns the inputs, from the arguments and from members of the struct. */
    public List<Integer> chosen() {
        return Stream.concat(this.args.stream(), this.layout.inputs().stream()).toList();
    }

    /** Returns the same call about one of the links. */
    Call ofLink(int link) {
        return new Call(
                this.symbol,
                this.args.stream()
                        .map((arg) -> arg == Probe.EACH_LINK ? Integer.valueOf(link) : arg)
                        .toList(),
                this.layout);
    }

    /** Returns an input of a call as documents write it. */
    static String written(int number) {
        return number == Probe.EACH_LINK ? "link" : Integer.toUnsignedString(number);
    }
}
