package io.gpulse.bench;

import java.util.List;

/** Runs the requested benchmark and prints its figures. */
final class Bench {

    private Bench() {}

    public static void main(String[] arguments) throws Exception {
        Setting setting = Setting.given();
        Paper paper = new Paper(System.out);
        paper.print(Machine.described(setting));
        switch (setting.bench()) {
            case "round" -> new RoundBench(setting, paper).run();
            case "fanout" -> new FanoutBench(setting, paper).run();
            case "start" -> new StartBench(setting, paper).run();
            case "rest" -> new RestBench(setting, paper).run();
            case "parity" -> new ParityBench(setting, paper).run();
            case "page" -> new PageBench(setting, paper).run();
            case "history" -> new HistoryBench(paper).run();
            case "owners" -> new OwnersBench(setting, paper).run();
            case "scrape" -> new ScrapeBench(setting, paper).run();
            case "fleet" -> new FleetBench(setting, paper).run();
            case "all" -> new AllBench(setting, paper).run();
            case "jupyter" -> new JupyterBench(setting).run();
            default ->
                throw new IllegalArgumentException("-Dbench is one of "
                        + List.of(
                                "round", "fanout", "start", "rest", "parity", "page", "history", "owners", "jupyter",
                                "scrape", "fleet", "all")
                        + ", not " + setting.bench());
        }
        paper.print("load average at the end: " + Machine.load());
    }
}
