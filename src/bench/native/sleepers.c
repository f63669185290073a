/* Starts processes that sleep, prints their PIDs, and ends them at the end of standard input: sleepers COUNT */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **arguments) {
    int wanted = count == 2 ? atoi(arguments[1]) : 0;
    pid_t own = getpid();
    for (int i = 0; i < wanted; i++) {
        pid_t pid = fork();
        if (pid < 0) {
            perror("fork");
            return 1;
        }
        if (pid == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            while (getppid() == own) {
                pause();
            }
            return 0;
        }
        printf("%d\n", pid);
    }
    printf("all\n");
    fflush(stdout);
    while (getchar() != EOF) {
    }
    /* The kernel ends the children. */
    return 0;
}
