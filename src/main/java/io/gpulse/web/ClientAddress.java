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
 * From where somebody asks. Whoever has one address of IPv6 has a whole network of them, so it stands for all of it.
 *
 * @param network the address, or the first half of one of IPv6; {@code unknown} where it is not known
 * @param isLoopback whether it is this machine
 */
public record ClientAddress(String network, boolean isLoopback) {

    private static final int NETWORK_BYTES = 8;

    public static ClientAddress of(ServerHttpRequest request) {
        return of(request.getRemoteAddress());
    }

    /** What a proxy told is not looked up: a name would be asked of others. */
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
