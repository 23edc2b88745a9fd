/* A plugin of qemu-user: counts the instructions that a program executes between two calls of getppid, and
 * writes each count in a line of the log (-d plugin -D FILE). With the argument trace=FILE it also writes the
 * words of those between the first call and the second, the third and the fourth and so on, a word of all ones
 * behind each.
 *
 * qemu-plugin.h is in no Debian package, so what is used of it is declared here: version 1 of the interface,
 * which qemu has from 4.2 on. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t plugin_id;
struct tb;
struct insn;
typedef void tb_trans(plugin_id, struct tb *);
typedef void tb_exec(unsigned vcpu, void *);
typedef void syscall_enter(plugin_id, unsigned, int64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                           uint64_t, uint64_t, uint64_t);
typedef void at_exit(plugin_id, void *);

enum { ADD_U64 = 0, NO_REGISTERS = 0 };
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, tb_trans *);
void qemu_plugin_register_vcpu_tb_exec_inline(struct tb *, int op, void *counter, uint64_t add);
void qemu_plugin_register_vcpu_tb_exec_cb(struct tb *, tb_exec *, int flags, void *);
void qemu_plugin_register_vcpu_syscall_cb(plugin_id, syscall_enter *);
void qemu_plugin_register_atexit_cb(plugin_id, at_exit *, void *);
size_t qemu_plugin_tb_n_insns(const struct tb *);
struct insn *qemu_plugin_tb_get_insn(const struct tb *, size_t);
const void *qemu_plugin_insn_data(const struct insn *);
void qemu_plugin_outs(const char *);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

/* The number of getppid in the table of system calls that 64-bit Arm and RISC-V share. */
enum { GETPPID = 173 };

static uint64_t executed;
static uint64_t at_last_mark;
static FILE *trace;
static int between;

struct words {
    size_t n;
    uint32_t word[];
};

static void run(unsigned vcpu, void *data)
{
    const struct words *words = data;
    (void)vcpu;
    if (between)
        fwrite(words->word, sizeof words->word[0], words->n, trace);
}

/* A block is executed from its first instruction to its last, but for those that fault: none here. */
static void translated(plugin_id id, struct tb *tb)
{
    size_t n = qemu_plugin_tb_n_insns(tb);
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(tb, ADD_U64, &executed, n);
    if (!trace)
        return;
    /* For as long as the program runs: a block may be executed at any time. */
    struct words *words = malloc(sizeof *words + n * sizeof words->word[0]);
    if (!words)
        abort();
    words->n = n;
    for (size_t i = 0; i < n; i++)
        memcpy(&words->word[i], qemu_plugin_insn_data(qemu_plugin_tb_get_insn(tb, i)), sizeof words->word[i]);
    qemu_plugin_register_vcpu_tb_exec_cb(tb, run, NO_REGISTERS, words);
}

static void entered(plugin_id id, unsigned vcpu, int64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
                    uint64_t e, uint64_t f, uint64_t g, uint64_t h)
{
    (void)id, (void)vcpu, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
    if (number != GETPPID)
        return;
    char line[32];
    snprintf(line, sizeof line, "%" PRIu64 "\n", executed - at_last_mark);
    at_last_mark = executed;
    qemu_plugin_outs(line);
    if (trace && between) {
        const uint32_t end = UINT32_MAX;
        fwrite(&end, sizeof end, 1, trace);
    }
    between = !between;
}

static void done(plugin_id id, void *data)
{
    (void)id, (void)data;
    if (trace && fclose(trace) != 0)
        abort();
}

__attribute__((visibility("default"))) int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++) {
        if (strncmp(argv[i], "trace=", 6) == 0 && !(trace = fopen(argv[i] + 6, "wb")))
            return 1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_vcpu_syscall_cb(id, entered);
    qemu_plugin_register_atexit_cb(id, done, NULL);
    return 0;
}
