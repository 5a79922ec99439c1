import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** The processes of workerd in a process group. */
function workersOf(group: number): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      // proc(5): the name in parentheses, then state, parent and group.
      const [, name, , , pgrp] = /\((.*)\) (\S+) (\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
      return name === 'workerd' && Number(pgrp) === group
    } catch {
      return false
    }
  })
}

/**
 * Watches the memory that the processes of workerd in a group have, all simulators of the platform with it. Linux only.
 * @returns `now` in bytes, and `peak` since the last call of `now`
 */
export function residentMemory(group: number): { now(): number; peak(): number } {
  const sum = (field: 'VmRSS' | 'VmHWM') =>
    workersOf(group).reduce((total, pid) => {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      return total + 1024 * Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0)
    }, 0)
  return {
    now() {
      // Begins the peak anew.
      for (const pid of workersOf(group)) writeFileSync(`/proc/${pid}/clear_refs`, '5')
      return sum('VmRSS')
    },
    peak: () => sum('VmHWM'),
  }
}
