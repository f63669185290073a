package io.gpulse.history.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import reactor.core.publisher.Flux;

class TextPiecesTests {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, TextPieces.PIECE, TextPieces.PIECE + 1, 3 * TextPieces.PIECE})
    void piecesFormTheWholeText(int length) {
        String text = "x".repeat(length);

        List<ByteBuffer> pieces =
                Objects.requireNonNull(TextPieces.pieces(text).collectList().block());

        assertThat(pieces).allSatisfy((piece) -> assertThat(piece.remaining()).isBetween(1, TextPieces.PIECE));
        assertThat(pieces.stream()
                        .map((piece) -> StandardCharsets.UTF_8.decode(piece).toString())
                        .collect(Collectors.joining()))
                .isEqualTo(text);
    }

    @Test
    void aPairOfSurrogatesIsNotSplit() {
        String text = "x" + "\uD83D\uDE80".repeat(TextPieces.PIECE);

        MockServerHttpResponse response = new MockServerHttpResponse();
        TextPieces.write(Flux.just(text, "end"), response).block();

        assertThat(response.getBodyAsString().block()).isEqualTo(text + "end");
    }

    @Test
    void aPartIsCreatedWhenItIsWritten() {
        List<Integer> made = new ArrayList<>();
        Flux<String> parts = Flux.range(0, 1000).doOnNext(made::add).map((i) -> "x".repeat(TextPieces.PIECE));

        parts.concatMap(TextPieces::pieces, 1).subscribe(new reactor.core.publisher.BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(org.reactivestreams.Subscription subscription) {
                request(3);
            }
        });

        assertThat(made).hasSizeLessThan(6);
    }
}
