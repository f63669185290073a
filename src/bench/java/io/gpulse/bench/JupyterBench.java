package io.gpulse.bench;

import java.io.IOException;

/** Compares the dashboards of NVDashboard and of gpulse in one JupyterLab, by a script in Python. */
final class JupyterBench {

    private final Setting setting;

    JupyterBench(Setting setting) {
        this.setting = setting;
    }

    void run() throws IOException, InterruptedException {
        String script =
                this.setting.base().resolve("src/bench/python/jupyter.py").toString();
        int status = new ProcessBuilder("python3", script).inheritIO().start().waitFor();
        if (status != 0) {
            throw new IOException(script + " ended with " + status);
        }
    }
}
