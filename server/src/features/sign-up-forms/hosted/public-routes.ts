/**
 * What people reach of a sign-up form: its page, and the page that confirms. Whatever the address that is typed, answers are the same:
 * they never say who is a contact already.
 *
 * Against programs that fill in forms: a field that people do not see, the time between showing and sending, and limits for a
 * network, a form and an address. A site's own form shows no moment that we signed, so that its people press a button of ours once more.
 */
import * as calls from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { CONFIRM_DAYS } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import { isUuid } from '@notifly/contracts/fields'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../http/deps.ts'
import { sendPublicPage, withoutCaching } from '../../../http/public-page.ts'
import { rawRoute, type Http } from '../../../http/route.ts'
import { enqueue } from '../../../jobs/jobs.ts'
import { AppError } from '../../../lib/app-error.ts'
import { chooseLocale } from '../../../lib/choose-locale.ts'
import { createRateLimit, networkOf, type RateLimit } from '../../../lib/rate-limit.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { type Answers, addSignUp, countPending, readSignUp } from '../../../people/sign-ups/sign-ups.ts'
import { takeSignUp } from '../confirm.ts'
import { bodyOf } from '../forms.ts'
import { ASK, askQueue } from '../mail.ts'
import { countUp, selectPublicForm } from '../queries.ts'
import * as pages from './pages.ts'
import { readTyped, typedIn } from './read-form.ts'
import { type ShownForm, shownForm } from './shown-form.ts'
import { readFormView, readSignUpToken, type FormView, signFormView } from './tokens.ts'

/** For an office, or the customers that share an address of their carrier; a site's own form uses two attempts. */
export const NETWORK_RULE = { name: 'sign-up-network', attempts: 200, perSeconds: 3600, waitSeconds: 600 }
export const FORM_RULE = { name: 'sign-up-form', attempts: 3000, perSeconds: 3600 }
/** Emails to one address that strangers can cause. */
export const ADDRESS_RULE = { name: 'sign-up-address', attempts: 5, perSeconds: 86_400 }
/** Unconfirmed sign-ups per form. */
const PENDING_MAX = 5000

/** No person fills in a form faster; a faster submission is shown once more. */
const FASTEST_MS = 1500
const SLOWEST_MS = 6 * 3_600_000
const DAY_MS = 86_400_000
const PAGE_LENGTH_MAX = 500

/** A form that was found by its public URL. */
interface Found {
  applicationId: string
  formId: string
  body: calls.SignUpFormBody
  version: number
  shown: ShownForm
}

interface Limits {
  network: RateLimit
  form: RateLimit
  address: RateLimit
}

export function hostedFormRoutes(http: Http, deps: Deps): void {
  const { pool } = deps.database
  const limits: Limits = {
    network: createRateLimit(pool, NETWORK_RULE),
    form: createRateLimit(pool, FORM_RULE),
    address: createRateLimit(pool, ADDRESS_RULE),
  }

  rawRoute(http, calls.readHostedForm, async ({ params, query, request, reply }) => {
    const found = await findForm(deps, params.id)
    if (found === null) return sendUnknown(request, reply)
    const isFramed = query.embed !== undefined
    const policy = { mayBeFramed: isFramed, formTarget: found.body.redirect_url ?? undefined }
    if (query.done === 'sent') return sendPublicPage(reply, 200, pages.sentPage(found.shown, isFramed), policy)
    if (query.done === 'welcome') return sendPublicPage(reply, 200, pages.welcomePage(found.shown, isFramed), policy)
    if (!found.body.is_on) return sendPublicPage(reply, 410, pages.closedPage(found.shown, isFramed), policy)
    const page = isFramed ? pageOf(request) : `${deps.config.publicUrl}/f/${found.formId}`
    const showing = { atMs: deps.clock.now().getTime(), version: found.version, page }
    return sendForm(deps, reply, { found, showing, isFramed, typed: {}, refusal: null })
  })

  rawRoute(http, calls.submitHostedForm, async ({ params, query, body, request, reply }) => {
    const found = await findForm(deps, params.id)
    if (found === null) return sendUnknown(request, reply)
    const isFramed = query.embed !== undefined
    if (!found.body.is_on)
      return sendPublicPage(reply, 410, pages.closedPage(found.shown, isFramed), { mayBeFramed: isFramed })
    const done = () => sendDone(reply, found, isFramed)
    if (typeof body[pages.HONEYPOT_FIELD] === 'string' && body[pages.HONEYPOT_FIELD] !== '') return done()
    const { showing, isFresh } = showingOf(deps, found, request, body[pages.TOKEN])
    const typed = typedIn(found.shown, body)
    const again = (refusal: pages.Refusal, status: number) =>
      sendForm(deps, reply, { found, showing, isFramed, typed, refusal }, status)
    if (await isOver(limits.network, networkOf(request.ip, 48), reply))
      return again({ word: 'tooMany', fields: {} }, 429)
    const read = readTyped(found.shown, typed)
    if (isFresh) return again({ word: 'again', fields: {} }, 200)
    if (read.complaints !== undefined) return again({ word: 'check', fields: read.complaints }, 400)
    if (await isOver(limits.form, found.formId, reply)) return again({ word: 'tooMany', fields: {} }, 429)
    const wasKept = await keep(deps, limits.address, found, { ...read.answers, page: showing.page })
    return wasKept ? done() : again({ word: 'tooMany', fields: {} }, 429)
  })

  confirmationRoutes(http, deps)
}

