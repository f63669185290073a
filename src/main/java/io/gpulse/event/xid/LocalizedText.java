package io.gpulse.event.xid;

/** The same in English and in Simplified Chinese. */
public record LocalizedText(String en, String zh) {}
