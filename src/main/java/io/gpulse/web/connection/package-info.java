/** The limit of open connections. */
@NullMarked
package io.gpulse.web.connection;

import org.jspecify.annotations.NullMarked;
