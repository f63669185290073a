/** The common ground of HTTP: where a client asks from, and the ports through which features know of each other. */
@NullMarked
package io.gpulse.web;

import org.jspecify.annotations.NullMarked;
