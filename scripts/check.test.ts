import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { browserCandidates, installAttempts, type Machine } from './browsers/browser.ts'
import { firefoxAttempts } from './browsers/firefox.ts'
import { shellAttempts } from './browsers/headless-shell.ts'
import { chooseWork } from './check/choose-work.ts'
import { runSteps, type Step } from './check/steps.ts'
import { LONG } from './check/long-first.ts'
import { countTests, readReport, type TestReport } from './check/test-report.ts'

function step(name: string, ok = true, output = ''): Step {
  return { name, run: () => Promise.resolve({ ok, output }) }
}

describe('the words behind npm test', () => {
  const steps = ['lint', 'site build', 'site texts', 'unused code'].map(name => step(name))
  const chosen = (...words: string[]) => {
    const work = chooseWork(steps, words)
    return { steps: work.steps.map(({ name }) => name), testFilters: work.testFilters }
  }

  test('none: everything runs', () => {
    expect(chosen()).toEqual({ steps: steps.map(({ name }) => name), testFilters: [] })
  })

  test('the name of a step picks it, and no tests', () => {
    expect(chosen('lint')).toEqual({ steps: ['lint'], testFilters: undefined })
    expect(chosen('site texts')).toEqual({ steps: ['site texts'], testFilters: undefined })
  })

  test('the first word of a name picks all of its kind', () => {
    expect(chosen('site').steps).toEqual(['site build', 'site texts'])
  })

  test('anything else picks test files', () => {
    expect(chosen('segments', 'lint')).toEqual({ steps: ['lint'], testFilters: ['segments'] })
  })
})

test('the test files that begin first are there', () => {
  const isThere = (path: string) =>
    ['e2e', 'bench', 'demo', 'server'].some(folder => existsSync(join(import.meta.dirname, '..', folder, path)))
  expect(LONG.filter(path => !isThere(path))).toEqual([])
})

describe('the static steps', () => {
  test('are counted, and only a failed one shows its output', async () => {
    const lines: string[] = []
    const steps = [step('a', true, 'noise'), step('b', false, 'broken here\nand here')]
    expect(await runSteps(steps, line => lines.push(line), 1)).toEqual({ passed: 1, failed: 1 })
    expect(lines).toEqual([
      expect.stringMatching(/^ok {4}a +\d+\.\d s$/),
      expect.stringMatching(/^FAIL {2}b +\d+\.\d s$/),
      '      broken here\n      and here',
    ])
  })

  test('count as failed when they cannot even be started', async () => {
    const broken: Step = { name: 'x', run: () => Promise.reject(new Error('no such tool')) }
    const lines: string[] = []
    expect(await runSteps([broken], line => lines.push(line))).toEqual({ passed: 0, failed: 1 })
    expect(lines.join('\n')).toContain('no such tool')
  })

  test('run side by side, but not more of them than there are cores', async () => {
    let running = 0
    let most = 0
    const steps = Array.from({ length: 5 }, (_, index): Step => {
      return {
        name: `step ${index}`,
        run: async () => {
          most = Math.max(most, (running += 1))
          await new Promise(setImmediate)
          running -= 1
          return { ok: true, output: '' }
        },
      }
    })
    await runSteps(steps, () => {}, 2)
    expect(most).toBe(2)
  })
})

describe('the count of tests', () => {
  const report = (parts: Partial<TestReport>): TestReport => {
    return { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [], ...parts }
  }

  test('is what the report says', () => {
    expect(countTests(report({ numFailedTests: 2, numPendingTests: 1 }), false)).toEqual({
      passed: 5,
      failed: 2,
      skipped: 1,
    })
  })

  test('has a file that could not be loaded as a failure', () => {
    const testResults = [{ status: 'failed', assertionResults: [] }]
    expect(countTests(report({ testResults }), false)).toMatchObject({ passed: 5, failed: 1 })
  })

  test('has a bad end without a failed test as a failure', () => {
    expect(countTests(report({}), false)).toMatchObject({ passed: 5, failed: 1 })
    expect(countTests(report({}), true)).toMatchObject({ passed: 5, failed: 0 })
  })

  test('has a report that was never written as a failure', async () => {
    expect(countTests(await readReport(join(tmpdir(), 'no-such-report.json')), true)).toMatchObject({ failed: 1 })
  })
})

