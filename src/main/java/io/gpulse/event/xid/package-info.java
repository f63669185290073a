/** What the numbers and codes mean by which the driver reports faults, as data. */
@NullMarked
package io.gpulse.event.xid;

import org.jspecify.annotations.NullMarked;
