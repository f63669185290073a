package io.gpulse.web;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.stream.IntStream;

/** Requests of people, proxies, scanners and broken programs to an operation; the same in every run. */
final class OddRequests {

    private static final long SEED = 20_261_122;
    private static final int MOST_OF_ONE_FAULT = 60;
    private static final int OF_MANY_FAULTS = 25;

    private final Operation operation;
    private final int number;
    private final int shares;
    private final Random random = new Random(SEED);

    private OddRequests(Operation operation, int number, int shares) {
        this.operation = operation;
        this.number = number;
        this.shares = shares;
    }

    /**
     * Returns one in {@code shares} of each kind of request, a different part for each operation. All methods and all
     * values of the document are always included.
     *
     * @param number index of the operation in the document
     */
    static List<OddRequest> to(Operation operation, int number, int shares) {
        return new OddRequests(operation, number, shares).all();
    }

    /** Returns this operation's share of the requests of one kind. */
    private List<OddRequest> share(List<OddRequest> kind) {
        return IntStream.range(0, kind.size())
                .filter((place) -> (place + this.number) % this.shares == 0)
                .mapToObj(kind::get)
                .toList();
    }

    private List<OddRequest> all() {
        List<OddRequest> one = new ArrayList<>();
        addOfParameters(one);
        OddValues.QUERIES.forEach((query) -> one.add(get(path() + "?" + query, List.of())));
        if (this.operation.hasVariable()) {
            OddValues.all().forEach((value) -> one.add(get(path(encoded(value)), List.of())));
            OddValues.SEGMENTS.forEach((segment) -> one.add(get(path(segment), List.of())));
        }
        Collections.shuffle(one, this.random);
        List<OddRequest> requests = new ArrayList<>(share(one.subList(0, Math.min(one.size(), MOST_OF_ONE_FAULT))));
        addGood(requests);
        requests.addAll(share(OddHeaders.all().stream()
                .map((header) -> get(path(), List.of(header)))
                .toList()));
        OddValues.METHODS.forEach((method) -> requests.add(OddRequest.of(method, path(), List.of())));
        requests.addAll(share(bodies()));
        requests.addAll(share(raw()));
        requests.addAll(share(IntStream.range(0, OF_MANY_FAULTS)
                .mapToObj((i) -> ofManyFaults())
                .toList()));
        return requests;
    }

    private void addGood(List<OddRequest> requests) {
        requests.add(get(path(), List.of()));
        for (String name : this.operation.parameters()) {
            for (String value : this.operation.goodValues(name)) {
                requests.add(get(path() + "?" + name + "=" + encoded(value), List.of()));
                requests.add(OddRequest.of("HEAD", path() + "?" + name + "=" + encoded(value), List.of()));
            }
        }
    }

    private void addOfParameters(List<OddRequest> requests) {
        for (String name : this.operation.parameters()) {
            OddValues.all()
                    .forEach((value) -> requests.add(get(path() + "?" + name + "=" + encoded(value), List.of())));
            OddValues.WRITTEN.forEach((value) -> requests.add(get(path() + "?" + name + "=" + value, List.of())));
            for (String form : OddValues.NAMES) {
                requests.add(get(path() + "?" + form.replace("NAME", name), List.of()));
            }
        }
    }

    private List<OddRequest> bodies() {
        List<OddRequest> requests = new ArrayList<>();
        OddValues.BODIES.forEach((body) -> {
            requests.add(OddRequest.raw("GET " + path() + " HTTP/1.1\r\nHost: localhost\r\n" + body, true));
            requests.add(OddRequest.raw("POST " + path() + " HTTP/1.1\r\nHost: localhost\r\n" + body, true));
        });
        return requests;
    }

    private List<OddRequest> raw() {
        List<OddRequest> requests = new ArrayList<>();
        OddValues.RAW.forEach((text) -> requests.add(OddRequest.raw(text.replace("PATH", path()), true)));
        OddValues.GARBAGE.forEach((text) -> requests.add(OddRequest.raw(text.replace("PATH", path()), false)));
        return requests;
    }

    private OddRequest ofManyFaults() {
        StringBuilder target = new StringBuilder(
                this.operation.hasVariable() && this.random.nextBoolean()
                        ? path(encoded(any(OddValues.all())))
                        : path());
        char separator = '?';
        for (int i = this.random.nextInt(5); i > 0; i--) {
            boolean declared = !this.operation.parameters().isEmpty() && this.random.nextInt(4) > 0;
            String name = declared ? any(this.operation.parameters()) : "unknown" + i;
            target.append(separator).append(name).append('=').append(encoded(value(name)));
            separator = '&';
        }
        List<String> headers = IntStream.range(0, this.random.nextInt(4))
                .mapToObj((i) -> any(OddHeaders.all()))
                .toList();
        return OddRequest.of(this.random.nextInt(5) == 0 ? any(OddValues.METHODS) : "GET", target.toString(), headers);
    }

    private String value(String name) {
        List<String> good = this.operation.goodValues(name);
        return good.isEmpty() || this.random.nextBoolean() ? any(OddValues.all()) : any(good);
    }

    private <T> T any(List<T> choices) {
        return choices.get(this.random.nextInt(choices.size()));
    }

    private String path() {
        return path("0");
    }

    private String path(String variable) {
        return this.operation.path().replaceAll("\\{\\w+}", Matcher.quoteReplacement(variable));
    }

    private static OddRequest get(String target, List<String> headers) {
        return OddRequest.of("GET", target, headers);
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
