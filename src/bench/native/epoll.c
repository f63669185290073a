/*
 * The least a server can do to tell everybody the same event: epoll PORT EVENT-FILE EVERY-MILLIS. It answers every
 * connection with the head of a stream, and writes the event, with a new id and time, to all of them at every tick.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CLIENTS = 65536, EVENTS = 512, FRAME = 16 };

static const char HEAD[] = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

/* What a socket did not take at once; an event that finds some is not told. */
typedef struct {
    bool listening;
    char *left;
    size_t at;
    size_t size;
} Client;

static Client clients[MOST_CLIENTS];
static int highest;
static long dropped;
static int poller;
static char *event;
static size_t eventSize;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

/* The event as one chunk of HTTP. */
static void load(const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        fail(path);
    }
    long size = ftell(file);
    rewind(file);
    event = malloc(size + 2 * FRAME);
    int prefix = sprintf(event, "%lx\r\n", size);
    if (fread(event + prefix, 1, size, file) != (size_t) size) {
        fail(path);
    }
    memcpy(event + prefix + size, "\r\n", 2);
    eventSize = prefix + size + 2;
    fclose(file);
}

static char *behind(const char *word) {
    return (char *) memmem(event, eventSize, word, strlen(word)) + strlen(word);
}

/* In place: another id of 13 digits, and the time of now. */
static void renew(long id) {
    char text[40];
    snprintf(text, sizeof text, "%013ld", id);
    memcpy(behind("id:"), text, 13);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    size_t length = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", gmtime(&now.tv_sec));
    snprintf(text + length, sizeof text - length, ".%03ldZ", now.tv_nsec / 1000000);
    memcpy(behind("\"takenAt\":\""), text, 24);
}

static void watch(int fd, uint32_t for_what, int how) {
    struct epoll_event wanted = {.events = for_what, .data.fd = fd};
    if (epoll_ctl(poller, how, fd, &wanted) != 0) {
        fail("epoll_ctl");
    }
}

static void leave(int fd) {
    free(clients[fd].left);
    clients[fd] = (Client) {0};
    close(fd);
}

static void keepRest(int fd, const char *bytes, size_t size) {
    Client *client = &clients[fd];
    client->left = malloc(size);
    memcpy(client->left, bytes, size);
    client->at = 0;
    client->size = size;
    watch(fd, EPOLLIN | EPOLLOUT, EPOLL_CTL_MOD);
}

static void tell(int fd, const char *bytes, size_t size) {
    if (clients[fd].left != NULL) {
        dropped++;
        return;
    }
    ssize_t written = send(fd, bytes, size, MSG_NOSIGNAL);
    if (written < 0 && errno != EAGAIN) {
        leave(fd);
        return;
    }
    size_t taken = written < 0 ? 0 : (size_t) written;
    if (taken < size) {
        keepRest(fd, bytes + taken, size - taken);
    }
}

static void tellRest(int fd) {
    Client *client = &clients[fd];
    ssize_t written = send(fd, client->left + client->at, client->size - client->at, MSG_NOSIGNAL);
    if (written > 0) {
        client->at += written;
    }
    if (client->at == client->size) {
        free(client->left);
        client->left = NULL;
        watch(fd, EPOLLIN, EPOLL_CTL_MOD);
    }
}

static void admit(int listener) {
    int fd;
    while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
        if (fd >= MOST_CLIENTS) {
            close(fd);
            continue;
        }
        int on = 1;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        highest = fd > highest ? fd : highest;
        watch(fd, EPOLLIN, EPOLL_CTL_ADD);
    }
}

/* A request is small: whatever arrives first is taken for one. */
static void hear(int fd) {
    char request[4096];
    ssize_t size = recv(fd, request, sizeof request, 0);
    if (size <= 0) {
        leave(fd);
    } else if (!clients[fd].listening) {
        clients[fd].listening = true;
        tell(fd, HEAD, sizeof HEAD - 1);
    }
}

static void tick(int timer) {
    static long id = 1000000000000;
    uint64_t ticks;
    if (read(timer, &ticks, sizeof ticks) != sizeof ticks) {
        return;
    }
    renew(id++);
    for (int fd = 0; fd <= highest; fd++) {
        if (clients[fd].listening) {
            tell(fd, event, eventSize);
        }
    }
}

static int listenAt(int port) {
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    int on = 1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (bind(listener, (struct sockaddr *) &address, sizeof address) != 0 || listen(listener, 4096) != 0) {
        fail("listen");
    }
    return listener;
}

static int tickEvery(long millis) {
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    struct timespec every = {.tv_sec = millis / 1000, .tv_nsec = millis % 1000 * 1000000};
    struct itimerspec times = {.it_interval = every, .it_value = every};
    timerfd_settime(timer, 0, &times, NULL);
    return timer;
}

static void serve(int listener, int timer, const struct epoll_event *news) {
    int fd = news->data.fd;
    if (fd == listener) {
        admit(listener);
    } else if (fd == timer) {
        tick(timer);
    } else if ((news->events & EPOLLOUT) != 0 && clients[fd].left != NULL) {
        tellRest(fd);
    } else {
        hear(fd);
    }
}

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "epoll PORT EVENT-FILE EVERY-MILLIS\n");
        return 1;
    }
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    load(arguments[2]);
    poller = epoll_create1(0);
    int listener = listenAt(atoi(arguments[1]));
    int timer = tickEvery(atol(arguments[3]));
    watch(listener, EPOLLIN, EPOLL_CTL_ADD);
    watch(timer, EPOLLIN, EPOLL_CTL_ADD);
    for (;;) {
        struct epoll_event news[EVENTS];
        int heard = epoll_wait(poller, news, EVENTS, -1);
        for (int i = 0; i < heard; i++) {
            serve(listener, timer, &news[i]);
        }
    }
}
