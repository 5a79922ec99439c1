import { describe, expect, test, vi } from 'vitest'
import { MEGABYTE } from '../../../../functions/contract/limits.ts'
import { RateLimitError } from '../../../../functions/errors.ts'
import { ArrivalMemory } from '../../../../functions/http/arrival-memory.ts'
import { arriving, bucket } from '../../../support/arriving-file.ts'

describe('files that arrive at the same time', () => {
  test('take seven parts of the 40 MB together, and the one beyond waits for another one to end', async () => {
    const seven = Array.from({ length: 7 }, () => arriving())
    for (const file of seven) await file.send(4.8 * MEGABYTE)
    const eighth = arriving()
    let isThere = false
    const sent = eighth.send(4.8 * MEGABYTE).then(() => (isThere = true))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(isThere).toBe(false)
    await seven[0]?.end()
    expect(await seven[0]?.written).toBe(Math.floor(4.8 * MEGABYTE))
    await sent
    for (const file of [...seven.slice(1), eighth]) await file.end()
    expect(await eighth.written).toBe(Math.floor(4.8 * MEGABYTE))
  })

  test('all get through, however many: whoever waits for memory keeps none from the others', async () => {
    const twenty = Array.from({ length: 20 }, () => arriving())
    await Promise.all(twenty.map((file) => file.send(10 * MEGABYTE).then(file.end, () => undefined)))
    const results = await Promise.allSettled(twenty.map(({ written }) => written))
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  }, 60_000)

  test('get memory in the order in which they came', async () => {
    vi.useFakeTimers()
    try {
      const there: string[] = []
      const send = (name: string, file: ReturnType<typeof arriving>) =>
        file.send(65_536 * 2).then(() => there.push(name))
      const seven = Array.from({ length: 7 }, () => arriving())
      for (const file of seven) await file.send(4 * MEGABYTE)
      const [first, second] = [arriving(), arriving()]
      const sent = [send('first', first), send('second', second)]
      await vi.advanceTimersByTimeAsync(1000)
      expect(there).toEqual([])
      for (const file of seven.slice(0, 2)) {
        await file.end()
        await file.written
        await vi.advanceTimersByTimeAsync(1000)
      }
      await Promise.all(sent)
      expect(there).toEqual(['first', 'second'])
      for (const file of [first, second, ...seven.slice(2)]) await file.end()
      await Promise.all([first, second, ...seven].map(({ written }) => written))
    } finally {
      vi.useRealTimers()
    }
  })

  test('do not wait for a large mail that waits for them', async () => {
    const three = Array.from({ length: 3 }, () => arriving())
    for (const file of three) await file.send(MEGABYTE)
    const mail = new ArrivalMemory()
    const read = mail.take(30 * MEGABYTE, { waitMs: 60_000, givesWay: true })
    const next = arriving()
    await next.send(4.8 * MEGABYTE)
    for (const file of [...three, next]) await file.end()
    await Promise.all([...three, next].map(({ written }) => written))
    await read
    mail.end()
  })

  test('of two lines that hold all memory, however fast, leave one of a third its share', async () => {
    vi.useFakeTimers()
    try {
      const lines = ['a', 'a', 'a', 'a', 'b', 'b', 'b']
      const seven = lines.map((line) => arriving(undefined, bucket, line))
      for (const file of seven) await file.send(3 * MEGABYTE)
      const third = arriving(undefined, bucket, 'c')
      const sent = third.send(3 * MEGABYTE)
      for (let second = 0; second < 12; second++) {
        for (const [nth, file] of seven.entries()) void file.send(nth === 2 ? 40_000 : 50_000).catch(() => undefined)
        await vi.advanceTimersByTimeAsync(1000)
      }
      await sent
      await third.end()
      expect(await third.written).toBe(3 * MEGABYTE)
      for (const file of seven) void file.end().catch(() => undefined)
      const results = await Promise.allSettled(seven.map(({ written }) => written))
      expect(results.flatMap(({ status }, nth) => (status === 'rejected' ? nth : []))).toEqual([2])
    } finally {
      vi.useRealTimers()
    }
  })

  test('of one line wait thirty at a time, so that what waits for memory holds none of it that others need', async () => {
    vi.useFakeTimers()
    try {
      const seven = Array.from({ length: 7 }, () => arriving())
      for (const file of seven) await file.send(3 * MEGABYTE)
      const many = Array.from({ length: 31 }, () => arriving(undefined, bucket, 'a'))
      for (const file of many) void file.send(65_536).then(file.end, () => undefined)
      const refused = many.map(({ written }, nth) =>
        written.then(
          () => null,
          (error: unknown) => [nth, error],
        ),
      )
      expect(await Promise.race([...refused, vi.advanceTimersByTimeAsync(1000)])).toEqual([
        30,
        expect.any(RateLimitError),
      ])
      const form = new ArrivalMemory(undefined, 'a')
      await form.take(3 * 65_536)
      form.end()
      const other = arriving(undefined, bucket, 'b')
      void other.send(65_536).then(other.end)
      for (const file of seven) await file.end()
      await vi.advanceTimersByTimeAsync(5000)
      await Promise.all([other, ...seven, ...many.slice(0, 30)].map(({ written }) => written))
    } finally {
      vi.useRealTimers()
    }
  })

  test('are seven at a time beside what their bodies need, and of equal ones none loses its memory to another', async () => {
    vi.useFakeTimers()
    const bodies: ArrivalMemory[] = []
    try {
      const begin = async (line: string, nth: number) => {
        const file = arriving(undefined, bucket, line)
        const sent = file.send(65_536)
        if (nth < 7) await sent
        else void sent.catch(() => undefined)
        const body = new ArrivalMemory(undefined, line)
        bodies.push(body)
        await body.take(3 * 65_536)
        return file
      }
      const files: ReturnType<typeof arriving>[] = []
      for (const [nth, line] of [...'abcdefgh'].entries()) files.push(await begin(line, nth))
      const eighth = files.pop()
      for (let second = 0; second < 22; second++) {
        for (const file of files) void file.send(100_000)
        await vi.advanceTimersByTimeAsync(1000)
      }
      await expect(eighth?.written).rejects.toBeInstanceOf(RateLimitError)
      for (const file of files) await file.end()
      await Promise.all(files.map(({ written }) => written))
    } finally {
      for (const body of bodies) body.end()
      vi.useRealTimers()
    }
  })

  test('of one line take memory again after thirty that the platform has dropped while they waited', async () => {
    vi.useFakeTimers()
    try {
      const holder = new ArrivalMemory()
      await holder.take(30 * MEGABYTE)
      for (let n = 0; n < 30; n++) void new ArrivalMemory(undefined, 'a').take(8 * MEGABYTE)
      // Of what is dropped no timer fires.
      vi.clearAllTimers()
      holder.end()
      vi.setSystemTime(Date.now() + 60_000)
      const file = arriving(undefined, bucket, 'a')
      await file.send(MEGABYTE)
      await file.end()
      expect(await file.written).toBe(MEGABYTE)
    } finally {
      vi.useRealTimers()
    }
  })

  test('leave to a mail what the first one in line cannot use', async () => {
    const seven = Array.from({ length: 7 }, () => arriving())
    for (const file of seven) await file.send(MEGABYTE)
    const eighth = arriving()
    const sent = eighth.send(MEGABYTE)
    const mail = new ArrivalMemory()
    await mail.take(1.3 * MEGABYTE, { waitMs: 1000, givesWay: true })
    mail.end()
    for (const file of seven) await file.end()
    await sent
    await eighth.end()
    await Promise.all([...seven, eighth].map(({ written }) => written))
  })

  test('are refused after twenty seconds without memory where nobody has more or is slow, and the others go on', async () => {
    vi.useFakeTimers()
    try {
      const seven = Array.from({ length: 7 }, () => arriving())
      for (const file of seven) await file.send(4.2 * MEGABYTE)
      const eighth = arriving()
      void eighth.send(65_536).catch(() => undefined)
      for (const megabytes of [0.36, 0.36]) {
        await vi.advanceTimersByTimeAsync(8000)
        for (const file of seven) await file.send(megabytes * MEGABYTE)
      }
      await vi.advanceTimersByTimeAsync(6000)
      await expect(eighth.written).rejects.toBeInstanceOf(RateLimitError)
      // A part that is stored gives its memory to whoever waits.
      const ninth = arriving()
      const sent = ninth.send(4.8 * MEGABYTE).then(() => ninth.end())
      const rest = seven.map((file) => file.send(MEGABYTE).then(() => file.end()))
      await vi.advanceTimersByTimeAsync(1000)
      await Promise.all([sent, ...rest])
      await Promise.all([...seven, ninth].map(({ written }) => written))
    } finally {
      vi.useRealTimers()
    }
  })

  test('lose it to one that has waited for ten seconds where they arrive slower than 20 MB in ten minutes', async () => {
    vi.useFakeTimers()
    try {
      const [slow, ...quick] = Array.from({ length: 7 }, () => arriving())
      for (const file of [slow, ...quick]) await file?.send(4.2 * MEGABYTE)
      // Nobody waits for memory, so it may take its time.
      await vi.advanceTimersByTimeAsync(300_000)
      const eighth = arriving()
      const sent = eighth.send(3 * MEGABYTE)
      await vi.advanceTimersByTimeAsync(5000)
      for (const file of quick) await file.send(0.4 * MEGABYTE)
      await slow?.send(0.3 * MEGABYTE)
      await vi.advanceTimersByTimeAsync(6000)
      await sent
      void slow?.send(65_536).catch(() => undefined)
      await expect(slow?.written).rejects.toBeInstanceOf(RateLimitError)
      for (const file of [...quick, eighth]) await file.end()
      expect(await eighth.written).toBe(3 * MEGABYTE)
      await Promise.all(quick.map(({ written }) => written))
    } finally {
      vi.useRealTimers()
    }
  })
})
