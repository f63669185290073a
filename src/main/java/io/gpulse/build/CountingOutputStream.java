package io.gpulse.build;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Knows how many bytes it has written. */
final class CountingOutputStream extends FilterOutputStream {

    private int count;

    CountingOutputStream(OutputStream out) {
        super(out);
    }

    int count() {
        return this.count;
    }

    @Override
    public void write(int each) throws IOException {
        this.out.write(each);
        this.count++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        this.out.write(bytes, offset, length);
        this.count += length;
    }
}
