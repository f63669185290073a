package io.gpulse.demo;

/**
 * A run of a program on a GPU.
 *
 * @param from in seconds since {@link BoardState#LOADED}, as the end
 * @param pid of its process on the first GPU
 */
record JobRun(DayScript.Row row, long from, long to, int pid) {

    /** The time from the start of a program to its first kernel. */
    static final int LOADING = 70;

    Job job() {
        return this.row.job();
    }

    /** Returns the time of the fault after which it ends. */
    long faultAt() {
        return Math.max(this.from + LOADING, this.to - this.row.load().secondsOfFault());
    }

    long length() {
        return this.to - this.from;
    }

    JobRun between(long from, long to) {
        return new JobRun(this.row, from, to, this.pid);
    }

    /** Returns the same run with another PID. */
    JobRun as(int pid) {
        return new JobRun(this.row, this.from, this.to, pid);
    }
}
