/*
 * Loaded into every child that a command starts (--import). Where the parent is gone without a word, by SIGKILL or a closed
 * terminal, the child's process group goes too, and no workerd keeps a port. wrangler closes the channel by itself when it has
 * done its work, so a closed channel alone says nothing: the parent is gone once the child has another one.
 */
const parent = process.ppid
process.on('disconnect', () => setInterval(() => process.ppid === parent || process.kill(0, 'SIGKILL'), 100).unref())
process.channel?.unref()
