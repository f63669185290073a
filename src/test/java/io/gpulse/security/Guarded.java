package io.gpulse.security;

import java.util.stream.Stream;

/** A configuration with a token for each purpose, and a user. */
final class Guarded {

    static final String READER = "0123456789abcdef-reader";
    static final String SCRAPER = "0123456789abcdef-scraper";
    static final String AUDITOR = "0123456789abcdef-auditor";
    static final String WRITER = "0123456789abcdef-writer";
    static final String PASSWORD = "tigers eat gpus";

    /** Of {@link #PASSWORD}, at the least cost that there is: tests have no time for more. */
    static final String HASH = "{bcrypt}$2a$04$UkI.ds3Zq2eGmxFpydshE.DwHlx5csz8t8pohqaYzoFcLTmjRpKBy";

    static final String[] TOKENS = {
        "gpulse.security.tokens.reader.value=" + READER,
        "gpulse.security.tokens.scraper.value=" + SCRAPER,
        "gpulse.security.tokens.scraper.scopes=scrape",
        "gpulse.security.tokens.auditor.value=" + AUDITOR,
        "gpulse.security.tokens.auditor.scopes=read,read-commands",
        "gpulse.security.tokens.writer.value=" + WRITER,
        "gpulse.security.tokens.writer.scopes=read,write"
    };

    static final String USER = "gpulse.security.users.anna.password=" + HASH;

    private Guarded() {}

    static String[] withTokensAndUser(String... more) {
        return Stream.of(Stream.of(TOKENS), Stream.of(USER), Stream.of(more))
                .flatMap((each) -> each)
                .toArray(String[]::new);
    }
}
