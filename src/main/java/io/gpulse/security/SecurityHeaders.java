package io.gpulse.security;

import java.util.ArrayList;
import java.util.List;
import org.springframework.security.web.server.header.CompositeServerHttpHeadersWriter;
import org.springframework.security.web.server.header.ContentSecurityPolicyServerHttpHeadersWriter;
import org.springframework.security.web.server.header.ContentTypeOptionsServerHttpHeadersWriter;
import org.springframework.security.web.server.header.CrossOriginResourcePolicyServerHttpHeadersWriter;
import org.springframework.security.web.server.header.ReferrerPolicyServerHttpHeadersWriter;
import org.springframework.security.web.server.header.ReferrerPolicyServerHttpHeadersWriter.ReferrerPolicy;
import org.springframework.security.web.server.header.ServerHttpHeadersWriter;
import org.springframework.security.web.server.header.XFrameOptionsServerHttpHeadersWriter;

/** Response headers that limit a browser to content of this server, and forbid foreign frames. */
final class SecurityHeaders {

    /** Swagger UI and the charts set styles on elements; no page needs inline or foreign scripts. */
    private static final String POLICY = "default-src 'self'; script-src 'self'; worker-src 'self';"
            + " style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; object-src 'none';"
            + " base-uri 'self'; form-action 'self'; frame-ancestors 'self'";

    private SecurityHeaders() {}

    /** @param ancestors further origins whose pages may show gpulse in a frame */
    static ServerHttpHeadersWriter writer(List<String> ancestors) {
        ContentSecurityPolicyServerHttpHeadersWriter policy = new ContentSecurityPolicyServerHttpHeadersWriter();
        policy.setPolicyDirectives(ancestors.isEmpty() ? POLICY : POLICY + " " + String.join(" ", ancestors));
        CrossOriginResourcePolicyServerHttpHeadersWriter resources =
                new CrossOriginResourcePolicyServerHttpHeadersWriter();
        resources.setPolicy(CrossOriginResourcePolicyServerHttpHeadersWriter.CrossOriginResourcePolicy.SAME_ORIGIN);
        ReferrerPolicyServerHttpHeadersWriter referrer = new ReferrerPolicyServerHttpHeadersWriter();
        referrer.setPolicy(ReferrerPolicy.SAME_ORIGIN);
        List<ServerHttpHeadersWriter> writers =
                new ArrayList<>(List.of(policy, resources, new ContentTypeOptionsServerHttpHeadersWriter(), referrer));
        if (ancestors.isEmpty()) {
            // This header cannot name further origins.
            XFrameOptionsServerHttpHeadersWriter frames = new XFrameOptionsServerHttpHeadersWriter();
            frames.setMode(XFrameOptionsServerHttpHeadersWriter.Mode.SAMEORIGIN);
            writers.add(frames);
        }
        return new CompositeServerHttpHeadersWriter(writers);
    }
}
