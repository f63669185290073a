/** The Xids, codes and recovery actions of the driver, as data. */
@NullMarked
package io.gpulse.event.xid;

import org.jspecify.annotations.NullMarked;
