package io.gpulse.status;

import io.gpulse.web.connection.ConnectionLimit;
import io.swagger.v3.oas.annotations.media.Schema;

/** Connections of clients. */
@Schema(name = "Connections", description = "Connections of clients.")
record ConnectionsResponse(
        @Schema(description = "Those that are open now.", example = "12")
        int open,

        @Schema(description = "How many can be open at once; one more is closed at once.", example = "8192")
        int max,

        @Schema(description = "Those that were closed at once, since the start.", example = "0")
        long refused) {

    static ConnectionsResponse of(ConnectionLimit.Statistics statistics) {
        return new ConnectionsResponse(statistics.open(), statistics.most(), statistics.refused());
    }
}
