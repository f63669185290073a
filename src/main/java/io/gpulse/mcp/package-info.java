/**
 * The Model Context Protocol for agents: few tools that answer in few words. A tool requests the REST API within the
 * process, with the credentials of its caller.
 */
@NullMarked
package io.gpulse.mcp;

import org.jspecify.annotations.NullMarked;
