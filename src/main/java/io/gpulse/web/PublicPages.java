package io.gpulse.web;

/** Which addresses are pages: they hold no data of their own, so everybody may load them. */
@FunctionalInterface
public interface PublicPages {

    /** @param pattern of a mapping, as Spring writes it */
    boolean include(String pattern);
}