function confirmationRoutes(http: Http, deps: Deps): void {
  rawRoute(http, calls.readConfirmation, async ({ params, request, reply }) => {
    const { found, signUp } = await findSignUp(deps, params.token)
    if (signUp === null) return sendExpired(request, reply, found)
    const policy = { formTarget: found.body.redirect_url ?? undefined }
    if (signUp.confirmed_at !== null) return sendPublicPage(reply, 200, pages.welcomePage(found.shown))
    const { email } = signUp.answers as unknown as Answers
    return sendPublicPage(reply, 200, pages.confirmPage(found.shown, email), policy)
  })

  rawRoute(http, calls.confirmSignUp, async ({ params, request, reply }) => {
    const { found, signUp, key } = await findSignUp(deps, params.token)
    if (signUp === null) return sendExpired(request, reply, found)
    try {
      await takeSignUp(deps, found, key, true)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      request.log.warn({ err: error, application: found.applicationId }, 'a sign-up could not be confirmed')
      return sendPublicPage(reply, 503, pages.busyPage(found.shown))
    }
    return withoutCaching(reply).redirect(found.body.redirect_url ?? `../${found.formId}?done=welcome`, 303)
  })
}

async function findForm(deps: Deps, id: string): Promise<Found | null> {
  if (!isUuid(id)) return null
  const { kysely: db } = deps.database
  const formId = id.toLowerCase()
  const row = await selectPublicForm(db, formId)
  if (row === undefined) return null
  const { application_id: applicationId, sender } = row
  const body = bodyOf(row)
  const shown = await shownForm(db, { applicationId, sender, content: body })
  return { applicationId, formId, body, version: row.updated_at.getTime(), shown }
}

/** A sign-up that can be confirmed, or has been; only its form once it has expired. */
async function findSignUp(deps: Deps, token: string) {
  const ref = readSignUpToken(deps.secrets, token)
  const found = ref === null ? null : await findForm(deps, ref.formId)
  if (ref === null || found === null) return { found: null, signUp: null }
  const key = { applicationId: found.applicationId, signUpId: ref.signUpId }
  const signUp = await readSignUp(deps.database.kysely, key)
  const isOpen = signUp !== undefined && signUp.expires_at > deps.clock.now()
  return isOpen ? { found, signUp, key } : { found, signUp: null }
}

/**
 * Where and when the form was shown. `isFresh`: not acceptable as it is (from a site's own form, too fast, too late, or of another version
 * of the form), so that it is shown once more.
 */
