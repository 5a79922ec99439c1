import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Package {
  version?: string
  integrity?: string
  hasInstallScript?: boolean
}
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const { allowScripts, optionalDependencies, overrides } = read('package.json') as {
  allowScripts: Record<string, boolean>
  overrides: Record<string, string | Record<string, string>>
  optionalDependencies: Record<string, string>
}
const packages = Object.entries((read('package-lock.json') as { packages: Record<string, Package> }).packages).filter(
  ([path]) => path !== '',
)

describe('the packages of the lock', () => {
  it('run no install script but those that package.json names, and npm refuses any other', () => {
    const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript)
    expect(scripted.map(([path]) => path.slice('node_modules/'.length)).sort()).toEqual(
      Object.keys(allowScripts).sort(),
    )
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^strict-allow-scripts=true$/m)
  })

  it('have a checksum each', () => {
    expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
  })

  it('bring the Node.js that runs everything, one version for all platforms', () => {
    const versions = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
    expect(versions.length).toBeGreaterThan(2)
    expect(new Set(versions.map(([, version]) => version)).size).toBe(1)
    for (const [name, version] of versions)
      expect(packages).toContainEqual([`node_modules/${name}`, expect.objectContaining({ version })])
    const own = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
    // Another machine, such as a Mac, runs its own Node.js.
    if (own in optionalDependencies) expect(process.versions.node).toBe(optionalDependencies[own])
  })

  it('are moved together by Renovate where package.json makes one use the version of another', () => {
    const { packageRules } = read('.github/renovate.json') as {
      packageRules: { matchPackageNames: string[]; groupName: string }[]
    }
    const bound = Object.entries(overrides).filter(([, versions]) => typeof versions === 'object')
    expect(bound.length).toBeGreaterThan(0)
    for (const [name, versions] of bound)
      expect(packageRules.map(({ matchPackageNames }) => matchPackageNames)).toContainEqual(
        expect.arrayContaining([name, ...Object.keys(versions)]),
      )
    const ownNode = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'))
    expect(packageRules.find(({ groupName }) => groupName === 'Node.js')?.matchPackageNames).toEqual([
      'node',
      ...ownNode,
    ])
  })

  it('hold the Node.js that .nvmrc names', () => {
    expect(Object.values(optionalDependencies)).toContain(readFileSync('.nvmrc', 'utf8').trim())
  })

  it('are checked on each push by .ci/run and nothing else', () => {
    expect(readFileSync('.github/workflows/check.yml', 'utf8').match(/(?<=run: ).*/g)).toEqual(['.ci/run'])
  })
})
