/**
 * Pages in separate browsers for journeys. An exception or a logged error of a page fails the journey, unless the journey expects such an
 * answer.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOCALES, type Locale } from '@notifly/contracts/accounts/accounts'
import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from 'playwright-core'
import { inject, onTestFinished } from 'vitest'
import { type Addresses, PASSWORD, type Person } from '../product/people.ts'
import { LAUNCH_OPTIONS, SHELL_LAUNCH_OPTIONS } from './launch.ts'

export interface Look {
  locale?: Locale
  theme?: 'light' | 'dark'
  width?: number
  /** Another product than that of the run. */
  at?: Addresses
  /** Whose session the browser has. */
  person?: Person
  /** HTTP statuses that this journey provokes on purpose. */
  refusals?: number[]
  /** Whether sites may ask to send notifications, which the lighter browser always refuses. */
  canBeNotified?: true
  /** Whether pages load others ahead, as they do for people; most of what a page loads is that. */
  loadsAhead?: true
  /** Whether the browser keeps the dashboard's files, as it does for people. */
  keepsFiles?: true
}

/** Previews of mails load no stylesheets from other sites; the browser logs each one. */
const PREVIEW_REFUSAL = 'Loading the stylesheet'
/** CodeMirror logs that its pane changed its size while it was measured, as happens when dialogs open and close; it measures again. */
const EDITOR_NOTE = 'Viewport failed to stabilize'
/** How long a page may take to show what a person waits for. */
const PATIENCE_MS = 20_000
const HEIGHT = 900

/** The addresses of the product in this run. */
export const product: Addresses = { url: inject('url'), sandboxUrl: inject('sandboxUrl') }

/** Opens a page in a browser profile that nothing else shares; it closes with the test. */
export async function open(look: Look = {}): Promise<Page> {
  const visit = await startVisit(look)
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keepPicture(visit)
    await visit.context.close()
    if (visit.problems.length > 0) throw new Error(`The page complained:\n${visit.problems.join('\n')}`)
  })
  return visit.page
}

interface Visit {
  context: BrowserContext
  page: Page
  problems: string[]
}

const browsers = new Map<LaunchOptions, Promise<Browser>>()

/** The browser of this worker; it ends with the worker, after many files. */
function launched(options: LaunchOptions): Promise<Browser> {
  const browser = browsers.get(options) ?? chromium.launch(options)
  browsers.set(options, browser)
  return browser
}

async function startVisit(look: Look): Promise<Visit> {
  const chrome = await launched(look.canBeNotified ? LAUNCH_OPTIONS : SHELL_LAUNCH_OPTIONS)
  const context = await chrome.newContext({
    baseURL: (look.at ?? product).url,
    viewport: { width: look.width ?? 1440, height: HEIGHT },
    colorScheme: look.theme ?? 'light',
    reducedMotion: 'reduce',
    serviceWorkers: look.keepsFiles ? 'allow' : 'block',
    // The lighter browser asks nobody and refuses what it is not told to grant.
    ...(!look.canBeNotified && { permissions: ['clipboard-write'] }),
    locale: look.locale ?? LOCALES[0],
    // Without a window Chromium calls itself a machine, and what machines open and click is not counted.
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chrome.version()} Safari/537.36`,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  if (look.person) await signIn(context, look.person)
  if (!look.loadsAhead) await saveData(context)
  const problems = watch(context, look)
  const page = await context.newPage()
  // The browser reports no chooser that opens before there is a listener: from now on there is one.
  page.on('filechooser', () => undefined)
  return { context, page, problems }
}

/** As in a browser with data saving turned on. */
async function saveData(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { connection } = navigator as unknown as { connection: object }
    Object.defineProperty(connection, 'saveData', { value: true })
  })
}

/** Signs a person in without the sign-in page. */
async function signIn(context: BrowserContext, person: Person): Promise<void> {
  const answer = await context.request.post('/authP/login', { data: { email: person.email, password: PASSWORD } })
  if (!answer.ok()) throw new Error(`Signing in: ${answer.status()} ${await answer.text()}`)
}

/** Collects errors of the pages of a browser. The browser itself logs each refused request. */
function watch(context: BrowserContext, look: Look): string[] {
  const { refusals = [], at = product } = look
  const problems: string[] = []
  // No user is signed in on a first visit: the page asks, and is told so.
  const expected = [401, ...refusals].map(status => `the server responded with a status of ${status} `)
  context.on('console', message => {
    if (!['error', 'warning'].includes(message.type())) return
    if (expected.some(each => message.text().includes(each))) return
    // A file that the browser did not keep fails without a network.
    if (look.keepsFiles && /ERR_(INTERNET_DISCONNECTED|FAILED)/.test(message.text())) return
    // What a mail that is previewed would like to load is not ours.
    if (!message.location().url.startsWith(at.url)) return
    if ([PREVIEW_REFUSAL, EDITOR_NOTE].some(each => message.text().includes(each))) return
    problems.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', event => {
    const error = event.error()
    problems.push(error.stack ?? error.message)
  })
  return problems
}

/** Saves a picture of the page when a journey fails. */
async function keepPicture({ page }: Visit): Promise<void> {
  const path = join(tmpdir(), `notifly-journey-${process.pid}-${Date.now()}.png`)
  await page.screenshot({ path, fullPage: true }).catch(() => undefined)
  console.log(`The page was ${page.url()}, its picture is ${path}`)
}
