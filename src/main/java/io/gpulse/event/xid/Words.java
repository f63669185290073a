package io.gpulse.event.xid;

/** The same in English and in Simplified Chinese. */
public record Words(String en, String zh) {}
