package io.gpulse.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The state of a board at an instant: all its values, each a function of the time alone.
 *
 * @param seconds since {@link #LOADED}
 */
record BoardState(Day day, Board board, GpuLoad load, Instant instant, double seconds) {

    /** When the driver was loaded, as far as the energy counter knows. */
    static final Instant LOADED = Instant.parse("2026-01-01T00:00:00Z");

    /** The driver's update interval of utilization, which is a mean over the interval. */
    private static final double SAMPLING_WINDOW = 1.0 / 6;

    private static final double POWER_WINDOW = 1;
    /** A heat sink of this size takes about a minute to follow. */
    private static final double HEAT_WINDOW = 60;

    private static final double CELSIUS_PER_WATT = 0.025;
    private static final double MEMORY_ABOVE_DIE = 8;
    static final double MEMORY_PER_KERNEL = 0.54;
    private static final long MEMORY_IDLE_MILLIWATTS = 33_000;
    private static final long MEMORY_MILLIWATTS_PER_PERCENT = 900;
    private static final long IDLE = 0x1;
    static final long POWER_CAP = 0x4;
    private static final int CLOCK_STEP = 15;
    private static final int ALLOCATION_MEBIBYTES = 2;

    static BoardState of(Day day, Board board, Instant instant) {
        double seconds = seconds(instant);
        return new BoardState(day, board, day.load(board, seconds), instant, seconds);
    }

    /** Returns a time in seconds since {@link #LOADED}. */
    static double seconds(Instant instant) {
        Duration loaded = Duration.between(LOADED, instant);
        return loaded.toSeconds() + loaded.toNanosPart() / 1e9;
    }

    /** Returns the same board at another time. */
    BoardState at(Instant other) {
        return of(this.day, this.board, other);
    }

    /** Returns the processes on it, the one that works first. */
    List<Job.Running> processes() {
        return this.day.on(this.board, this.instant);
    }

    /** Returns the process in an instance, if one runs there. */
    List<Job.Running> processesIn(SplitBoard.Instance instance) {
        return this.day.on(instance, this.instant);
    }

    /** Returns the same board a number of seconds earlier; its instant stays. */
    BoardState before(double earlier) {
        return new BoardState(this.day, this.board, this.load, this.instant, this.seconds - earlier);
    }

    /** Returns the share of a time in seconds, which ends now, in which the load was active. */
    double active(double window) {
        return Math.min(1, Math.max(0, this.load.activity().mean(this.seconds, window)));
    }

    /** Returns the mean power of a time in seconds, which ends now, in W. */
    double watts(double window) {
        return this.load.watts().mean(this.seconds, window);
    }

    /** Returns the mean SM clock of a time in seconds, which ends now, in MHz. */
    double megahertz(double window) {
        return this.load.megahertz().mean(this.seconds, window);
    }

    /** Returns percent. */
    long utilization() {
        return Math.round(busy() * 100);
    }

    /** Returns percent. */
    long memoryUtilization() {
        return Math.round(busy() * 100 * MEMORY_PER_KERNEL);
    }

    /** Returns the time of the driver's last utilization sample, in microseconds since 1970. */
    long sampledMicros() {
        return LOADED.getEpochSecond() * 1_000_000 + Math.round(renewed() * 1e6);
    }

    private double renewed() {
        return Math.floor(this.seconds / SAMPLING_WINDOW) * SAMPLING_WINDOW;
    }

    private double busy() {
        double renewed = renewed();
        return Math.min(1, Math.max(0, this.load.activity().mean(renewed, SAMPLING_WINDOW)));
    }

    /** Returns the bytes held by processes, without the driver's reserve. */
    long memoryUsed() {
        double mebibytes = this.load.gibibytes().at(this.seconds) * 1024;
        return Math.round(mebibytes / ALLOCATION_MEBIBYTES) * ALLOCATION_MEBIBYTES * Board.MEBIBYTE;
    }

    long memoryFree() {
        return Board.MEMORY - Board.RESERVED - memoryUsed();
    }

    /** Milliwatts at this instant. */
    long powerNow() {
        return Math.round(this.load.watts().at(this.seconds) * 1000);
    }

    /** Returns the mean of the last second in milliwatts, as boards since Ampere report it. */
    long power() {
        return Math.round(watts(POWER_WINDOW) * 1000);
    }

    /** Returns the power of the memory in mW, which grows with its utilization. */
    long memoryPower() {
        return MEMORY_IDLE_MILLIWATTS + memoryUtilization() * MEMORY_MILLIWATTS_PER_PERCENT;
    }

    /** Millijoules since the driver was loaded; none before. */
    long energy() {
        double joules = this.load.watts().area(this.seconds) - this.load.watts().area(0);
        return Math.max(0, Math.round(joules * 1000));
    }

    long temperature() {
        return Math.round(die());
    }

    long memoryTemperature() {
        return Math.round(die() + MEMORY_ABOVE_DIE);
    }

    private double die() {
        return this.load.warmth().mean(this.seconds, HEAT_WINDOW)
                + this.board.warmthOfPlace()
                + watts(HEAT_WINDOW) * CELSIUS_PER_WATT;
    }

    long smClock() {
        return stepped(this.load.megahertz().at(this.seconds));
    }

    /** Goes from 765 to 1545 MHz while the SM clock goes from 345 to 1980 MHz. */
    long videoClock() {
        return stepped(765 + (smClock() - 345) * (Board.VIDEO_MEGAHERTZ - 765.0) / (Board.SM_MEGAHERTZ - 345));
    }

    private static long stepped(double megahertz) {
        return Math.round(megahertz / CLOCK_STEP) * CLOCK_STEP;
    }

    /** Returns the bit mask of clock event reasons, with the idle bit for an idle GPU. */
    long eventReasons() {
        return (isCapped() ? POWER_CAP : 0) | (isIdle() ? IDLE : 0);
    }

    boolean isIdle() {
        return this.load.activity().at(this.seconds) <= 0;
    }

    /** Nanoseconds since the driver was loaded during which the power cap held the clocks back. */
    long cappedNanos() {
        double capped =
                this.load.capped().area(this.seconds) - this.load.capped().area(0);
        return Math.max(0, Math.round(capped * 1e9));
    }

    boolean isCapped() {
        return this.load.capped().at(this.seconds) > 0;
    }

    /** Returns the share of a time in seconds, which ends now, in which the power cap held the clocks back. */
    double capped(double window) {
        return this.load.capped().mean(this.seconds, window);
    }

    /** Returns the KiB moved over each link in each direction since the driver was loaded. */
    long kibibytesOverLink() {
        double bytes =
                this.load.linkBytes().area(this.seconds) - this.load.linkBytes().area(0);
        return (long) (Math.max(0, bytes) / Board.LINKS / 1024);
    }

    /** Returns the parts of a time in seconds, which ends now, in which the load was one. */
    List<GpuLoad.Share> shares(double window) {
        return this.load.shares(this.seconds, window);
    }

    /** Returns the parts of the time since an earlier moment in which the load was one. */
    List<GpuLoad.Share> sharesSince(BoardState earlier) {
        return shares(Math.max(0, this.seconds - earlier.seconds));
    }

    /** Returns the power limit in mW. */
    int powerLimit() {
        return this.day.powerLimit(this.board, this.seconds);
    }

    int lanes() {
        return this.board.lanes();
    }
}
