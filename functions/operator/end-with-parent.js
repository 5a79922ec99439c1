/*
 * Loaded into every child that a command starts (--import). Where the parent is gone without a word, by SIGKILL or a closed
 * terminal, the child's process group goes too, and no workerd keeps a port.
 */
process.on('disconnect', () => process.kill(0, 'SIGKILL'))
process.channel?.unref()
