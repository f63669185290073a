package io.gpulse.web;

import io.netty.util.NetUtil;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * The address of a client. An IPv6 address is reduced to its network, since one client can use all addresses of it.
 *
 * @param network the IPv4 address, or the first half of the IPv6 address; {@code unknown} if there is none
 * @param isLoopback whether the client is on this machine
 */
public record ClientAddress(String network, boolean isLoopback) {

    private static final int NETWORK_BYTES = 8;

    public static ClientAddress of(ServerHttpRequest request) {
        return of(request.getRemoteAddress());
    }

    /** Parses an address from a proxy's header without a DNS query. */
    private static @Nullable InetAddress address(InetSocketAddress remote) {
        return remote.isUnresolved()
                ? NetUtil.createInetAddressFromIpAddressString(remote.getHostString())
                : remote.getAddress();
    }

    public static ClientAddress of(@Nullable InetSocketAddress remote) {
        InetAddress address = remote == null ? null : address(remote);
        return address == null
                ? new ClientAddress("unknown", false)
                : new ClientAddress(network(address), address.isLoopbackAddress());
    }

    private static String network(InetAddress address) {
        return address instanceof Inet6Address wide
                ? HexFormat.of().formatHex(Arrays.copyOf(wide.getAddress(), NETWORK_BYTES))
                : address.getHostAddress();
    }
}
