package io.gpulse.event.message;

/** A language of sentences. */
public enum Language {
    /** English. */
    EN,
    /** Simplified Chinese. */
    ZH;

    public String of(LocalizedText text) {
        return this == ZH ? text.zh() : text.en();
    }
}
