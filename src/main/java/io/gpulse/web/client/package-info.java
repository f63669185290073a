/** Requests to other servers. */
@NullMarked
package io.gpulse.web.client;

import org.jspecify.annotations.NullMarked;
