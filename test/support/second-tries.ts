import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Prints every test that has passed at its second try only, and why the first failed: a fault of the test or of the product. */
export class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules.flatMap((module) => [...module.children.allTests()].filter((one) => one.diagnostic()?.flaky))
    if (flaky.length === 0) return
    console.log(`\nFaults to mend, passed at the second try only: ${flaky.length}`)
    for (const one of flaky)
      console.log([`  ${one.module.relativeModuleId}: ${one.fullName}`, ...reasons(one)].join('\n'))
  }
}

const reasons = (test: TestCase): string[] =>
  (test.result().errors ?? []).map(({ message, stacks, diff }) => {
    const place = stacks?.find(({ file }) => file.includes('/test/'))
    const said = `${message} (${place ? `${place.file}:${place.line}` : 'no place'})`
    // The message shortens what it compares to `[ Array(1) ]`; the difference has it in full.
    return (diff ? `${said}\n${diff}` : said).replace(/^/gm, '    ')
  })
