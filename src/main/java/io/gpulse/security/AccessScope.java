package io.gpulse.security;

import io.gpulse.web.parameter.EnumParameter;
import java.util.Collection;
import java.util.List;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.AuthorityUtils;

/** A permission of a caller. The names are part of the public contract. */
enum AccessScope {
    /** Read everything except command lines. */
    READ,

    /** Read the command lines of processes too, where {@code gpulse.processes.command-line} permits it. */
    READ_COMMANDS,

    /** Read the users and the sentences of other machines too: those of {@code gpulse.machines}. */
    READ_FLEET,

    /** Change stored data: marks and silences. */
    WRITE,

    /** Read the metrics for Prometheus only. */
    SCRAPE;

    /** Returns the name in a configuration. */
    String spelled() {
        return EnumParameter.word(this);
    }

    static List<GrantedAuthority> authorities(Collection<AccessScope> scopes) {
        return AuthorityUtils.createAuthorityList(
                scopes.stream().sorted().map(AccessScope::spelled).toArray(String[]::new));
    }
}
