/** The queries of nvidia-smi and their output from a snapshot. */
@NullMarked
package io.gpulse.text.query;

import org.jspecify.annotations.NullMarked;
