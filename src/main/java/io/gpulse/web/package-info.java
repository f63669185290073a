/** Common parts of HTTP: problems, filters, client addresses, and the interfaces between features. */
@NullMarked
package io.gpulse.web;

import org.jspecify.annotations.NullMarked;
