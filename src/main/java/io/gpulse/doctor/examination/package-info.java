/** What is examined: the machine, the library, the device nodes, each GPU; every step under a watchdog. */
@NullMarked
package io.gpulse.doctor.examination;

import org.jspecify.annotations.NullMarked;
