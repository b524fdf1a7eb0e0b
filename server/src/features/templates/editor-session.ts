/** Which visual editor is available, and sessions of it: the secret of our application at Beefree never reaches a browser. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { EditorSession } from '@notifly/contracts/templates/editor-session'
import type { BeefreeSetting } from '../../lib/optional-settings.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { callOutside, type OutboundAnswer } from '../../lib/network/outbound.ts'
import type { RateLimit } from '../../lib/rate-limit.ts'

const LOGIN_MS = 10_000
const ANSWER_BYTES_MAX = 65_536

/** Throws tooManyAttempts above the caller's hourly limit, and unavailable if Beefree refuses or cannot be reached. */
export async function openEditor(deps: Deps, limit: RateLimit, caller: ApplicationCaller): Promise<EditorSession> {
  const { beefree } = deps.config
  if (beefree === null) return { editor: 'embedded' }
  await limit.take(caller.accountId)
  const session = await login(deps, beefree, uidOf(caller.applicationId))
  return { editor: 'beefree', plugin_url: beefree.pluginUrl, session }
}

/** The owner of rows and images at Beefree: one user per application, shared by its members. */
function uidOf(applicationId: string): string {
  return applicationId.replaceAll('-', '')
}

/** Beefree's answer, unaltered: its script knows how to use it. */
async function login({ log }: Deps, beefree: BeefreeSetting, uid: string): Promise<unknown> {
  const { clientId: client_id, clientSecret: client_secret, loginUrl } = beefree
  let answer: OutboundAnswer
  try {
    answer = await callOutside(loginUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id, client_secret, uid }),
      // The operator set this address.
      isAllowed: () => true,
      timeoutMs: LOGIN_MS,
      maxBytes: ANSWER_BYTES_MAX,
    })
  } catch (cause) {
    throw new AppError('unavailable', { ...sentence('templates.editor.away'), cause })
  }
  const session = readJson(answer.text)
  if (answer.status >= 200 && answer.status < 300 && typeof session === 'object' && session !== null) return session
  // For the operator; the message contains no secret.
  log.warn({ status: answer.status, code: codeOf(session) }, 'Beefree refuses the sign-in')
  const isRefused = answer.status >= 400 && answer.status < 500 && answer.status !== 429
  throw new AppError('unavailable', sentence(isRefused ? 'templates.editor.refused' : 'templates.editor.away'))
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function codeOf(answer: unknown): number | null {
  const { code } = (answer ?? {}) as { code?: unknown }
  return typeof code === 'number' ? code : null
}
