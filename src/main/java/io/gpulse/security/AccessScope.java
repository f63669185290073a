package io.gpulse.security;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.AuthorityUtils;

/** What somebody may do. The names are part of the public contract. */
enum AccessScope {
    /** Read all that gpulse tells, but command lines. */
    READ,

    /** Read the command lines of processes too, where {@code gpulse.processes.command-line} lets them be read. */
    READ_COMMANDS,

    /** Change what gpulse keeps. Nothing can be changed so far. */
    WRITE,

    /** Read the metrics for Prometheus only. */
    SCRAPE;

    /** As it is written in a configuration. */
    String spelled() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static List<GrantedAuthority> authorities(Collection<AccessScope> scopes) {
        return AuthorityUtils.createAuthorityList(
                scopes.stream().sorted().map(AccessScope::spelled).toArray(String[]::new));
    }
}
