package io.gpulse.notify;

import io.swagger.v3.oas.annotations.media.Schema;

/**
 * The result of a test of a receiver.
 *
 * @param outcome Whether the receiver accepted the message, answered with another status, did not answer in time, or
 *     could not be reached. Its response is not shown.
 */
@Schema(name = "NotificationTest")
record NotifyTestResponse(
        @Schema(
                allowableValues = {"delivered", "refused", "timed-out", "unreachable"},
                example = "delivered")
        String outcome) {}
