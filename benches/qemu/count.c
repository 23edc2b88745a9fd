/* A plugin of qemu-user: counts the instructions that a program executes between two calls of getppid,
 * and writes each count in a line of the log (-d plugin -D FILE).
 *
 * qemu-plugin.h is in no Debian package, so what is used of it is declared here: version 1 of the interface,
 * which qemu has from 4.2 on. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

typedef uint64_t plugin_id;
struct tb;
typedef void tb_trans(plugin_id, struct tb *);
typedef void syscall_enter(plugin_id, unsigned, int64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                           uint64_t, uint64_t, uint64_t);

enum { ADD_U64 = 0 };
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, tb_trans *);
void qemu_plugin_register_vcpu_tb_exec_inline(struct tb *, int op, void *counter, uint64_t add);
void qemu_plugin_register_vcpu_syscall_cb(plugin_id, syscall_enter *);
size_t qemu_plugin_tb_n_insns(const struct tb *);
void qemu_plugin_outs(const char *);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

/* The number of getppid in the table of system calls that 64-bit Arm and RISC-V share. */
enum { GETPPID = 173 };

static uint64_t executed;
static uint64_t at_last_mark;

/* A block is executed from its first instruction to its last, but for those that fault: none here. */
static void translated(plugin_id id, struct tb *tb)
{
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(tb, ADD_U64, &executed, qemu_plugin_tb_n_insns(tb));
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
}

__attribute__((visibility("default"))) int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_vcpu_syscall_cb(id, entered);
    return 0;
}