function showingOf(
  deps: Deps,
  found: Found,
  request: FastifyRequest,
  token: unknown,
): { showing: FormView; isFresh: boolean } {
  const nowMs = deps.clock.now().getTime()
  const { version } = found
  const showing = typeof token === 'string' ? readFormView(deps.secrets, found.formId, token) : null
  if (showing === null) return { showing: { atMs: nowMs, version, page: pageOf(request) }, isFresh: true }
  const ageMs = nowMs - showing.atMs
  if (showing.version !== version || ageMs > SLOWEST_MS)
    return { showing: { ...showing, atMs: nowMs, version }, isFresh: true }
  // The moment stays: a person who presses the button again has taken long enough by then.
  return { showing, isFresh: ageMs < FASTEST_MS }
}

/** The URL of the referring page, without its query, which may identify people. */
function pageOf({ headers: { referer, origin } }: FastifyRequest): string | null {
  const said = referer ?? origin
  if (said === undefined || !URL.canParse(said)) return null
  const { protocol, host, pathname } = new URL(said)
  return protocol === 'https:' || protocol === 'http:'
    ? `${protocol}//${host}${pathname}`.slice(0, PAGE_LENGTH_MAX)
    : null
}

/** Counts an attempt. Returns whether there were too many, and sets Retry-After then. */
async function isOver(limit: RateLimit, key: string, reply: FastifyReply): Promise<boolean> {
  try {
    await limit.take(key)
    return false
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.retryAfterSeconds !== undefined) reply.header('Retry-After', Math.ceil(error.retryAfterSeconds))
    return true
  }
}

/**
 * Stores a sign-up and sends its email. Returns false if the form has too many unconfirmed ones. An address that has received its limit of
 * emails is not stored again, and the response does not reveal that.
 */
async function keep(deps: Deps, limit: RateLimit, found: Found, answers: Answers): Promise<boolean> {
  const { applicationId, formId } = found
  const now = deps.clock.now()
  const { kysely } = deps.database
  if ((await countPending(kysely, found, now, PENDING_MAX)) >= PENDING_MAX) return false
  try {
    await limit.take(`${applicationId} ${answers.email.toLowerCase()}`)
  } catch (error) {
    if (error instanceof AppError) return true
    throw error
  }
  const key = { applicationId, signUpId: uuidv7(now) }
  const expiresAt = new Date(now.getTime() + CONFIRM_DAYS * DAY_MS)
  await kysely.transaction().execute(async tx => {
    await addSignUp(tx, { ...key, formId, answers, now, expiresAt })
    await countUp(tx, found, 'submitted')
    await enqueue(tx, ASK, key, { queue: askQueue(applicationId) })
  })
  return true
}

/** The same whatever happened. */
function sendDone(reply: FastifyReply, { body, shown, formId }: Found, isFramed: boolean): FastifyReply {
  const own = `${formId}?done=${shown.isConfirmed ? 'sent' : 'welcome'}${isFramed ? '&embed=1' : ''}`
  const target = shown.isConfirmed ? null : body.redirect_url
  return withoutCaching(reply).redirect(target ?? own, 303)
}

interface Showed {
  found: Found
  showing: FormView
  isFramed: boolean
  typed: Readonly<Record<string, string>>
  refusal: pages.Refusal | null
}

function sendForm(deps: Deps, reply: FastifyReply, { found, showing, ...page }: Showed, status = 200): FastifyReply {
  const { shown: form, formId, body } = found
  const token = signFormView(deps.secrets, formId, showing)
  const leavesFrame = !form.isConfirmed && body.redirect_url !== null
  const html = pages.formPage({ form, token, leavesFrame, ...page })
  return sendPublicPage(reply, status, html, { mayBeFramed: page.isFramed, formTarget: body.redirect_url ?? undefined })
}

function sendExpired(request: FastifyRequest, reply: FastifyReply, found: Found | null): FastifyReply {
  const locale = found?.shown.locale ?? localeOf(request)
  const formUrl = found?.body.is_on === true ? `../${found.formId}` : undefined
  return sendPublicPage(reply, 410, pages.expiredPage(locale, formUrl))
}

function sendUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPublicPage(reply.header('Vary', 'Accept-Language'), 404, pages.unknownPage(localeOf(request)))
}

function localeOf(request: FastifyRequest) {
  return chooseLocale(undefined, request.headers['accept-language'])
}
