/** The number of connections that the server has open. */
@NullMarked
package io.gpulse.web.connection;

import org.jspecify.annotations.NullMarked;
