/** Snapshots as Server-Sent Events and NDJSON: replay, subscribers, limits, heartbeat. */
@NullMarked
package io.gpulse.stream;

import org.jspecify.annotations.NullMarked;
