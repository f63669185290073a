package io.gpulse.sampling;

import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;

/** A thread of another scheduler that can die: its pending work is lost without a report. */
final class MortalThread implements Scheduler {

    private final Scheduler time;
    private final Disposable.Composite tasks = Disposables.composite();

    MortalThread(Scheduler time) {
        this.time = time;
    }

    void die() {
        this.tasks.dispose();
    }

    @Override
    public void dispose() {
        die();
    }

    @Override
    public boolean isDisposed() {
        return this.tasks.isDisposed();
    }

    @Override
    public long now(TimeUnit unit) {
        return this.time.now(unit);
    }

    @Override
    public Disposable schedule(Runnable task) {
        return alive(this.time.schedule(ifAlive(task)));
    }

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
        return alive(this.time.schedule(ifAlive(task), delay, unit));
    }

    @Override
    public Disposable schedulePeriodically(Runnable task, long initialDelay, long period, TimeUnit unit) {
        return alive(this.time.schedulePeriodically(ifAlive(task), initialDelay, period, unit));
    }

    @Override
    public Worker createWorker() {
        Worker worker = this.time.createWorker();
        this.tasks.add(worker);
        return new Worker() {

            @Override
            public Disposable schedule(Runnable task) {
                // A stuck thread accepts work.
                return MortalThread.this.isDisposed() ? Disposables.single() : worker.schedule(ifAlive(task));
            }

            @Override
            public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
                return worker.schedule(ifAlive(task), delay, unit);
            }

            @Override
            public Disposable schedulePeriodically(Runnable task, long initialDelay, long period, TimeUnit unit) {
                return worker.schedulePeriodically(ifAlive(task), initialDelay, period, unit);
            }

            @Override
            public void dispose() {
                worker.dispose();
            }
        };
    }

    private Runnable ifAlive(Runnable task) {
        return () -> {
            if (!isDisposed()) {
                task.run();
            }
        };
    }

    private Disposable alive(Disposable task) {
        this.tasks.add(task);
        return task;
    }
}
