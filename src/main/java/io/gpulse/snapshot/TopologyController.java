package io.gpulse.snapshot;

import io.gpulse.sampling.TopologyFeed;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The topology of the machine. */
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "snapshot")
class TopologyController {

    private final TopologyFeed feed;

    TopologyController(TopologyFeed feed) {
        this.feed = feed;
    }

    @GetMapping("/topology")
    @Operation(
            summary = "How the GPUs and the network adapters are connected",
            description = "The matrix of `nvidia-smi topo -m`. It is static and was read once: a request causes no"
                    + " driver call. Without GPUs, and before the first read, `available` is false with the reason.")
    @ApiResponse(responseCode = "200", description = "The topology.", useReturnTypeSchema = true)
    TopologyResponse getTopology() {
        return TopologyResponse.of(this.feed.latest().get());
    }
}
