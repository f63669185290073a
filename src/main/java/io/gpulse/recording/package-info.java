/** Records native calls and replays them. */
@NullMarked
package io.gpulse.recording;

import org.jspecify.annotations.NullMarked;
