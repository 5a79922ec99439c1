import type { Reporter, TestModule } from 'vitest/node'

/** Prints every test that has passed at its second try only: a fault of the test or of the product, and to be mended. */
export class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((one) => one.diagnostic()?.flaky)
        .map((one) => `  ${module.relativeModuleId}: ${one.fullName}`),
    )
    if (lines.length > 0)
      console.log(`\nFaults to mend, passed at the second try only: ${lines.length}\n${lines.join('\n')}`)
  }
}
