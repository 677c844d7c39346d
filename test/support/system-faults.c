// A library that is loaded before all others (LD_PRELOAD), and makes calls on chosen files fail, as a broken disk or a network disk that went away does.
// The file named by TOOLCELL_TEST_FAULTS says which, one fault in a line: the number of the error, a blank, and how the path begins.
// With a minus before the number, the file's state can still be asked for, and only its content is out of reach.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static long (*real_syscall)(long, ...);

/** The error of a path; 0 if it has none. Uses no function that is replaced below. */
static int fault_of(const char *path) {
  const char *file = getenv("TOOLCELL_TEST_FAULTS");
  if (file == NULL || path == NULL) return 0;
  if (real_syscall == NULL) real_syscall = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  int saved = errno;
  long fd = real_syscall(SYS_openat, AT_FDCWD, file, O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0) {
    errno = saved;
    return 0;
  }
  char text[4096];
  long length = real_syscall(SYS_read, fd, text, sizeof text - 1);
  real_syscall(SYS_close, fd);
  errno = saved;
  if (length <= 0) return 0;
  text[length] = '\0';
  for (char *line = text; line != NULL && *line != '\0';) {
    char *end = strchr(line, '\n');
    if (end != NULL) *end = '\0';
    char *prefix = strchr(line, ' ');
    if (prefix != NULL && strncmp(path, prefix + 1, strlen(prefix + 1)) == 0) return atoi(line);
    line = end == NULL ? NULL : end + 1;
  }
  return 0;
}

static int fault_at(int folder, const char *path) {
  char whole[2 * PATH_MAX], link[64];
  if (path == NULL || path[0] == '/') return fault_of(path);
  if (folder == AT_FDCWD) snprintf(link, sizeof link, "/proc/self/cwd");
  else snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
  int saved = errno;
  ssize_t length = readlink(link, whole, PATH_MAX);
  errno = saved;
  if (length < 0) return 0;
  if (path[0] == '\0') whole[length] = '\0';
  else snprintf(whole + length, sizeof whole - length, "/%s", path);
  return fault_of(whole);
}

static int fault_of_open(int fd) {
  return fd < 0 ? 0 : fault_at(fd, "");
}

#define FAIL(error, result) \
  do { \
    int fault = (error); \
    if (fault != 0) { \
      errno = abs(fault); \
      return (result); \
    } \
  } while (0)

/** The error of a call that asks for the state of a file. */
static int of_state(int fault) {
  return fault < 0 ? 0 : fault;
}

#define REAL(name) \
  static __typeof__(&name) real; \
  if (real == NULL) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = va_arg(list, mode_t); \
    va_end(list); \
    REAL(name); \
    FAIL(fault_at(AT_FDCWD, path), -1); \
    return real(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

int openat(int folder, const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = va_arg(list, mode_t);
  va_end(list);
  REAL(openat);
  FAIL(fault_at(folder, path), -1);
  return real(folder, path, flags, mode);
}

#define OF_FD(type, name, parameters, arguments) \
  type name parameters { \
    REAL(name); \
    FAIL(fault_of_open(fd), -1); \
    return real arguments; \
  }
OF_FD(ssize_t, read, (int fd, void *to, size_t size), (fd, to, size))
OF_FD(ssize_t, pread, (int fd, void *to, size_t size, off_t at), (fd, to, size, at))
OF_FD(ssize_t, pread64, (int fd, void *to, size_t size, off64_t at), (fd, to, size, at))
OF_FD(ssize_t, readv, (int fd, const struct iovec *to, int count), (fd, to, count))
OF_FD(ssize_t, write, (int fd, const void *from, size_t size), (fd, from, size))
OF_FD(ssize_t, pwrite, (int fd, const void *from, size_t size, off_t at), (fd, from, size, at))
OF_FD(ssize_t, pwrite64, (int fd, const void *from, size_t size, off64_t at), (fd, from, size, at))
OF_FD(ssize_t, writev, (int fd, const struct iovec *from, int count), (fd, from, count))
OF_FD(int, fsync, (int fd), (fd))
OF_FD(int, fdatasync, (int fd), (fd))

#define OF_STATE(name, to_type) \
  int name(int fd, to_type *to) { \
    REAL(name); \
    FAIL(of_state(fault_of_open(fd)), -1); \
    return real(fd, to); \
  }
OF_STATE(fstat, struct stat)
OF_STATE(fstat64, struct stat64)

#define OF_PATH(name, parameters, arguments) \
  int name parameters { \
    REAL(name); \
    FAIL(of_state(fault_at(AT_FDCWD, path)), -1); \
    return real arguments; \
  }
OF_PATH(stat, (const char *path, struct stat *to), (path, to))
OF_PATH(stat64, (const char *path, struct stat64 *to), (path, to))
OF_PATH(lstat, (const char *path, struct stat *to), (path, to))
OF_PATH(lstat64, (const char *path, struct stat64 *to), (path, to))
OF_PATH(access, (const char *path, int mode), (path, mode))

int statx(int folder, const char *path, int flags, unsigned mask, struct statx *to) {
  REAL(statx);
  FAIL(of_state(fault_at(folder, path)), -1);
  return real(folder, path, flags, mask, to);
}

int scandir(const char *path, struct dirent ***to, int (*filter)(const struct dirent *), int (*order)(const struct dirent **, const struct dirent **)) {
  REAL(scandir);
  FAIL(fault_at(AT_FDCWD, path), -1);
  return real(path, to, filter, order);
}

int scandir64(const char *path, struct dirent64 ***to, int (*filter)(const struct dirent64 *), int (*order)(const struct dirent64 **, const struct dirent64 **)) {
  REAL(scandir64);
  FAIL(fault_at(AT_FDCWD, path), -1);
  return real(path, to, filter, order);
}

DIR *opendir(const char *path) {
  REAL(opendir);
  FAIL(fault_at(AT_FDCWD, path), NULL);
  return real(path);
}

/** libuv asks the kernel itself for the state of a file. */
long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (real_syscall == NULL) real_syscall = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  if (number == SYS_statx) FAIL(of_state(fault_at((int)a, (const char *)b)), -1);
  return real_syscall(number, a, b, c, d, e, f);
}
