package io.gpulse.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * One connection of the crowd. It reads the head of the response, then its chunks. Each chunk contains one event, of
 * which only the beginning is parsed.
 */
final class Listener {

    private static final int HEAD = 256;

    private final SocketChannel channel;
    private final Crowd crowd;
    private final byte[] head = new byte[HEAD];
    private int held;
    private int remaining;
    private int lineBytes;
    private Part part = Part.ANSWER;

    private enum Part {
        ANSWER,
        SIZE,
        BODY,
        END
    }

    Listener(SocketChannel channel, Crowd crowd) {
        this.channel = channel;
        this.crowd = crowd;
    }

    void connected(SelectionKey key, ByteBuffer request) throws IOException {
        if (this.channel.finishConnect()) {
            this.channel.write(request);
            key.interestOps(SelectionKey.OP_READ);
        }
    }

    /** Returns false at the end of the connection. */
    boolean read(ByteBuffer buffer) throws IOException {
        buffer.clear();
        int count = this.channel.read(buffer);
        buffer.flip();
        while (buffer.hasRemaining()) {
            step(buffer);
        }
        return count >= 0;
    }

    private void step(ByteBuffer buffer) throws IOException {
        switch (this.part) {
            case ANSWER -> readAnswer(buffer.get());
            case SIZE -> readSize(buffer.get());
            case BODY -> readBody(buffer);
            case END -> readEnd(buffer.get());
        }
    }

    /** The head of the response ends with an empty line. */
    private void readAnswer(byte next) throws IOException {
        hold(next);
        if (next == '\n') {
            if (this.lineBytes == 0) {
                checkStatus();
                become(Part.SIZE);
            }
            this.lineBytes = 0;
        } else if (next != '\r') {
            this.lineBytes++;
        }
    }

    private void checkStatus() throws IOException {
        String answer = new String(this.head, 0, this.held, ISO_8859_1);
        if (!answer.startsWith("HTTP/1.1 200")) {
            throw new IOException("The server refused: " + answer);
        }
    }

    private void readSize(byte next) {
        if (next == '\n') {
            become(Part.BODY);
        } else if (next != '\r') {
            this.remaining = this.remaining * 16 + Character.digit(next, 16);
        }
    }

    private void readBody(ByteBuffer buffer) {
        int here = Math.min(this.remaining, buffer.remaining());
        int wanted = Math.min(here, HEAD - this.held);
        buffer.get(this.head, this.held, wanted);
        this.held += wanted;
        buffer.position(buffer.position() + here - wanted);
        this.remaining -= here;
        if (this.remaining == 0) {
            this.crowd.received(this, this.head, this.held);
            become(Part.END);
        }
    }

    private void readEnd(byte next) {
        if (next == '\n') {
            become(Part.SIZE);
        }
    }

    private void become(Part next) {
        this.part = next;
        this.held = next == Part.BODY ? 0 : this.held;
        if (next == Part.SIZE) {
            this.remaining = 0;
        }
    }

    private void hold(byte next) {
        if (this.held < HEAD) {
            this.head[this.held++] = next;
        }
    }
}
