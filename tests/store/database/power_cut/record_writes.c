/* Preloaded into a process (LD_PRELOAD): record what it writes to the files of one folder, and when it synchronises them.
 *
 * WRITE_LOG is the file of the records, WRITE_FOLDER the folder. A record is its kind ('w' write, 't' truncate, 's' sync,
 * 'u' unlink), the length of the path, an offset, and the length of the data; then the path and the data. A call and its
 * record are one step, so that the order of records is an order in which the calls may have happened.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_file = -1;

#define NEXT(name, type) ((type)dlsym(RTLD_NEXT, name))

typedef ssize_t (*write_call)(int, const void *, size_t);
typedef ssize_t (*pwrite_call)(int, const void *, size_t, off_t);
typedef int (*truncate_call)(int, off_t);
typedef int (*sync_call)(int);
typedef int (*unlink_call)(const char *);

static void append(const void *data, size_t size)
{
    if (size && NEXT("write", write_call)(log_file, data, size) != (ssize_t)size)
        abort();
}

static int in_folder(const char *path)
{
    const char *folder = getenv("WRITE_FOLDER");
    return folder && !strncmp(path, folder, strlen(folder));
}

static int path_of(int fd, char *path)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    return in_folder(path);
}

static void record(char kind, const char *path, uint64_t offset, const void *data, uint64_t size)
{
    if (log_file < 0)
        log_file = open(getenv("WRITE_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (log_file < 0)
        abort();
    uint32_t length = strlen(path);
    append(&kind, 1);
    append(&length, sizeof length);
    append(&offset, sizeof offset);
    append(&size, sizeof size);
    append(path, length);
    if (data)
        append(data, size);
}

static ssize_t recorded_pwrite(int fd, const void *data, size_t size, off_t offset)
{
    char path[PATH_MAX];
    pwrite_call call = NEXT("pwrite64", pwrite_call);
    if (!path_of(fd, path))
        return call(fd, data, size, offset);
    pthread_mutex_lock(&lock);
    ssize_t written = call(fd, data, size, offset);
    if (written > 0)
        record('w', path, offset, data, written);
    pthread_mutex_unlock(&lock);
    return written;
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) { return recorded_pwrite(fd, data, size, offset); }
ssize_t pwrite64(int fd, const void *data, size_t size, off_t offset) { return recorded_pwrite(fd, data, size, offset); }

ssize_t write(int fd, const void *data, size_t size)
{
    char path[PATH_MAX];
    write_call call = NEXT("write", write_call);
    if (fd == log_file || !path_of(fd, path))
        return call(fd, data, size);
    pthread_mutex_lock(&lock);
    ssize_t written = call(fd, data, size);
    if (written > 0)
        record('w', path, lseek(fd, 0, SEEK_CUR) - written, data, written);
    pthread_mutex_unlock(&lock);
    return written;
}

static int recorded_truncate(int fd, off_t size)
{
    char path[PATH_MAX];
    truncate_call call = NEXT("ftruncate64", truncate_call);
    if (!path_of(fd, path))
        return call(fd, size);
    pthread_mutex_lock(&lock);
    int result = call(fd, size);
    if (!result)
        record('t', path, size, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}

int ftruncate(int fd, off_t size) { return recorded_truncate(fd, size); }
int ftruncate64(int fd, off_t size) { return recorded_truncate(fd, size); }

static int recorded_sync(const char *name, int fd)
{
    char path[PATH_MAX];
    sync_call call = NEXT(name, sync_call);
    if (!path_of(fd, path))
        return call(fd);
    pthread_mutex_lock(&lock);
    int result = call(fd);
    if (!result)
        record('s', path, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}

int fsync(int fd) { return recorded_sync("fsync", fd); }
int fdatasync(int fd) { return recorded_sync("fdatasync", fd); }

int unlink(const char *path)
{
    unlink_call call = NEXT("unlink", unlink_call);
    if (!in_folder(path))
        return call(path);
    pthread_mutex_lock(&lock);
    int result = call(path);
    if (!result)
        record('u', path, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}
