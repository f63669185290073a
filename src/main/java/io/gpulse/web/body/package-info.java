/** Strict parsing of request bodies. */
@NullMarked
package io.gpulse.web.body;

import org.jspecify.annotations.NullMarked;
