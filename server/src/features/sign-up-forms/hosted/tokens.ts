/** Signed values in pages and links: when a form was shown, and which sign-up an email confirms. */
import type { Secrets } from '../../../lib/secrets.ts'

/** When and where a form was shown, and which version of it. */
export interface FormView {
  atMs: number
  /** When the form was last changed, in milliseconds: people agree to what they saw. */
  version: number
  /** The page that the form is on, where a browser told. */
  page: string | null
}

const FORM_PURPOSE = 'sign-up-form'
const TOKEN_LENGTH_MAX = 1500

export function signFormView(secrets: Secrets, formId: string, { atMs, version, page }: FormView): string {
  const said = Buffer.from(JSON.stringify([atMs, version, page])).toString('base64url')
  return `${said}.${secrets.sign(FORM_PURPOSE, signed(formId, said)).toString('base64url')}`
}

/** Null for a text that is not ours, or of another form. */
export function readFormView(secrets: Secrets, formId: string, token: string): FormView | null {
  if (token.length > TOKEN_LENGTH_MAX) return null
  const [said = '', signature = ''] = token.split('.')
  if (!secrets.verify(FORM_PURPOSE, signed(formId, said), Buffer.from(signature, 'base64url'))) return null
  const [atMs, version, page] = JSON.parse(Buffer.from(said, 'base64url').toString()) as [number, number, string | null]
  return { atMs, version, page }
}

const signed = (formId: string, said: string): Buffer => Buffer.from(`${formId} ${said}`)

export interface SignUpRef {
  formId: string
  signUpId: string
}

const LINK_PURPOSE = 'sign-up'
const ID_BYTES = 16
const BODY_BYTES = 2 * ID_BYTES
const LETTERS = 64

/** 64 characters of base64url: form and sign-up with their signature. */
export function signSignUp(secrets: Secrets, { formId, signUpId }: SignUpRef): string {
  const body = Buffer.from(`${formId}${signUpId}`.replaceAll('-', ''), 'hex')
  return Buffer.concat([body, secrets.sign(LINK_PURPOSE, body)]).toString('base64url')
}

/** Null for a text that is not ours. */
export function readSignUpToken(secrets: Secrets, token: string): SignUpRef | null {
  if (token.length !== LETTERS) return null
  const bytes = Buffer.from(token, 'base64url')
  const body = bytes.subarray(0, BODY_BYTES)
  if (!secrets.verify(LINK_PURPOSE, body, bytes.subarray(BODY_BYTES))) return null
  return { formId: uuidOf(body.subarray(0, ID_BYTES)), signUpId: uuidOf(body.subarray(ID_BYTES)) }
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
