/* Keeps, beside each file of a database, what a power cut would leave of it: the content when it was last synced.

   Loaded into a server by LD_PRELOAD. When a sync has returned, the file is copied to its name with ".synced" after it,
   whole or not at all; whatever is written later is not there. See test_power_cuts.py. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int is_ours(const char *path) {
    size_t length = strlen(path);
    return (length > 3 && !strcmp(path + length - 3, ".db")) || (length > 4 && !strcmp(path + length - 4, "-wal"));
}

static void keep(int file) {
    char link[64], path[PATH_MAX], spare[PATH_MAX + 16], synced[PATH_MAX + 16], part[1 << 16];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return;
    path[length] = 0;
    if (!is_ours(path)) return;
    snprintf(spare, sizeof spare, "%s.spare", path);
    snprintf(synced, sizeof synced, "%s.synced", path);
    int copy = open(spare, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (copy < 0) return;
    off_t at = 0;
    ssize_t count;
    while ((count = pread(file, part, sizeof part, at)) > 0) {
        if (write(copy, part, count) != count) break;
        at += count;
    }
    close(copy);
    rename(spare, synced);
}

int fsync(int file) {
    int (*really)(int) = dlsym(RTLD_NEXT, "fsync");
    int result = really(file);
    if (!result) keep(file);
    return result;
}

int fdatasync(int file) {
    int (*really)(int) = dlsym(RTLD_NEXT, "fdatasync");
    int result = really(file);
    if (!result) keep(file);
    return result;
}