describe('the browser', () => {
  const machine: Machine = { platform: 'linux', isRoot: true, hasApt: true, distribution: 'ID=debian' }
  const commands = (parts: Partial<Machine>) => {
    return installAttempts({ ...machine, ...parts }, ['node', 'playwright']).map(attempt => attempt.join(' '))
  }

  test('named by hand is the only one', () => {
    expect(browserCandidates({ NOTIFLY_CHROMIUM: '/own/chrome', PATH: '/bin' }, '/home/a')).toEqual(['/own/chrome'])
  })

  test('is looked for on PATH and among the downloads, the newest download first', async () => {
    const home = await mkdtemp(join(tmpdir(), 'notifly-home-'))
    for (const revision of ['chromium-1100', 'chromium-1200']) {
      await mkdir(join(home, '.cache/ms-playwright', revision, 'chrome-linux'), { recursive: true })
      await writeFile(join(home, '.cache/ms-playwright', revision, 'chrome-linux/chrome'), '')
    }
    const found = browserCandidates({ PATH: '/opt/bin' }, home)
    await rm(home, { recursive: true })
    expect(found).toContain('/opt/bin/chromium')
    expect(found.filter(path => path.startsWith(home)).map(path => path.split('/').at(-3))).toEqual([
      'chromium-1200',
      'chromium-1100',
    ])
  })

  test('comes from the distribution on Debian, as root', () => {
    expect(commands({})).toEqual([
      'apt-get update -qq',
      'apt-get install -y -qq chromium',
      'node playwright install --with-deps chromium',
    ])
  })

  test('is downloaded with its libraries on Ubuntu, whose package is a stub', () => {
    expect(commands({ distribution: 'ID=ubuntu ID_LIKE=debian' })).toEqual([
      'node playwright install --with-deps chromium',
    ])
  })

  test.each([{ isRoot: false }, { hasApt: false }, { platform: 'darwin' }])(
    'is only downloaded where installing would take a password: %o',
    parts => {
      expect(commands(parts)).toEqual(['node playwright install chromium'])
    },
  )
})

test('the headless shell comes from Debian beside the Chromium of its version, and from nowhere else', () => {
  const machine: Machine = { platform: 'linux', isRoot: true, hasApt: true, distribution: 'ID=debian' }
  const attempts = (parts: Partial<Machine>, version = '150.0-1') =>
    shellAttempts({ ...machine, ...parts }, version).map(attempt => attempt.join(' '))
  expect(attempts({}).at(-1)).toBe('apt-get install -y -qq --no-install-recommends chromium-headless-shell=150.0-1')
  expect(attempts({}, '')).toEqual([])
  for (const parts of [{ isRoot: false }, { hasApt: false }, { platform: 'darwin' }])
    expect(attempts(parts)).toEqual([])
})

test('Firefox comes from Debian where that needs no password, and is downloaded everywhere else', () => {
  const machine: Machine = { platform: 'linux', isRoot: true, hasApt: true, distribution: 'ID=debian' }
  const attempts = (parts: Partial<Machine>) =>
    firefoxAttempts({ ...machine, ...parts }, ['node', 'cli'], 'cache').map(attempt => attempt.join(' '))
  const download = 'node cli install firefox@stable --path cache'
  expect(attempts({})).toEqual(['apt-get update -qq', 'apt-get install -y -qq firefox-esr', download])
  for (const parts of [{ isRoot: false }, { platform: 'darwin' }, { distribution: 'ID=ubuntu' }]) {
    expect(attempts(parts)).toEqual([download])
  }
})
