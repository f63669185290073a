/** Serves the dashboard's files with the right headers. */
@NullMarked
package io.gpulse.ui;

import org.jspecify.annotations.NullMarked;
