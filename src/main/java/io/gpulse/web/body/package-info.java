/** Strict reading of the bodies of requests that write. */
@NullMarked
package io.gpulse.web.body;

import org.jspecify.annotations.NullMarked;
