/** What nvidia-smi printed on real machines, against what gpulse prints when the driver tells it the same. */
@NullMarked
package io.gpulse.parity;

import org.jspecify.annotations.NullMarked;
