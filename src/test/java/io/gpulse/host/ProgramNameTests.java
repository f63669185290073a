package io.gpulse.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramNameTests {

    private static final List<String> SECRETS =
            List.of("hf_S3cr3t", "--token=hf_S3cr3t", "-pS3cr3t", "/run/S3cr3t/x", "S3cr3t/train.py", "TOKEN=S3cr3t");

    @ParameterizedTest
    @CsvSource({
        "python train.py, train.py",
        "/opt/conda/bin/python3.11 -u -X dev -W ignore /home/anna/run/train.py --lr 3, train.py",
        "python3.13t -Wignore train.py, train.py",
        "python -m ipykernel_launcher -f kernel.json, ipykernel",
        "python /usr/lib/python3/dist-packages/ipykernel_launcher.py -f k.json, ipykernel",
        "python -um vllm.entrypoints.openai.api_server --model m, vllm.entrypoints.openai.api_server",
        "python -mtrain, train",
        "python3 /usr/local/bin/vllm serve model, vllm",
        "python3 /usr/local/bin/torchrun --nproc_per_node 8 train.py --lr 3, train.py",
        "python -m torch.distributed.run --nproc-per-node=8 pretrain.py, pretrain.py",
        "python3 /usr/local/bin/accelerate launch --num_processes 4 sft.py, sft.py",
        "python3 /usr/local/bin/ray start --head, ray",
        "deepspeed --num_gpus 8 train.py, train.py",
        "uv run --with torch train.py, train.py",
        "uv run python -m train --key key.py, train",
        "torchrun --nproc_per_node 8 -m pkg.train --key key.py, pkg.train",
        "deepspeed --module pkg.train key.py, pkg.train",
        "uv run python -um torch.distributed.run --nproc-per-node=8 train.py, train.py",
        "python Analysis.IPYNB, Analysis.IPYNB",
        "bash -e /home/anna/run.sh, run.sh",
        "bash -o pipefail run.sh, run.sh",
        "node --require ./hook.js server.js, server.js",
        "java -Xmx4g -cp lib.jar -jar /opt/app/serve.jar --port 1, serve.jar",
        "java -jar -Xmx4g serve.jar, serve.jar",
        "bash -- run.sh, run.sh",
    })
    void theProgramOfAnInterpreterOrLauncherNamesTheProcess(String line, String program) {
        assertThat(ProgramName.of(List.of(line.split(" ")))).contains(program);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "python -c code train.py",
                "python -uc code train.py",
                "python - train.py",
                "python",
                "python /home/anna/token",
                "python -m to-ken",
                "python train.py\nsecond",
                "bash -c train.sh",
                "bash -s train.sh",
                "node -e code train.js",
                "node -pe code train.js",
                "bash -- -c S3cr3t.sh",
                "node --eval token='S3cr3t';main.js",
                "node --eval=code S3cr3t.js",
                "node --print=code S3cr3t.js",
                "node --print token='S3cr3t';main.js",
                "java -cp lib.jar Main",
                "java -cp lib.jar Main -jar S3cr3t.jar",
                "java @options Main -jar S3cr3t.jar",
                "java -m app/Main -jar S3cr3t.jar",
                "java -jar",
                "ray start",
                "VLLM::EngineCore",
                "./train train.py",
                "",
            })
    void allElseIsNamedByItsExecutable(String line) {
        assertThat(ProgramName.of(List.of(line.split(" ")))).isEmpty();
    }

    /** A launcher can run a command, whose words are one argument. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "uv,run,bash,-c,TOKEN=S3cr3t python train.py",
                "uv,run,python,-c,S3cr3t,S3cr3t.py",
                "uv,run,python,-Ic,S3cr3t.py",
                "uv,run,node,--eval,S3cr3t.js",
                "uv,run,python,-mtrain,S3cr3t.py",
                "accelerate,launch,-m,--debug,S3cr3t.py",
                "torchrun,--no-python,bash,-lc,TOKEN=S3cr3t train.py",
                "ray,exec,cluster.yaml,TOKEN=S3cr3t python train.py",
                "ray,exec,cluster.yaml,S3cr3t;train.py",
                "accelerate,launch,TOKEN=S3cr3t.py",
            })
    void aCommandThatALauncherRunsIsNotShown(String line) {
        assertThat(ProgramName.of(List.of(line.split(",")))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "python -u train.py --lr 3",
                "python -X dev -m train --lr 3",
                "python3 /usr/local/bin/torchrun --nproc_per_node 8 train.py --lr 3",
                "uv run --with torch train.py",
                "bash -o pipefail run.sh now",
                "node --require hook.js server.js",
                "java -Xmx4g -jar serve.jar",
                "trainer --lr 3",
            })
    void noOtherWordOfAnArgumentListIsShown(String line) {
        List<String> words = List.of(line.split(" "));
        for (int place = 0; place <= words.size(); place++) {
            boolean isModule = place > 0 && words.get(place - 1).equals("-m");
            for (String secret : isModule ? List.<String>of() : SECRETS) {
                List<String> changed = new ArrayList<>(words);
                changed.add(place, secret);

                assertThat(ProgramName.of(changed).orElse("")).doesNotContain("S3cr3t");
            }
        }
    }
}
