package io.gpulse.history.summary;

import org.jspecify.annotations.Nullable;

/**
 * The owners of usage.
 *
 * @param by Also adds up GPU-hours and energy by these owners, in `owners`: nothing counts twice, and what has no owner
 *     is a row of its own.
 */
record OwnerQuery(@Nullable UsageBy by) {}
