package io.gpulse.security;

import io.gpulse.web.CallerAccess;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authentication.AuthenticationWebFilter;
import org.springframework.security.web.server.firewall.StrictServerWebExchangeFirewall;
import org.springframework.security.web.server.header.HttpHeaderWriterWebFilter;
import org.springframework.security.web.server.savedrequest.NoOpServerRequestCache;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The filter chain of Spring Security, and the filters before it. */
@Configuration(proxyBeanMethods = false)
@EnableWebFluxSecurity
@EnableConfigurationProperties(SecurityProperties.class)
class SecurityConfiguration {

    private static final int PASSWORDS_AT_ONCE = 2;
    private static final int PASSWORDS_WAITING = 64;
    private static final Path HOSTNAME = Path.of("/proc/sys/kernel/hostname");
    private static final String ANONYMOUS = "anonymous";

    /** Disables the metrics of Spring Security, which measure each of its filters for each request. */
    @Bean
    SecurityObservationSettings securityObservationSettings() {
        return SecurityObservationSettings.noObservations();
    }

    /** The parts of the filter chain. As a bean, a filter would also be applied outside of the chain. */
    record ChainParts(
            AuthenticationWebFilter credentials, RequestAuthorization authorization, SecurityErrorHandler errors) {}

    /** Wrong credentials are rejected, except at public paths. */
    @Bean
    ChainParts chainParts(
            SecurityProperties properties,
            CredentialAuthenticator authenticator,
            RequestAuthorization authorization,
            SecurityErrorHandler errors) {
        AuthenticationWebFilter credentials = new AuthenticationWebFilter(authenticator);
        credentials.setServerAuthenticationConverter(new AuthorizationHeaderConverter(properties));
        credentials.setAuthenticationFailureHandler((request, failure) -> authorization
                .isOpen(request.getExchange())
                .flatMap((open) -> open
                        ? request.getChain().filter(request.getExchange())
                        : errors.commence(request.getExchange(), failure)));
        return new ChainParts(credentials, authorization, errors);
    }

    @Bean
    SecurityWebFilterChain securityWebFilterChain(
            ServerHttpSecurity http, ChainParts parts, LoginSessions sessions, SecurityProperties properties) {
        return http.csrf(ServerHttpSecurity.CsrfSpec::disable)
                .cors(ServerHttpSecurity.CorsSpec::disable)
                .logout(ServerHttpSecurity.LogoutSpec::disable)
                .headers(ServerHttpSecurity.HeaderSpec::disable)
                .requestCache((cache) -> cache.requestCache(NoOpServerRequestCache.getInstance()))
                .securityContextRepository(sessions)
                .anonymous((everyone) -> everyone.principal(ANONYMOUS).authorities(ofEveryone(properties)))
                .addFilterAt(parts.credentials(), SecurityWebFiltersOrder.AUTHENTICATION)
                .authorizeExchange(parts.authorization()::configure)
                .addFilterAfter(new CallerScopes(), SecurityWebFiltersOrder.AUTHORIZATION)
                .exceptionHandling((failures) ->
                        failures.authenticationEntryPoint(parts.errors()).accessDeniedHandler(parts.errors()))
                .build();
    }

    /** Returns the authorities of anonymous callers; Spring Security requires at least one. */
    private static List<GrantedAuthority> ofEveryone(SecurityProperties properties) {
        Set<AccessScope> scopes = properties.ofEveryone();
        return scopes.isEmpty() ? AuthorityUtils.createAuthorityList(ANONYMOUS) : AccessScope.authorities(scopes);
    }

    /** Checks the exposure when the bean is created, before gpulse listens. */
    @Bean
    CredentialAuthenticator credentialAuthenticator(
            SecurityProperties properties, Environment environment, @Qualifier("passwords") Scheduler passwords) {
        ExposureCheck.check(environment, properties);
        return new CredentialAuthenticator(
                new CredentialStore(properties), new LoginThrottle(System::nanoTime), passwords);
    }

    @Bean(destroyMethod = "dispose", defaultCandidate = false)
    @Qualifier("passwords")
    Scheduler passwordScheduler() {
        return Schedulers.newBoundedElastic(PASSWORDS_AT_ONCE, PASSWORDS_WAITING, "gpulse-passwords", 60, true);
    }

    @Bean
    LoginSessions loginSessions() {
        return new LoginSessions(System::nanoTime);
    }

    @Bean(WebHttpHandlerBuilder.FORWARDED_HEADER_TRANSFORMER_BEAN_NAME)
    ForwardedHeaders forwardedHeaders(Environment environment) {
        return new ForwardedHeaders(environment);
    }

    @Bean
    ReadAccess readAccess(SecurityProperties properties) {
        return ReadAccess.of(properties);
    }

    /** Checks addresses only: headers and parameters are checked where they are read. */
    @Bean
    StrictServerWebExchangeFirewall firewall() {
        StrictServerWebExchangeFirewall firewall = new StrictServerWebExchangeFirewall();
        firewall.setUnsafeAllowAnyHttpMethod(true);
        firewall.setAllowedHeaderNames((name) -> true);
        firewall.setAllowedHeaderValues((value) -> true);
        firewall.setAllowedParameterNames((name) -> true);
        firewall.setAllowedParameterValues((value) -> true);
        return firewall;
    }

    @Bean
    LoginPage loginPage(SecurityProperties properties, Environment environment) {
        return new LoginPage(
                properties, ofMachine(environment).stream().findFirst().orElse(""));
    }

    private static Set<String> ofMachine(Environment environment) {
        return HostNames.ofMachine(environment.getProperty("gpulse.hostname", ""), HOSTNAME, System.getenv());
    }

    /** Runs before all other filters, so that their rejections have these headers too. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 10)
    HttpHeaderWriterWebFilter securityHeaders(SecurityProperties properties) {
        return new HttpHeaderWriterWebFilter(SecurityHeaders.writer(properties.frameAncestors()));
    }

    @Bean
    RequestFilter requestFilter(SecurityProperties properties, ProblemWriter problems, Environment environment) {
        HostNames names = new HostNames(properties.hosts(), ofMachine(environment));
        return new RequestFilter(new HostCheck(names), problems);
    }

    @Bean
    CallerAccess callerAccess(Environment environment) {
        return new ScopedAccess(environment.getProperty("gpulse.processes.command-line", "hidden"));
    }
}
