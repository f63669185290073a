package io.gpulse.security;

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
 * @param network the address, or the first half of one of IPv6
 */
record ClientAddress(String network) {

    private static final int NETWORK_BYTES = 8;

    static ClientAddress of(ServerHttpRequest request) {
        return of(request.getRemoteAddress());
    }

    /** What a proxy told is not looked up: a name would be asked of others. */
    private static @Nullable InetAddress address(InetSocketAddress remote) {
        return remote.isUnresolved()
                ? NetUtil.createInetAddressFromIpAddressString(remote.getHostString())
                : remote.getAddress();
    }

    static ClientAddress of(@Nullable InetSocketAddress remote) {
        InetAddress address = remote == null ? null : address(remote);
        if (address instanceof Inet6Address wide) {
            return new ClientAddress(HexFormat.of().formatHex(Arrays.copyOf(wide.getAddress(), NETWORK_BYTES)));
        }
        return new ClientAddress(address == null ? "unknown" : address.getHostAddress());
    }
}
