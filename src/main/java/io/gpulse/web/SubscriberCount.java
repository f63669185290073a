package io.gpulse.web;

/** How many subscribers the stream of snapshots has. */
@FunctionalInterface
public interface SubscriberCount {

    int subscribers();
}
